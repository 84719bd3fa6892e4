/*
 * table_writer.h - rows as lines of cells: csv, tsv, Markdown, and the cells of a table, for `get` and for
 * exports of the console. Pure.
 *
 * In csv and tsv a cell is one value: an amount is a number, next to it the currency, and a third
 * cell has the time of payment ("then", "thenCurrency", "thenWhen"). Several amounts keep all of
 * their numbers and currencies: "2.49 + 4.48" and "EUR + GBP".
 */
#ifndef APP_LIST_TABLE_WRITER_H
#define APP_LIST_TABLE_WRITER_H

#include "app/list/columns.h"
#include "base/vec.h"

enum table_format { TABLE_ALIGNED, TABLE_MD, TABLE_CSV, TABLE_TSV };
enum { TABLE_CELLS_MAX = COLUMN_PARTS * COLUMNS_MAX };

/* A cell of every row: a column, or of its values one. */
struct table_cell {
	const struct placed_column *column;
	enum column_part part;
	bool apart; /* its values have cells of their own */
};

struct table_writer {
	enum table_format format;
	char end;    /* of a line of csv and tsv */
	bool for_mail_tool;  /* read by a tool that sends mail, not by a spreadsheet */
	bool brief;  /* a table as a screen has it: short times, of several items one */
	size_t n;    /* cells of a row */
	struct table_cell cells[TABLE_CELLS_MAX]; /* of rows that have columns */
	struct cell_context context;

	size_t at;            /* the next cell of the line */
	int widths[TABLE_CELLS_MAX]; /* of a table; they only grow */
	struct arena texts;
	VEC(struct str) page; /* a table's cells, n a row */
};

/* Which cells there are; the columns stay the caller's. `apart`: values in cells of their own. */
size_t table_cells_place(
    struct table_cell out[TABLE_CELLS_MAX], const struct placed_column *columns, size_t n, bool apart);
/* As data calls it: "then", "thenCurrency". */
void table_cell_name(struct buf *out, const struct table_cell *cell);
/* `foreign` when a program could take it for a formula. */
void table_cell_write(struct buf *out, const struct table_cell *cell, const void *row,
    struct str json, const struct cell_context *c, bool *foreign);

/* Begins to write columns; format, end and brief are set, the context is of the screen. Cells are
 * data, and bare of what they were sent with on a `terminal`. */
void table_writer_begin(
    struct table_writer *s, const struct placed_column *columns, size_t n, bool terminal);
void table_writer_free(struct table_writer *s);
bool table_writer_is_for_people(const struct table_writer *s);
/* Writes the line of headings, or a row with `mark` before it. A table collects them. */
void table_writer_add_header(struct table_writer *s, struct buf *out);
void table_writer_add_row(
    struct table_writer *s, struct buf *out, const void *row, struct str json, const char *mark);
/* The same cell by cell, for rows that have no columns; s->n is set. */
void table_writer_add_cell(struct table_writer *s, struct buf *out, struct str text, bool foreign);
void table_writer_end_header(struct table_writer *s, struct buf *out);
void table_writer_end_row(struct table_writer *s, struct buf *out);

/* Looks at how wide a table's cells are; one of its rows with these widths, cut where `cut` says
 * so; and forgets them. */
void table_writer_measure(struct table_writer *s);
void table_writer_print_row(
    const struct table_writer *s, struct buf *out, size_t row, const bool cut[TABLE_CELLS_MAX]);
void table_writer_clear(struct table_writer *s);

#endif
