#include "ui/kit/layout.h"

enum { LIST_ROWS = 11 /* header and ten rows */, SHELL_ROWS = 4 };

static enum layout_shape
shape_of(int rows, int cols)
{
	if (rows < LAYOUT_MIN_ROWS || cols < LAYOUT_MIN_COLS)
		return LAYOUT_TOO_SMALL;
	if (cols < 100 || rows < 28)
		return LAYOUT_ONE;
	return cols < 140 ? LAYOUT_STACKED : LAYOUT_BESIDE;
}

struct layout
layout_make(int rows, int cols, bool detail_focused, bool full)
{
	struct layout l = { .shape = shape_of(rows, cols), .rule_y = -1, .rule_x = -1 };
	l.body = (struct rect){ .y = 2, .h = rows > SHELL_ROWS ? rows - SHELL_ROWS : 0, .w = cols };
	if (l.shape == LAYOUT_TOO_SMALL)
		return l;
	if (l.shape == LAYOUT_ONE || full) {
		if (detail_focused) {
			l.rule_y = l.body.y;
			l.detail = (struct rect){ .y = l.body.y + 1, .h = l.body.h - 1, .w = cols };
		} else {
			l.list = l.body;
		}
		return l;
	}
	if (l.shape == LAYOUT_STACKED) {
		/* More rows than the usual thirty are shared between both. */
		int more = rows > 30 ? (rows - 30) / 2 : 0;
		l.list = (struct rect){ .y = l.body.y, .h = LIST_ROWS + more, .w = cols };
		l.rule_y = l.list.y + l.list.h;
		l.detail = (struct rect){
			.y = l.rule_y + 1, .h = l.body.y + l.body.h - l.rule_y - 1, .w = cols
		};
		return l;
	}
	int list_w = cols * 58 / 100;
	l.list = (struct rect){ .y = l.body.y, .h = l.body.h, .w = list_w };
	l.rule_x = list_w;
	l.detail = (struct rect){
		.y = l.body.y, .x = list_w + 1, .h = l.body.h, .w = cols - list_w - 1
	};
	return l;
}
