/*
 * row.h - the journal's writes as rows of a list, newest first, and one of them in words.
 *
 * Texts are the journal's, or the arena's that the rows were made in.
 */
#ifndef APP_JOURNAL_ROW_H
#define APP_JOURNAL_ROW_H

#include "app/journal/journal.h"
#include "app/list/rows.h"
#include "app/text/doc.h"
#include "app/text/format.h"

struct journal_row {
	unsigned number;
	enum journal_state state;
	int64_t at;
	struct str id;   /* "J-0412" */
	struct str target; /* "link …8841" */
	struct str result;
	struct str owner; /* whole: for terms, and where there is room */
	struct str tail;  /* "…7c21" */
	struct str reason, iss, who, host, environment, request;
	struct str search_text;
};

struct journal_rows {
	struct arena texts;
	VEC(struct journal_row) list;
};

/* All writes, newest first. journal_rows_free() them. */
void journal_rows_make(struct journal_rows *rows, const struct journal *j);
void journal_rows_free(struct journal_rows *rows);

extern const struct view_resource journal_resource;

/* "link …8841", "unknown action merge": a whole subject is for the detail alone. */
void append_journal_target(struct buf *out, const struct journal_write *w);
/* "done", "undone by J-0413", "unknown", "unknown, then J-0415" */
void append_journal_result(struct buf *out, const struct journal_write *w);

/* Everything about one: what became of it, who, where, why, and the record as it was answered. */
void journal_doc(struct doc *d, const struct journal_write *w, int64_t now, enum time_style times);

#endif
