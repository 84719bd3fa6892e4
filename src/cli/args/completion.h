/*
 * completion.h - `backroom completion SHELL`, and what the scripts that it prints ask for at each Tab:
 * `completion candidates` with the words of the line on stdin, so that one place knows what may follow.
 */
#ifndef CLI_ARGS_COMPLETION_H
#define CLI_ARGS_COMPLETION_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the script. ERR_USAGE for another shell. */
bool completion_write(struct buf *out, struct str shell, struct err *err);
/* Appends what the last of the words may become, one a line, with a tab and a description behind some; of
 * any beginning: the shell compares. `line` has a word a line, without the program's own. Appends nothing
 * where a file is meant, or anything. Gives the command whose options the service's program knows, or NULL. */
const char *completion_candidates(struct buf *out, struct str line);

#endif
