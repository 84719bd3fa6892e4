#include "ui/baskets_pane.h"

#include "app/link.h"
#include "base/utf8.h"
#include "ui/dialog.h"
#include "ui/link_dialog.h"
#include "ui/menu.h"
#include "ui/note.h"
#include "ui/prompt.h"
#include "ui/send.h"
#include "ui/send_menu.h"
#include "ui/text_pane.h"

static struct baskets_pane *
self(const struct pane *p)
{
	return (struct baskets_pane *)(uintptr_t)p;
}

static struct baskets *
list_of(const struct pane *p)
{
	return p->console->baskets;
}

static const struct basket_row *
row_of(const struct pane *p)
{
	return baskets_pane_row(p);
}

/* Moving: in the list the cursor goes, in the detail the text scrolls. */
static void
move(struct pane *p, enum action a)
{
	struct baskets_pane *b = self(p);
	if (b->in_detail) {
		textview_act(&b->detail, a);
		return;
	}
	list_act(&b->pos, a);
	baskets_pane_step(p, 0);
	if (a == ACT_DOWN || a == ACT_PAGE_DOWN || a == ACT_HALF_DOWN)
		baskets_want(list_of(p), b->pos.cursor + b->pos.height * 2);
}

static void
run_move(struct pane *p)
{
	move(p, p->running);
}

static void
run_bottom(struct pane *p)
{
	struct baskets_pane *b = self(p);
	move(p, ACT_BOTTOM);
	if (!b->in_detail && !list_of(p)->at_end && list_of(p)->rows.n)
		console_say(
		    p->console, ROLE_TEXT, "The last row read; older ones exist. m reads them");
}

static bool
covers(const struct baskets_pane *b)
{
	return b->layout.shape == LAYOUT_ONE || b->full;
}

/* Enter on a filter without a hit goes to the nearest one. */
static bool
go_nearest(struct pane *p)
{
	struct baskets *list = list_of(p);
	const struct basket_row *near = list->shown.n ? NULL : baskets_nearest(list);
	struct view view = { 0 };
	struct buf line = { 0 }, who = { 0 };
	struct err err;
	if (!near)
		return false;
	char *id = str_dup(near->id); /* a view without `since` reads anew and drops the row */
	if (near->email.n) {
		buf_addz(&line, "email=");
		view_write_quoted(&line, near->email);
	} else {
		basket_row_customer(&who, near);
		view_write_quoted(&line, buf_str(&who));
	}
	if (!view_parse_terms(&view, list->view.resource, buf_str(&line), &err) ||
	    !baskets_pane_show(p, &view, true, &err))
		console_say(p->console, ROLE_WARN, "%s", err.text);
	baskets_pane_select(p, str_of(id));
	x_free(id);
	buf_free(&line);
	buf_free(&who);
	view_free(&view);
	return true;
}

static void
run_in(struct pane *p)
{
	struct baskets_pane *b = self(p);
	if (go_nearest(p))
		return;
	if (!row_of(p))
		return;
	b->in_detail = true;
	baskets_pane_rebuild(p);
}

static void
run_out(struct pane *p)
{
	struct baskets_pane *b = self(p);
	b->in_detail = b->full = false;
}

static void
run_other_part(struct pane *p)
{
	struct baskets_pane *b = self(p);
	if (b->in_detail)
		b->in_detail = false;
	else
		run_in(p);
}

static void
run_full(struct pane *p)
{
	struct baskets_pane *b = self(p);
	if (b->layout.shape == LAYOUT_ONE)
		run_other_part(p);
	else
		b->full = !b->full;
}

static void
sibling(struct pane *p, int by)
{
	if (baskets_pane_step(p, by))
		return;
	console_say(p->console, ROLE_TEXT,
	    by > 0 ? list_of(p)->at_end ? "This is the last basket"
					: "This is the last basket read; m reads older ones"
		   : "This is the first basket");
}

static void
run_next(struct pane *p)
{
	sibling(p, 1);
}

static void
run_previous(struct pane *p)
{
	sibling(p, -1);
}

static void
run_filter(struct pane *p)
{
	if (self(p)->in_detail)
		console_open(p->console, prompt_search_new(p->console, &self(p)->detail));
	else
		console_open(p->console, prompt_filter_new(p->console, p));
}

static void
run_next_match(struct pane *p)
{
	textview_search(&self(p)->detail, STR_NONE, 1);
}

static void
run_previous_match(struct pane *p)
{
	textview_search(&self(p)->detail, STR_NONE, -1);
}

