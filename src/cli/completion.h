/*
 * completion.h - `backroom completion SHELL`, and the command that its scripts call at each Tab:
 * `completion candidates`, with the words of the line on stdin. The scripts contain no candidates.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the script. ERR_USAGE for an unsupported shell. */
bool completion_write(struct buf *out, struct str shell, struct err *err);
/* Appends candidates for the last word, one per line, some followed by a tab and a description.
 * They are not filtered by the typed part: the shell does that. `line` has one word per line,
 * without the program's name. Appends nothing for a file or free text. Returns the command whose
 * options the service's program completes, or NULL. */
const char *completion_add_candidates(struct buf *out, struct str line);

#endif
