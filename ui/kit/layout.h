/*
 * layout.h - where the parts of the screen are for each terminal size. Pure.
 */
#ifndef UI_KIT_LAYOUT_H
#define UI_KIT_LAYOUT_H

#include <stdbool.h>

enum { LAYOUT_MIN_ROWS = 15, LAYOUT_MIN_COLS = 60 };

enum layout_shape { LAYOUT_TOO_SMALL, LAYOUT_ONE_PART, LAYOUT_STACKED, LAYOUT_SIDE_BY_SIDE };

struct rect {
	int y, x, h, w;
};

struct layout {
	enum layout_shape shape;
	struct rect body;         /* the rows between row 2 and the message line */
	struct rect list, detail; /* the list includes its header; h is 0 if hidden */
	int rule_y;               /* row of the rule above the detail; -1: none */
	int rule_x;               /* column of the rule left of the detail; -1: none */
	int caption_rows;         /* rows of the caption above the message line */
};

/* The layout requirements of a pane. */
struct layout_request {
	int caption_rows;    /* rows that a caption takes from the body */
	int list_lines;      /* lines needed by the list, including header and footer; 0: all */
	bool stacked;        /* the list is short: detail below it even in wide windows */
	bool short_detail;   /* a detail below the list needs few lines */
	bool detail_focused; /* the detail covers the list if only one of them fits */
	bool focused_only;   /* the focused part covers the other one */
};

/* Heights depend on the number of rows, never on the cursor. */
struct layout layout_make(int rows, int cols, const struct layout_request *ask);

#endif
