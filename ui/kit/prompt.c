#include "ui/kit/prompt.h"

#include "base/utf8.h"
#include "identity/paste.h"
#include "ui/kit/dialog.h"
#include "ui/kit/lineedit.h"

enum {
	PROMPT_BYTES_MAX = 1024,
	PROMPT_TEXT_BYTES_MAX = 4096,
	TYPED_CELLS_MIN = 20 /* cells for the typed text */
};

struct prompt *
prompt_of_modal(const struct modal *m)
{
	return (struct prompt *)(uintptr_t)m;
}

struct str
prompt_text(const struct prompt *p)
{
	return buf_str(&p->edit.text);
}

/* ---- kinds of prompts ---- */

static void
search_typed_text(struct prompt *p)
{
	buf_reset(&p->problem);
	if (prompt_text(p).n && !textview_search(p->searched_view, prompt_text(p), 1))
		buf_addz(&p->problem, "not found in this text");
}

static void
clear_search(struct prompt *p)
{
	buf_reset(&p->searched_view->last_search);
}

static void
narrow_list(struct prompt *p)
{
	p->on_filter(p->modal.console, prompt_text(p));
}

static void
restore_narrowing(struct prompt *p)
{
	p->on_filter(p->modal.console, buf_str(&p->original_text));
}

static void
clear_problem(struct prompt *p)
{
	buf_reset(&p->problem);
}

static void
accept_offered_text(struct prompt *p)
{
	console_close_modal(p->modal.console);
}

void
prompt_show_not_found(struct console *c, struct str sought)
{
	enum { SOUGHT_CELLS_MAX = 30 };
	struct buf words = { 0 }, out = { 0 };
	text_clean(&words, sought, c->look.ascii_lines);
	words.n = text_fit(buf_str(&words), SOUGHT_CELLS_MAX, NULL);
	console_append_key_of(c, &out, ACT_OUT);
	if (!console_top_pane(c)->ops->get_textview) /* the detail of a list */
		console_show(c, ROLE_WARN, "%s is not in this text. %s, then / looks in the list",
		    buf_z(&words), buf_z(&out));
	else
		console_show(c, ROLE_WARN, "%s is not in this text", buf_z(&words));
	buf_free(&words);
	buf_free(&out);
}

/* A text that was not found is named by a message, since the problem closes with the prompt. */
static void
accept_search(struct prompt *p)
{
	struct console *c = p->modal.console;
	struct buf sought = { 0 };
	bool failed = p->problem.n > 0;
	buf_adds(&sought, prompt_text(p));
	accept_offered_text(p);
	if (failed)
		prompt_show_not_found(c, buf_str(&sought));
	buf_free(&sought);
}

/* Enters the text. The callback may open another prompt: this one is closed first, and reopened
 * if the text is refused. */
static void
accept_text(struct prompt *p)
{
	struct console *c = p->modal.console;
	const struct prompt old = *p;
	struct buf text = { 0 };
	struct err err;
	buf_adds(&text, prompt_text(p));
	console_close_modal(c);
	if (!old.on_accept(c, buf_str(&text), &err)) {
		struct modal *again = prompt_text_new(c, old.label, STR_NONE, old.on_accept);
		prompt_set_enter_label(again, old.enter_label);
		lineedit_set(&prompt_of_modal(again)->edit, buf_str(&text));
		buf_addz(&prompt_of_modal(again)->problem, err.text);
		console_push_modal(c, again);
	}
	buf_free(&text);
}

static const struct prompt_kind search_prompt_kind = {
	.prefix = "/",
	.key_bar_text = "Enter apply, then n N next and previous   Esc cancel",
	.max_bytes = PROMPT_BYTES_MAX,
	.history_kind = HISTORY_FILTERS,
	.on_changed = search_typed_text,
	.on_cancel = clear_search,
	.on_accept = accept_search,
};

static const struct prompt_kind narrowing_prompt_kind = {
	.prefix = "/",
	.key_bar_text = "Enter apply   Esc cancel",
	.max_bytes = PROMPT_BYTES_MAX,
	.history_kind = HISTORY_NONE,
	.on_changed = narrow_list,
	.on_cancel = restore_narrowing,
	.on_accept = accept_offered_text,
};

