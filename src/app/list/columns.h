/*
 * columns.h - the columns of every list: a table for each resource, for the console, `get` and
 * csv alike, and how wide each is where there is little room. Pure; cells come out cleaned.
 */
#ifndef APP_LIST_COLUMNS_H
#define APP_LIST_COLUMNS_H

#include "app/list/view.h"
#include "app/text/format.h"

enum { COLUMNS_MAX = 24, COLUMN_GAP = 2, COLUMN_CELLS = 128 };

/* Which columns a list has: on request only; in every window; where there is room for it. */
enum column_from { COLUMN_ASKED, COLUMN_ALWAYS, COLUMN_ROOM };

/* A column that is there even where all its cells are empty; one whose cells end alike, as numbers
 * do; one that needs the whole catalog, which commands do not read for a list; one of paths that a
 * screen knows by their last parts; one whose last characters are compared, so that the middle goes
 * where it is cut; one that is never cut, but leaves instead: amounts, verdicts, counts, times; one
 * whose empty cells are blanks, since another one says why; one of amounts, whose points a screen
 * shows below one another; one that is a picture, which data has no use for; one of several amounts,
 * "GBP 3.00 + EUR 1.00 + ?", of which none is cut in two; one that is a picture, of which data has
 * the numbers; one whose texts are numbers, and are compared as such. */
enum {
	COLUMN_FLEXIBLE = 1,
	COLUMN_RIGHT = 2,
	COLUMN_LINKED = 4,
	COLUMN_LAST_PARTS = 8,
	COLUMN_TAIL = 16,
	COLUMN_WHOLE = 32,
	COLUMN_BLANK = 64,
	COLUMN_POINTS = 128,
	COLUMN_DRAWN = 256,
	COLUMN_SUMS = 512,
	COLUMN_CHART = 1024,
	COLUMN_NUMBERS = 2048,
};

/* The parts of an amount in data, one cell each. */
enum column_part { COLUMN_NUMBER, COLUMN_CURRENCY, COLUMN_WHEN, COLUMN_PARTS };

struct row_filter;

struct cell_context {
	int64_t now;
	enum time_style times;
	bool ascii;
	bool whole; /* data, not a screen: times in full, nothing shortened */
	bool full; /* rows may take several lines: times and texts that have a short form in full */
	bool raw;  /* for files only: texts as they were sent, not cleaned */
	bool marks; /* a text that had to be made visible gets `!` before it, of data a customer */
	/* The filter that found the row: of several texts the matching one comes first; or NULL. */
	const struct row_filter *wanted;
};

struct column {
	const char *id, *header;
	const char *also; /* another name that is taken for it: what its heading says; or NULL */
	/* Cells: below the first it leaves; the second it needs, unless its own cells are narrower,
	 * before another column joins. */
	int min, ideal;
	enum column_from from;
	unsigned shape; /* COLUMN_ bits */
	bool lines;     /* its text is several, one a line */
	/* Writes the cell of one of the resource's rows; NULL: the text at `text`. */
	void (*write)(struct buf *out, const void *row, const struct cell_context *c);
	size_t text; /* offset of a struct str in the row */
	size_t full; /* of another one, shown where nothing is shortened; 0: none */
	/* For an amount: appends one of its first `parts` parts as sent; nothing if it is not a
	 * single amount. NULL if the column is not an amount. */
	void (*part)(struct buf *out, const void *row, enum column_part part);
	int parts;
	/* The order of two rows by this column: -1, 0, 1, or plus or minus ROW_UNKNOWN. NULL: by its
	 * text, or by what it writes as data. */
	int (*order)(const void *a, const void *b);
};

/* The members of every column: name, heading, least and best width, and the offset of its value. */
#define COLUMN(name, heading, least, best, where) \
	.id = (name), .header = (heading), .min = (least), .ideal = (best), .from = COLUMN_##where

/* A resource's table of them ends with a NULL id. NULL when the table has none of that name. */
const struct column *column_find(const struct column *table, struct str id);
/* The text a column shows as it was sent; STR_NONE of a column that writes its cells itself. */
struct str column_text(const struct column *column, const void *row);
/* Appends a text cleaned, or as it is when the context says raw. */
void cell_add_text(struct buf *out, struct str text, const struct cell_context *c);
/* As above for a JSON member's value: on a screen null is null, empty is "", and absent is
 * nothing. */
void cell_add_value(struct buf *out, struct str text, const struct cell_context *c);
/* Appends texts, one a line, side by side. */
void column_write_lines(struct buf *out, struct str lines, const struct cell_context *c);
/* Appends a text of a list as the next line, `at` lines after the first. A line end within the text
 * becomes a zero byte, which no text from JSON has, and is written as a line end again. */
void column_add_line(struct buf *lines, size_t at, struct str text);
/* Appends a time: in full in data, else as the context's style says; WHEN_NONE is "?". */
void cell_add_time(struct buf *out, int64_t t, const struct cell_context *c);

/* Those that tell an audience nothing, by bit: ids, paths, who changed it. */
uint32_t columns_private(const struct column *table);

/* Those that need the whole catalog, by bit. */
uint32_t columns_linked(const struct column *table);
/* One column by bit. */
uint32_t columns_named(const struct column *table, const char *id);

/* A column on the screen; `path` is the view's path instead of a column. */
struct placed_column {
	const struct column *column; /* NULL for customFields.x and attribute.x */
	struct str path;
	int fixed; /* cells that the view gives it; 0: as many as its texts need */
	int x, width;
};

/* How wide the cells of a table's columns were that were looked at: growing only, so that nothing
 * jumps while pages arrive. */
struct column_widths {
	uint32_t n[COLUMNS_MAX][COLUMN_CELLS]; /* so many were so wide */
	int widest[COLUMNS_MAX];
};

void column_widths_add(struct column_widths *w, size_t column, int cells);

/* Chooses the columns for `width` cells (those of the view if it names some) and gives each its
 * place, none wider than its widest cell: first the fixed ones, then one after the other while
 * all have what they need and more text is visible than without; the rest of the width goes to
 * those that are cut. With `widths` NULL, cells are as wide as their columns prefer, and the
 * rest goes to the flexible one. `hidden` has the table's columns that were empty in all rows,
 * by bit. `shift` columns after the first are scrolled away. */
size_t columns_place(struct placed_column out[COLUMNS_MAX], const struct view *view,
    const struct column_widths *widths, int width, uint32_t hidden, int shift);
/* The header's text for a column under a context ("AGE", "CREATED UTC"). */
void column_write_header(
    struct buf *out, const struct placed_column *p, const struct cell_context *c);
/* One cell, cleaned unless raw, not cut. `json` is looked at for customFields and attributes. */
void column_write(struct buf *out, const struct placed_column *p, const void *row, struct str json,
    const struct cell_context *c);

#endif
