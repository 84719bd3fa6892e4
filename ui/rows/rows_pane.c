#include "ui/rows/rows_pane.h"

#include "base/utf8.h"
#include "ui/rows/rows_cells.h"
#include "ui/rows/undo.h"

enum { DETAIL_DELAY_MS = 80, EMPTY_SEARCH_ROWS_MAX = 2000 };
/* Maximum number of rows searched for similar spellings after each key; more are searched only
 * after Enter. */
enum { SUGGEST_ROWS_MAX = 20000 };

struct rows_pane *
rows_pane_of(const struct pane *p)
{
	return (struct rows_pane *)(uintptr_t)p;
}

struct shown_rows
rows_pane_shown_rows(const struct rows_pane *r)
{
	return r->kind->get_shown_rows ? r->kind->get_shown_rows(r) : table_shown_rows(&r->table);
}

const void *
rows_pane_selected_row(const struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	return shown_rows_at(&s, r->pos.cursor);
}

/* ---- the detail ---- */

static void
build_detail(struct rows_pane *r)
{
	enum { SPOKEN_WIDTH_MAX = 97 }; /* too narrow for two columns, which cannot be spoken */
	struct shown_rows listed = rows_pane_shown_rows(r);
	size_t at = r->pos.cursor, link = r->detail.selected_link;
	struct str id = shown_rows_id(&listed, at);
	bool same = str_eq(buf_str(&r->detail_row_id), id);
	if (!shown_rows_at(&listed, at)) { /* people may be masked when the row appears again */
		buf_reset(&r->detail_row_id);
		doc_clear(&r->detail.doc);
		return;
	}
	if (!same) {
		r->detail.list.first_visible_row = r->detail.list.cursor = 0;
		buf_reset(&r->detail_row_id);
		buf_adds(&r->detail_row_id, id);
	}
	r->detail_row = at;
	r->detail_width = r->layout.detail.w;
	doc_clear(&r->detail.doc);
	r->detail.doc.ascii = r->pane.console->look.ascii_lines;
	r->detail.doc.hides_private = r->pane.console->presenting;
	r->detail.doc.frame = r->pane.console->look.frame;
	r->detail.doc.width = r->layout.detail.w ? r->layout.detail.w : 80;
	if (r->pane.console->linear && r->detail.doc.width > SPOKEN_WIDTH_MAX)
		r->detail.doc.width = SPOKEN_WIDTH_MAX;
	r->kind->describe_row(r, at, &r->detail.doc);
	r->detail.doc.width--; /* a blank column at the right edge */
	doc_reflow(&r->detail.doc);
	textview_on_built(&r->detail);
	if (same && link < r->detail.doc.pieces.n && r->detail.doc.pieces.v[link].target_number)
		r->detail.selected_link = link;
}

static void
on_detail_timer(void *arg)
{
	struct rows_pane *r = arg;
	r->detail_timer = 0;
	build_detail(r);
	console_request_redraw(r->pane.console);
}

/* Call after the cursor moved to another row: the detail follows after a short delay. */
static void
on_cursor_moved(struct rows_pane *r)
{
	struct console *c = r->pane.console;
	struct shown_rows listed = rows_pane_shown_rows(r);
	struct str id = shown_rows_id(&listed, r->pos.cursor);
	buf_reset(&r->selected_id);
	buf_adds(&r->selected_id, id);
	c->io.cancel_timer(c->io.ctx, r->detail_timer);
	r->detail_timer = 0;
	if (r->pos.cursor >= listed.n || str_eq(buf_str(&r->detail_row_id), id)) {
		r->detail_row = r->pos.cursor;
		return;
	}
	if (r->detail_row_id.n == 0 || r->in_detail)
		build_detail(r);
	else
		r->detail_timer = c->io.start_timer(c->io.ctx, DETAIL_DELAY_MS, on_detail_timer, r);
}

void
rows_pane_rebuild(struct rows_pane *r)
{
	build_detail(r);
	console_request_redraw(r->pane.console);
}

/* ---- rows and cursor ---- */

static bool
is_column_empty(const struct rows_pane *r, const struct shown_rows *s, const struct column *column)
{
	const struct cell_context cells = { .as_data = !r->kind->checks_drawn_text };
	const struct placed_column placed = { .column = column };
	struct buf text = { 0 };
	for (size_t i = 0; i < s->total_count && i < EMPTY_SEARCH_ROWS_MAX && !text.n; i++)
		column_write(&text, &placed, (const char *)s->rows + i * s->filter->ops->size,
		    STR_NONE, &cells);
	bool empty = text.n == 0;
	buf_free(&text);
	return empty;
}

/* Finds columns that are empty in every row. Reads thousands of cells, so it runs only after
 * rows changed. */
