/*
 * columns.h - the columns of every list: a table for each resource, used by the console, `get` and
 * csv, and their widths if space is limited. row_order.h compares rows by them, table.h sorts by
 * them. Pure; cells are written cleaned.
 */
#ifndef LIST_COLUMNS_H
#define LIST_COLUMNS_H

#include "list/view.h"
#include "model/format.h"

enum { COLUMNS_MAX = 24, COLUMN_GAP = 2, COLUMN_WIDTH_BUCKETS = 128 };

/* When a column is shown: only on request; in every window; if there is room for it. */
enum column_visibility { COLUMN_ASKED, COLUMN_ALWAYS, COLUMN_ROOM };

enum {
	COLUMN_SHOWN_IF_EMPTY = 1, /* shown even if all its cells are empty */
	COLUMN_ALIGN_RIGHT = 2,
	COLUMN_NEEDS_CATALOG = 4,   /* the whole catalog, which commands do not read for a list */
	COLUMN_LAST_PARTS = 8,      /* paths that a screen shortens to their last parts */
	COLUMN_CUT_MIDDLE = 16,     /* the last characters matter */
	COLUMN_NEVER_CUT = 32,      /* hidden instead: amounts, verdicts, counts, times */
	COLUMN_BLANK_IF_EMPTY = 64, /* another column gives the reason */
	COLUMN_ALIGN_POINTS = 128,  /* amounts that a screen aligns by their decimal points */
	COLUMN_SCREEN_ONLY = 256,   /* a drawing, left out of data */
	COLUMN_SUMS = 512,     /* amounts, "GBP 3.00 + EUR 1.00 + ?", none of them cut in two */
	COLUMN_CHART = 1024,   /* a drawing that data shows as numbers */
	COLUMN_NUMERIC = 2048, /* texts that are numbers and compared as such */
	COLUMN_PRIVATE = 4096, /* hidden while presenting: ids, paths, user names, clock times */
	COLUMN_WHOLE_FIRST = 8192,        /* no other column is added while its cells are cut */
	COLUMN_NO_CURRENCY = 16384,       /* amounts whose currency is the column's heading */
	COLUMN_SHOWN_IF_FILTERED = 32768, /* after the name if a term has its key */
	COLUMN_IS_TIME = 65536,           /* written as data it is a time */
	COLUMN_IF_NAMED = 131072,         /* only if the view names it, in files too */
};

/* The parts of an amount in data. */
enum column_part { COLUMN_NUMBER, COLUMN_CURRENCY, COLUMN_TIME, COLUMN_PARTS };

struct cell_context {
	int64_t now;
	enum time_style time_style;
	bool ascii;
	bool as_data;           /* data, not a screen: full times, nothing shortened */
	bool unshortened;       /* rows may take several lines: no short forms of times and texts */
	bool is_printed;        /* outside the console: times with their zone, whole paths */
	bool hides_private;     /* for an audience: no ids, paths or clock times (hide_private.h) */
	bool uncleaned;         /* for files only: texts as sent, not cleaned */
	bool marks_unsafe_text; /* `!` before texts made visible; in data only before customers */
	const struct row_filter *highlight_filter; /* or NULL: of several texts its match is first */
	const struct link_rules *link_rules;       /* NULL: no links */
};

struct column {
	const char *id, *header;
	const char *alias; /* other names accepted for it, separated by spaces; or NULL */
	/* Cells: narrower it is hidden; it gets the ideal, or its own need, before other columns. */
	int min_width, ideal_width;
	enum column_visibility visibility;
	unsigned flags; /* COLUMN_ bits */
	bool has_lines; /* its text has several values, one per line */
	/* Appends the cell for a row of the resource, or for its JSON; both NULL: the text at offset
	 * `text_offset` is shown. */
	void (*write_cell)(struct buf *out, const void *row, const struct cell_context *c);
	void (*write_json_cell)(struct buf *out, struct str json, const struct cell_context *c);
	size_t text_offset;      /* offset of a struct str in the row */
	size_t full_text_offset; /* offset of the unshortened text; 0: none */
	/* Offsets of a uint32_t to show as a number, of a bool that is false if that number is not
	 * known, and of a time to show, unless write_cell does, and to compare by; 0: none. */
	size_t count_offset, count_known_offset, time_offset;
	size_t money_offset; /* offset of a struct row_money to compare by; 0: none */
	/* For an amount: appends one of its first `part_count` parts as sent, or nothing if it is
	 * not a single amount. NULL if the column is not an amount. */
	void (*write_cell_part)(struct buf *out, const void *row, enum column_part part);
	int part_count;
	/* Compares two rows by this column: -1, 0, 1, or plus or minus ROW_ORDER_UNKNOWN. NULL:
	 * they are compared by the column's amount or time, else by its text, or by what it writes
	 * as data. */
	int (*compare)(const void *a, const void *b);
};

