/*
 * export.h - exports the shown rows to a file, in their order. Pure.
 */
#ifndef LIST_EXPORT_H
#define LIST_EXPORT_H

#include "base/vec.h"
#include "list/columns.h"
#include "list/table.h"

enum export_format {
	EXPORT_CSV,
	EXPORT_TSV,
	EXPORT_MD,
	EXPORT_TABLE,
	EXPORT_JSON,
	EXPORT_NDJSON,
	EXPORTS
};

extern const char *const export_names[EXPORTS]; /* names used by `get -o` and for files */

/* Appends all rows: the same bytes that `get` prints for a VIEW with these columns, or `get -o
 * wide` for a table. Cells are data: full times and texts, amounts as numbers, guarded as in
 * csv_add(). JSON is as the service sent it; rows without JSON from the service become an object
 * of their columns. Returns the number of cells in a row; 0 for JSON as the service sent it. */
size_t export_rows(struct buf *out, const struct shown_rows *rows,
    const struct placed_column *columns, size_t columns_n, enum export_format format,
    const struct cell_context *context);

/* Appends one row with all columns of its table as data, separated by tabs. */
void export_row(struct buf *out, const struct column *table, const void *row,
    const struct cell_context *context);

/*
 * Writes rows as lines of cells: csv, tsv, Markdown, and tables, for `get` and for
 * exports of the console. Pure.
 *
 * In csv and tsv a cell is one value: an amount is a number, followed by a cell with its currency,
 * and one with the time of payment ("then", "thenCurrency", "thenWhen"). Several amounts keep all
 * of their numbers and currencies: "2.49 + 4.48" and "EUR + GBP".
 */

enum table_format { TABLE_ALIGNED, TABLE_MD, TABLE_CSV, TABLE_TSV };
enum { TABLE_CELLS_MAX = COLUMN_PARTS * COLUMNS_MAX };

/* A cell of every row: a column, or one part of an amount. */
struct table_cell {
	const struct placed_column *column;
	enum column_part part;
	bool split_amount; /* the amount's parts have cells of their own */
};

struct table_writer {
	enum table_format format;
	char line_end;      /* line end in csv and tsv */
	bool for_mail_tool; /* for a tool that sends mail, not a spreadsheet */
	bool shortened;     /* as on a screen: short times, only the first of several items */
	size_t n;           /* cells per row */
	struct table_cell cells[TABLE_CELLS_MAX]; /* used if rows have columns */
	struct cell_context context;

	size_t next_cell;            /* index of the next cell in the line */
	int widths[TABLE_CELLS_MAX]; /* column widths of a table; they only grow */
	struct arena text_arena;
	VEC(struct str) cell_texts; /* cells of a table, n per row */
};

/* Starts writing columns; set format, end and brief before, the context is the screen's. Cells
 * are data; in csv and tsv, texts stay as sent unless they go to a `terminal`. */
void table_writer_begin(
    struct table_writer *s, const struct placed_column *columns, size_t n, bool terminal);
void table_writer_free(struct table_writer *s);
/* Appends a row as a JSON object of its cells, each a text. */
void export_write_object(struct buf *out, const struct table_writer *s, const void *row);
/* Writes the headings, or a row preceded by `mark`. A table only collects them. */
void table_writer_add_header(struct table_writer *s, struct buf *out);
void table_writer_add_row(
    struct table_writer *s, struct buf *out, const void *row, struct str json, const char *mark);
/* Writes cell by cell, for rows without columns; set s->n before. */
void table_writer_add_cell(struct table_writer *s, struct buf *out, struct str text, bool foreign);
void table_writer_end_header(struct table_writer *s, struct buf *out);
void table_writer_end_row(struct table_writer *s, struct buf *out);

/* Measures the cells of a table; prints a row with these widths, cut where `cut` is set; drops
 * the collected rows. */
void table_writer_measure(struct table_writer *s);
void table_writer_print_row(
    const struct table_writer *s, struct buf *out, size_t row, const bool cut[TABLE_CELLS_MAX]);
void table_writer_clear(struct table_writer *s);

#endif
