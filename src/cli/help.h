/*
 * help.h - `backroom --help` and `backroom COMMAND --help`, from the tables of call.h.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/call.h"

void help_write(struct buf *out, const struct call *call);
/* Appends "-e, --environment ENV". */
void help_option_head(struct buf *out, enum option o);

#endif
