/* Interprets a typed line: a choice or text for the topmost box, a row number, words to search
 * for, an action, or a key. */
#include "app/linear_words.h"
#include "base/utf8.h"
#include "ui/kit/lineedit.h"
#include "ui/kit/prompt.h"
#include "ui/linear/screen_text.h"
#include "ui/linear/state.h"
#include "ui/rows/command_here.h"

enum { TYPED_KEYS_MAX = 256 /* bytes sent as keys; longer text is sent as a paste */, CTRL_U = 21 };

/* ---- keys ---- */

/* Parses keys named as in keymaps: "y", "gg", "<Esc>". */
static bool
read_keys(struct str text, uint32_t keys[KEYS_PER_BINDING_MAX], size_t *n)
{
	return text.n && str_find_char(text, ' ') == SIZE_MAX && keys_parse(text, keys, n);
}

static bool
press_typed_text(struct console *c, struct str text)
{
	uint32_t keys[KEYS_PER_BINDING_MAX];
	size_t n;
	if (!read_keys(text, keys, &n))
		return false;
	for (size_t i = 0; i < n; i++)
		c->nav->press_key(c, keys[i]);
	return true;
}

/* Presses a key typed by its spoken name: "Esc", "enter". */
static bool
press_typed_key(struct console *c, struct str text)
{
	uint32_t key;
	if (!find_key_by_label(text, &key))
		return false;
	c->nav->press_key(c, key);
	return true;
}

/* Presses keys if together they are bound to an action here. */
static bool
press_bound_keys(struct console *c, struct str text)
{
	uint32_t keys[KEYS_PER_BINDING_MAX];
	size_t n;
	enum action a;
	const struct user_command *command;
	if (!read_keys(text, keys, &n) ||
	    (keymap_lookup(&c->keys, pane_scope(console_top_pane(c)), keys, n, &a) !=
		    MATCH_ACTION &&
		command_lookup_keys(c, keys, n, &command) != MATCH_ACTION))
		return false;
	return press_typed_text(c, text);
}

/* Types the text into the field, or pastes it if it is long. */
static void
enter_text(struct console *c, struct str text)
{
	if (text.n > TYPED_KEYS_MAX || !utf8_valid(text)) {
		c->nav->paste_text(c, text);
		return;
	}
	for (size_t i = 0; i < text.n;) {
		uint32_t cp = 0;
		size_t len = utf8_decode(str_sub(text, i, UTF8_BYTES_MAX), &cp);
		if (cp >= 32 && cp != 127)
			c->nav->press_key(c, cp);
		i += len ? len : 1;
	}
}

/* ---- boxes and prompts ---- */

static bool
read_number(struct str text, size_t *out)
{
	int64_t n;
	if (!str_to_int64(text, &n) || n < 1)
		return false;
	*out = (size_t)n;
	return true;
}

/* The index of the choice that a line selects, by number, by its text, or by the start of its
 * text if that is unambiguous; SIZE_MAX if none. Sets *n to the number of choices. */
static size_t
selected_choice(const struct modal *m, struct str line, size_t *n)
{
	enum { ABBREVIATION_MIN = 3 };
	struct buf words = { 0 };
	size_t number = 0, exact = SIZE_MAX, begun = SIZE_MAX, begin = 0, i = 0;
	bool counted = read_number(line, &number);
	for (; m->ops->write_choice && m->ops->write_choice(m, i, &words); i++, buf_reset(&words)) {
		struct str first = str_sub(buf_str(&words), 0, line.n);
		if (counted ? i + 1 == number : str_eq_nocase(buf_str(&words), line))
			exact = exact == SIZE_MAX ? i : exact;
		if (counted || line.n < ABBREVIATION_MIN || !str_eq_nocase(first, line))
			continue;
		begun = i;
		begin++;
	}
	buf_free(&words);
	*n = i;
	return exact != SIZE_MAX ? exact : begin == 1 ? begun : SIZE_MAX;
}

/* Returns false if the line does not select a choice. */
static bool
choose_answer(struct linear *l, struct modal *m, struct str line)
{
	size_t n, number, at = selected_choice(m, line, &n);
	bool counted = read_number(line, &number);
	if (at != SIZE_MAX)
		m->ops->select_choice(m, at);
	else if (counted && n)
		speak_words(&l->speaker, "The choices are 1 to %zu", n);
	return at != SIZE_MAX || (counted && n);
}

