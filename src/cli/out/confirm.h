/*
 * confirm.h - leave for a write: typed on a terminal, or given by --yes.
 */
#ifndef CLI_OUT_CONFIRM_H
#define CLI_OUT_CONFIRM_H

#include "cli/args/args.h"

/* Is there leave? With --yes, always. On a terminal the question is asked and `expected` must be
 * typed. ERR_USAGE where there is neither; ERR_CANCELLED when something else was typed. */
bool confirm(const struct args *args, const char *question, struct str expected, struct err *err);

#endif
