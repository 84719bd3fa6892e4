#include "ui/kit/prompt.h"
#include "ui/linear/screen_text.h"
#include "ui/linear/state.h"

enum { SPOKEN_ROWS_MAX = 10 };

void
linear_reset_spoken(struct linear *l)
{
	struct linear_spoken *s = &l->last_spoken;
	struct buf alarms = s->alarms;
	unsigned messages = s->message_count;
	buf_free(&s->location);
	buf_free(&s->status);
	buf_free(&s->selected_row_id);
	buf_free(&s->problem);
	buf_wipe(&s->modal_text);
	*s = (struct linear_spoken){ .message_count = messages, .alarms = alarms };
}

/* Stores the text as last spoken. Returns true if it has changed. */
static bool
set_if_changed(struct buf *said, struct str text)
{
	if (str_eq(buf_str(said), text))
		return false;
	buf_reset(said);
	buf_adds(said, text);
	return true;
}

static bool
update_hash(uint64_t *said, struct str text)
{
	uint64_t hash = str_hash(text, 0);
	bool other = hash != *said;
	*said = hash;
	return other;
}

/* ---- messages, and warnings in row 2 ---- */

static bool
speak_messages(struct linear *l, struct console *c)
{
	unsigned made = c->messages_logged - l->last_spoken.message_count;
	size_t n = c->messages.n, first = made < n ? n - made : 0;
	l->last_spoken.message_count = c->messages_logged;
	for (size_t i = first; i < n; i++)
		speak_text(&l->speaker, str_of(c->messages.v[i].text));
	return first < n;
}

static bool
speak_alarms(struct linear *l, struct console *c)
{
	struct buf alarms = { 0 };
	screen_append_alarms(c, &alarms);
	bool any = set_if_changed(&l->last_spoken.alarms, buf_str(&alarms)) && alarms.n;
	if (any)
		speak_text(&l->speaker, buf_str(&alarms));
	buf_free(&alarms);
	return any;
}

/* ---- boxes ---- */

static void
add_choices(struct buf *out, const struct modal *m)
{
	struct buf words = { 0 };
	for (size_t i = 0; m->ops->write_choice && m->ops->write_choice(m, i, &words); i++) {
		buf_addf(out, "%zu. ", i + 1);
		append_spoken_line(out, buf_str(&words), SPEAK_NO_LABELS);
		buf_addc(out, '\n');
		buf_reset(&words);
	}
	buf_free(&words);
}

static bool
has_field(const struct modal *m)
{
	const char *name;
	return m->ops->get_focused_field && m->ops->get_focused_field(m, &name);
}