static void
refuse_long_line(struct linear *l, const struct lineedit *field, size_t bytes)
{
	struct buf words = { 0 };
	const struct lineedit empty = { .max_bytes = field->max_bytes };
	lineedit_append_rejection(&words, &empty, LINEEDIT_FULL, bytes);
	speak_text(&l->speaker, buf_str(&words));
	buf_free(&words);
}

/* Speaks the field's current text, with its hint. */
static void
speak_filled_field(struct linear *l, struct console *c, const struct modal *m)
{
	struct buf line = { 0 };
	if (console_top_modal(c) != m || m->ops->is_on_message_line)
		return;
	screen_append_modal(c, NULL, &line);
	speak_text(&l->speaker, buf_str(&line));
	buf_wipe(&line);
}

/* Replaces the field's text by the line. If the line is too long, the old text stays. */
static void
fill_field(struct linear *l, struct console *c, const struct lineedit *field, struct str line)
{
	bool enters = console_top_modal(c)->ops->is_on_message_line;
	struct modal *m = console_top_modal(c);
	unsigned said = c->messages_shown;
	if (line.n > lineedit_max_bytes(field)) {
		refuse_long_line(l, field, line.n);
		return;
	}
	if (line.n) {
		c->nav->press_key(c, KEY_END_);
		c->nav->press_key(c, CTRL_U);
		enter_text(c, line);
		speak_filled_field(l, c, m);
	}
	if (c->messages_shown == said && console_top_modal(c) == m)
		c->nav->press_key(c, enters ? KEY_RETURN : KEY_TAB);
}

static void
speak_modal_help(struct linear *l, const struct modal *m, bool field)
{
	struct buf bar = { 0 };
	screen_append_key_bar(m, &bar);
	if (field)
		speak_text(&l->speaker,
		    STR("Type the field's text; Enter alone keeps the current text. # reads the "
			"whole form, #2 goes to its second part, <Esc> or Ctrl-C cancels."));
	else
		speak_text(&l->speaker,
		    STR("A number chooses; <Tab>, <Space>, <Enter> and others are keys, with or "
			"without < and >. Enter alone repeats the question, Esc or Ctrl-C "
			"cancels."));
	if (bar.n)
		speak_words(&l->speaker, "Keys: %s", buf_z(&bar));
	buf_free(&bar);
}

static void
answer_field(struct linear *l, struct console *c, const struct lineedit *field, struct str line)
{
	struct modal *m = console_top_modal(c);
	struct str text = str_trim(line);
	if (text.n > 2 && text.p[0] == '<' && press_typed_text(c, text))
		return;
	if (str_eqz(text, "?"))
		speak_modal_help(l, m, true);
	else if (str_eqz(text, "#"))
		l->last_spoken.modal = NULL;
	else if (text.n > 1 && text.p[0] == '#' && m->ops->write_choice)
		choose_answer(l, m, str_sub(text, 1, text.n));
	else
		fill_field(l, c, field, line);
}

static void
answer_box(struct linear *l, struct console *c, struct str line)
{
	struct modal *m = console_top_modal(c);
	struct str text = str_trim(line);
	bool pasted = m->ops->on_paste && m->ops->burst_is_paste;
	if (!text.n || str_eqz(text, "#"))
		l->last_spoken.modal = NULL;
	else if (str_eqz(text, "?"))
		speak_modal_help(l, m, false);
	else if (text.n > 1 && text.p[0] == '#' && m->ops->write_choice)
		choose_answer(l, m, str_sub(text, 1, text.n));
	else if (choose_answer(l, m, text) ||
	    ((text.n == 1 || text.p[0] == '<') && press_typed_text(c, text)) ||
	    press_typed_key(c, text))
		return;
	else if (str_eqz(text, "cancel"))
		c->nav->press_key(c, KEY_ESCAPE);
	else if (pasted)
		c->nav->paste_text(c, text);
	else
		speak_text(&l->speaker, STR("That is not a possible answer. ? lists the answers"));
}

/* ---- panes ---- */

static void
speak_pane_help(struct linear *l)
{
	for (const struct linear_word *w = linear_words; w->word; w++)
		speak_words(&l->speaker, "%s: %s", w->word, w->description);
}

