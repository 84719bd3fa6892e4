#include "ui/kit/prompt.h"
#include "ui/linear/see.h"
#include "ui/linear/state.h"

enum { ROWS_AT_A_TIME = 10 };

void
linear_again(struct linear *l)
{
	struct linear_seen *s = &l->seen;
	struct buf alarms = s->alarms;
	unsigned messages = s->messages;
	buf_free(&s->place);
	buf_free(&s->status);
	buf_free(&s->selected);
	buf_free(&s->problem);
	buf_wipe(&s->box);
	*s = (struct linear_seen){ .messages = messages, .alarms = alarms };
}

/* Keeps the text as what was said last; true when it is another one. */
static bool
is_new(struct buf *said, struct str text)
{
	if (str_eq(buf_str(said), text))
		return false;
	buf_reset(said);
	buf_adds(said, text);
	return true;
}

static bool
is_other(uint64_t *said, struct str text)
{
	uint64_t hash = str_hash(text, 0);
	bool other = hash != *said;
	*said = hash;
	return other;
}

/* ---- messages, and the text of row 2 of every pane ---- */

static bool
say_messages(struct linear *l, struct console *c)
{
	unsigned made = c->messages_made - l->seen.messages;
	size_t n = c->messages.n, first = made < n ? n - made : 0;
	l->seen.messages = c->messages_made;
	for (size_t i = first; i < n; i++)
		say_text(&l->say, str_of(c->messages.v[i].text));
	return first < n;
}

static bool
say_alarms(struct linear *l, struct console *c)
{
	struct buf alarms = { 0 };
	see_alarms(c, &alarms);
	bool any = is_new(&l->seen.alarms, buf_str(&alarms)) && alarms.n;
	if (any)
		say_text(&l->say, buf_str(&alarms));
	buf_free(&alarms);
	return any;
}

/* ---- a box ---- */

static void
add_choices(struct buf *out, const struct modal *m)
{
	struct buf words = { 0 };
	for (size_t i = 0; m->ops->choice && m->ops->choice(m, i, &words); i++) {
		buf_addf(out, "%zu. ", i + 1);
		say_add_spoken(out, buf_str(&words), SAY_NO_LABELS);
		buf_addc(out, '\n');
		buf_reset(&words);
	}
	buf_free(&words);
}

static bool
has_field(const struct modal *m)
{
	const char *name;
	return m->ops->field && m->ops->field(m, &name);
}

static bool
say_prompt_problem(struct linear *l, const struct modal *m, bool asked)
{
	const struct prompt *p = prompt_of_modal(m);
	bool any = (is_new(&l->seen.problem, buf_str(&p->problem)) || asked) && p->problem.n;
	if (any)
		say_text(&l->say, buf_str(&p->problem));
	if (asked && prompt_text(p).n && !any && !p->secret)
		say_words(&l->say, "Enter alone takes %.*s", STR_ARG(prompt_text(p)));
	return any || asked;
}

static bool
has_line(struct str text, struct str wanted)
{
	struct str line;
	while (text.n && str_next(&text, '\n', &line))
		if (str_eq(line, wanted))
			return true;
	return false;
}

/* Those lines that were not there before. */
static void
say_new_lines(struct linear *l, struct str before, struct str text)
{
	struct str line;
	while (text.n && str_next(&text, '\n', &line))
		if (!has_line(before, line))
			say_text(&l->say, line);
}

static void
say_whole_box(struct linear *l, const struct modal *m, struct str text)
{
	struct buf all = { 0 };
	buf_adds(&all, text);
	add_choices(&all, m);
	say_forget_rest(&l->say);
	say_text(&l->say, buf_str(&all));
	buf_wipe(&all);
}

/* The box's text, and if it has no choices, the meaning of its keys. */
static void
see_box(struct console *c, struct modal *m, struct buf *text, struct buf *line)
{
	struct buf choice = { 0 };
	see_modal(c, text, line);
	if (!m->ops->choice || !m->ops->choice(m, 0, &choice)) {
		see_bar(m, text);
		buf_addc(text, '\n');
	}
	buf_free(&choice);
}

/* ---- a list ---- */

static void
say_row(struct linear *l, const struct rows_pane *r)
{
	struct buf row = { 0 };
	see_row(r, r->pos.cursor, &row);
	say_words(&l->say, "Row %zu of %zu: %s", r->pos.cursor + 1, rows_pane_shown_rows(r).n,
	    buf_z(&row));
	buf_free(&row);
}

/* `placed`: where it is was said, and so is the row. */
static bool
say_list(struct linear *l, struct console *c, bool placed, bool asked)
{
	struct rows_pane *r = see_list(c);
	struct buf none = { 0 };
	bool first = !l->seen.in_list, any = rows_pane_shown_rows(r).n > 0;
	bool moved = is_new(&l->seen.selected, buf_str(&r->selected));
	if (!first && !moved && !placed && !asked)
		return false;
	l->next_row = 0;
	if (any) {
		say_row(l, r);
	} else {
		see_no_row(r, &none);
		say_text(&l->say, buf_str(&none));
	}
	buf_free(&none);
	return true;
}

