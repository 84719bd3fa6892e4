#include "ui/baskets_pane.h"

#include "base/utf8.h"
#include "ui/history.h"

enum { FOLLOW_MS = 80, TIME_CELLS = 11 };

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

const struct basket_row *
baskets_pane_row(const struct pane *p)
{
	return baskets_shown(list_of(p), self(p)->pos.cursor);
}

struct basket_story
baskets_pane_story(const struct pane *p)
{
	const struct console *c = p->console;
	return (struct basket_story){ .all = c->baskets,
		.sent = &c->sent,
		.links = &c->launch->links,
		.catalog = c->catalog,
		.then = c->compared,
		.start = c->start_day,
		.now = console_now(c),
		.times = c->times };
}

static void
build_detail(struct pane *p)
{
	struct baskets_pane *b = self(p);
	const struct basket_row *row = baskets_pane_row(p);
	struct basket_story story = baskets_pane_story(p);
	if (!row)
		return;
	if (!str_eq(buf_str(&b->detail_of), row->id)) {
		b->detail.list.top = b->detail.list.cursor = 0;
		buf_reset(&b->detail_of);
		buf_adds(&b->detail_of, row->id);
	}
	b->detail_at = b->pos.cursor;
	b->detail.doc.ascii = p->console->look.ascii_lines;
	b->detail.doc.width = b->layout.detail.w ? b->layout.detail.w : 80;
	b->detail_width = b->layout.detail.w;
	basket_doc(&b->detail.doc, row, &story);
	textview_built(&b->detail);
}

static void
follow(void *arg)
{
	struct pane *p = arg;
	self(p)->follow = 0;
	build_detail(p);
	console_dirty(p->console);
}

/* The cursor came to another basket: the detail follows when it rests. */
static void
cursor_moved(struct pane *p)
{
	struct baskets_pane *b = self(p);
	const struct basket_row *row = baskets_pane_row(p);
	struct console *c = p->console;
	buf_reset(&b->selected);
	if (row)
		buf_adds(&b->selected, row->id);
	c->io.forget(c->io.ctx, b->follow);
	b->follow = 0;
	if (!row || str_eq(buf_str(&b->detail_of), row->id)) {
		b->detail_at = b->pos.cursor;
		return;
	}
	if (b->detail_of.n == 0 || b->in_detail)
		build_detail(p);
	else
		b->follow = c->io.after(c->io.ctx, FOLLOW_MS, follow, p);
}

void
baskets_pane_rebuild(struct pane *p)
{
	build_detail(p);
	console_dirty(p->console);
}

/* A failure goes into the list of messages, and no information may stand in front of it. */
static void
notice_failure(struct pane *p)
{
	struct baskets_pane *b = self(p);
	bool failed = list_of(p)->state == BASKETS_FAILED;
	if (failed && !b->failed) {
		struct buf words = { 0 };
		baskets_pane_say_failure(p, &words);
		console_say(p->console, ROLE_BAD, "%s", buf_z(&words));
		console_hush(p->console);
		buf_free(&words);
	}
	b->failed = failed;
}

void
baskets_pane_changed(struct pane *p)
{
	struct baskets_pane *b = self(p);
	struct baskets *list = list_of(p);
	size_t at = b->selected.n ? baskets_find(list, buf_str(&b->selected)) : SIZE_MAX;
	size_t above = b->pos.cursor - b->pos.top;
	bool gone = b->selected.n && list->rows.n && !baskets_row(list, buf_str(&b->selected));
	list_fit(&b->pos, list->shown.n, b->pos.height);
	if (at != SIZE_MAX && at != b->pos.cursor) {
		/* The basket keeps its row of the screen as well as it can; a list that began with
		 * its first row goes on doing so, else the newest baskets would hide above. */
		bool fits = b->pos.top == 0 && at < b->pos.height;
		b->pos.top = at > above && !fits ? at - above : 0;
		list_go(&b->pos, at);
	}
	if (list->new_rows && list->state != BASKETS_READING) {
		struct buf words = { 0 };
		words_plural(&words, list->new_rows, "new basket", "new baskets");
		console_say(p->console, ROLE_TEXT, "%s on top", buf_z(&words));
		list->new_rows = 0;
		buf_free(&words);
	}
	if (gone) { /* else the next key would act on whoever stands there now */
		b->in_detail = false;
		console_say(p->console, ROLE_WARN,
		    "The selected basket has left the list. This is another one");
	}
	notice_failure(p);
	cursor_moved(p);
	console_dirty(p->console);
}

bool
baskets_pane_select(struct pane *p, struct str id)
{
	size_t at = baskets_find(list_of(p), id);
	if (at == SIZE_MAX)
		return false;
	/* The new cursor at once: bringing the old one into sight would lose the top. */
	self(p)->pos.count = list_of(p)->shown.n;
	list_go(&self(p)->pos, at);
	cursor_moved(p);
	return true;
}

