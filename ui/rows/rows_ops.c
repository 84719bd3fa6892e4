/* The pane vtable shared by all row panes; calls the hooks of their kinds. */
#include "ui/rows/row_command.h"
#include "ui/rows/send_cells.h"
#include "ui/rows/undo.h"

/* ---- mouse ---- */

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
	if (!p || !p->column || p->column->flags & COLUMN_IF_NAMED)
		return;
	if (str_eqz(view->sorts[0].column, p->column->id))
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

static void
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

/* ---- the vtable ---- */

static enum scope
rows_scope(const struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (r->part_focused)
		return pane_scope(r->part);
	return r->in_detail ? r->kind->detail_scope : r->kind->list_scope;
}

static void
draw_rows(const struct pane *p, const struct surface *screen, const struct layout *shell)
{
	const struct rows_pane *r = rows_pane_of(p);
	rows_pane_draw(p, screen, shell);
	if (r->part)
		r->part->ops->draw(r->part, screen, &r->layout);
}

static const char *
why_not_in_rows(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	/* In the journal, undo is an action of the kind: it undoes a write. */
	if (a == ACT_UNDO && r->kind->list_scope != SCOPE_JOURNAL && !undo_has_steps(r))
		return "Nothing to undo here";
	if (a == ACT_RUN && row_command_why_not(r))
		return row_command_why_not(r);
	return r->kind->why_unavailable ? r->kind->why_unavailable(p, a) : rows_pane_why_not(p, a);
}

static const char *
rows_action_words(const struct pane *p, enum action a, struct buf *room)
{
	const struct rows_pane *r = rows_pane_of(p);
	return r->kind->label_action ? r->kind->label_action(p, a, room) : NULL;
}

static bool
append_rows_status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct rows_pane *r = rows_pane_of(p);
	return r->kind->write_status && r->kind->write_status(p, out, role);
}

static bool
cancel_rows(struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	return (r->kind->cancel && r->kind->cancel(p)) || rows_pane_cancel(p);
}

static void
on_enter_rows(struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (r->kind->on_enter)
		r->kind->on_enter(p);
}

static void
write_rows_breadcrumb(const struct pane *p, struct buf *out)
{
	const struct rows_pane *r = rows_pane_of(p);
	struct title own = { 0 };
	r->kind->write_title(r, &own);
	buf_adds(out, buf_str(&own.breadcrumb));
	title_free(&own);
}

static const struct pane_ops rows_ops = {
	.get_scope = rows_scope,
	.arrange = rows_pane_arrange,
	.draw = draw_rows,
	.write_title = rows_pane_write_title,
	.close = rows_pane_close,
	.why_unavailable = why_not_in_rows,
	.label_action = rows_action_words,
	.write_status = append_rows_status,
	.cancel = cancel_rows,
	.on_mouse = rows_pane_on_mouse,
	.on_changed = rows_pane_on_change,
	.on_enter = on_enter_rows,
	.on_jump = rows_pane_on_jump,
	.write_breadcrumb = write_rows_breadcrumb,
};

const struct pane_action rows_actions[] = {
	{ ACT_OUT, rows_run_back },
	{ ACT_SORT, rows_run_sort },
	{ ACT_SORT_TURN, rows_run_reverse_sort },
	{ ACT_COLUMNS, rows_run_columns },
	{ ACT_EXPORT, rows_run_export },
	{ ACT_SAVE_VIEW, rows_run_save_view },
	{ ACT_MARK, rows_run_mark },
	{ ACT_MARK_RANGE, rows_run_mark },
	{ ACT_MARK_ALL, rows_run_mark },
	{ ACT_MARK_INVERT, rows_run_mark },
	{ ACT_UNDO, rows_run_undo },
	{ ACT_RUN, row_command_run },
	{ ACT_SCROLL_LEFT, rows_run_scroll },
	{ ACT_SCROLL_RIGHT, rows_run_scroll },
	{ ACT_PREV_SIBLING, rows_run_sibling },
	{ ACT_OTHER_PART, rows_run_other_part },
	{ ACT_FULL_SIZE, rows_run_full_size },
	{ ACT_NEXT_MATCH, rows_run_match },
	{ ACT_PREV_MATCH, rows_run_match },
	{ ACT_DOWN, rows_run_move },
	{ ACT_UP, rows_run_move },
	{ ACT_PAGE_DOWN, rows_run_move },
	{ ACT_PAGE_UP, rows_run_move },
	{ ACT_HALF_DOWN, rows_run_move },
	{ ACT_HALF_UP, rows_run_move },
	{ ACT_TOP, rows_run_move },
	{ ACT_BOTTOM, rows_run_move },
	{ ACT_BACK, rows_run_history },
	{ ACT_FORWARD, rows_run_history },
	{ ACT_SEND_MENU, rows_run_send_cells },
	{ ACT_NONE, NULL },
};

struct rows_pane *
rows_pane_or_null(const struct pane *p)
{
	return p->ops == &rows_ops ? rows_pane_of(p) : NULL;
}

bool
rows_pane_has_kind(const struct pane *p, const struct rows_kind *kind)
{
	return p->ops == &rows_ops && rows_pane_of(p)->kind == kind;
}

struct rows_pane *
rows_pane_new(
    struct console *c, const struct rows_kind *kind, const struct view_resource *resource, void *of)
{
	struct rows_pane *r = x_new(struct rows_pane);
	*r = (struct rows_pane){ .pane = { .ops = &rows_ops, .console = c },
		.kind = kind,
		.kind_data = of,
		.history = history_new() };
	memcpy(r->pane.actions, kind->actions, sizeof(kind->actions));
	r->detail.selected_link = SIZE_MAX;
	r->layout = c->layout;
	table_init(&r->table, resource);
	rows_pane_load(r);
	rows_view_restore(r);
	return r;
}
