/*
 * home_grid.h - the places of the boxes of Today: one column of boxes, two from 100 wide, three
 * from 140. They share their frame lines and fill the window; if they do not fit, they are higher
 * than the window and scroll. Pure.
 */
#ifndef UI_SHELL_HOME_GRID_H
#define UI_SHELL_HOME_GRID_H

#include <stdbool.h>
#include <stddef.h>

/* In the order of Tab: down a column, then the next column. */
enum home_box_id {
	HOME_BOX_NEEDS,
	HOME_BOX_CALLS,
	HOME_BOX_AGES,
	HOME_BOX_HOURS,
	HOME_BOX_START_PAGES,
	HOME_BOX_OFFERS,
	HOME_BOX_CHANNELS,
	HOME_BOX_PRODUCTS,
	HOME_BOXES
};

enum { HOME_COLUMNS_MAX = 3 };

struct home_box {
	enum home_box_id id;
	int column;
	int y, rows;                   /* inside its frame, from the top of the grid */
	size_t first_line, line_count; /* in the document; set by home_boxes.h */
};

/* The rows that a box can fill, and whether some are enough. */
struct home_wish {
	int rows;
	bool is_list;
};

struct home_grid {
	int column_count;
	int rule_x[HOME_COLUMNS_MAX + 1];  /* the vertical lines, from left to right */
	int height;                        /* of all boxes with their frame */
	struct home_box boxes[HOME_BOXES]; /* in the order of Tab */
	size_t n;
};

/* Makes the columns for a window `w` cells wide. */
void home_grid_make_columns(struct home_grid *g, int w);
/* The cells inside a box of that column. */
int home_grid_width(const struct home_grid *g, int column);
/* The column of a box; -1 if it is shown only where another column has room. */
int home_grid_column(const struct home_grid *g, enum home_box_id id);
/* Places the boxes in `h` rows. */
void home_grid_place(struct home_grid *g, int h, const struct home_wish wishes[HOME_BOXES]);
/* True if the frame has a horizontal line in that row of the column. */
bool home_grid_has_rule(const struct home_grid *g, int column, int y);

#endif
