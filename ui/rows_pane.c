#include "ui/rows_pane.h"

#include "base/utf8.h"
#include "ui/history.h"

enum { FOLLOW_MS = 80, EMPTY_LOOK = 400 };

struct rows_pane *
rows_pane_of(const struct pane *p)
{
	return (struct rows_pane *)(uintptr_t)p;
}

const void *
rows_pane_row(const struct rows_pane *r)
{
	return table_row(&r->table, r->pos.cursor);
}

/* ---- the detail ---- */

static void
build_detail(struct rows_pane *r)
{
	size_t at = r->pos.cursor, link = r->detail.link;
	struct str id = table_id(&r->table, at);
	bool same = str_eq(buf_str(&r->detail_of), id);
	if (!table_row(&r->table, at))
		return;
	if (!same) {
		r->detail.list.top = r->detail.list.cursor = 0;
		buf_reset(&r->detail_of);
		buf_adds(&r->detail_of, id);
	}
	r->detail_at = at;
	r->detail_width = r->layout.detail.w;
	doc_clear(&r->detail.doc);
	r->detail.doc.ascii = r->pane.console->look.ascii_lines;
	r->detail.doc.width = r->layout.detail.w ? r->layout.detail.w : 80;
	r->kind->describe(r, at, &r->detail.doc);
	textview_built(&r->detail);
	if (same && link < r->detail.doc.pieces.n && r->detail.doc.pieces.v[link].target)
		r->detail.link = link;
}

static void
follow(void *arg)
{
	struct rows_pane *r = arg;
	r->follow = 0;
	build_detail(r);
	console_dirty(r->pane.console);
}

/* The cursor came to another row: the detail follows when it rests. */
static void
cursor_moved(struct rows_pane *r)
{
	struct console *c = r->pane.console;
	struct str id = table_id(&r->table, r->pos.cursor);
	buf_reset(&r->selected);
	buf_adds(&r->selected, id);
	c->io.forget(c->io.ctx, r->follow);
	r->follow = 0;
	if (!id.n || str_eq(buf_str(&r->detail_of), id)) {
		r->detail_at = r->pos.cursor;
		return;
	}
	if (r->detail_of.n == 0 || r->in_detail)
		build_detail(r);
	else
		r->follow = c->io.after(c->io.ctx, FOLLOW_MS, follow, r);
}

void
rows_pane_rebuild(struct rows_pane *r)
{
	build_detail(r);
	console_dirty(r->pane.console);
}

/* ---- rows and cursor ---- */

/* Which columns are empty in every row. */
static void
find_empty_columns(struct rows_pane *r)
{
	const struct column *columns = r->table.view.resource->columns;
	const struct cell_context cells = { .whole = true };
	size_t n = r->table.n < EMPTY_LOOK ? r->table.n : EMPTY_LOOK;
	struct buf text = { 0 };
	r->empty_columns = 0;
	for (uint32_t i = 0; columns[i].id && n; i++) {
		const struct placed_column placed = { .column = &columns[i] };
		buf_reset(&text);
		for (size_t k = 0; k < n && !text.n; k++)
			column_write(&text, &placed, r->table.rows + k * r->table.filter.ops->size,
			    STR_NONE, &cells);
		if (!text.n && !(columns[i].shape & COLUMN_FLEXIBLE))
			r->empty_columns |= 1u << i;
	}
	buf_free(&text);
}

/* After rows or view changed: the cursor stays on its row, or as near as there is one. */
static void
settle(struct rows_pane *r)
{
	size_t at = r->selected.n ? table_find(&r->table, buf_str(&r->selected)) : SIZE_MAX;
	size_t above = r->pos.cursor - r->pos.top;
	list_fit(&r->pos, r->table.shown.n, r->pos.height);
	if (at != SIZE_MAX && at != r->pos.cursor) {
		r->pos.top = at > above ? at - above : 0;
		list_go(&r->pos, at);
	}
	cursor_moved(r);
	console_dirty(r->pane.console);
}

void
rows_pane_changed(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	r->kind->load(r);
	find_empty_columns(r);
	settle(r);
	if (console_pane(p->console) == p)
		build_detail(r);
	else
		buf_reset(&r->detail_of); /* it is made when somebody sees it */
}

bool
rows_pane_select(struct rows_pane *r, struct str id)
{
	size_t at = table_find(&r->table, id);
	if (at == SIZE_MAX)
		return false;
	r->pos.count = r->table.shown.n;
	list_go(&r->pos, at);
	cursor_moved(r);
	return true;
}

bool
rows_pane_step(struct rows_pane *r, int by)
{
	if (by && !list_move(&r->pos, by))
		return false;
	cursor_moved(r);
	return true;
}

void
rows_pane_open_alone(struct rows_pane *r)
{
	r->alone = r->in_detail = r->full = true;
	build_detail(r);
}

void
rows_pane_turn(struct rows_pane *r, const struct view_resource *resource)
{
	table_free(&r->table);
	table_init(&r->table, resource);
	r->pos = (struct list){ .height = r->pos.height };
	buf_reset(&r->selected);
	buf_reset(&r->detail_of);
	r->shift = 0;
	rows_pane_changed(&r->pane);
}

/* ---- the pane ---- */

enum scope
rows_pane_scope(const struct pane *p)
{
	return rows_pane_of(p)->in_detail ? SCOPE_ITEM : SCOPE_CATALOG;
}

