#include "app/saved_views.h"
#include "base/utf8.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"
#include "ui/kit/text_pane.h"
#include "ui/rows/empty.h"
#include "ui/rows/export_menu.h"
#include "ui/rows/filter_prompt.h"
#include "ui/rows/rows_cells.h"
#include "ui/rows/rows_view.h"
#include "ui/rows/undo.h"

/* Moves the cursor in the list or the part, or scrolls the text in the detail. */
void
rows_run_move(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->part_focused) {
		pane_handle_action(r->part, p->running_action);
		return;
	}
	if (r->in_detail) {
		textview_handle_action(&r->detail, p->running_action);
		return;
	}
	list_handle_action(&r->pos, p->running_action);
	rows_pane_move_cursor(r, 0);
}

static void
open_detail(struct rows_pane *r)
{
	r->in_detail = true;
	rows_pane_rebuild(r);
	textview_select_first_link(&r->detail);
}

void
rows_run_open(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (suggestion_rows_show(r))
		return;
	struct pane *above = r->kind->open_row ? r->kind->open_row(r, r->pos.cursor, NULL) : NULL;
	if (!above) {
		open_detail(r);
		r->detail_is_step = true;
		return;
	}
	rows_pane_of(above)->opened_from_row = true;
	console_push_pane(p->console, above);
}

void
rows_run_follow(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct doc_target *to = r->in_detail ? textview_selected_target(&r->detail) : NULL;
	if (to)
		p->console->nav->open_item(p->console, to->kind, to->path);
	else
		rows_run_open(p);
}

void
rows_run_back(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->part_focused)
		r->part_focused = false;
	else if (r->in_detail && !r->shows_detail_only)
		r->in_detail = r->detail_covers_list = false;
	else
		console_pop_pane(p->console);
}

/* Cycles through the list, the detail and the part. */
void
rows_run_other_part(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->shows_detail_only)
		return;
	if (r->part_focused) {
		r->part_focused = false;
	} else if (r->in_detail) {
		r->in_detail = false;
		r->part_focused = r->part;
		r->detail_covers_list = r->detail_covers_list && !r->part;
	} else {
		open_detail(r);
		r->detail_is_step = false;
	}
}

void
rows_run_full_size(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	if (r->shows_detail_only)
		return;
	if (r->layout.shape == LAYOUT_ONE_PART)
		rows_run_other_part(p);
	else
		r->detail_covers_list = !r->detail_covers_list;
}

/* "Next campaign: Winback 2026": shows that the list is now another one. */
static void
show_list_end(struct rows_pane *below, int by)
{
	struct console *c = below->pane.console;
	struct row_target w;
	struct buf name = { 0 };
	if (!below->kind->get_target(below, below->pos.cursor, &w))
		return;
	text_clean(&name, w.name.n ? w.name : w.path, c->look.ascii_lines);
	console_show(c, ROLE_TEXT, "%s %s: %s", by > 0 ? "Next" : "Previous",
	    rows_pane_shown_rows(below).view->resource->singular, buf_z(&name));
	buf_free(&name);
}

/* Moves past the last row: opens the next row of the pane below, and selects the first row of
 * its list. */
static bool
go_to_next_list(struct rows_pane *r, int by)
{
	struct pane *below = console_pane_below(r->pane.console);
	struct rows_pane *opener = r->opened_from_row ? rows_pane_of(below) : NULL;
	if (!opener || !rows_pane_move_cursor(opener, by))
		return false;
	opener->kind->open_row(opener, opener->pos.cursor, &r->pane);
	r->pos = (struct list){ .visible_rows = r->pos.visible_rows };
	buf_reset(&r->selected_id);
	rows_pane_on_change(&r->pane);
	if (by < 0)
		list_go_to_row(&r->pos, rows_pane_shown_rows(r).n);
	rows_pane_move_cursor(r, 0);
	show_list_end(rows_pane_of(below), by);
	return true;
}