static void
find_empty_columns(struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	const struct column *columns = s.view->resource->columns;
	if (r->empty_columns_known)
		return;
	r->empty_columns_known = true;
	r->empty_columns = 0;
	for (uint32_t i = 0; columns[i].id && s.total_count; i++)
		if (!(columns[i].flags & COLUMN_SHOWN_IF_EMPTY) &&
		    is_column_empty(r, &s, &columns[i]))
			r->empty_columns |= 1u << i;
}

static void
clear_suggestions(struct rows_pane *r)
{
	suggestions_begin(&r->suggestions, rows_pane_shown_rows(r).filter);
	r->suggestion_rows_read = 0;
}

static void
find_suggestions(struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	if (s.n || (!r->view_confirmed && s.total_count > SUGGEST_ROWS_MAX))
		return;
	for (; r->suggestion_rows_read < s.total_count; r->suggestion_rows_read++)
		suggestions_add_row(&r->suggestions,
		    (const char *)s.rows + r->suggestion_rows_read * s.filter->ops->size,
		    s.filter->needs_json && s.get_row_json
			? s.get_row_json(s.ctx, r->suggestion_rows_read)
			: STR_NONE);
	suggestions_sort(&r->suggestions);
}

/* True if a line about missing rows follows the last row. */
static bool
has_gap(const struct rows_pane *r)
{
	struct buf words = { 0 };
	if (r->kind->has_unread)
		r->kind->has_unread(r, &words);
	bool gap = words.n > 0;
	buf_free(&words);
	return gap;
}

/* Lines of the list: header, rows, and the line about missing rows. */
static int
lines_of_list(const struct rows_pane *r, size_t rows)
{
	return (int)(rows < 1 << 15 ? rows : 1 << 15) + 1 + has_gap(r);
}

/* The layout of list and detail for a number of rows. */
static struct layout
make_rows_layout(const struct rows_pane *r, const struct layout *shell, size_t rows)
{
	const struct layout_request ask = { .caption_rows = shell->caption_rows,
		.list_lines = lines_of_list(r, rows),
		.stacked = r->is_short,
		.short_detail = r->has_short_detail,
		.detail_focused = r->in_detail && rows,
		.focused_only = r->detail_covers_list ||
		    rows == 0 }; /* the text shown instead of rows gets the whole body */
	return layout_make(shell->body.h + 4 + shell->caption_rows, shell->body.w, &ask);
}

void
rows_pane_restore_cursor(struct rows_pane *r)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	size_t at = r->selected_id.n ? shown_rows_find(&s, buf_str(&r->selected_id)) : SIZE_MAX;
	size_t above = r->pos.cursor - r->pos.first_visible_row;
	list_set_size(&r->pos, s.n, r->pos.visible_rows);
	if (at != SIZE_MAX && at != r->pos.cursor) {
		/* Keeps the row at the same position on the screen if possible. A list that
		 * starts at its first row stays there, so that new rows are not hidden above. */
		bool unseen = r->pos.visible_rows == 0;
		int height = make_rows_layout(r, &r->pane.console->layout, s.n).list.h - 1;
		r->pos.visible_rows = unseen || height < 1 ? r->pos.visible_rows : (size_t)height;
		bool fits = r->pos.first_visible_row == 0 && (unseen || at < r->pos.visible_rows);
		r->pos.first_visible_row = at > above && !fits ? at - above : 0;
		list_go_to_row(&r->pos, at);
	}
	/* The opened row is gone: do not show another one instead. */
	if (r->shows_detail_only && r->selected_id.n && at == SIZE_MAX) {
		r->pos.cursor = r->detail_row = s.n;
		console_request_redraw(r->pane.console);
		return;
	}
	/* No row selected: no detail. */
	if (s.n == 0)
		r->in_detail = r->detail_covers_list = false;
	find_suggestions(r);
	on_cursor_moved(r);
	console_request_redraw(r->pane.console);
}

void
rows_pane_load(struct rows_pane *r)
{
	if (r->kind->load_rows)
		r->kind->load_rows(r);
	r->empty_columns_known = false;
	clear_suggestions(r);
	rows_pane_restore_cursor(r);
}

void
rows_pane_on_change(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	rows_pane_load(r);
	if (console_top_pane(p->console) == p)
		build_detail(r);
	else
		buf_reset(&r->detail_row_id); /* the detail is built when it becomes visible */
}

bool
rows_pane_select(struct rows_pane *r, struct str id)
{
	struct shown_rows s = rows_pane_shown_rows(r);
	size_t at = shown_rows_find(&s, id);
	if (at == SIZE_MAX)
		return false;
	/* Set the cursor at once: scrolling to the old cursor first would change the top row. */
	r->pos.count = s.n;
	list_go_to_row(&r->pos, at);
	on_cursor_moved(r);
	return true;
}

