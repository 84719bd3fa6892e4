#include "ui/plan/send_page.h"

#include "ui/journal/write_session.h"
#include "ui/plan/send_page_state.h"

static struct send_page *
send_page_of(const struct modal *m)
{
	return (struct send_page *)(uintptr_t)m;
}

static void
focus_missing_part(struct send_page *p)
{
	p->focus = SEND_COUNT;
	if (send_page_needs_name(p) &&
	    !str_eqz(send_page_text(p, SEND_NAME), p->modal.console->app->environment_name))
		p->focus = SEND_NAME;
	if (!send_page_text(p, SEND_REASON).n)
		p->focus = SEND_REASON;
}

/* ---- rows ---- */

static void
list_rows(struct send_page *p, bool reviews)
{
	const struct plan *plan = &p->draft->plan;
	p->listed.n = 0;
	p->lists_reviews = reviews;
	for (size_t i = 0; i < plan->rows.n; i++)
		if (!plan->rows.v[i].refusal.n && (!reviews || plan->rows.v[i].warning.n))
			vec_push(&p->listed, i);
}

static void
move_cursor(struct send_page *p, int to)
{
	int last = (int)p->listed.n - 1;
	p->cursor = to > last ? last : to;
	p->cursor = p->cursor < 0 ? 0 : p->cursor;
	if (p->cursor < p->top)
		p->top = p->cursor;
	if (p->cursor >= p->top + p->visible_rows)
		p->top = p->cursor - p->visible_rows + 1;
}

static void
scroll_page(struct send_page *p, int by)
{
	int last = (int)p->listed.n - p->visible_rows, top = p->top + by;
	p->top = top > last ? last : top;
	p->top = p->top < 0 ? 0 : p->top;
	move_cursor(p, p->cursor + by);
}

static void
refresh_rows(struct send_page *p)
{
	list_rows(p, true);
	if (!p->listed.n)
		list_rows(p, false);
	move_cursor(p, p->cursor);
}

/* ---- sending ---- */

static void
send_plan(struct send_page *p)
{
	struct console *c = p->modal.console;
	struct draft *d = p->draft;
	struct buf missing = { 0 }, reason = { 0 };
	struct err err;
	if (send_page_append_missing(p, &missing)) {
		console_show(c, ROLE_WARN, "Nothing has been sent. %s", buf_z(&missing));
		focus_missing_part(p);
		buf_free(&missing);
		return;
	}
	if (c->is_tour_acting) {
		console_show(c, ROLE_WARN, TOUR_SENDS_NOTHING);
		return;
	}
	buf_adds(&reason, send_page_text(p, SEND_REASON));
	if (send_page_is_locked(p))
		write_lock_open(&c->write_session->lock, buf_str(&reason), console_now(c));
	/* the plan's rows are made anew when it is sealed */
	if (draft_seal(d, arena_str(&d->text_arena, buf_str(&reason)), &err) &&
	    plans_send(c->plans, d, &err)) {
		console_close_modal(c);
		console_notify_panes(c);
	} else {
		refresh_rows(p);
		console_show(c, ROLE_BAD, "Not sent: %s", err.text);
	}
	buf_free(&reason);
}

/* ---- keys ---- */

static bool
has_part(const struct send_page *p, enum send_part part)
{
	return part != SEND_NAME || send_page_needs_name(p);
}

static void
move_page_focus(struct send_page *p, int by)
{
	do
		p->focus = (enum send_part)(((int)p->focus + by + SEND_PARTS) % SEND_PARTS);
	while (!has_part(p, p->focus));
}

static void
open_offer(struct send_page *p)
{
	struct console *c = p->modal.console;
	struct buf path = { 0 };
	buf_adds(&path, send_page_row(p, p->cursor)->path);
	console_close_modal(p->modal.console);
	c->nav->open_item(c, GRAPH_OFFER, buf_str(&path));
	buf_free(&path);
}

