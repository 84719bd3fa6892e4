/*
 * csv.h - comma-separated values as spreadsheets write them: quotes around fields that contain
 * commas, newlines or quotes (doubled), lines ended by LF or CRLF. A UTF-8 byte order mark at the
 * start and empty lines are skipped. Also writes cells for csv and tsv so that no program takes
 * them for formulas, and restores their texts.
 *
 * Borrows the text; fields live in the caller's arena.
 */
#ifndef LIST_CSV_H
#define LIST_CSV_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

struct csv {
	struct str remaining;
	size_t next_line; /* line number of `remaining` */
	size_t line;      /* line number of the last record, from 1 */
	char separator;
	VEC(struct str) fields;
};

void csv_start(struct csv *c, struct str text);
/* As csv_start(), also for fields separated by semicolons or tabs, as many spreadsheets write
 * them: determined by a first line `sep=;`, else by the most frequent separator in the line of
 * headings. */
void csv_start_any_separator(struct csv *c, struct str text);
/* Reads the next record into c->fields. Returns false at the end, or with err set for a quote
 * that is not closed or is in the middle of a field. Set err->kind to ERR_NONE before. */
bool csv_next(struct csv *c, struct arena *a, struct err *err);
void csv_free(struct csv *c);

/* The source of a cell's text, which decides whether it gets a guard: a leading ' that keeps a
 * spreadsheet from computing it. */
enum csv_text_source {
	CSV_OWN,     /* text of this program: no guard */
	CSV_FOREIGN, /* guarded if readable as a formula, even after ; or newline; not numbers */
	CSV_MAIL,    /* for mail tools, which show guards: only if a spreadsheet computes it */
};

/* Appends a cell for csv or tsv. A foreign text that begins with ' before a formula gets another
 * guard, so that every guard can be removed again. */
void csv_add(struct buf *out, struct str text, enum csv_text_source guard);
void tsv_add(struct buf *out, struct str text, enum csv_text_source guard);
/* A cell or heading without surrounding spaces, also invisible ones. */
struct str csv_trim(struct str cell);
/* The reason why a spreadsheet seems to have changed the value, as words after the cell; NULL if
 * it does not. For whole cells of names, ids and codes: prices have more checks. */
const char *csv_damage_reason(struct str cell);
/* The reason why the text is not CSV at all; NULL if it may be. */
const char *csv_why_unreadable(struct str text);

/* True if a spreadsheet would compute the cell. */
bool csv_is_computed(struct str text);
/* Appends the original text of a foreign cell, without its guard. */
void csv_add_unescaped(struct buf *out, struct str cell);
/* Appends a cell of a Markdown table: on one line, with Markdown characters escaped. */
void md_add(struct buf *out, struct str text);

#endif