static void
send_marked(struct console *c, void *ctx, int button)
{
	const struct baskets_pane *b = self(console_root(c, ROOT_BASKETS));
	(void)ctx;
	if (button == 1)
		send_links(c, (const char *const *)b->marks.v, b->marks.n, false);
	else if (button == 0)
		console_say(c, ROLE_TEXT, "Nothing was sent. Your clipboard is as before");
}

/* Marks that a filter hides or that are scrolled away are easily forgotten, and then the link of
 * another customer goes out. */
static bool
ask_hidden_marks(struct pane *p)
{
	const struct baskets_pane *b = self(p);
	struct buf words = { 0 };
	size_t hidden = b->marks.n;
	for (size_t i = 0; i < b->pos.height; i++) {
		const struct basket_row *row = baskets_shown(list_of(p), b->pos.top + i);
		hidden -= row && baskets_pane_is_marked(b, row->id);
	}
	if (hidden == 0)
		return false;
	buf_addf(&words,
	    "%zu of %zu marked baskets %s not on the screen. Send the links of all that "
	    "are marked?",
	    hidden, b->marks.n, hidden == 1 ? "is" : "are");
	dialog_ask(
	    p->console, "Marked baskets", buf_z(&words), "Send those marked", send_marked, NULL);
	buf_free(&words);
	return true;
}

static void
run_send(struct pane *p)
{
	struct baskets_pane *b = self(p);
	if (b->marks.n == 0 || b->in_detail)
		send_link(p->console, row_of(p)->id, 0);
	else if (!ask_hidden_marks(p))
		send_marked(p->console, NULL, 1);
}

static void
run_send_menu(struct pane *p)
{
	send_menu_open(p->console, row_of(p)->id);
}

/* A link that fails a check is never one key away: its dialog says which check, and can go on. */
static bool
ask_failed_check(struct pane *p)
{
	const struct basket_row *row = row_of(p);
	struct link link;
	link_examine(&link, &p->console->launch->links, row->link, row->id);
	bool failed = link.verdict == LINK_FAILED;
	link_free(&link);
	if (failed)
		link_dialog_open(p->console, row->id, LINK_DIALOG_FAILED);
	return failed;
}

static void
run_bare(struct pane *p)
{
	if (!ask_failed_check(p))
		send_bare(p->console, row_of(p)->id);
}

static void
run_file(struct pane *p)
{
	if (!ask_failed_check(p))
		send_to_file(p->console, row_of(p)->id);
}

static void
run_note(struct pane *p)
{
	note_open(p->console, row_of(p)->id);
}

static void
run_source(struct pane *p)
{
	console_push(p->console, source_pane_new(p->console, p));
}

static size_t
mark_at(const struct baskets_pane *b, struct str id)
{
	for (size_t i = 0; i < b->marks.n; i++)
		if (str_eqz(id, b->marks.v[i]))
			return i;
	return SIZE_MAX;
}

bool
baskets_pane_is_marked(const struct baskets_pane *b, struct str id)
{
	return b->marks.n && mark_at(b, id) != SIZE_MAX;
}

static void
set_mark(struct baskets_pane *b, struct str id, bool on)
{
	size_t at = mark_at(b, id);
	if (on && at == SIZE_MAX) {
		char *own = str_dup(id);
		vec_push(&b->marks, own);
	} else if (!on && at != SIZE_MAX) {
		x_free(b->marks.v[at]);
		vec_remove(&b->marks, at);
	}
}

static void
run_mark(struct pane *p)
{
	struct baskets_pane *b = self(p);
	struct str id = row_of(p)->id;
	set_mark(b, id, mark_at(b, id) == SIZE_MAX);
	buf_reset(&b->range_from);
	buf_adds(&b->range_from, id);
	move(p, ACT_DOWN);
}

static void
run_mark_range(struct pane *p)
{
	struct baskets_pane *b = self(p);
	struct baskets *list = list_of(p);
	size_t from = b->range_from.n ? baskets_find(list, buf_str(&b->range_from)) : SIZE_MAX;
	size_t to = b->pos.cursor;
	if (from == SIZE_MAX)
		from = to;
	for (size_t i = from < to ? from : to; i <= (from < to ? to : from); i++)
		set_mark(b, baskets_shown(list, i)->id, true);
	console_say(p->console, ROLE_TEXT, "%zu marked", b->marks.n);
}

