#include "ui/history.h"
#include "ui/menu.h"
#include "ui/prompt.h"
#include "ui/rows_pane.h"

/* Moving: in the list the cursor goes, in the detail the text scrolls. */
void
rows_run_move(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->in_detail) {
		textview_act(&r->detail, p->running);
		return;
	}
	list_act(&r->pos, p->running);
	rows_pane_step(r, 0);
}

static void
open_detail(struct rows_pane *r)
{
	r->in_detail = true;
	rows_pane_rebuild(r);
	textview_first_link(&r->detail);
}

void
rows_run_in(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct pane *above = r->kind->open ? r->kind->open(r, r->pos.cursor) : NULL;
	if (above)
		console_push(p->console, above);
	else
		open_detail(r);
}

void
rows_run_out(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->in_detail && !r->alone)
		r->in_detail = r->full = false;
	else
		console_pop(p->console);
}

void
rows_run_other_part(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->alone)
		return;
	if (r->in_detail)
		r->in_detail = r->full = false;
	else
		open_detail(r);
}

void
rows_run_full(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->alone)
		return;
	if (r->layout.shape == LAYOUT_ONE)
		rows_run_other_part(p);
	else
		r->full = !r->full;
}

/* Beyond the last row is the first of what the pane below has next. */
static bool
go_beyond(struct rows_pane *r, int by)
{
	struct pane *below = console_below(r->pane.console);
	if (!r->kind->reopen || !below || below->ops->rows != &rows_pane_rows ||
	    !rows_pane_step(rows_pane_of(below), by))
		return false;
	r->kind->reopen(r, rows_pane_of(below));
	r->pos = (struct list){ .height = r->pos.height };
	buf_reset(&r->selected);
	rows_pane_changed(&r->pane);
	if (by < 0)
		list_go(&r->pos, r->table.shown.n);
	rows_pane_step(r, 0);
	return true;
}

void
rows_run_sibling(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	int by = p->running == ACT_NEXT_SIBLING ? 1 : -1;
	if (!rows_pane_step(r, by) && !go_beyond(r, by)) {
		console_say(p->console, ROLE_TEXT, "This is the %s", by > 0 ? "last" : "first");
		return;
	}
	rows_pane_rebuild(r);
	if (r->in_detail)
		textview_first_link(&r->detail);
}

void
rows_run_filter(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	console_open(p->console,
	    r->in_detail ? prompt_search_new(p->console, &r->detail)
			 : prompt_filter_new(p->console, p));
}

void
rows_run_match(struct pane *p)
{
	textview_search(&rows_pane_of(p)->detail, STR_NONE, p->running == ACT_NEXT_MATCH ? 1 : -1);
}

/* ---- marks ---- */

static size_t
mark_at(const struct rows_pane *r, struct str id)
{
	for (size_t i = 0; i < r->marks.n; i++)
		if (str_eqz(id, r->marks.v[i]))
			return i;
	return SIZE_MAX;
}

bool
rows_pane_is_marked(const struct rows_pane *r, struct str id)
{
	return r->marks.n && mark_at(r, id) != SIZE_MAX;
}

static void
set_mark(struct rows_pane *r, struct str id, bool on)
{
	size_t at = mark_at(r, id);
	if (on && at == SIZE_MAX) {
		char *own = str_dup(id);
		vec_push(&r->marks, own);
	} else if (!on && at != SIZE_MAX) {
		x_free(r->marks.v[at]);
		vec_remove(&r->marks, at);
	}
}

static void
mark_one(struct rows_pane *r)
{
	struct str id = table_id(&r->table, r->pos.cursor);
	set_mark(r, id, mark_at(r, id) == SIZE_MAX);
	buf_reset(&r->range_from);
	buf_adds(&r->range_from, id);
	rows_pane_step(r, 1);
}

static void
mark_range(struct rows_pane *r)
{
	size_t from = table_find(&r->table, buf_str(&r->range_from)), to = r->pos.cursor;
	from = from == SIZE_MAX ? to : from;
	for (size_t i = from < to ? from : to; i <= (from < to ? to : from); i++)
		set_mark(r, table_id(&r->table, i), true);
}

static void
mark_all(struct rows_pane *r)
{
	bool any = r->marks.n > 0;
	while (r->marks.n)
		x_free(r->marks.v[--r->marks.n]);
	for (size_t i = 0; !any && i < r->table.shown.n; i++) {
		char *own = str_dup(table_id(&r->table, i));
		vec_push(&r->marks, own);
	}
}

void
rows_run_mark(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (p->running == ACT_MARK) {
		mark_one(r);
		return;
	}
	if (p->running == ACT_MARK_RANGE)
		mark_range(r);
	else
		mark_all(r);
	console_say(p->console, ROLE_TEXT, "%zu marked", r->marks.n);
}

/* ---- order and columns ---- */

/* A copy of the view that is shown, to be changed and shown again. */
static struct view
copy_view(const struct rows_pane *r)
{
	struct buf line = { 0 };
	struct view view;
	struct err none;
	const struct view_resource *resource = r->table.view.resource;
	view_write(&line, &r->table.view);
	view_parse_terms(
	    &view, resource, str_sub(buf_str(&line), strlen(resource->name), line.n), &none);
	buf_free(&line);
	return view;
}

static void
show(struct rows_pane *r, struct view *view)
{
	struct err err;
	if (!rows_pane_rows.show(&r->pane, view, false, &err))
		console_say(r->pane.console, ROLE_WARN, "%s", err.text);
	view_free(view);
}