static void
write_text_bar(const struct prompt *p, struct buf *out)
{
	buf_addf(out, "Enter %s   %s   Esc cancel", p->enter_label ? p->enter_label : "OK",
	    p->offered.n               ? "Tab next file here   Ctrl-U clear"
		: p->edit.all_selected ? "type to replace, Left to edit"
				       : "Ctrl-U clear");
}

static const struct prompt_kind text_prompt_kind = {
	.write_key_bar = write_text_bar,
	.max_bytes = PROMPT_TEXT_BYTES_MAX,
	.history_kind = HISTORY_NONE,
	.on_changed = clear_problem,
	.on_accept = accept_text,
};

/* ---- keys ---- */

static void
cancel_prompt(struct prompt *p)
{
	if (p->kind->on_cancel)
		p->kind->on_cancel(p);
	console_close_modal(p->modal.console);
}

static void
clear_rejected_line(struct console *c)
{
	x_free(c->rejected_line);
	c->rejected_line = NULL;
}

static void
add_line_to_history(struct prompt *p)
{
	struct console *c = p->modal.console;
	bool key_names_person = c->app->masked && str_find_char(prompt_text(p), '@') != SIZE_MAX;
	struct buf line = { 0 };
	if (p->kind->append_history_line)
		p->kind->append_history_line(p, &line);
	if (!line.n)
		buf_adds(&line, prompt_text(p));
	p->added_to_history = p->kind->keeps_history && !p->secret_kind && line.n > 0 &&
	    !key_names_person;
	if (p->added_to_history) {
		if (p->kind->accepts_secrets)
			clear_rejected_line(c);
		char *copy = str_dup(buf_str(&line));
		vec_push(&c->typed_lines[p->kind->history_kind], copy);
	}
	buf_free(&line);
}

void
prompt_clear_history(struct console *c)
{
	for (int k = 0; k < 2; k++) {
		for (size_t i = 0; i < c->typed_lines[k].n; i++)
			x_free(c->typed_lines[k].v[i]);
		c->typed_lines[k].n = 0;
	}
	clear_rejected_line(c);
}

static void
accept_prompt(struct prompt *p)
{
	add_line_to_history(p);
	p->kind->on_accept(p);
}

static bool
recall_rejected_line(struct prompt *p)
{
	struct console *c = p->modal.console;
	if (!p->kind->accepts_secrets || !c->rejected_line || prompt_text(p).n ||
	    p->suggestion_moved)
		return false;
	lineedit_set(&p->edit, str_of(c->rejected_line));
	clear_rejected_line(c);
	p->kind->on_changed(p);
	return true;
}

/* A recent line can be edited: it is the text while it is selected. */
static void
on_suggestion_moved(struct prompt *p)
{
	const struct palette_entry *e = &p->palette.entries.v[p->palette.chosen];
	p->suggestion_moved = true;
	if (e->kind == PALETTE_LINE)
		lineedit_set(&p->edit, str_of(e->target));
	else if (!p->palette.is_narrowed)
		lineedit_set(&p->edit, STR_NONE);
}

/* Up and Down: moves through the suggestions if there are any, else through the history. */
static void
recall_history_line(struct prompt *p, int by)
{
	struct console *c = p->modal.console;
	if (p->secret_kind || p->kind->history_kind == HISTORY_NONE ||
	    (by < 0 && recall_rejected_line(p)))
		return;
	if (p->palette.entries.n) {
		palette_move(&p->palette, by);
		on_suggestion_moved(p);
		return;
	}
	char *const *lines = c->typed_lines[p->kind->history_kind].v;
	size_t n = c->typed_lines[p->kind->history_kind].n;
	if ((by < 0 && p->history_position == n) || (by > 0 && p->history_position == 0))
		return;
	p->history_position -= (size_t)by;
	lineedit_set(
	    &p->edit, p->history_position ? str_of(lines[n - p->history_position]) : STR_NONE);
	p->kind->on_changed(p);
}

