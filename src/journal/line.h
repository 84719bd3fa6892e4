/*
 * line.h - the journal's lines as JSON: the start of a write, and its result. Pure.
 */
#ifndef JOURNAL_LINE_H
#define JOURNAL_LINE_H

#include "journal/journal.h"

/* "unknown", "done", "refused": the words used in lines, lists and commands. */
extern const char *const journal_states[JOURNAL_STATES];
bool journal_is_partly_done(const struct journal_write *w);
/* The state, or "partly done" for a batch of which the service refused some changes. */
const char *journal_result_name(const struct journal_write *w);

/* Appends a line that is not sealed yet: a JSON object without its `}`. */
void journal_line_begin(struct buf *out, const struct journal_write *w);
void journal_line_finish(struct buf *out, unsigned number, const struct journal_write_status *o);

/* The kind of a line: the beginning of *w, or the result of w->number. */
enum journal_line_kind { JOURNAL_LINE_OTHER, JOURNAL_LINE_BEGIN, JOURNAL_LINE_OUTCOME };
/* Parses any line; returns OTHER for lines of unknown kind. Texts go into the arena. */
enum journal_line_kind journal_line_read(struct journal_write *w, struct arena *a, struct str line);

#endif
