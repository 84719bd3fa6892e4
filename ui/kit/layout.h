/*
 * layout.h - the position of the parts of the screen at each size. Pure.
 */
#ifndef UI_KIT_LAYOUT_H
#define UI_KIT_LAYOUT_H

#include <stdbool.h>

enum { LAYOUT_MIN_ROWS = 15, LAYOUT_MIN_COLS = 60 };

enum layout_shape { LAYOUT_TOO_SMALL, LAYOUT_ONE, LAYOUT_STACKED, LAYOUT_BESIDE };

struct rect {
	int y, x, h, w;
};

struct layout {
	enum layout_shape shape;
	struct rect body;         /* everything between row 2 and the message line */
	struct rect list, detail; /* list with its header; h 0 where it is not shown */
	int rule_y;               /* of the line above the detail; -1: none */
	int rule_x;               /* of the line left of it and of that one; -1: none */
};

/* A pane's requirements for the layout. */
struct layout_ask {
	int lines; /* lines that the list needs: its header, rows and the lines below them; 0: all there are */
	bool stacked;        /* the detail below the list in wide windows, too: the list is short */
	bool detail_focused; /* covers the list where there is room for one part only */
	bool full;           /* the part in focus covers the other */
};

/* Heights follow the number of rows, never the cursor. */
struct layout layout_make(int rows, int cols, const struct layout_ask *ask);

#endif