static void
run_mark_all(struct pane *p)
{
	struct baskets_pane *b = self(p);
	struct baskets *list = list_of(p);
	bool any = b->marks.n > 0;
	while (b->marks.n)
		x_free(b->marks.v[--b->marks.n]);
	for (size_t i = 0; !any && i < list->shown.n; i++) {
		char *own = str_dup(baskets_shown(list, i)->id);
		vec_push(&b->marks, own);
	}
	console_say(p->console, ROLE_TEXT, "%zu marked%s", b->marks.n,
	    list->at_end || any ? "" : " of those read; older ones exist");
}

/* A copy of the view that is shown, to be changed and shown again. */
static struct view
copy_view(const struct pane *p)
{
	struct buf line = { 0 };
	struct view view = { 0 };
	struct err err;
	view_write(&line, &list_of(p)->view);
	view_parse(&view, buf_str(&line), &err);
	buf_free(&line);
	return view;
}

static void
show(struct pane *p, struct view *view)
{
	struct err err;
	if (!baskets_pane_show(p, view, false, &err))
		console_say(p->console, ROLE_WARN, "%s", err.text);
	view_free(view);
}

static void
sort_by(struct console *c, void *ctx, int value)
{
	struct pane *p = console_root(c, ROOT_BASKETS);
	struct view view = copy_view(p);
	(void)ctx;
	view.sort = str_of(basket_columns[value].id);
	view.descending = str_eqz(view.sort, "created");
	show(p, &view);
	struct buf turn = { 0 };
	console_key_of(c, &turn, ACT_SORT_TURN);
	console_say(c, ROLE_TEXT, "Sorted by %s. %s turns the order around%s",
	    basket_columns[value].id, buf_z(&turn),
	    c->baskets->at_end ? "" : "; older baskets are not in it yet");
	buf_free(&turn);
}

static void
run_sort(struct pane *p)
{
	struct menu *m = menu_new(p->console, "Sort by", false, sort_by, NULL);
	struct str now = list_of(p)->view.sort;
	for (int i = 0; basket_columns[i].id; i++)
		menu_add(m, i, str_eqz(now, basket_columns[i].id), "%s", basket_columns[i].header);
	menu_open(m);
}

static void
run_sort_turn(struct pane *p)
{
	struct view view = copy_view(p);
	if (!view.sort.n) {
		view.sort = STR("created");
		view.descending = true;
	}
	view.descending = !view.descending;
	show(p, &view);
}

static bool
is_column_shown(const struct baskets_pane *b, const struct column *column)
{
	for (size_t i = 0; i < b->columns_n; i++)
		if (b->columns[i].column == column)
			return true;
	return false;
}

/* Ticks a column on or off: the view then names its columns one by one, in the table's order. */
static void
tick_column(struct console *c, void *ctx, int value)
{
	struct pane *p = console_root(c, ROOT_BASKETS);
	struct view view = copy_view(p);
	(void)ctx;
	view.columns.n = 0;
	for (int i = 0; basket_columns[i].id; i++) {
		bool on = is_column_shown(self(p), &basket_columns[i]);
		struct str id = str_of(basket_columns[i].id);
		if (on != (i == value))
			vec_push(&view.columns, id);
	}
	show(p, &view);
	self(p)->pane.ops->arrange(p, &c->layout);
}

static void
run_columns(struct pane *p)
{
	struct menu *m = menu_new(p->console, "Columns", true, tick_column, NULL);
	for (int i = 0; basket_columns[i].id; i++)
		menu_add(m, i, is_column_shown(self(p), &basket_columns[i]), "%s",
		    basket_columns[i].header);
	menu_open(m);
}

/* The first column stays; at most all but the last leave. */
static void
run_scroll_columns(struct pane *p)
{
	struct baskets_pane *b = self(p);
	int by = p->running == ACT_SCROLL_RIGHT ? 1 : -1, most = 0;
	while (basket_columns[most].id)
		most++;
	if (list_of(p)->view.columns.n)
		most = (int)list_of(p)->view.columns.n;
	if (b->shift + by >= 0 && b->shift + by <= most - 2)
		b->shift += by;
	else
		console_say(p->console, ROLE_TEXT,
		    by > 0 ? "These are the last columns" : "These are the first columns");
}

static void
run_link(struct pane *p)
{
	link_dialog_open(p->console, row_of(p)->id, LINK_DIALOG_LOOK);
}

static void
run_refresh(struct pane *p)
{
	console_say(p->console, ROLE_TEXT, "Reading again");
	baskets_refresh(list_of(p));
}

static void
run_older(struct pane *p)
{
	baskets_older(list_of(p));
}