bool
rows_pane_move_cursor(struct rows_pane *r, int by)
{
	if (by && !list_move(&r->pos, by))
		return false;
	on_cursor_moved(r);
	if (r->kind->request_rows)
		r->kind->request_rows(r, r->pos.cursor + r->pos.visible_rows * 2);
	return true;
}

void
rows_pane_open_detail_only(struct rows_pane *r)
{
	r->shows_detail_only = r->in_detail = r->detail_covers_list = true;
	build_detail(r);
}

void
rows_pane_append_unread(struct buf *out, const struct rows_pane *r, enum action a)
{
	struct buf problem = { 0 };
	bool unread = r->kind->has_unread && r->kind->has_unread(r, &problem);
	if (unread && a == ACT_SORT)
		buf_addf(out, "; older %s not read yet are missing",
		    view_plural_name(rows_pane_shown_rows(r).view->resource));
	else if (unread && (a == ACT_MARK_ALL || a == ACT_MARK_INVERT || a == ACT_EXPORT))
		buf_addz(out, " of those read; the service has more");
	buf_free(&problem);
}

/* ---- the pane ---- */

static size_t
height_of_list(const struct rows_pane *r)
{
	bool gap = r->layout.list.h > 2 && has_gap(r);
	return (size_t)(r->layout.list.h - (gap ? 2 : 1));
}

/* While presenting, the rows next to the selected one are visible, so that an audience sees where the
 * next step leads. */
enum { PRESENTING_MARGIN = 2 };

void
rows_pane_arrange(struct pane *p, const struct layout *shell)
{
	struct rows_pane *r = rows_pane_of(p);
	struct shown_rows s = rows_pane_shown_rows(r);
	r->layout = make_rows_layout(r, shell, s.n);
	if (r->part)
		r->part->ops->arrange(r->part, &r->layout);
	if (r->layout.list.h > 1) {
		r->pos.margin = r->pane.console->presenting ? PRESENTING_MARGIN : 0;
		list_set_size(&r->pos, s.n, height_of_list(r));
		find_empty_columns(r);
		rows_cells_arrange(r, &s);
	}
	if (r->layout.detail.h > 0) {
		if (r->detail_width != r->layout.detail.w || r->detail_row_id.n == 0)
			build_detail(r);
		r->detail.focused = r->in_detail;
		textview_arrange(&r->detail, r->layout.detail.h);
	}
}

/* The name of the person that "persons id=basket-5f0c…" shows, because an id says nothing to a
 * reader; while presenting, of any row that is shown by its id. */
static bool
append_name_of_id(const struct rows_pane *r, const struct shown_rows *rows, struct buf *out)
{
	struct buf headline = { 0 };
	if (!r->pane.console->presenting && !str_eqz(str_of(rows->view->resource->name), "persons"))
		return false;
	if (rows->view->terms.n != 1 || rows->n != 1 || !r->kind->write_headline ||
	    !str_eqz(rows->view->terms.v[0].key, "id"))
		return false;
	r->kind->write_headline(r, 0, &headline);
	struct str name = buf_str(&headline);
	buf_adds(out, str_sub(name, 0, str_find(name, STR(" \xC2\xB7 "))));
	buf_free(&headline);
	return out->n > 0;
}

void
rows_pane_write_title(const struct pane *p, struct title *out)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct shown_rows rows = rows_pane_shown_rows(r);
	const struct view *view = rows.view;
	struct title own = { 0 };
	struct buf line = { 0 };
	if (!r->kind->starts_breadcrumb)
		console_append_lower_breadcrumb(p->console, &out->breadcrumb);
	view_write(&line, view);
	size_t bare = strlen(view->resource->name);
	if (append_name_of_id(r, &rows, &out->terms))
		;
	else if (line.n > bare)
		text_clean(&out->terms, str_sub(buf_str(&line), bare + 1, line.n),
		    p->console->look.ascii_lines);
	else if (r->kind->default_order_text)
		buf_addf(
		    &out->terms, " %s", r->kind->default_order_text); /* plain words, not a VIEW */
	if (r->marked_ids.n)
		buf_addf(&out->counts, "%zu marked \xC2\xB7 ", r->marked_ids.n);
	r->kind->write_title(r, &own);
	if (!out->terms.n)
		buf_adds(&out->terms, buf_str(&own.terms));
	out->terms_whole = own.terms_whole;
	buf_adds(&out->breadcrumb, buf_str(&own.breadcrumb));
	title_append_counts(out, &own);
	out->filtered = view_is_filtered(view);
	buf_free(&line);
	title_free(&own);
}

