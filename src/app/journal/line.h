/*
 * line.h - the journal's lines as JSON: a write that is about to be sent, and what became
 * of one. Pure.
 */
#ifndef APP_JOURNAL_LINE_H
#define APP_JOURNAL_LINE_H

#include "app/journal/journal.h"

/* "unknown", "done", "refused": as lines, lists and commands say it. */
extern const char *const journal_states[JOURNAL_STATES];

/* Appends a line that is not sealed yet: an object without its `}`. */
void journal_line_begin(struct buf *out, const struct journal_write *w);
void journal_line_finish(struct buf *out, unsigned number, const struct journal_write_status *o);

/* The kind of a line: the beginning of *w, or the result of w->number. */
enum journal_line { JOURNAL_LINE_OTHER, JOURNAL_LINE_BEGIN, JOURNAL_LINE_OUTCOME };
/* Parses any line; OTHER if it is not ours. Texts go into the arena. */
enum journal_line journal_line_read(struct journal_write *w, struct arena *a, struct str line);

#endif