void
rows_run_sibling(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	int by = p->running_action == ACT_NEXT_SIBLING ? 1 : -1;
	if (!rows_pane_move_cursor(r, by) && !go_to_next_list(r, by)) {
		console_show(
		    p->console, ROLE_TEXT, "This is the %s one", by > 0 ? "last" : "first");
		return;
	}
	rows_pane_rebuild(r);
	if (r->in_detail)
		textview_select_first_link(&r->detail);
}

void
rows_run_filter(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	console_push_modal(p->console,
	    r->in_detail ? prompt_search_new(p->console, &r->detail) : filter_prompt_new(r));
}

void
rows_run_match(struct pane *p)
{
	text_go_to_match(p, &rows_pane_of(p)->detail);
}

/* ---- sort order and columns ---- */

static const struct view *
view_of(const struct rows_pane *r)
{
	return rows_pane_shown_rows(r).view;
}

/* The words for the orders of a column, and the one that it gets when it is chosen. */
struct sort_words {
	const char *ascending, *descending;
	bool starts_descending;
};

static struct sort_words
sort_words_of(const struct column *column)
{
	static const struct sort_words texts = { "A to Z", "Z to A", false },
				       times = { "oldest first", "newest first", true },
				       numbers = { "smallest first", "largest first", true };
	static const struct {
		const char *id;
		struct sort_words words;
	} compared[] = {
		{ "age", { "newest first", "oldest first", false } },
		{ "created", { "oldest first", "newest first", true } },
		{ "contacted", { "oldest first", "newest first", true } },
		{ "every", { "shortest first", "longest first", false } },
		{ "after", { "shortest first", "longest first", false } },
		{ "times", { "fewest first", "most first", false } },
		{ "severity", { "errors first", "notes first", false } },
		{ "reach", { "both first", "mail first", false } },
		{ "status", { "no contact first", "sent first", false } },
		{ "consent", { "no first", "yes first", false } },
	};
	for (size_t i = 0; column->compare && i < sizeof(compared) / sizeof(*compared); i++)
		if (str_eqz(str_of(column->id), compared[i].id))
			return compared[i].words;
	return column->time_offset ? times
	    : column->money_offset ||
		(column->flags & (COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC | COLUMN_ALIGN_POINTS))
	    ? numbers
	    : texts;
}

static const char *
order_words(const struct column *column, bool descending)
{
	struct sort_words words = sort_words_of(column);
	return descending ? words.descending : words.ascending;
}

/* The order in which the rows are shown: 1 if ascending, -1 if descending, 0 if not by this
 * column. */
static int
shown_order(const struct rows_pane *r, const struct column *column)
{
	return rows_column_order(r->kind, view_of(r), column);
}

void
rows_sort_by(struct rows_pane *r, const char *id)
{
	const struct column *column = column_find(view_of(r)->resource->columns, str_of(id));
	int shown = shown_order(r, column);
	struct view view = rows_view_copy(r);
	struct buf words = { 0 };
	bool descending = shown ? shown > 0 : sort_words_of(column).starts_descending;
	view_sort_by(&view, str_of(id), descending);
	buf_addf(&words, "Sorted by %s, %s. ", id, order_words(column, descending));
	undo_remember_shown_view(r);
	rows_view_apply(r, &view);
	console_append_key_of(r->pane.console, &words, ACT_SORT_TURN);
	buf_addz(&words, " reverses");
	rows_pane_append_unread(&words, r, ACT_SORT);
	undo_append_hint(&words, r->pane.console);
	console_show(r->pane.console, ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&words);
}

static void
on_sort_column_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	(void)ctx;
	rows_sort_by(r, view_of(r)->resource->columns[value].id);
}

