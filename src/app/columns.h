/*
 * columns.h - the columns of the baskets list: one table for the console, for `get` and for
 * csv, and how wide each is where there is little room. Pure; cells come out cleaned.
 */
#ifndef APP_COLUMNS_H
#define APP_COLUMNS_H

#include "app/basket_row.h"
#include "app/words.h"

enum { COLUMNS_MAX = 24, COLUMN_GAP = 2 };

struct cell_context {
	int64_t now;
	enum time_style times;
	bool ascii;
	bool whole; /* data, not a screen: times in full, nothing shortened */
	bool raw;   /* for files only: texts as they were sent, not cleaned */
};

struct column {
	const char *id, *header;
	int min, ideal; /* cells */
	int from;       /* shown in panes at least this wide; 0: only when asked for */
	bool flexible;  /* takes what is left */
	void (*write)(struct buf *out, const struct basket_row *row, const struct cell_context *c);
};

extern const struct column basket_columns[]; /* ends with a NULL id */

const struct column *column_find(struct str id);

/* A column as it stands on the screen; `path` is set for customFields.x. */
struct placed_column {
	const struct column *column; /* NULL for customFields.x */
	struct str path;
	int x, width;
};

/* Chooses the columns for a pane `width` cells wide (those of the view when it names some) and
 * gives each its place; `margin` cells of it are taken. `hidden` says which of basket_columns
 * were empty in all rows, by bit. `shift` columns behind the first are scrolled away; then what
 * the width would leave out comes in from the right. */
size_t columns_place(struct placed_column out[COLUMNS_MAX], const struct view *view, int width,
    int margin, uint32_t hidden, int shift);
/* The header's text for a column under a context ("AGE", "CREATED UTC"). */
void column_write_header(
    struct buf *out, const struct placed_column *p, const struct cell_context *c);
/* One cell, cleaned unless raw, not cut. `json` is looked at for customFields only. */
void column_write(struct buf *out, const struct placed_column *p, const struct basket_row *row,
    struct str json, const struct cell_context *c);

#endif