const struct basket_row *
baskets_pane_step(struct pane *p, int by)
{
	struct baskets_pane *b = self(p);
	if (by && !list_move(&b->pos, by))
		return NULL;
	cursor_moved(p);
	baskets_want(list_of(p), b->pos.cursor + b->pos.height * 2);
	return baskets_pane_row(p);
}

void
baskets_pane_estimated(struct pane *p)
{
	self(p)->empty_of_rows = SIZE_MAX; /* a column may have something now */
	baskets_pane_rebuild(p);
}

static enum scope
scope(const struct pane *p)
{
	return self(p)->in_detail ? SCOPE_DETAIL : SCOPE_BASKETS;
}

/* Which columns are empty in every row read. */
static uint32_t
empty_columns(const struct baskets *list)
{
	const struct cell_context cells = { 0 };
	uint32_t empty = 0;
	for (uint32_t i = 0; basket_columns[i].id; i++) {
		struct placed_column placed = { &basket_columns[i], STR_NONE, 0, 0 };
		struct buf text = { 0 };
		bool any = str_eqz(str_of(basket_columns[i].id), "customer");
		for (size_t r = 0; r < list->rows.n && r < 2000 && !any; r++) {
			column_write(&text, &placed, &list->rows.v[r], STR_NONE, &cells);
			any = text.n > 0;
		}
		if (!any)
			empty |= 1u << i;
		buf_free(&text);
	}
	return empty;
}

/* A look at thousands of cells, so only when something was read. */
static void
find_empty_columns(struct baskets_pane *b, const struct baskets *list)
{
	if (b->empty_of_rows == list->rows.n && b->empty_of_pages == list->pages.n)
		return;
	b->empty_of_rows = list->rows.n;
	b->empty_of_pages = list->pages.n;
	b->empty_columns = list->rows.n ? empty_columns(list) : 0;
}

static void
place_columns(struct baskets_pane *b, const struct baskets *list)
{
	/* "18 min" fits six cells, "20 Nov 10:24 UTC" does not. */
	int wider = b->pane.console->times == TIME_AGE ? 0 : TIME_CELLS;
	int x = 3;
	find_empty_columns(b, list);
	uint32_t hidden = b->empty_columns |
	    (b->pane.console->present ? columns_private(basket_columns) : 0);
	b->columns_n = columns_place(
	    b->columns, &list->view, b->layout.list.w, 4 + wider, hidden, b->shift);
	for (size_t i = 0; i < b->columns_n; i++) {
		struct placed_column *p = &b->columns[i];
		p->x += x;
		if (!p->column || !str_eqz(str_of(p->column->id), "age"))
			continue;
		p->width += wider;
		x += wider;
	}
}

static void
arrange(struct pane *p, const struct layout *shell)
{
	struct baskets_pane *b = self(p);
	struct baskets *list = list_of(p);
	b->layout = layout_make(shell->body.h + 4, shell->body.w, b->in_detail, b->full);
	if (b->layout.list.h > 1) {
		/* The header, and a row below the last one for what could not be read. */
		int taken = list->state == BASKETS_FAILED && b->layout.list.h > 2 ? 2 : 1;
		list_fit(&b->pos, list->shown.n, (size_t)(b->layout.list.h - taken));
		place_columns(b, list);
	}
	if (b->layout.detail.h > 0) {
		if (b->detail_width != b->layout.detail.w || b->detail_of.n == 0)
			build_detail(p);
		textview_arrange(&b->detail, b->layout.detail.h);
	}
}

static const char *
words(const struct pane *p, enum action a, struct buf *room)
{
	const struct baskets_pane *b = self(p);
	if (a != ACT_SEND_MAIN || !b->marks.n || b->in_detail)
		return NULL;
	buf_addz(room, "send ");
	words_plural(room, b->marks.n, "marked link", "marked links");
	return buf_z(room);
}

static struct place
place_of(const struct pane *p, struct buf *view, struct buf *selected)
{
	const struct baskets_pane *b = self(p);
	view_write(view, &list_of(p)->view);
	buf_adds(selected, buf_str(&b->selected));
	return (struct place){ (char *)(uintptr_t)buf_z(view), (char *)(uintptr_t)buf_z(selected),
		b->pos.top, b->in_detail };
}

bool
baskets_pane_show(struct pane *p, struct view *view, bool jump, struct err *err)
{
	struct baskets_pane *b = self(p);
	struct buf line = { 0 }, selected = { 0 };
	struct place here = place_of(p, &line, &selected);
	bool ok = baskets_set_view(list_of(p), view, err);
	if (ok && jump)
		history_leave(b->history, &here);
	/* A basket that the new view does not show gives way to the newest one that it does. */
	if (ok && baskets_find(list_of(p), buf_str(&b->selected)) == SIZE_MAX)
		b->pos.cursor = b->pos.top = 0;
	if (ok)
		baskets_pane_changed(p);
	buf_free(&line);
	buf_free(&selected);
	return ok;
}

