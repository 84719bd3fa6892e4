/*
 * manual.h - `backroom --man`: the manual page in roff, its tables from those the program works
 * with: commands, options, VIEW keys and columns, actions and keys, exit codes.
 */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/call.h"

void manual_write(struct buf *out, const struct call *call);

#endif
