#include "ui/rows/rows_pane.h"

static bool
is_inside_rect(const struct rect *box, int y, int x)
{
	return y >= box->y && y < box->y + box->h && x >= box->x && x < box->x + box->w;
}

static const struct placed_column *
column_under(const struct rows_pane *r, int x)
{
	const struct placed_column *found = NULL;
	for (size_t i = 0; i < r->columns_n && r->columns[i].x <= x; i++)
		found = &r->columns[i];
	return found;
}

/* A click on a column's title sorts by it, or reverses the order if already sorted by it. */
static void
click_title(struct rows_pane *r, int x)
{
	const struct placed_column *p = column_under(r, x);
	const struct view *view = rows_pane_shown_rows(r).view;
	if (!p || !p->column)
		return;
	if (str_eqz(view->sort_column, p->column->id))
		pane_handle_action(&r->pane, ACT_SORT_TURN);
	else
		rows_sort_by(r, p->column->id);
}

/* A click on a row selects it; another click opens it. */
static void
click_row(struct rows_pane *r, size_t row)
{
	size_t at = r->pos.first_visible_row + row;
	bool again = at == r->pos.cursor && !r->in_detail;
	if (at >= r->pos.count)
		return;
	r->in_detail = false;
	if (again) {
		pane_handle_action(&r->pane, ACT_IN);
		return;
	}
	list_go_to_row(&r->pos, at);
	rows_pane_move_cursor(r, 0);
}

static void
focus_detail(struct rows_pane *r, bool in_detail)
{
	if (r->in_detail != in_detail)
		pane_handle_action(&r->pane, ACT_OTHER_PART);
}

void
rows_pane_on_mouse(struct pane *p, int y, int x, enum mouse mouse)
{
	struct rows_pane *r = rows_pane_of(p);
	bool list = is_inside_rect(&r->layout.list, y, x),
	     detail = is_inside_rect(&r->layout.detail, y, x);
	if (!list && !detail)
		return;
	if (mouse != MOUSE_CLICK) {
		focus_detail(r, detail);
		pane_turn_wheel(p, mouse);
	} else if (detail) {
		focus_detail(r, true);
	} else if (y == r->layout.list.y) {
		click_title(r, x - r->layout.list.x);
	} else {
		click_row(r, (size_t)(y - r->layout.list.y - 1));
	}
}
