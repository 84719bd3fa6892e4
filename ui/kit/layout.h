/*
 * layout.h - where the parts of the screen stand at each size. Pure.
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
	int rule_x;               /* of the line left of it; -1: none */
};

/* The part in focus covers the other where there is room for one, or when `full` is set. */
struct layout layout_make(int rows, int cols, bool detail_focused, bool full);

#endif
