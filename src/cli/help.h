/*
 * help.h - `backroom --help` and `backroom COMMAND --help`, from the tables of args.h.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/args.h"

void help_write(struct buf *out, const struct args *args);

#endif
