#include "ui/kit/list.h"

/* Before the first frame height is 0: assume one visible row. */
static size_t
max_first_visible_row(const struct list *l)
{
	size_t rows = l->visible_rows ? l->visible_rows : 1;
	return l->count > rows ? l->count - rows : 0;
}

static void
scroll_to_cursor(struct list *l)
{
	size_t most = l->visible_rows ? (l->visible_rows - 1) / 2 : 0;
	size_t margin = l->margin < most ? l->margin : most;
	if (l->cursor < l->first_visible_row + margin)
		l->first_visible_row = l->cursor > margin ? l->cursor - margin : 0;
	if (l->visible_rows && l->cursor + margin >= l->first_visible_row + l->visible_rows)
		l->first_visible_row = l->cursor + margin - l->visible_rows + 1;
	if (l->first_visible_row > max_first_visible_row(l))
		l->first_visible_row = max_first_visible_row(l);
}

void
list_set_size(struct list *l, size_t count, size_t height)
{
	l->count = count;
	l->visible_rows = height;
	if (l->cursor >= count)
		l->cursor = count ? count - 1 : 0;
	scroll_to_cursor(l);
}

void
list_go_to_row(struct list *l, size_t row)
{
	l->cursor = row < l->count ? row : l->count ? l->count - 1 : 0;
	scroll_to_cursor(l);
}

bool
list_move(struct list *l, long rows)
{
	size_t before = l->cursor;
	if (rows < 0 && (size_t)-rows > l->cursor)
		list_go_to_row(l, 0);
	else
		list_go_to_row(l, l->cursor + (size_t)rows);
	return l->cursor != before;
}

void
list_scroll(struct list *l, long rows)
{
	size_t last = max_first_visible_row(l);
	if (rows < 0 && (size_t)-rows > l->first_visible_row)
		l->first_visible_row = 0;
	else
		l->first_visible_row += (size_t)rows;
	if (l->first_visible_row > last)
		l->first_visible_row = last;
}

bool
list_handle_action(struct list *l, enum action a)
{
	long page = l->visible_rows > 1 ? (long)l->visible_rows - 1 : 1, all = (long)l->count;
	if (l->margin)
		page = (page + 1) / 2;
	const struct {
		enum action action;
		long rows;
	} moves[] = {
		{ ACT_DOWN, 1 },
		{ ACT_UP, -1 },
		{ ACT_PAGE_DOWN, page },
		{ ACT_PAGE_UP, -page },
		{ ACT_HALF_DOWN, (page + 1) / 2 },
		{ ACT_HALF_UP, -(page + 1) / 2 },
		{ ACT_TOP, -all },
		{ ACT_BOTTOM, all },
	};
	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
		if (moves[i].action != a)
			continue;
		list_move(l, moves[i].rows);
		return true;
	}
	return false;
}