static bool
speak_prompt_problem(struct linear *l, const struct modal *m, bool asked)
{
	const struct prompt *p = prompt_of_modal(m);
	bool any = (set_if_changed(&l->last_spoken.problem, buf_str(&p->problem)) || asked) &&
	    p->problem.n;
	if (any)
		speak_text(&l->speaker, buf_str(&p->problem));
	if (asked && prompt_text(p).n && !any && !p->secret_kind)
		speak_words(&l->speaker, "Enter alone chooses %.*s", STR_ARG(prompt_text(p)));
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

/* Speaks the lines of the text that are not in `before`. */
static void
speak_new_lines(struct linear *l, struct str before, struct str text)
{
	struct str line;
	while (text.n && str_next(&text, '\n', &line))
		if (!has_line(before, line))
			speak_text(&l->speaker, line);
}

static void
speak_whole_box(struct linear *l, const struct modal *m, struct str text)
{
	struct buf all = { 0 };
	buf_adds(&all, text);
	add_choices(&all, m);
	speak_discard_pending(&l->speaker);
	speak_text(&l->speaker, buf_str(&all));
	buf_wipe(&all);
}

static bool
has_choices(const struct modal *m)
{
	struct buf choice = { 0 };
	bool any = m->ops->write_choice && m->ops->write_choice(m, 0, &choice);
	buf_free(&choice);
	return any;
}

/* Appends the box's text, and its key bar if it has no choices. */
static void
append_box_text(struct console *c, struct modal *m, struct buf *text, struct buf *line)
{
	screen_append_modal(c, text, line);
	if (!has_choices(m)) {
		screen_append_key_bar(m, text);
		buf_addc(text, '\n');
	}
}

/* ---- lists ---- */

static void
speak_row(struct linear *l, const struct rows_pane *r)
{
	struct buf row = { 0 };
	screen_append_row(r, r->pos.cursor, &row);
	speak_words(&l->speaker, "Row %zu of %zu: %s", r->pos.cursor + 1, rows_pane_shown_rows(r).n,
	    buf_z(&row));
	buf_free(&row);
}

/* Speaks the selected row if it has changed. `placed`: the place was just spoken, so speak the
 * row, too. */
static bool
speak_list(struct linear *l, struct console *c, bool placed, bool asked)
{
	struct rows_pane *r = screen_focused_list(c);
	struct buf none = { 0 };
	bool first = !l->last_spoken.in_list, any = rows_pane_shown_rows(r).n > 0;
	bool moved = set_if_changed(&l->last_spoken.selected_row_id, buf_str(&r->selected_id));
	if (!first && !moved && !placed && !asked)
		return false;
	l->next_row = 0;
	if (any) {
		speak_row(l, r);
	} else {
		screen_append_no_row(r, &none);
		speak_text(&l->speaker, buf_str(&none));
	}
	buf_free(&none);
	return true;
}

void
linear_speak_rows(struct linear *l, struct console *c, size_t from)
{
	struct rows_pane *r = screen_focused_list(c);
	struct shown_rows rows = rows_pane_shown_rows(r);
	size_t to = from + SPOKEN_ROWS_MAX < rows.n ? from + SPOKEN_ROWS_MAX : rows.n;
	struct buf row = { 0 };
	for (size_t i = from; i < to; i++) {
		buf_reset(&row);
		screen_append_row(r, i, &row);
		speak_words(&l->speaker, "%zu. %s%s", i + 1, i == r->pos.cursor ? "selected, " : "",
		    buf_z(&row));
	}
	if (to < rows.n)
		speak_words(
		    &l->speaker, "Rows %zu to %zu of %zu; more continues", from + 1, to, rows.n);
	else if (from < to)
		speak_words(&l->speaker, "That was the last of %zu rows", rows.n);
	l->next_row = to;
	if (r->kind->request_rows)
		r->kind->request_rows(r, to + SPOKEN_ROWS_MAX);
	buf_free(&row);
}

/* ---- panes ---- */

static bool
speak_pane_text(struct linear *l, struct console *c, bool asked)
{
	struct buf text = { 0 }, line = { 0 };
	size_t at;
	screen_append_text(c, &text);
	bool any = update_hash(&l->last_spoken.text_hash, buf_str(&text));
	screen_append_line(c, &line, &at);
	if (!any && asked && at == l->last_spoken.line && rows_pane_or_null(console_top_pane(c)))
		speak_text(&l->speaker, buf_str(&l->last_spoken.location)); /* names the person */
	if (any)
		speak_first_part(&l->speaker, buf_str(&text));
	else if (at != l->last_spoken.line || asked)
		speak_text(&l->speaker, buf_str(&line));
	any = any || at != l->last_spoken.line || asked;
	l->last_spoken.line = at;
	buf_wipe(&text);
	buf_wipe(&line);
	return any;
}

/* True if the text was just spoken as a message. */
static bool
is_message_spoken(const struct console *c, const struct buf *text)
{
	return c->messages.n && str_eqz(buf_str(text), c->messages.v[c->messages.n - 1].text);
}

static bool
speak_status(struct linear *l, struct console *c)
{
	struct buf status = { 0 };
	enum role role;
	if (c->presenting || !pane_append_status(console_top_pane(c), &status, &role))
		buf_reset(&status);
	bool any = set_if_changed(&l->last_spoken.status, buf_str(&status)) && status.n &&
	    !is_message_spoken(c, &status);
	if (any)
		speak_text(&l->speaker, buf_str(&status));
	buf_free(&status);
	return any;
}

static bool
speak_pane(struct linear *l, struct console *c, bool asked)
{
	struct buf place = { 0 };
	struct pane *p = console_top_pane(c);
	bool in_list = screen_focused_list(c) != NULL;
	if (p != l->last_spoken.pane || in_list != l->last_spoken.in_list) {
		l->last_spoken.text_hash = 0;
		l->last_spoken.line = SIZE_MAX;
		l->last_spoken.in_list = false;
		speak_discard_pending(&l->speaker);
	}
	l->last_spoken.pane = p;
	screen_append_place(c, &place);
	bool placed = set_if_changed(&l->last_spoken.location, buf_str(&place));
	if (placed)
		speak_text(&l->speaker, buf_str(&place));
	bool any = speak_status(l, c) || placed;
	asked = asked && !any;
	any = (in_list ? speak_list(l, c, placed, asked) : speak_pane_text(l, c, asked)) || any;
	l->last_spoken.in_list = in_list;
	buf_free(&place);
	return any;
}

/* Speaks a whole box when it opens, and when its text field has gone so that only buttons
 * remain; otherwise only its new lines. */
static bool
speak_modal(struct linear *l, struct console *c, bool asked)
{
	struct modal *m = console_top_modal(c);
	struct buf text = { 0 }, line = { 0 };
	bool other = m != l->last_spoken.modal, any = true;
	l->last_spoken.modal = m;
	if (m->ops->is_on_message_line) {
		/* The prompt was opened together with its pane: speak both. */
		any = other && console_top_pane(c) != l->last_spoken.pane &&
		    speak_pane(l, c, false);
		return speak_prompt_problem(l, m, asked && other && !any) || any;
	}
	append_box_text(c, m, &text, &line);
	bool changed = !str_eq(buf_str(&text), buf_str(&l->last_spoken.modal_text));
	if (other || ((changed || asked) && m->ops->get_focused_field && !has_field(m)))
		speak_whole_box(l, m, buf_str(&text));
	else if (has_field(m) && (changed || asked))
		speak_text(&l->speaker, buf_str(&line));
	else if (changed)
		speak_new_lines(l, buf_str(&l->last_spoken.modal_text), buf_str(&text));
	else if (asked && !has_choices(m))
		speak_whole_box(l, m, buf_str(&text));
	else if (asked)
		speak_text(&l->speaker,
		    STR("Not one of the choices. Enter alone repeats them, ? explains the answers"));
	else
		any = false;
	buf_wipe(&l->last_spoken.modal_text);
	l->last_spoken.modal_text = text;
	buf_wipe(&line);
	return any;
}

static void
speak_greeting(struct linear *l, const struct console *c)
{
	const struct app_context *app = c->app;
	l->greeted = true;
	l->speaker.ascii = c->look.ascii_text;
	speak_words(&l->speaker, "%s%s%s. ? lists the commands", app->badge,
	    app->masked          ? ", masked"
		: app->read_only ? ", read-only"
				 : "",
	    app->token_sent_in_clear ? ", token unencrypted" : "");
}

bool
linear_speak_news(struct linear *l, struct console *c, bool asked)
{
	bool said = !l->greeted || (asked && l->speaker.line_count != l->lines_before_input);
	if (!l->greeted)
		speak_greeting(l, c);
	said = speak_messages(l, c) || said;
	said = speak_alarms(l, c) || said;
	if (console_top_modal(c))
		return speak_modal(l, c, asked && !said) || said;
	l->box_result_pending = l->box_result_pending || (l->last_spoken.modal && !asked);
	l->last_spoken.modal = NULL;
	return (asked && speak_pane(l, c, !said)) || said;
}

bool
linear_speak_pane_news(struct linear *l, struct console *c)
{
	return !console_top_modal(c) && speak_pane(l, c, false);
}
