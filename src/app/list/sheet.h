/*
 * sheet.h - rows as lines of cells: csv, tsv, Markdown, and the cells of a table, for `get` and for
 * exports of the console. Pure.
 *
 * In csv and tsv a cell is one value: an amount is a number, next to it the currency, and a third
 * cell has the time of payment ("then", "thenCurrency", "thenWhen"). Several amounts keep all of
 * their numbers and currencies: "2.49 + 4.48" and "EUR + GBP".
 */
#ifndef APP_LIST_SHEET_H
#define APP_LIST_SHEET_H

#include "app/list/columns.h"
#include "base/vec.h"

enum sheet_format { SHEET_TABLE, SHEET_MD, SHEET_CSV, SHEET_TSV };
enum { SHEET_CELLS = COLUMN_PARTS * COLUMNS_MAX };

/* A cell of every row: a column, or of its values one. */
struct sheet_cell {
	const struct placed_column *column;
	enum column_part part;
	bool apart; /* its values have cells of their own */
};

struct sheet {
	enum sheet_format format;
	char end;    /* of a line of csv and tsv */
	bool mails;  /* read by a tool that sends mail, not by a spreadsheet */
	bool brief;  /* a table as a screen has it: short times, of several items one */
	size_t n;    /* cells of a row */
	struct sheet_cell cells[SHEET_CELLS]; /* of rows that have columns */
	struct cell_context context;

	size_t at;            /* the next cell of the line */
	int widths[SHEET_CELLS]; /* of a table; they only grow */
	struct arena texts;
	VEC(struct str) page; /* a table's cells, n a row */
};

/* Which cells there are; the columns stay the caller's. `apart`: values in cells of their own. */
size_t sheet_cells(
    struct sheet_cell out[SHEET_CELLS], const struct placed_column *columns, size_t n, bool apart);
/* As data calls it: "then", "thenCurrency". */
void sheet_cell_name(struct buf *out, const struct sheet_cell *cell);
/* `foreign` when a program could take it for a formula. */
void sheet_cell_write(struct buf *out, const struct sheet_cell *cell, const void *row,
    struct str json, const struct cell_context *c, bool *foreign);

/* Begins to write columns; format, end and brief are set, the context is of the screen. Cells are
 * data, and bare of what they were sent with on a `terminal`. */
void sheet_begin(
    struct sheet *s, const struct placed_column *columns, size_t n, bool terminal);
void sheet_free(struct sheet *s);
bool sheet_is_for_eyes(const struct sheet *s);
/* Writes the line of headings, or a row with `mark` before it. A table collects them. */
void sheet_head(struct sheet *s, struct buf *out);
void sheet_row(
    struct sheet *s, struct buf *out, const void *row, struct str json, const char *mark);
/* The same cell by cell, for rows that have no columns; s->n is set. */
void sheet_add(struct sheet *s, struct buf *out, struct str text, bool foreign);
void sheet_end_head(struct sheet *s, struct buf *out);
void sheet_end_row(struct sheet *s, struct buf *out);

/* Looks at how wide a table's cells are; one of its rows with these widths, cut where `cut` says
 * so; and forgets them. */
void sheet_measure(struct sheet *s);
void sheet_print_row(
    const struct sheet *s, struct buf *out, size_t row, const bool cut[SHEET_CELLS]);
void sheet_forget(struct sheet *s);

#endif