void
rows_pane_arrange(struct pane *p, const struct layout *shell)
{
	struct rows_pane *r = rows_pane_of(p);
	r->layout = layout_make(shell->body.h + 4, shell->body.w, r->in_detail, r->full);
	if (r->layout.list.h > 1) {
		list_fit(&r->pos, r->table.shown.n, (size_t)(r->layout.list.h - 1));
		uint32_t hidden = r->empty_columns | r->hide |
		    (p->console->present ? columns_private(r->table.view.resource->columns) : 0);
		r->columns_n = columns_place(
		    r->columns, &r->table.view, r->layout.list.w, 4, hidden, r->shift);
		for (size_t i = 0; i < r->columns_n; i++)
			r->columns[i].x += 3;
	}
	if (r->layout.detail.h > 0) {
		if (r->detail_width != r->layout.detail.w || r->detail_of.n == 0)
			build_detail(r);
		r->detail.focused = r->in_detail;
		textview_arrange(&r->detail, r->layout.detail.h);
	}
}

void
rows_pane_title(const struct pane *p, struct buf *left, struct buf *right)
{
	const struct rows_pane *r = rows_pane_of(p);
	struct buf terms = { 0 }, line = { 0 };
	console_add_way(p->console, left);
	view_write(&line, &r->table.view);
	size_t bare = strlen(r->table.view.resource->name);
	if (line.n > bare) {
		buf_adds(&terms, str_sub(buf_str(&line), bare + 1, line.n));
		buf_addc(left, ' ');
		text_clean(left, buf_str(&terms), p->console->look.ascii_lines);
	}
	if (r->marks.n)
		buf_addf(right, "%zu marked \xC2\xB7 ", r->marks.n);
	r->kind->counts(r, right);
	buf_free(&terms);
	buf_free(&line);
}

bool
rows_pane_cancel(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct view all;
	struct err err;
	if (r->in_detail && !r->alone) {
		r->in_detail = r->full = false;
		return true;
	}
	if (r->alone || !view_is_filtered(&r->table.view))
		return false;
	view_parse_terms(&all, r->table.view.resource, STR_NONE, &err);
	return p->ops->rows->show(p, &all, true, &err);
}

void
rows_pane_close(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	p->console->io.forget(p->console->io.ctx, r->follow);
	r->kind->close(r);
	textview_free(&r->detail);
	table_free(&r->table);
	for (size_t i = 0; i < r->marks.n; i++)
		x_free(r->marks.v[i]);
	vec_free(&r->marks);
	buf_free(&r->selected);
	buf_free(&r->range_from);
	buf_free(&r->detail_of);
	history_free(r->history);
	x_free(r);
}

struct rows_pane *
rows_pane_new(
    struct console *c, const struct rows_kind *kind, const struct view_resource *resource, void *of)
{
	struct rows_pane *r = x_new(struct rows_pane);
	*r = (struct rows_pane){ .pane = { .ops = kind->ops, .console = c },
		.kind = kind,
		.of = of,
		.history = history_new() };
	r->detail.link = SIZE_MAX;
	r->layout = c->layout;
	table_init(&r->table, resource);
	kind->load(r);
	find_empty_columns(r);
	settle(r);
	return r;
}

/* ---- what prompts do with it ---- */

static const struct view *
view_of(const struct pane *p)
{
	return &rows_pane_of(p)->table.view;
}

static struct str
selected_of(const struct pane *p, size_t *top)
{
	const struct rows_pane *r = rows_pane_of(p);
	*top = r->pos.top;
	return buf_str(&r->selected);
}

static void
left_place(struct pane *p, const char *view, const char *selected, size_t top)
{
	const struct place place = { (char *)(uintptr_t)view, (char *)(uintptr_t)selected, top,
		false };
	history_leave(rows_pane_of(p)->history, &place);
}

static bool
show(struct pane *p, struct view *view, bool jump, struct err *err)
{
	struct rows_pane *r = rows_pane_of(p);
	struct buf line = { 0 }, selected = { 0 };
	view_write(&line, &r->table.view);
	buf_adds(&selected, buf_str(&r->selected));
	size_t top = r->pos.top;
	bool ok = table_set_view(&r->table, view, console_now(p->console), err);
	if (ok && jump)
		left_place(p, buf_z(&line), buf_z(&selected), top);
	if (ok && table_find(&r->table, buf_str(&r->selected)) == SIZE_MAX)
		r->pos.cursor = r->pos.top = 0;
	if (ok)
		settle(r);
	buf_free(&line);
	buf_free(&selected);
	return ok;
}

static bool
select_id(struct pane *p, struct str id)
{
	return rows_pane_select(rows_pane_of(p), id);
}

static void
decided(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->kind->decided)
		r->kind->decided(r);
}

static bool
step(struct pane *p, int by)
{
	return rows_pane_step(rows_pane_of(p), by);
}

static bool
source(const struct pane *p, struct buf *name, struct str *json)
{
	const struct rows_pane *r = rows_pane_of(p);
	struct row_what what;
	if (!rows_pane_row(r) || !r->kind->what(r, r->pos.cursor, &what) || !what.json.n)
		return false;
	buf_adds(name, what.path.n ? what.path : what.name);
	*json = what.json;
	return true;
}

const struct pane_rows rows_pane_rows = {
	.view = view_of,
	.show = show,
	.selected = selected_of,
	.select = select_id,
	.left = left_place,
	.decided = decided,
	.step = step,
	.source = source,
};
