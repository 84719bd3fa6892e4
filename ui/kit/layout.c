#include "ui/kit/layout.h"

enum { SHELL_ROWS = 4 };
/* Minimum lines of a list that is not empty, and of a detail below a short list. */
enum { LIST_ROWS_MIN = 3, DETAIL_ROWS_MIN = 9 };
enum { LIST_PERCENT = 45, LIST_PERCENT_OF_SHORT_DETAIL = 70 };
/* The width from which list and detail share the rows. Below the list a short detail leaves room
 * for most rows, and the list keeps its columns. */
enum { WIDE_MIN = 140, WIDE_MIN_OF_SHORT_DETAIL = 200 };
enum { DETAIL_PERCENT = 39, DETAIL_WIDTH_MIN = 58, DETAIL_WIDTH_MAX = 84 };

static int
clamp_int(int low, int n, int high)
{
	return n < low ? low : n > high ? high : n;
}

static bool
is_window_small(int rows, int cols)
{
	return cols < 100 || rows < 28;
}

/* The lines of a list above its detail. */
static int
list_rows_max(int body_rows, const struct layout_request *ask)
{
	return body_rows * (ask->short_detail ? LIST_PERCENT_OF_SHORT_DETAIL : LIST_PERCENT) / 100;
}

static enum layout_shape
shape_of(int rows, int cols, const struct layout_request *ask)
{
	int lines = clamp_int(LIST_ROWS_MIN, ask->list_lines, 1 << 16);
	int body = rows - SHELL_ROWS - ask->caption_rows;
	if (rows < LAYOUT_MIN_ROWS || cols < LAYOUT_MIN_COLS)
		return LAYOUT_TOO_SMALL;
	if (is_window_small(rows, cols) && ask->detail_focused)
		return LAYOUT_ONE_PART;
	if (is_window_small(rows, cols)) /* the detail goes into the lines below a short list */
		return ask->list_lines && body - 1 - lines >= DETAIL_ROWS_MIN ? LAYOUT_STACKED
									      : LAYOUT_ONE_PART;
	/* Side by side makes both parts narrow, so use it only if the list is longer than the
	 * window. */
	bool fits = ask->list_lines && ask->list_lines <= body;
	int wide = ask->short_detail ? WIDE_MIN_OF_SHORT_DETAIL : WIDE_MIN;
	return cols < wide || ask->stacked || fits ? LAYOUT_STACKED : LAYOUT_SIDE_BY_SIDE;
}

static void
place_stacked(struct layout *l, int rows, int cols, const struct layout_request *ask)
{
	int most = is_window_small(rows, cols) ? l->body.h - 1 - DETAIL_ROWS_MIN
					       : list_rows_max(l->body.h, ask);
	int lines = ask->list_lines ? clamp_int(LIST_ROWS_MIN, ask->list_lines, most) : most;
	l->list = (struct rect){ .y = l->body.y, .h = lines, .w = cols };
	l->rule_y = l->list.y + l->list.h;
	l->detail = (struct rect){
		.y = l->rule_y + 1, .h = l->body.y + l->body.h - l->rule_y - 1, .w = cols
	};
}

static void
place_side_by_side(struct layout *l, int cols)
{
	int detail = clamp_int(DETAIL_WIDTH_MIN, cols * DETAIL_PERCENT / 100, DETAIL_WIDTH_MAX);
	l->list = (struct rect){ .y = l->body.y, .h = l->body.h, .w = cols - detail - 1 };
	l->rule_x = l->list.w;
	l->rule_y = l->body.y;
	l->detail = (struct rect){
		.y = l->body.y + 1, .x = l->list.w + 1, .h = l->body.h - 1, .w = detail
	};
}

static void
place_one_part(struct layout *l, int cols, bool by_detail)
{
	if (!by_detail) {
		l->list = l->body;
		return;
	}
	l->rule_y = l->body.y;
	l->detail = (struct rect){ .y = l->body.y + 1, .h = l->body.h - 1, .w = cols };
}

struct layout
layout_make(int rows, int cols, const struct layout_request *ask)
{
	struct layout l = { .shape = shape_of(rows, cols, ask), .rule_y = -1, .rule_x = -1 };
	int used = SHELL_ROWS + ask->caption_rows;
	l.caption_rows = ask->caption_rows;
	l.body = (struct rect){ .y = 2, .h = rows > used ? rows - used : 0, .w = cols };
	if (l.shape == LAYOUT_ONE_PART || (ask->focused_only && l.shape != LAYOUT_TOO_SMALL))
		place_one_part(&l, cols, ask->detail_focused);
	else if (l.shape == LAYOUT_STACKED)
		place_stacked(&l, rows, cols, ask);
	else if (l.shape == LAYOUT_SIDE_BY_SIDE)
		place_side_by_side(&l, cols);
	return l;
}