size_t
rows_pane_find_mark(const struct rows_pane *r, struct str id)
{
	for (size_t i = 0; i < r->marked_ids.n; i++)
		if (str_eqz(id, r->marked_ids.v[i]))
			return i;
	return SIZE_MAX;
}

bool
rows_pane_is_marked(const struct rows_pane *r, struct str id)
{
	return r->marked_ids.n && rows_pane_find_mark(r, id) != SIZE_MAX;
}

bool
rows_pane_cancel(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct view *now = rows_pane_shown_rows(r).view;
	struct view all;
	struct err err;
	if (r->in_detail && !r->shows_detail_only) {
		r->in_detail = r->detail_covers_list = false;
		return true;
	}
	if (r->shows_detail_only || !view_is_filtered(now))
		return false;
	view_parse_terms(&all, now->term_resource, STR_NONE, &err);
	view_inherit_shape(&all, now);
	undo_remember_shown_view(r);
	return rows_pane_show_view(r, &all, true, &err);
}

void
rows_pane_close(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	p->console->io.cancel_timer(p->console->io.ctx, r->detail_timer);
	r->kind->close(r);
	textview_free(&r->detail);
	arena_free(&r->cell_texts);
	vec_free(&r->cells);
	table_free(&r->table);
	for (size_t i = 0; i < r->marked_ids.n; i++)
		x_free(r->marked_ids.v[i]);
	vec_free(&r->marked_ids);
	buf_free(&r->selected_id);
	buf_free(&r->range_start_id);
	buf_free(&r->detail_row_id);
	suggestions_free(&r->suggestions);
	history_free(r->history);
	undo_clear(r);
	view_free(&r->saved_view);
	x_free(r);
}

/* ---- history and views ---- */

struct bookmark
rows_pane_bookmark(const struct rows_pane *r, struct buf *view, struct buf *selected)
{
	view_write(view, rows_pane_shown_rows(r).view);
	buf_adds(selected, buf_str(&r->selected_id));
	return (struct bookmark){ .view_line = (char *)(uintptr_t)buf_z(view),
		.selected_id = (char *)(uintptr_t)buf_z(selected),
		.first_visible_row = r->pos.first_visible_row,
		.in_detail = r->in_detail,
		.detail_is_step = r->detail_is_step };
}

void
rows_pane_on_jump(struct pane *p, unsigned number)
{
	struct rows_pane *r = rows_pane_of(p);
	struct buf line = { 0 }, selected = { 0 };
	struct bookmark here = rows_pane_bookmark(r, &line, &selected);
	here.jump_id = number;
	history_leave(r->history, &here);
	r->detail_is_step = false;
	buf_free(&line);
	buf_free(&selected);
}

static bool
set_rows_view(struct rows_pane *r, struct view *view, struct err *err)
{
	return r->kind->set_view
	    ? r->kind->set_view(r, view, err)
	    : table_set_view(&r->table, view, console_ages(r->pane.console), err);
}

bool
rows_pane_show_view(struct rows_pane *r, struct view *view, bool jump, struct err *err)
{
	struct buf line = { 0 }, selected = { 0 };
	struct bookmark here = rows_pane_bookmark(r, &line, &selected);
	if (r->saved_view.columns.n && r->saved_view.resource == view->resource)
		view_inherit_shape(view, &r->saved_view);
	bool ok = set_rows_view(r, view, err);
	struct shown_rows s = rows_pane_shown_rows(r);
	if (ok && jump)
		history_leave(r->history, &here);
	r->detail_is_step = false;
	/* If the new view does not show the selected row, select its first row. */
	if (ok && shown_rows_find(&s, buf_str(&r->selected_id)) == SIZE_MAX)
		r->pos.cursor = r->pos.first_visible_row = 0;
	if (ok) {
		r->view_confirmed = jump;
		clear_suggestions(r);
		rows_pane_restore_cursor(r);
	}
	buf_free(&line);
	buf_free(&selected);
	return ok;
}

void
rows_pane_on_view_accepted(struct rows_pane *r)
{
	r->view_confirmed = true;
	find_suggestions(r);
	struct err err;
	if (r->kind->set_view)
		r->kind->set_view(r, NULL, &err);
}

bool
rows_pane_read_source(const struct rows_pane *r, struct buf *name, struct str *json)
{
	struct row_target target;
	if (!rows_pane_selected_row(r) || !r->kind->get_target(r, r->pos.cursor, &target) ||
	    !target.json.n)
		return false;
	if (r->kind->noun)
		buf_addf(name, "%s ", r->kind->noun);
	if (target.path.n && !(r->pane.console->presenting && target.name.n))
		buf_adds(name, target.path);
	else
		buf_adds(name, target.name.n ? target.name : target.id);
	*json = target.json;
	return true;
}