static void
left(struct pane *p, const char *view, const char *selected, size_t top)
{
	const struct place place = { (char *)(uintptr_t)view, (char *)(uintptr_t)selected, top,
		false };
	history_leave(self(p)->history, &place);
}

/* To a place of the history: its view, its basket under the cursor, its row on top. */
static void
return_to(struct pane *p, const struct place *place)
{
	struct baskets_pane *b = self(p);
	struct view view;
	struct err err;
	if (!view_parse(&view, str_of(place->view), &err) ||
	    !baskets_pane_show(p, &view, false, &err)) {
		view_free(&view);
		return;
	}
	b->pos.top = place->top;
	baskets_pane_select(p, str_of(place->selected));
	b->in_detail = place->in_detail;
}

static void
travel(struct pane *p, const struct place *(*go)(struct history *, const struct place *),
    const char *nowhere)
{
	struct buf line = { 0 }, selected = { 0 };
	struct place here = place_of(p, &line, &selected);
	const struct place *to = go(self(p)->history, &here);
	if (to)
		return_to(p, to);
	else
		console_say(p->console, ROLE_TEXT, "%s", nowhere);
	buf_free(&line);
	buf_free(&selected);
}

void
baskets_pane_back(struct pane *p)
{
	travel(p, history_back, "Nothing lies further back");
}

void
baskets_pane_forward(struct pane *p)
{
	travel(p, history_forward, "Nothing lies further on");
}

void
baskets_pane_last(struct pane *p)
{
	struct buf line = { 0 }, selected = { 0 };
	struct place here = place_of(p, &line, &selected);
	const struct place *to = history_forward(self(p)->history, &here);
	if (!to)
		to = history_back(self(p)->history, &here);
	if (to)
		return_to(p, to);
	else
		console_say(p->console, ROLE_TEXT, "There was no other view yet");
	buf_free(&line);
	buf_free(&selected);
}

static bool
cancel(struct pane *p)
{
	struct baskets_pane *b = self(p);
	struct baskets *list = list_of(p);
	struct view all;
	struct err err;
	if (baskets_stop(list)) {
		console_say(p->console, ROLE_TEXT, "Stopped. %zu read", list->rows.n);
		baskets_pane_changed(p);
		return true;
	}
	if (b->in_detail) {
		b->in_detail = b->full = false;
		return true;
	}
	if (list->state == BASKETS_FAILED) { /* what failed was seen; the rows stay */
		list->state = BASKETS_QUIET;
		return true;
	}
	if (!view_is_filtered(&list->view))
		return false;
	view_parse_terms(&all, list->view.resource, STR_NONE, &err);
	return baskets_pane_show(p, &all, true, &err);
}

/* ---- what prompts do with it ---- */

static const struct view *
view_of(const struct pane *p)
{
	return &list_of(p)->view;
}

static struct str
selected_of(const struct pane *p, size_t *top)
{
	*top = self(p)->pos.top;
	return buf_str(&self(p)->selected);
}

static void
decided(struct pane *p)
{
	if (view_is_filtered(&list_of(p)->view))
		baskets_search(list_of(p));
}

static bool
step(struct pane *p, int by)
{
	return baskets_pane_step(p, by) != NULL;
}

static bool
source(const struct pane *p, struct buf *name, struct str *json)
{
	const struct basket_row *row = baskets_pane_row(p);
	if (!row)
		return false;
	buf_addz(name, "basket ");
	buf_adds(name, row->id);
	*json = baskets_json(list_of(p), row, NULL);
	return true;
}

static const struct pane_rows rows = {
	.view = view_of,
	.show = baskets_pane_show,
	.selected = selected_of,
	.select = baskets_pane_select,
	.left = left,
	.decided = decided,
	.step = step,
	.source = source,
};

static void
close_pane(struct pane *p)
{
	struct baskets_pane *b = self(p);
	p->console->io.forget(p->console->io.ctx, b->follow);
	textview_free(&b->detail);
	for (size_t i = 0; i < b->marks.n; i++)
		x_free(b->marks.v[i]);
	vec_free(&b->marks);
	buf_free(&b->selected);
	buf_free(&b->range_from);
	buf_free(&b->detail_of);
	history_free(b->history);
	x_free(b);
}

static const struct pane_ops ops = {
	.name = "baskets",
	.actions = baskets_pane_actions,
	.scope = scope,
	.arrange = arrange,
	.draw = baskets_pane_draw,
	.refuse = baskets_pane_refuse,
	.words = words,
	.title = baskets_pane_title,
	.status = baskets_pane_status,
	.cancel = cancel,
	.changed = baskets_pane_rebuild,
	.rows = &rows,
	.close = close_pane,
};

struct pane *
baskets_pane_new(struct console *c)
{
	struct baskets_pane *b = x_new(struct baskets_pane);
	b->pane = (struct pane){ .ops = &ops, .console = c };
	b->history = history_new();
	return &b->pane;
}