/* Each row has the order that Enter gives; the current one has its own, and Enter turns it. */
void
rows_run_sort(struct pane *p)
{
	const struct rows_pane *r = rows_pane_of(p);
	const struct column *columns = view_of(r)->resource->columns;
	struct menu *m = menu_new(p->console, "Sort by", false, on_sort_column_chosen, NULL);
	int widest = 0;
	for (int i = 0; columns[i].id; i++)
		if (text_width(str_of(columns[i].header)) > widest)
			widest = text_width(str_of(columns[i].header));
	for (int i = 0; columns[i].id; i++) {
		if (columns[i].flags & COLUMN_IF_NAMED) /* it does not sort */
			continue;
		int shown = shown_order(r, &columns[i]);
		bool descending = shown ? shown < 0 : sort_words_of(&columns[i]).starts_descending;
		menu_add(m, i, shown, "%s%*s  %s", columns[i].header,
		    widest - text_width(str_of(columns[i].header)), "",
		    order_words(&columns[i], descending));
	}
	menu_set_checked_text(m, "current, Enter turns it");
	menu_set_place(m, MENU_AT_HEAD);
	menu_set_closing_action(m, ACT_SORT);
	menu_open(m);
}

void
rows_run_reverse_sort(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct view view = rows_view_copy(r);
	if (!view.sort_count) {
		const char *own = r->kind->time_column ? r->kind->time_column
		    : r->kind->newest_first_column     ? r->kind->newest_first_column
						       : view.resource->columns[0].id;
		view_sort_by(&view, str_of(own),
		    shown_order(r, column_find(view.resource->columns, str_of(own))) < 0);
	}
	for (size_t i = 0; i < view.sort_count; i++)
		view.sorts[i].descending = !view.sorts[i].descending;
	undo_remember_shown_view(r);
	rows_view_apply(r, &view);
}

void
rows_run_export(struct pane *p)
{
	export_menu_open(rows_pane_of(p));
}

static bool
is_view_saved(struct str name)
{
	struct buf at = { 0 }, line = { 0 };
	struct err none;
	buf_addf(&at, "@%.*s", STR_ARG(name));
	bool is = saved_view_expand(&line, buf_str(&at), &none);
	buf_free(&at);
	buf_free(&line);
	return is;
}

static bool
save_view(struct console *c, struct str typed, struct err *err)
{
	struct str name = str_trim(typed);
	struct buf line = { 0 };
	bool replaces = is_view_saved(name);
	const struct view *view = rows_pane_shown_rows(rows_pane_of(console_top_pane(c))).view;
	if (c->app->masked && view_may_name_people(view))
		return err_set(err, ERR_USAGE,
		    "not saved while people are masked: the file would contain masked names");
	view_write(&line, view);
	bool ok = saved_view_save(name, buf_str(&line), err);
	if (ok)
		console_show(c, ROLE_TEXT,
		    "%s @%.*s: :go %.*s shows it, backroom get @%.*s prints it",
		    replaces ? "Replaced" : "Saved as", STR_ARG(name), STR_ARG(name),
		    STR_ARG(name));
	buf_free(&line);
	return ok;
}

void
rows_run_save_view(struct pane *p)
{
	struct modal *m = prompt_text_new(p->console, "Save this view as: ", STR_NONE, save_view);
	prompt_set_enter_label(m, "save");
	console_push_modal(p->console, m);
}

/* In a detail, scrolls the months of the timeline. */
static void
scroll_months(struct rows_pane *r, int by)
{
	struct console *c = r->pane.console;
	enum { SCROLL_MONTHS = 3, SCROLL_MONTHS_MAX = 1200 };
	int to = c->timeline_shift + by * SCROLL_MONTHS;
	if (to < 0 || to > SCROLL_MONTHS_MAX)
		console_show(c, ROLE_TEXT, "The timeline does not go further");
	else
		c->timeline_shift = to;
	rows_pane_rebuild(r);
}

/* Scrolls the columns. The first column always stays, and the last one stays visible. */
void
rows_run_scroll_columns(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	const struct view *view = view_of(r);
	int by = p->running_action == ACT_SCROLL_RIGHT ? 1 : -1, most = (int)view->columns.n;
	while (!view->columns.n && view->resource->columns[most].id)
		most++;
	if (r->column_shift + by >= 0 && r->column_shift + by <= most - 2)
		r->column_shift += by;
	else
		console_show(
		    p->console, ROLE_TEXT, "These are the %s columns", by > 0 ? "last" : "first");
}