/* A column's name, heading, minimum and ideal width, and when it is shown. */
#define COLUMN(name, heading, least, best, where)                                       \
	.id = (name), .header = (heading), .min_width = (least), .ideal_width = (best), \
	.visibility = COLUMN_##where

/* Finds a column by id, alias or heading (`known-from`); NULL if the table, ended by a NULL id, has none. */
const struct column *column_find(const struct column *table, struct str id);
/* The text of a column as sent; STR_NONE if the column writes its cells itself: as a number, a time
 * or by write_cell. */
struct str column_text(const struct column *column, const void *row);
bool column_writes_cells(const struct column *column);
/* Appends a text, cleaned unless the context says raw. */
void cell_add_text(struct buf *out, struct str text, const struct cell_context *c);
/* Appends a JSON member's value: on a screen null is null, empty is "", and absent is nothing. */
void cell_add_value(struct buf *out, struct str text, const struct cell_context *c);
/* Appends the lines of a text, side by side. */
void column_write_lines(struct buf *out, struct str lines, const struct cell_context *c);
/* Appends the `at`-th text of a list as a line. A line end within the text becomes a NUL, which
 * no text from JSON contains, and is written as a line end again. */
void column_add_line(struct buf *lines, size_t at, struct str text);
/* Appends a time: in full in data, otherwise in the context's style; WHEN_NONE is "?". */
void cell_add_time(struct buf *out, int64_t t, const struct cell_context *c);

/* Columns as bits: to hide from an audience (COLUMN_PRIVATE), that need the whole catalog, by name. */
uint32_t columns_private_mask(const struct column *table);
uint32_t columns_linked_mask(const struct column *table);
uint32_t columns_mask_by_id(const struct column *table, const char *id);

/* A column on the screen; `path` is used instead of `column` for a member named by its path. */
struct placed_column {
	const struct column *column; /* NULL for customFields.x and attribute.x */
	struct str path;
	int fixed_width; /* width in cells set by the view; 0: fit to its texts */
	int x, width;
};

/* The widths of the cells seen so far in a table's columns. They only grow, so that columns do
 * not jump while pages arrive. */
struct column_widths {
	uint32_t cell_counts[COLUMNS_MAX][COLUMN_WIDTH_BUCKETS]; /* number of cells of each width */
	int max_widths[COLUMNS_MAX];
};

void column_widths_add(struct column_widths *w, size_t column, int cells);

/* Chooses the columns for `width` cells (those of the view, if it names any) and places them,
 * none wider than its widest cell: first the fixed ones, then one after the other as long as all
 * get what they need and more text is visible than without; the remaining width goes to columns
 * that are cut. With `widths` NULL, cells have their ideal width, and the rest goes to the
 * flexible column. `hidden` has a bit for each column that is empty in all rows. `shift` columns
 * after the first are scrolled out of view. */
size_t columns_place(struct placed_column out[COLUMNS_MAX], const struct view *view,
    const struct column_widths *widths, int width, uint32_t hidden, int shift);
/* Chooses the columns of a file: all but `hidden`; of `age` and `created`, the same, the latter. */
size_t columns_choose_all(
    struct placed_column out[COLUMNS_MAX], const struct column *table, uint32_t hidden);
/* Appends the heading of a column ("AGE", "CREATED UTC"). */
void column_write_header(
    struct buf *out, const struct placed_column *p, const struct cell_context *c);
/* True if the column's cells come from the row's JSON: customFields, attributes, links. */
bool column_reads_json(const struct column *column);
/* Appends one cell, cleaned unless raw, not cut. `json` is used if column_reads_json(). */
void column_write(struct buf *out, const struct placed_column *p, const void *row, struct str json,
    const struct cell_context *c);
/* Appends a cell as data, not cleaned. Returns the whole text. */
struct str column_write_data(struct buf *out, const struct column *column, const void *row);

#endif