static void
sort_by(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_pane(c));
	struct view view = copy_view(r);
	struct buf turn = { 0 };
	(void)ctx;
	view.sort = str_of(r->table.view.resource->columns[value].id);
	view.descending = false;
	show(r, &view);
	console_key_of(c, &turn, ACT_SORT_TURN);
	console_say(c, ROLE_TEXT, "Sorted by %s. %s turns the order around",
	    r->table.view.resource->columns[value].id, buf_z(&turn));
	buf_free(&turn);
}

void
rows_run_sort(struct pane *p)
{
	const struct view *view = &rows_pane_of(p)->table.view;
	struct menu *m = menu_new(p->console, "Sort by", false, sort_by, NULL);
	for (int i = 0; view->resource->columns[i].id; i++)
		menu_add(m, i, str_eqz(view->sort, view->resource->columns[i].id), "%s",
		    view->resource->columns[i].header);
	menu_open(m);
}

void
rows_run_sort_turn(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct view view = copy_view(r);
	if (!view.sort.n)
		view.sort = str_of(view.resource->columns[0].id);
	view.descending = !view.descending;
	show(r, &view);
}

static bool
is_column_shown(const struct rows_pane *r, const struct column *column)
{
	for (size_t i = 0; i < r->columns_n; i++)
		if (r->columns[i].column == column)
			return true;
	return false;
}

/* Ticks a column on or off: the view then names its columns one by one, in the table's order. */
static void
tick_column(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_pane(c));
	const struct column *columns = r->table.view.resource->columns;
	struct view view = copy_view(r);
	(void)ctx;
	view.columns.n = 0;
	for (int i = 0; columns[i].id; i++) {
		struct str id = str_of(columns[i].id);
		if (is_column_shown(r, &columns[i]) != (i == value))
			vec_push(&view.columns, id);
	}
	show(r, &view);
	rows_pane_arrange(&r->pane, &c->layout);
}

void
rows_run_columns(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct column *columns = r->table.view.resource->columns;
	struct menu *m = menu_new(p->console, "Columns", true, tick_column, NULL);
	for (int i = 0; columns[i].id; i++)
		menu_add(m, i, is_column_shown(r, &columns[i]), "%s", columns[i].header);
	menu_open(m);
}

/* In a detail the months of a timeline are what goes sideways. */
static void
scroll_months(struct rows_pane *r, int by)
{
	struct console *c = r->pane.console;
	enum { STEP = 3, MOST = 1200 };
	int to = c->timeline_shift + by * STEP;
	if (to < 0 || to > MOST)
		console_say(c, ROLE_TEXT, "The timeline begins with the start day");
	else
		c->timeline_shift = to;
	rows_pane_rebuild(r);
}

/* The first column stays; at most all but the last leave. */
void
rows_run_scroll_columns(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct view *view = &r->table.view;
	int by = p->running == ACT_SCROLL_RIGHT ? 1 : -1, most = (int)view->columns.n;
	if (r->in_detail) {
		scroll_months(r, by);
		return;
	}
	while (!view->columns.n && view->resource->columns[most].id)
		most++;
	if (r->shift + by >= 0 && r->shift + by <= most - 2)
		r->shift += by;
	else
		console_say(
		    p->console, ROLE_TEXT, "These are the %s columns", by > 0 ? "last" : "first");
}

/* ---- places one was at ---- */

void
rows_run_travel(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct buf line = { 0 };
	struct view view;
	struct err err;
	bool back = p->running == ACT_BACK;
	view_write(&line, &r->table.view);
	struct place here = { (char *)(uintptr_t)buf_z(&line),
		(char *)(uintptr_t)buf_z(&r->selected), r->pos.top, r->in_detail };
	const struct place *to = back ? history_back(r->history, &here)
				      : history_forward(r->history, &here);
	struct str name = str_of(r->table.view.resource->name);
	if (!to)
		console_say(p->console, ROLE_TEXT, "Nothing lies further %s", back ? "back" : "on");
	else if (str_starts(str_of(to->view), name) &&
	    view_parse_terms(&view, r->table.view.resource,
		str_sub(str_of(to->view), name.n, strlen(to->view)), &err)) {
		show(r, &view);
		r->pos.top = to->top;
		rows_pane_select(r, str_of(to->selected));
		r->in_detail = to->in_detail;
	}
	buf_free(&line);
}

/* ---- refusals ---- */

static bool
needs_row(enum action a)
{
	static const enum action with_row[] = { ACT_IN, ACT_SEND_MAIN, ACT_SEND_MENU, ACT_SOURCE,
		ACT_MARK, ACT_MARK_RANGE, ACT_MARK_ALL, ACT_USED_BY, ACT_TREE, ACT_OTHER_PART,
		ACT_FULL_SIZE, ACT_SORT, ACT_SORT_TURN, ACT_COLUMNS, ACT_NEXT_SIBLING,
		ACT_PREV_SIBLING, ACT_CURRENCIES, ACT_START_DATE };
	for (size_t i = 0; i < sizeof(with_row) / sizeof(*with_row); i++)
		if (with_row[i] == a)
			return true;
	return false;
}

const char *
rows_pane_refuse(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (needs_row(a) && !rows_pane_row(r))
		return "Nothing is selected";
	if ((a == ACT_NEXT_MATCH || a == ACT_PREV_MATCH) && !r->in_detail)
		return "Only in the detail; Tab goes there";
	if (a == ACT_OUT && !r->in_detail && !console_below(p->console))
		return "This is the root of the pane";
	return NULL;
}