static void
continue_speaking(struct linear *l, struct console *c)
{
	struct rows_pane *r = screen_focused_list(c);
	if (speak_next_part(&l->speaker))
		return;
	if (!r)
		speak_text(&l->speaker, STR("End of the text. Type list to repeat it"));
	else if (l->next_row && l->next_row >= rows_pane_shown_rows(r).n)
		speak_text(&l->speaker, STR("There are no more rows here"));
	else
		linear_speak_rows(l, c, l->next_row ? l->next_row : r->pos.cursor);
}

static void
speak_row_count(struct linear *l, size_t n)
{
	if (n == 1)
		speak_text(&l->speaker, STR("There is 1 row"));
	else
		speak_words(&l->speaker, "There are %zu rows", n);
}

static void
speak_rows_from(struct linear *l, struct console *c, struct str number)
{
	struct rows_pane *r = screen_focused_list(c);
	size_t from = r ? r->pos.cursor + 1 : 0;
	if (!r) {
		linear_reset_spoken(l);
		return;
	}
	if (number.n && (!read_number(number, &from) || from > rows_pane_shown_rows(r).n))
		speak_row_count(l, rows_pane_shown_rows(r).n);
	else
		linear_speak_rows(l, c, from - 1);
}

static void
select_row(struct linear *l, struct console *c, size_t number)
{
	struct rows_pane *r = rows_pane_or_null(console_top_pane(c));
	struct shown_rows rows;
	if (!r || r->shows_detail_only) {
		speak_text(&l->speaker, STR("There are no rows here"));
		return;
	}
	rows = rows_pane_shown_rows(r);
	if (number > rows.n) {
		speak_row_count(l, rows.n);
		return;
	}
	c->has_left_step = true;
	list_go_to_row(&r->pos, number - 1);
	rows_pane_move_cursor(r, 0);
	rows_pane_rebuild(r);
	buf_reset(&l->last_spoken.selected_row_id);
	console_request_redraw(c);
}

/* Opens an action's prompt and enters the text. Closes the prompt if the text is refused. */
static void
answer_prompt(struct linear *l, struct console *c, enum action a, struct str text)
{
	c->nav->run_action(c, a);
	struct modal *m = console_top_modal(c);
	const char *name;
	const struct lineedit *field = m && m->ops->get_focused_field
	    ? m->ops->get_focused_field(m, &name)
	    : NULL;
	if (!field || !m->ops->is_on_message_line)
		return;
	if (text.n > lineedit_max_bytes(field)) {
		refuse_long_line(l, field, text.n);
	} else if (a == ACT_FILTER) {
		prompt_set_text(m, text);
		c->nav->press_key(c, KEY_RETURN);
	} else {
		unsigned said = c->messages_shown;
		c->nav->paste_text(c, text);
		if (c->messages_shown == said)
			c->nav->press_key(c, KEY_RETURN);
	}
	if (console_top_modal(c) != m)
		return;
	if (prompt_of_modal(m)->problem.n)
		speak_text(&l->speaker, buf_str(&prompt_of_modal(m)->problem));
	c->nav->press_key(c, KEY_ESCAPE);
}

/* The action with that name, or with that text in the key bar, or whose name starts with the
 * line. */
static enum action
find_action_named_by(struct console *c, struct str line)
{
	struct pane *p = console_top_pane(c);
	struct buf room = { 0 };
	enum action found = ACT_NONE, begun = ACT_NONE;
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT && !found; a++) {
		struct str name = str_of(action_infos[a].name);
		bool has = c->nav->has_action(c, a);
		buf_reset(&room);
		const char *words = has ? pane_action_label(p, a, &room) : NULL;
		if (str_eq(line, name))
			found = a;
		else if (has && (str_eqz(line, action_infos[a].label) || str_eqz(line, words)))
			begun = begun ? begun : a;
		else if (has && name.n > line.n && str_starts(name, line) && name.p[line.n] == '-')
			begun = begun ? begun : a;
	}
	buf_free(&room);
	return found ? found : begun ? begun : action_by_name(line);
}

