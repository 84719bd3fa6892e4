/*
 * manual.h - `backroom --man`: the manual page in roff, built from the program's own tables:
 * commands, options, VIEW keys and columns, actions and keys, exit codes.
 */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/args.h"

void manual_write(struct buf *out, const struct args *args);

#endif
