/*
 * row.h - the journal's writes as rows of a list, newest first, and the description of one write.
 *
 * Texts belong to the journal, or to the arena of the rows.
 */
#ifndef JOURNAL_ROW_H
#define JOURNAL_ROW_H

#include "app/command_variables.h"
#include "journal/journal.h"
#include "list/doc.h"
#include "list/rows.h"
#include "model/format.h"

struct journal_row {
	unsigned write_number;
	enum journal_state state;
	int64_t recorded_at;
	struct str id;     /* "J-0412" */
	struct str target; /* "link …8841" */
	struct str result;
	unsigned undoes;       /* number of the write it undoes, while done and not undone; or 0 */
	struct str owner;      /* complete: for terms, and if there is room */
	struct str owner_tail; /* "…7c21" */
	struct str reason, iss, account, host, environment, request_id;
	struct str search_text;
};

struct journal_rows {
	struct arena text_arena;
	VEC(struct journal_row) list;
};

/* Builds the rows of all writes, newest first. Free with journal_rows_free(). */
void journal_rows_make(struct journal_rows *rows, const struct journal *j);
void journal_rows_free(struct journal_rows *rows);

extern const struct view_resource journal_resource;

/* Appends "done", "undone by J-0413", "partly undone by J-0413", "unknown", "unknown, then J-0415".
 * The next function also appends "done, undoes J-0412". */
void append_journal_result(struct buf *out, const struct journal_write *w);
void append_journal_row_result(struct buf *out, const struct journal_row *row);

/* Calls `each` for every leaf value of the record in the service's response; false if there is no
 * valid record. */
bool journal_walk_record(const struct journal_write *w,
    void (*each)(void *ctx, struct str path, struct str value), void *ctx);
/* Appends all details of a write: result, account, machine, reason, and the record received.
 * Numbers of other writes are links of the given kind. */
void journal_write_doc(struct doc *d, const struct journal_write *w, int64_t now,
    enum time_style times, int link_kind);
/* Adds the variables of a write for a user command. */
void journal_write_add_variables(struct command_variables *v, const struct journal_write *w);

#endif