static void
speak_unknown_command(struct linear *l, const struct console *c, struct str line)
{
	struct buf clean = { 0 }, terms = { 0 };
	struct str near = palette_suggest_action(line);
	text_clean(&clean, str_sub(line, 0, 40), false);
	if (typed_append_terms(&terms, c, view_find_resource("baskets"), line))
		speak_words(&l->speaker, "No command %s. As a VIEW: baskets %s", buf_z(&clean),
		    buf_z(&terms));
	else if (near.n)
		speak_words(
		    &l->speaker, "No command %s. Did you mean %.*s?", buf_z(&clean), STR_ARG(near));
	else
		speak_words(&l->speaker, "No command %s. /%s searches for it, ? lists the commands",
		    buf_z(&clean), buf_z(&clean));
	buf_free(&terms);
	buf_free(&clean);
}

/* A single letter is always a key, never the short name of an action: x must not quit. */
static void
press_letter(struct linear *l, struct console *c, struct str letter)
{
	uint32_t keys[KEYS_PER_BINDING_MAX];
	size_t n;
	enum action a;
	if (!read_keys(letter, keys, &n))
		speak_unknown_command(l, c, letter);
	else if (keymap_lookup(&c->keys, pane_scope(console_top_pane(c)), keys, n, &a) ==
	    MATCH_PREFIX)
		speak_words(&l->speaker,
		    "%.*s begins a sequence of keys: type the whole sequence on one line",
		    STR_ARG(letter));
	else
		c->nav->press_key(c, keys[0]);
}

/* Handles a line that is not a command of linear mode. */
static void
answer_words(struct linear *l, struct console *c, struct str line)
{
	enum typed_kind kind = typed_classify_known(c, line);
	enum action a = kind == TYPED_VIEW ? ACT_NONE : find_action_named_by(c, line);
	struct str first = str_sub(line, 0, str_find_char(line, ' '));
	if (line.p[0] == '<' && press_bound_keys(c, line))
		return;
	if (kind == TYPED_VIEW && first.n == line.n)
		a = find_action_named_by(c, line); /* open the pane with that name as it was left */
	if (a != ACT_NONE)
		c->nav->run_action(c, a);
	else if (kind != TYPED_WORDS)
		answer_prompt(l, c, ACT_ANYTHING, line);
	else if (!press_bound_keys(c, line) && !press_typed_key(c, line))
		speak_unknown_command(l, c, line);
}

static void
answer_pane(struct linear *l, struct console *c, struct str line)
{
	size_t number;
	struct str first = str_sub(line, 0, str_find_char(line, ' '));
	if (!line.n || str_eqz(line, "more"))
		continue_speaking(l, c);
	else if (str_eqz(line, "?"))
		speak_pane_help(l);
	else if (str_eqz(first, "list"))
		speak_rows_from(l, c, str_trim(str_sub(line, first.n, line.n)));
	else if (str_eqz(line, "here"))
		linear_reset_spoken(l);
	else if (read_number(line, &number))
		select_row(l, c, number);
	else if (line.p[0] == '/' && line.n > 1)
		answer_prompt(l, c, ACT_FILTER, str_sub(line, 1, line.n));
	else if (line.n == 1 || text_grapheme_length(line) == line.n)
		press_letter(l, c, line);
	else if (line.p[0] == ':')
		answer_prompt(l, c, ACT_ANYTHING, str_sub(line, 1, line.n));
	else
		answer_words(l, c, line);
}

/* Appends the line without control characters, such as a Ctrl-L typed to redraw the screen. A line
 * of one control character is a key. */
static void
add_printable(struct buf *out, struct str line)
{
	if (line.n == 1)
		buf_adds(out, line);
	for (size_t i = 0; line.n > 1 && i < line.n; i++)
		if ((unsigned char)line.p[i] >= ' ' && line.p[i] != 127)
			buf_addc(out, line.p[i]);
}

void
linear_answer(struct linear *l, struct console *c, struct str line)
{
	struct buf printable = { 0 };
	struct modal *m = console_top_modal(c);
	const char *name;
	const struct lineedit *field = m && m->ops->get_focused_field
	    ? m->ops->get_focused_field(m, &name)
	    : NULL;
	add_printable(&printable, line);
	if (field)
		answer_field(l, c, field, line);
	else if (m)
		answer_box(l, c, buf_str(&printable));
	else
		answer_pane(l, c, str_trim(buf_str(&printable)));
	buf_wipe(&printable);
}