/* Completes the text to an action's or list's name, or to a recent line for editing. */
static void
complete_typed_word(struct prompt *p)
{
	int chosen = p->palette.chosen < 0 ? 0 : p->palette.chosen;
	struct buf line = { 0 };
	if (chosen < (int)p->palette.entries.n &&
	    p->palette.entries.v[chosen].kind <= PALETTE_VIEW) {
		palette_append_line(&line, &p->palette.entries.v[chosen]);
		lineedit_set(&p->edit, buf_str(&line));
		p->kind->on_changed(p);
	}
	buf_free(&line);
}

static void
take_offered_text(struct prompt *p)
{
	struct str rest = buf_str(&p->offered), text;
	rest = str_sub(rest, p->offered_at, rest.n);
	if (!str_next(&rest, '\n', &text))
		return;
	p->offered_at = rest.n ? p->offered.n - rest.n : 0;
	lineedit_set(&p->edit, text);
	lineedit_select_all(&p->edit);
	p->kind->on_changed(p);
}

static void
show_rejection(struct prompt *p, enum lineedit_result why, size_t bytes)
{
	struct buf words = { 0 };
	lineedit_append_rejection(&words, &p->edit, why, bytes);
	console_show(p->modal.console, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
}

static bool
on_prompt_key(struct modal *m, uint32_t k)
{
	struct prompt *p = prompt_of_modal(m);
	console_clear_old_message(m->console);
	if (k == KEY_ESCAPE || k == 3 || k == 7) {
		cancel_prompt(p);
		return true;
	}
	if (p->kind->on_key && p->kind->on_key(p, k))
		return true;
	if (k == KEY_RETURN) {
		accept_prompt(p);
		return true;
	}
	if (k == KEY_ARROW_UP || k == KEY_ARROW_DOWN) {
		recall_history_line(p, k == KEY_ARROW_UP ? -1 : 1);
		return true;
	}
	if ((k == KEY_PAGE_UP || k == KEY_PAGE_DOWN) && p->palette.entries.n) {
		palette_move_page(&p->palette, k == KEY_PAGE_UP ? -1 : 1);
		on_suggestion_moved(p);
		return true;
	}
	if (k == KEY_TAB) {
		if (p->offered.n)
			take_offered_text(p);
		else
			complete_typed_word(p);
		return true;
	}
	if (k == KEY_RUBOUT && (prompt_text(p).n == 0 || p->secret_kind)) {
		cancel_prompt(p);
		return true;
	}
	if (p->secret_kind)
		return false;
	enum lineedit_result result = lineedit_press_key(&p->edit, k);
	if (result == LINEEDIT_FULL)
		show_rejection(p, result, 1);
	if (result == LINEEDIT_HANDLED) {
		p->suggestion_moved = false;
		p->kind->on_changed(p);
	}
	return result != LINEEDIT_IGNORED;
}

/* Refuses a secret: only `:` accepts one, because it can be hidden there, and only as the whole
 * text. */
static void
refuse_secret(struct prompt *p, enum typed_kind kind, struct str text)
{
	struct console *c = p->modal.console;
	struct buf what = { 0 }, key = { 0 };
	typed_describe(&what, kind, text);
	console_append_key_of(c, &key, ACT_ANYTHING);
	console_show(c, ROLE_WARN, "Paste refused: %s. Paste it at %s", buf_z(&what), buf_z(&key));
	buf_free(&what);
	buf_free(&key);
}

static void
paste_into_prompt(struct modal *m, struct str text)
{
	struct prompt *p = prompt_of_modal(m);
	enum typed_kind kind = typed_classify(text);
	bool alone = p->kind->accepts_secrets && prompt_text(p).n == 0;
	if (typed_is_secret(kind) && !alone) {
		refuse_secret(p, kind, text);
		return;
	}
	enum lineedit_result result = LINEEDIT_HANDLED;
	if (alone && kind == TYPED_IDENTITY) { /* shown only as a description */
		p->edit.max_bytes = IDENTITY_PASTE_SIZE_MAX;
		lineedit_set(&p->edit, str_trim(text));
	} else {
		result = lineedit_paste(&p->edit, text);
	}
	if (result != LINEEDIT_HANDLED)
		show_rejection(p, result, text.n);
	else if (alone && (typed_is_secret(kind) || kind == TYPED_IDENTITY))
		p->secret_kind = kind;
	p->kind->on_changed(p);
}

/* The cells around a reason after the text: its mark and blanks. */
enum { PROBLEM_EXTRA_CELLS = 5 };

/* True if the reason for a refusal is too long to be shown after the text; it is then shown on
 * lines above. */
static bool
is_problem_long(const struct prompt *p, int room)
{
	return text_width(buf_str(&p->problem)) + PROBLEM_EXTRA_CELLS > room - TYPED_CELLS_MIN;
}

static void
draw_problem_above(const struct prompt *p, const struct surface *s, int below)
{
	struct doc d = { .width = s->w - 1, .ascii = s->look->ascii_lines };
	doc_begin_line(&d);
	doc_pad_to_column(&d, 1);
	doc_printf(&d, ROLE_WARN, "! ");
	doc_add_value(&d, ROLE_TEXT, buf_str(&p->problem));
	int n = (int)d.lines.n;
	surface_draw_rule(s, below - n - 1, 0, s->w, s->look->frame);
	for (int i = 0; i < n; i++) {
		surface_fill(s, below - n + i, 0, s->w, ROLE_TEXT);
		dialog_draw_line(s, below - n + i, &d, (size_t)i);
	}
	doc_free(&d);
}

static void
draw_message_after(const struct console *c, const struct surface *s, int y, int x)
{
	message_draw(s, y, x, s->w - x, c->message_role, buf_str(&c->message_line));
}

static void
draw_hint(const struct surface *s, int y, int x)
{
	static const char hint[] = "type to search, or paste a link, e-mail, id or path";
	int room = s->w - 1 - x - (int)sizeof(hint);
	if (room > 0)
		surface_print(s, y, s->w - (int)sizeof(hint), ROLE_LABEL, "%s", hint);
}

static void
arrange_prompt(struct modal *m, int rows, int cols)
{
	palette_arrange(&prompt_of_modal(m)->palette, rows, cols);
}

static void
draw_prompt(const struct modal *m, const struct surface *s)
{
	const struct prompt *p = prompt_of_modal(m);
	struct buf line = { 0 };
	const char *mark = p->kind->prefix ? p->kind->prefix : p->label;
	/* A question of config.conf may end without a space. */
	bool needs_colon = !p->kind->prefix && !str_ends(str_of(mark), STR(" "));
	int at = 0, y = s->h - 2;
	int x = 1 + text_width(str_of(mark)) + 2 * needs_colon, room = s->w - 3 - x;
	bool above = is_problem_long(p, room);
	if (p->problem.n && !above)
		room -= text_width(buf_str(&p->problem)) + PROBLEM_EXTRA_CELLS;
	if (room < TYPED_CELLS_MIN)
		room = TYPED_CELLS_MIN;
	if (p->secret_kind)
		typed_describe(&line, p->secret_kind, prompt_text(p));
	else
		at = lineedit_write_visible(&line, &p->edit, room);
	surface_print(s, y, 1, ROLE_LEAD, "%s%s", mark, needs_colon ? ": " : "");
	/* Above suggestions, their row is the filled one. */
	bool fills = !p->palette.entries.n && !p->secret_kind;
	enum role role = p->secret_kind ? ROLE_REFERENCE
	    : p->edit.all_selected      ? ROLE_IDLE
	    : fills                     ? ROLE_SELECTED
					: ROLE_TEXT;
	if (fills)
		surface_fill(s, y, x, room, ROLE_SELECTED);
	surface_draw_text_in(s, y, x, room, role, buf_str(&line));
	if (p->problem.n && above)
		draw_problem_above(p, s, y);
	else if (p->problem.n)
		message_draw(s, y, x + room + 1, s->w - x - room - 1, ROLE_WARN, buf_str(&p->problem));
	else if (m->console->message_line.n)
		draw_message_after(m->console, s, y,
		    x + 2 + (prompt_text(p).n ? text_width(buf_str(&line)) : 0));
	else if (p->kind->accepts_secrets && prompt_text(p).n == 0)
		draw_hint(s, y, x);
	if (p->palette.entries.n)
		palette_draw(&p->palette, m->console, s);
	surface_set_cursor(s, y, x + (p->secret_kind ? text_width(buf_str(&line)) : at));
	buf_free(&line);
}

static void
write_prompt_bar(const struct modal *m, struct buf *out)
{
	const struct prompt *p = prompt_of_modal(m);
	if (p->kind->write_key_bar)
		p->kind->write_key_bar(p, out);
	else
		buf_addz(out, p->kind->key_bar_text);
}

static const struct lineedit *
focused_prompt_field(const struct modal *m, const char **name)
{
	const struct prompt *p = prompt_of_modal(m);
	*name = p->kind->prefix ? p->kind->prefix : p->label;
	return &p->edit;
}

static void
close_prompt(struct modal *m)
{
	struct prompt *p = prompt_of_modal(m);
	if (p->kind->on_close)
		p->kind->on_close(p);
	lineedit_free(&p->edit);
	palette_free(&p->palette);
	buf_free(&p->original_text);
	buf_free(&p->offered);
	buf_free(&p->problem);
	x_free(p);
}

static const struct modal_ops ops = {
	.on_key = on_prompt_key,
	.on_paste = paste_into_prompt,
	.arrange = arrange_prompt,
	.draw = draw_prompt,
	.write_key_bar = write_prompt_bar,
	.get_focused_field = focused_prompt_field,
	.close = close_prompt,
	.is_on_message_line = true,
};

void
prompt_init(struct prompt *p, struct console *c, const struct prompt_kind *kind)
{
	*p = (struct prompt){ .modal = { &ops, c },
		.kind = kind,
		.edit.max_bytes = kind->max_bytes,
		.palette.chosen = -1 };
}

static struct prompt *
prompt_new(struct console *c, const struct prompt_kind *kind)
{
	struct prompt *p = x_new(struct prompt);
	prompt_init(p, c, kind);
	return p;
}

struct modal *
prompt_search_new(struct console *c, struct textview *view)
{
	struct prompt *p = prompt_new(c, &search_prompt_kind);
	p->searched_view = view;
	return &p->modal;
}

struct modal *
prompt_narrow_new(
    struct console *c, struct str words, void (*narrow)(struct console *c, struct str words))
{
	struct prompt *p = prompt_new(c, &narrowing_prompt_kind);
	p->on_filter = narrow;
	buf_adds(&p->original_text, words);
	lineedit_set(&p->edit, words);
	return &p->modal;
}

struct modal *
prompt_text_new(struct console *c, const char *words, struct str text,
    bool (*take)(struct console *c, struct str text, struct err *err))
{
	struct prompt *p = prompt_new(c, &text_prompt_kind);
	p->label = words;
	p->on_accept = take;
	lineedit_set(&p->edit, text);
	lineedit_select_all(&p->edit);
	return &p->modal;
}

void
prompt_set_enter_label(struct modal *prompt, const char *words)
{
	prompt_of_modal(prompt)->enter_label = words;
}

void
prompt_offer(struct modal *prompt, struct buf *texts)
{
	struct prompt *p = prompt_of_modal(prompt);
	p->offered = *texts;
	*texts = (struct buf){ 0 };
	struct str rest = buf_str(&p->offered), text;
	while (rest.n && str_next(&rest, '\n', &text))
		if (str_eq(text, prompt_text(p)))
			p->offered_at = rest.n ? p->offered.n - rest.n : 0;
	if (!prompt_text(p).n)
		take_offered_text(p);
}

void
prompt_set_text(struct modal *prompt, struct str text)
{
	struct prompt *p = prompt_of_modal(prompt);
	lineedit_set(&p->edit, text);
	p->kind->on_changed(p);
}