void
linear_list(struct linear *l, struct console *c, size_t from)
{
	struct rows_pane *r = see_list(c);
	struct shown_rows rows = rows_pane_shown_rows(r);
	size_t to = from + ROWS_AT_A_TIME < rows.n ? from + ROWS_AT_A_TIME : rows.n;
	struct buf row = { 0 };
	for (size_t i = from; i < to; i++) {
		buf_reset(&row);
		see_row(r, i, &row);
		say_words(&l->say, "%zu. %s%s", i + 1, i == r->pos.cursor ? "selected, " : "",
		    buf_z(&row));
	}
	if (to < rows.n)
		say_words(&l->say, "Rows %zu to %zu of %zu; more goes on", from + 1, to, rows.n);
	else if (from < to)
		say_words(&l->say, "These were the last of %zu", rows.n);
	l->next_row = to;
	if (r->kind->source.want)
		r->kind->source.want(r, to + ROWS_AT_A_TIME);
	buf_free(&row);
}

/* ---- a pane ---- */

static bool
say_pane_text(struct linear *l, struct console *c, bool asked)
{
	struct buf text = { 0 }, line = { 0 };
	size_t at;
	see_text(c, &text);
	bool any = is_other(&l->seen.text, buf_str(&text));
	see_line(c, &line, &at);
	if (any)
		say_part(&l->say, buf_str(&text));
	else if (at != l->seen.line || asked)
		say_text(&l->say, buf_str(&line));
	any = any || at != l->seen.line || asked;
	l->seen.line = at;
	buf_wipe(&text);
	buf_wipe(&line);
	return any;
}

/* As a message, just before. */
static bool
was_said(const struct console *c, const struct buf *text)
{
	return c->messages.n && str_eqz(buf_str(text), c->messages.v[c->messages.n - 1].text);
}

static bool
say_status(struct linear *l, struct console *c)
{
	struct buf status = { 0 };
	enum role role;
	if (c->present || !pane_status(console_pane(c), &status, &role))
		buf_reset(&status);
	bool any = is_new(&l->seen.status, buf_str(&status)) && status.n && !was_said(c, &status);
	if (any)
		say_text(&l->say, buf_str(&status));
	buf_free(&status);
	return any;
}

static bool
say_pane(struct linear *l, struct console *c, bool asked)
{
	struct buf place = { 0 };
	struct pane *p = console_pane(c);
	bool in_list = see_list(c) != NULL;
	if (p != l->seen.pane || in_list != l->seen.in_list) {
		l->seen.text = 0;
		l->seen.line = SIZE_MAX;
		l->seen.in_list = false;
		say_forget_rest(&l->say);
	}
	l->seen.pane = p;
	see_place(c, &place);
	bool placed = is_new(&l->seen.place, buf_str(&place));
	if (placed)
		say_text(&l->say, buf_str(&place));
	bool any = say_status(l, c) || placed;
	asked = asked && !any;
	any = (in_list ? say_list(l, c, placed, asked) : say_pane_text(l, c, asked)) || any;
	l->seen.in_list = in_list;
	buf_free(&place);
	return any;
}

/* A box is said whole when it opens, and where what it sends is confirmed; then what is new in it.
 */
static bool
say_modal(struct linear *l, struct console *c, bool asked)
{
	struct modal *m = console_modal(c);
	struct buf text = { 0 }, line = { 0 };
	bool other = m != l->seen.modal, any = true;
	l->seen.modal = m;
	if (m->ops->on_message_line) {
		/* A pane that was opened to be asked about: what it is, and what it takes. */
		any = other && console_pane(c) != l->seen.pane && say_pane(l, c, false);
		return say_prompt_problem(l, m, asked && other && !any) || any;
	}
	see_box(c, m, &text, &line);
	bool changed = !str_eq(buf_str(&text), buf_str(&l->seen.box));
	if (other || ((changed || asked) && m->ops->field && !has_field(m)))
		say_whole_box(l, m, buf_str(&text));
	else if (has_field(m) && (changed || asked))
		say_text(&l->say, buf_str(&line));
	else if (changed)
		say_new_lines(l, buf_str(&l->seen.box), buf_str(&text));
	else if (asked)
		say_text(&l->say,
		    STR("That changes nothing here. Enter alone says it again, ? what is an answer"));
	else
		any = false;
	buf_wipe(&l->seen.box);
	l->seen.box = text;
	buf_wipe(&line);
	return any;
}

static void
greet(struct linear *l, const struct console *c)
{
	const struct app_context *app = c->app;
	l->greeted = true;
	l->say.ascii = c->look.ascii_text;
	say_words(&l->say, "%s%s%s. ? says what can be typed", app->badge,
	    app->masked          ? ", masked"
		: app->read_only ? ", read-only"
				 : "",
	    app->token_in_clear ? ", token in clear" : "");
}

bool
linear_news(struct linear *l, struct console *c, bool asked)
{
	bool said = !l->greeted || (asked && l->say.lines != l->said);
	if (!l->greeted)
		greet(l, c);
	said = say_messages(l, c) || said;
	said = say_alarms(l, c) || said;
	if (console_modal(c))
		return say_modal(l, c, asked && !said) || said;
	l->owes = l->owes || (l->seen.modal && !asked);
	l->seen.modal = NULL;
	return (asked && say_pane(l, c, !said)) || said;
}

bool
linear_news_behind(struct linear *l, struct console *c)
{
	return !console_modal(c) && say_pane(l, c, false);
}
