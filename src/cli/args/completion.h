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
/* Appends candidates for the last of the words, one per line, some followed by a tab and a
 * description; regardless of their beginning: the shell compares. `line` has one word per line,
 * without the program's name. Appends nothing for a file or free text. Returns the command whose
 * options the service's program knows, or NULL. */
const char *completion_candidates(struct buf *out, struct str line);

#endif
