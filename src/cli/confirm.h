/*
 * confirm.h - confirmation of a write: typed on a terminal, or given by --yes.
 */
#ifndef CLI_CONFIRM_H
#define CLI_CONFIRM_H

#include "cli/args.h"

/* True if the write is confirmed: always with --yes; otherwise asks the question on the
 * terminal, and `expected` must be typed. ERR_USAGE if there is no terminal; ERR_CANCELLED if
 * something else was typed. */
bool confirm(const struct args *args, const char *question, struct str expected, struct err *err);
/* Returns false and sets ERR_USAGE if -q hides the preview of a write that needs confirmation. */
bool confirm_check_quiet(const struct args *args, struct err *err);

#endif