/* What the table names and what the pane needs for it. */
enum need { NEED_NOTHING, NEED_ROW, NEED_LIST, NEED_DETAIL, NEED_OLDER };

static const struct {
	enum action id;
	enum need need;
} needs[] = {
	{ ACT_IN, NEED_LIST },
	{ ACT_OUT, NEED_DETAIL },
	{ ACT_SEND_MAIN, NEED_ROW },
	{ ACT_SEND_MENU, NEED_ROW },
	{ ACT_BARE, NEED_ROW },
	{ ACT_NOTE, NEED_ROW },
	{ ACT_WRITE_FILE, NEED_ROW },
	{ ACT_SOURCE, NEED_ROW },
	{ ACT_MARK, NEED_ROW },
	{ ACT_MARK_RANGE, NEED_ROW },
	{ ACT_NEXT_MATCH, NEED_DETAIL },
	{ ACT_PREV_MATCH, NEED_DETAIL },
	{ ACT_OLDER, NEED_OLDER },
	{ ACT_MARK_ALL, NEED_ROW },
	{ ACT_SORT, NEED_ROW },
	{ ACT_SORT_TURN, NEED_ROW },
	{ ACT_COLUMNS, NEED_ROW },
	{ ACT_OTHER_PART, NEED_ROW },
	{ ACT_FULL_SIZE, NEED_ROW },
	{ ACT_LINK, NEED_ROW },
	{ ACT_SCROLL_LEFT, NEED_ROW },
	{ ACT_SCROLL_RIGHT, NEED_ROW },
};

static enum need
need_of(enum action a)
{
	for (size_t i = 0; i < sizeof(needs) / sizeof(*needs); i++)
		if (needs[i].id == a)
			return needs[i].need;
	return NEED_NOTHING;
}

const char *
baskets_pane_refuse(const struct pane *p, enum action a)
{
	const struct baskets_pane *b = self(p);
	switch (need_of(a)) {
	case NEED_ROW:
		return row_of(p) ? NULL : "No basket is selected";
	case NEED_LIST:
		return b->in_detail ? "The detail is open already" : NULL;
	case NEED_DETAIL:
		return b->in_detail ? NULL
		    : covers(b)     ? "Only in the detail; Enter opens it"
				    : "Only in the detail; Tab goes there";
	case NEED_OLDER:
		return list_of(p)->at_end ? "The service has no older baskets" : NULL;
	case NEED_NOTHING:
		break;
	}
	return NULL;
}

const struct pane_action baskets_pane_actions[] = {
	{ ACT_SEND_MAIN, run_send },
	{ ACT_BARE, run_bare },
	{ ACT_NOTE, run_note },
	{ ACT_IN, run_in },
	{ ACT_OUT, run_out },
	{ ACT_FILTER, run_filter },
	{ ACT_SORT, run_sort },
	{ ACT_REFRESH, run_refresh },
	{ ACT_OLDER, run_older },
	{ ACT_NEXT_SIBLING, run_next },
	{ ACT_PREV_SIBLING, run_previous },
	{ ACT_SEND_MENU, run_send_menu },
	{ ACT_WRITE_FILE, run_file },
	{ ACT_SOURCE, run_source },
	{ ACT_MARK, run_mark },
	{ ACT_MARK_RANGE, run_mark_range },
	{ ACT_MARK_ALL, run_mark_all },
	{ ACT_SORT_TURN, run_sort_turn },
	{ ACT_COLUMNS, run_columns },
	{ ACT_SCROLL_LEFT, run_scroll_columns },
	{ ACT_SCROLL_RIGHT, run_scroll_columns },
	{ ACT_LINK, run_link },
	{ ACT_OTHER_PART, run_other_part },
	{ ACT_FULL_SIZE, run_full },
	{ ACT_NEXT_MATCH, run_next_match },
	{ ACT_PREV_MATCH, run_previous_match },
	{ ACT_DOWN, run_move },
	{ ACT_UP, run_move },
	{ ACT_PAGE_DOWN, run_move },
	{ ACT_PAGE_UP, run_move },
	{ ACT_HALF_DOWN, run_move },
	{ ACT_HALF_UP, run_move },
	{ ACT_TOP, run_move },
	{ ACT_BOTTOM, run_bottom },
	{ ACT_BACK, baskets_pane_back },
	{ ACT_FORWARD, baskets_pane_forward },
	{ ACT_LAST_PANE, baskets_pane_last },
	{ ACT_NONE, NULL },
};
