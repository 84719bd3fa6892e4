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

static void say_failure(const struct pane *p, struct buf *out);

/* A failure goes into the list of messages, and no information may stand in front of it. */
static void
notice_failure(struct pane *p)
{
	struct baskets_pane *b = self(p);
	bool failed = list_of(p)->state == BASKETS_FAILED;
	if (failed && !b->failed) {
		struct buf words = { 0 };
		say_failure(p, &words);
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
	b->columns_n = columns_place(
	    b->columns, &list->view, b->layout.list.w, 4 + wider, b->empty_columns, b->shift);
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

static void
add_counts(const struct pane *p, struct buf *right)
{
	const struct baskets *list = list_of(p);
	const struct baskets_pane *b = self(p);
	int64_t oldest = baskets_oldest(list);
	if (b->marks.n)
		buf_addf(right, "%zu marked \xC2\xB7 ", b->marks.n);
	baskets_write_count(right, list);
	if (!view_is_filtered(&list->view) && !list->at_end && oldest != WHEN_NONE) {
		/* "1,000 read · older exist" becomes "1,000 read, back to 14 Nov · …" */
		struct buf back = { 0 };
		right->n -= sizeof(" \xC2\xB7 older exist") - 1;
		words_day(&back, oldest, p->console->times == TIME_UTC);
		buf_addf(right, ", back to %s \xC2\xB7 older exist", buf_z(&back));
		buf_free(&back);
	}
	if (list->read_at != WHEN_NONE) {
		buf_addz(right, " \xC2\xB7 read ");
		words_clock(right, list->read_at, p->console->times == TIME_UTC);
	}
}

static void
title(const struct pane *p, struct buf *left, struct buf *right)
{
	const struct baskets *list = list_of(p);
	struct buf line = { 0 };
	view_write(&line, &list->view);
	if (line.n)
		line.p[0] = 'B';
	text_clean(left, buf_str(&line), p->console->look.ascii_lines);
	if (!list->view.sort.n)
		buf_addz(left, " sort=-created");
	buf_free(&line);
	add_counts(p, right);
}

static void
say_failure(const struct pane *p, struct buf *out)
{
	const struct baskets *list = list_of(p);
	struct buf key = { 0 };
	words_err(out, &list->err, list->tries);
	if (list->rows.n && list->read_at != WHEN_NONE) {
		buf_addz(out, ". Rows of ");
		words_clock(out, list->read_at, p->console->times == TIME_UTC);
		buf_addz(out, " stay");
	}
	console_key_of(p->console, &key, ACT_RETRY);
	buf_addf(out, ". %s again", buf_z(&key));
	buf_free(&key);
}

static void
say_search(const struct pane *p, struct buf *out)
{
	const struct baskets *list = list_of(p);
	buf_addz(out, "Searching older baskets: ");
	words_count(out, list->rows.n);
	buf_addz(out, " read");
	if (baskets_oldest(list) != WHEN_NONE) {
		buf_addz(out, ", back to ");
		words_day(out, baskets_oldest(list), p->console->times == TIME_UTC);
	}
	buf_addf(out, ", %zu match   Esc stops", list->shown.n);
}

/* Mara Ellison <mara@example.com>, or what there is of it. */
static void
add_person(struct buf *out, const struct basket_row *row)
{
	struct buf who = { 0 };
	basket_row_customer(&who, row);
	text_clean(out, buf_str(&who), false);
	if (row->email.n && !str_eq(row->email, buf_str(&who))) {
		buf_addz(out, " <");
		text_clean(out, row->email, false);
		buf_addc(out, '>');
	}
	buf_free(&who);
}

static void
say_no_match(const struct pane *p, struct buf *out)
{
	const struct baskets *list = list_of(p);
	const struct basket_row *near = baskets_nearest(list);
	struct buf terms = { 0 }, key = { 0 };
	view_write_terms(&terms, &list->view);
	buf_addz(out, "No basket matches \"");
	text_clean(out, buf_str(&terms), false);
	buf_addz(out, list->at_end ? "\" in all " : "\" in ");
	words_count(out, list->rows.n);
	buf_addz(out, list->at_end ? "." : " read. m reads older ones.");
	if (near) {
		console_key_of(p->console, &key, ACT_IN);
		buf_addf(out, " Nearest (%s): ", buf_z(&key)); /* the key first: the end is cut */
		add_person(out, near);
	}
	buf_free(&terms);
	buf_free(&key);
}

static void
say_filtered(const struct pane *p, struct buf *out)
{
	const struct baskets *list = list_of(p);
	struct buf older = { 0 };
	console_key_of(p->console, &older, ACT_OLDER);
	if (list->paused)
		buf_addz(out, "Stopped at ");
	words_count(out, list->paused ? list->rows.n : list->shown.n);
	buf_addz(out, list->paused ? " baskets, " : " match in ");
	words_count(out, list->paused ? list->shown.n : list->rows.n);
	buf_addf(out, "%s. %s reads older ones, Esc clears the filter",
	    list->paused ? " match" : " read", buf_z(&older));
	buf_free(&older);
}

static bool
say_wait(const struct pane *p, struct buf *out)
{
	const struct baskets *list = list_of(p);
	int64_t waited = clock_ticks() - list->asked_at;
	if (list->state != BASKETS_READING || waited < 1000 || p->console->script)
		return false;
	buf_addf(out, "Waiting for %s, %lld s. Esc stops",
	    list->rows.n ? "older baskets" : "the first page", (long long)(waited / 1000));
	return true;
}

static bool
status(const struct pane *p, struct buf *out, enum role *role)
{
	const struct baskets *list = list_of(p);
	*role = ROLE_TEXT;
	if (list->state == BASKETS_FAILED) {
		say_failure(p, out);
		*role = ROLE_BAD;
	} else if (list->searching) {
		say_search(p, out);
	} else if (say_wait(p, out)) {
		return true;
	} else if (view_is_filtered(&list->view) && list->shown.n == 0 && list->rows.n) {
		say_no_match(p, out);
	} else if (view_is_filtered(&list->view) && !list->at_end && list->rows.n) {
		say_filtered(p, out);
	} else if (list->looped) {
		buf_addz(out,
		    "The service gave the same cursor twice: the list ends here, older "
		    "ones may be missing");
		*role = ROLE_WARN;
	} else {
		return false;
	}
	return true;
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

void
baskets_pane_left(struct pane *p, const char *view, const char *selected, size_t top)
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
	.title = title,
	.status = status,
	.cancel = cancel,
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