static void
drop_row(struct send_page *p)
{
	p->drop(p->plan, send_page_row(p, p->cursor)->key);
	refresh_rows(p);
	if (!p->listed.n)
		console_close_modal(p->modal.console);
}

static void
undo_drop(struct send_page *p)
{
	p->modal.console->nav->run_action(p->modal.console, ACT_UNDO);
	refresh_rows(p);
}

static void
press_enter(struct send_page *p)
{
	struct buf missing = { 0 };
	if (p->focus == SEND_ROWS)
		open_offer(p);
	else if (p->focus == SEND_CANCEL)
		console_close_modal(p->modal.console);
	else if (p->focus >= SEND_COUNT || !send_page_append_missing(p, &missing))
		send_plan(p);
	else
		focus_missing_part(p);
	buf_free(&missing);
}

static bool
press_row_key(struct send_page *p, uint32_t k)
{
	if (k == 'j' || k == 'n' || k == KEY_ARROW_DOWN)
		move_cursor(p, p->cursor + 1);
	else if (k == 'k' || k == 'N' || k == KEY_ARROW_UP)
		move_cursor(p, p->cursor - 1);
	else if (k == 'x')
		drop_row(p);
	else if (k == 'U')
		undo_drop(p);
	else
		return false;
	return true;
}

static bool
press_field_key(struct send_page *p, uint32_t k)
{
	struct lineedit *field = &p->fields[p->focus];
	enum lineedit_result result = lineedit_press_key(field, k);
	if (result == LINEEDIT_FULL) {
		struct buf words = { 0 };
		lineedit_append_rejection(&words, field, result, 1);
		console_show(p->modal.console, ROLE_WARN, "%s", buf_z(&words));
		buf_free(&words);
	}
	return result != LINEEDIT_IGNORED;
}

static bool
on_page_key(struct modal *m, uint32_t k)
{
	struct send_page *p = send_page_of(m);
	console_clear_old_message(m->console);
	switch (k) {
	case KEY_ESCAPE:
	case 3:
	case 7:
		if (m->console->message_stays)
			console_clear_message(m->console);
		else
			console_close_modal(p->modal.console);
		return true;
	case KEY_RETURN:
		press_enter(p);
		return true;
	case KEY_TAB:
		move_page_focus(p, 1);
		return true;
	case KEY_BACKTAB:
		move_page_focus(p, -1);
		return true;
	case KEY_PAGE_DOWN:
	case KEY_PAGE_UP:
		scroll_page(p, k == KEY_PAGE_DOWN ? p->visible_rows : -p->visible_rows);
		return true;
	}
	if (p->focus == SEND_ROWS)
		return press_row_key(p, k);
	if (k == KEY_ARROW_DOWN || k == KEY_ARROW_UP) {
		move_page_focus(p, k == KEY_ARROW_DOWN ? 1 : -1);
		return true;
	}
	if (p->focus < SEND_CANCEL)
		return press_field_key(p, k);
	if (k == KEY_ARROW_LEFT || k == KEY_ARROW_RIGHT)
		p->focus = p->focus == SEND_CANCEL ? SEND_BUTTON : SEND_CANCEL;
	return true;
}

static void
paste_into_page(struct modal *m, struct str text)
{
	struct send_page *p = send_page_of(m);
	struct buf words = { 0 };
	if (p->focus == SEND_ROWS || p->focus >= SEND_CANCEL)
		return;
	enum lineedit_result result = lineedit_paste(&p->fields[p->focus], text);
	if (result != LINEEDIT_HANDLED) {
		lineedit_append_rejection(&words, &p->fields[p->focus], result, text.n);
		console_show(m->console, ROLE_WARN, "%s", buf_z(&words));
	}
	buf_free(&words);
}

/* ---- modal functions ---- */