void
rows_run_scroll(struct pane *p)
{
	if (rows_pane_of(p)->in_detail)
		scroll_months(rows_pane_of(p), p->running_action == ACT_SCROLL_RIGHT ? 1 : -1);
	else
		rows_run_scroll_columns(p);
}

/* ---- history ---- */

/* Returns to a place of the history: its view, its selected row and its top row. The pane may
 * have shown another resource then. */
static void
return_to_bookmark(struct rows_pane *r, const struct bookmark *place)
{
	const struct view_resource *resource = view_of(r)->term_resource;
	struct str line = str_of(place->view_line), name = str_of(resource->name);
	struct view view;
	struct err err;
	if (!str_starts(line, name) ||
	    !view_parse_terms(&view, resource, str_sub(line, name.n, line.n), &err) ||
	    !rows_view_apply(r, &view))
		return;
	r->pos.first_visible_row = place->first_visible_row;
	rows_pane_select(r, str_of(place->selected_id));
	r->in_detail = place->in_detail;
	r->detail_is_step = place->detail_is_step;
}

/* Goes back in the history. If the place reached was left by a jump, also goes back over the
 * jump. */
static bool
go_back_in_history(struct rows_pane *r)
{
	struct buf line = { 0 }, selected = { 0 };
	struct bookmark here = rows_pane_bookmark(r, &line, &selected);
	const struct bookmark *to = history_back(r->history, &here);
	unsigned jump = to ? to->jump_id : 0;
	if (to)
		return_to_bookmark(r, to);
	if (jump)
		jump_back(r->pane.console, jump);
	buf_free(&line);
	buf_free(&selected);
	return to;
}

static bool
go_forward_in_history(struct rows_pane *r)
{
	struct buf line = { 0 }, selected = { 0 };
	struct bookmark here = rows_pane_bookmark(r, &line, &selected);
	const struct bookmark *to = history_forward(r->history, &here);
	if (to)
		return_to_bookmark(r, to);
	buf_free(&line);
	buf_free(&selected);
	return to || jump_forward(r->pane.console);
}

void
rows_run_history(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	bool back = p->running_action == ACT_BACK;
	if (back && r->in_detail && r->detail_is_step && !r->shows_detail_only) {
		rows_run_back(p);
		return;
	}
	if (back ? !go_back_in_history(r) : !go_forward_in_history(r))
		jump_end_history(p->console, back);
}

/* ---- refusals ---- */

static bool
needs_row(enum action a)
{
	static const enum action with_row[] = { ACT_IN, ACT_SEND_MAIN, ACT_SEND_MENU, ACT_SOURCE,
		ACT_MARK, ACT_MARK_RANGE, ACT_MARK_ALL, ACT_MARK_INVERT, ACT_USED_BY, ACT_TREE,
		ACT_OTHER_PART, ACT_FULL_SIZE, ACT_SORT, ACT_SORT_TURN, ACT_COLUMNS, ACT_EXPORT,
		ACT_NEXT_SIBLING, ACT_PREV_SIBLING, ACT_SCROLL_LEFT, ACT_SCROLL_RIGHT,
		ACT_CURRENCIES, ACT_START_DATE, ACT_RUN };
	for (size_t i = 0; i < sizeof(with_row) / sizeof(*with_row); i++)
		if (with_row[i] == a)
			return true;
	return false;
}

const char *
rows_pane_why_not(const struct pane *p, enum action a)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (a == ACT_IN && !rows_pane_shown_rows(r).n && r->suggestions.n)
		return NULL;
	if (needs_row(a) && !rows_pane_selected_row(r))
		return "Nothing is selected";
	if ((a == ACT_NEXT_MATCH || a == ACT_PREV_MATCH) && !r->in_detail)
		return "Works in the detail. Tab goes there";
	if (a == ACT_OUT && !r->in_detail && !r->part_focused && !console_pane_below(p->console))
		return "This is the top level";
	return NULL;
}
