/*
 * csv.h - comma-separated values as spreadsheets write them: quotes around fields that hold commas,
 * newlines or quotes (doubled), lines ended by newline or return and newline. A mark of UTF-8 at
 * the front is skipped, and so are empty lines. And cells as csv and tsv want them, which no
 * program takes for a formula; and their texts again.
 *
 * Borrows the text; fields live in the caller's arena.
 */
#ifndef APP_TEXT_CSV_H
#define APP_TEXT_CSV_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

struct csv {
	struct str rest;
	size_t next; /* line number of what is left */
	size_t line; /* where the record that was read last began, from 1 */
	char separator;
	VEC(struct str) fields;
};

void csv_start(struct csv *c, struct str text);
/* As above for fields separated by semicolons or tabs too, as many spreadsheets write them: by a
 * first line `sep=;`, else by the most frequent separator in the line of headings. */
void csv_start_any(struct csv *c, struct str text);
/* Reads the next record into c->fields. False at the end, or with err set for a quote that is
 * not closed or is in the middle. Set err->kind to ERR_NONE before. */
bool csv_next(struct csv *c, struct arena *a, struct err *err);
void csv_free(struct csv *c);

/* The origin of a cell's text, which decides whether a guard (a ' in front) keeps a spreadsheet
 * from computing it. */
enum csv_guard {
	CSV_OWN,     /* the program's own: never */
	CSV_FOREIGN, /* wherever a program could read it as a formula, also after a ; or a line break; not before numbers */
	CSV_MAIL,    /* for tools that send mail and would show the guard: where a spreadsheet would
			compute it */
};

/* Appends a cell as csv or tsv want it. A foreign text that begins with ' before a formula gets one
 * more, so that every guard can be taken away again. */
void csv_add(struct buf *out, struct str text, enum csv_guard guard);
void tsv_add(struct buf *out, struct str text, enum csv_guard guard);
/* A cell or heading without surrounding spaces, also invisible ones. */
struct str csv_trim(struct str cell);
/* The reason why a spreadsheet seems to have changed the value, as words after the cell; NULL if
 * it does not. For whole cells of names, ids and codes: prices have more checks. */
const char *csv_damage_reason(struct str cell);
/* The reason why the text is not CSV at all; NULL if it may be. */
const char *csv_why_unreadable(struct str text);

/* Would a spreadsheet compute the cell? */
bool csv_is_computed(struct str text);
/* Appends the text that a foreign cell was made of. */
void csv_add_unescaped(struct buf *out, struct str cell);
/* A cell of a table in Markdown: one line, its bars and angle brackets as they are read. */
void md_add(struct buf *out, struct str text);

#endif