static void
write_page_bar(const struct modal *m, struct buf *out)
{
	const struct send_page *p = send_page_of(m);
	struct buf missing = { 0 };
	bool ready = !send_page_append_missing(p, &missing);
	buf_free(&missing);
	const char *scroll = (int)p->listed.n > p->visible_rows ? "PgDn PgUp changes   " : "";
	if (p->focus == SEND_ROWS)
		buf_addf(out,
		    "Enter offer   Tab fields   x drop   U undo   "
		    "Down Up or j k or n N next, previous   %sEsc close",
		    scroll);
	else if (p->focus >= SEND_CANCEL)
		buf_addf(out, "Enter press   Tab next field   %sEsc close, nothing is sent",
		    scroll);
	else
		buf_addf(out, "Enter %s   Tab next   %sEsc close, keeps the reason",
		    ready ? "send" : "show missing field", scroll);
}

static const char *const part_names[SEND_PARTS] = {
	[SEND_ROWS] = "Changes",
	[SEND_REASON] = "Reason",
	[SEND_NAME] = "Name of the environment",
	[SEND_COUNT] = "Number of changes",
	[SEND_CANCEL] = "Cancel, keep the reason",
	[SEND_BUTTON] = "Send",
};

/* The nth part that linear mode offers: all but the rows, which it reads in the text. */
static enum send_part
nth_part(const struct send_page *p, size_t at)
{
	int part = SEND_REASON;
	for (; part < SEND_PARTS; part++)
		if (has_part(p, (enum send_part)part) && at-- == 0)
			break;
	return (enum send_part)part;
}

static bool
write_page_choice(const struct modal *m, size_t at, struct buf *out)
{
	enum send_part part = nth_part(send_page_of(m), at);
	if (part == SEND_PARTS)
		return false;
	buf_addz(out, part_names[part]);
	return true;
}

static void
choose_part(struct modal *m, size_t at)
{
	struct send_page *p = send_page_of(m);
	p->focus = nth_part(p, at);
	if (p->focus >= SEND_CANCEL)
		press_enter(p);
}

static const struct lineedit *
focused_field(const struct modal *m, const char **name)
{
	const struct send_page *p = send_page_of(m);
	*name = part_names[p->focus];
	return p->focus > SEND_ROWS && p->focus < SEND_CANCEL ? &p->fields[p->focus] : NULL;
}

static void
arrange_page(struct modal *m, int rows, int cols)
{
	struct send_page *p = send_page_of(m);
	p->visible_rows = send_page_visible_rows(p, rows, cols);
	move_cursor(p, p->cursor);
}

static void
close_modal(struct modal *m)
{
	struct send_page *p = send_page_of(m);
	buf_reset(&p->draft->typed_reason);
	buf_adds(&p->draft->typed_reason, buf_str(&p->fields[SEND_REASON].text));
	for (int i = 0; i < SEND_PARTS; i++)
		lineedit_free(&p->fields[i]);
	vec_free(&p->listed);
	x_free(p);
}

static const struct modal_ops ops = {
	.on_key = on_page_key,
	.on_paste = paste_into_page,
	.arrange = arrange_page,
	.draw = send_page_draw,
	.write_key_bar = write_page_bar,
	.write_doc = send_page_write_doc,
	.write_choice = write_page_choice,
	.select_choice = choose_part,
	.get_focused_field = focused_field,
	.close = close_modal,
};

void
send_page_open(struct pane *plan, struct draft *d, void (*drop)(struct pane *plan, struct str key))
{
	enum { SHORT_TEXT_MAX = 256 };
	struct console *c = plan->console;
	struct send_page *p = x_new(struct send_page);
	*p = (struct send_page){
		.modal = { &ops, c }, .plan = plan, .draft = d, .drop = drop, .visible_rows = 1
	};
	p->fields[SEND_REASON].max_bytes = JOURNAL_REASON_SIZE_MAX;
	p->fields[SEND_NAME].max_bytes = SHORT_TEXT_MAX;
	p->fields[SEND_COUNT].max_bytes = SHORT_TEXT_MAX;
	/* Not the reason that unlocked writes: it may be that of another ticket. */
	lineedit_set(&p->fields[SEND_REASON], buf_str(&d->typed_reason));
	refresh_rows(p);
	focus_missing_part(p);
	console_push_modal(c, &p->modal);
}
