#include "ui/rows/filter_prompt.h"

#include "base/utf8.h"
#include "ui/kit/prompt.h"
#include "ui/rows/rows_view.h"
#include "ui/rows/undo.h"

#include <string.h>

struct filter_prompt {
	struct prompt prompt; /* prompt.before: the VIEW line when the filter was opened */
	struct rows_pane *rows_pane;
	struct buf selected_before; /* row selected at that time */
	size_t top_before;          /* top row at that time */
	struct buf completed;       /* the start of the keys that Tab goes through */
	size_t completion;          /* index of the key that Tab takes next, among those */
	bool is_completing;
};

static struct filter_prompt *
filter_of(const struct prompt *p)
{
	return (struct filter_prompt *)(uintptr_t)p;
}

static const struct view *
view_of(const struct filter_prompt *f)
{
	return rows_pane_shown_rows(f->rows_pane).view;
}

/* The bytes of a blank and a unit at the start of the text, as in "since=7 d"; 0: there is none. */
static size_t
unit_length(struct str text)
{
	static const char *const units[] = { " min", " m", " h", " d", " w" };
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		struct str unit = str_of(units[i]);
		if (str_starts(text, unit) && (text.n == unit.n || text.p[unit.n] == ' '))
			return unit.n;
	}
	return 0;
}

/* Appends the terms with "since=7 d" as "since=7d": the list shows ages as "7 d". */
static void
append_with_joined_spans(struct buf *out, struct str terms)
{
	static const char *const keys[] = { "since=", "until=" };
	for (size_t i = 0; i < terms.n;) {
		struct str rest = str_sub(terms, i, terms.n);
		size_t n = 0;
		for (size_t k = 0; !n && k < sizeof(keys) / sizeof(*keys); k++)
			n = str_starts(rest, str_of(keys[k])) ? strlen(keys[k]) : 0;
		size_t digits = n;
		while (n && n < rest.n && rest.p[n] >= '0' && rest.p[n] <= '9')
			n++;
		size_t unit = n > digits ? unit_length(str_sub(rest, n, rest.n)) : 0;
		buf_adds(out, str_sub(rest, 0, n ? n : 1));
		if (unit)
			buf_addc(out, rest.p[n + 1]);
		i += (n ? n : 1) + unit;
	}
}

static bool
show_terms(struct filter_prompt *f, struct str typed, struct err *err)
{
	const struct view *now = view_of(f);
	struct view view;
	struct buf terms = { 0 };
	append_with_joined_spans(&terms, typed);
	bool ok = view_parse_terms(&view, now->term_resource, buf_str(&terms), err);
	buf_free(&terms);
	if (ok) {
		view_inherit_shape(&view, now);
		ok = rows_pane_show_view(f->rows_pane, &view, false, err);
	}
	view_free(&view);
	return ok;
}

/* Appends the error; instead of a list of all keys, the key that goes through them. */
static void
append_problem(struct buf *out, const char *error)
{
	const char *list = strstr(error, "; one of: ");
	if (list && strstr(error, "unknown key") == error)
		buf_addf(out, "%.*s. Tab goes through the keys", (int)(list - error), error);
	else
		buf_addz(out, error);
}

/* Shows the matches of the terms typed so far. While the last term is incomplete and cannot be
 * parsed, only the terms before it apply, because it was shown as a plain word until then. */
static void
apply_filter(struct prompt *p)
{
	struct filter_prompt *f = filter_of(p);
	struct str terms = prompt_text(p);
	struct err err, again;
	f->is_completing = false;
	buf_reset(&p->problem);
	if (show_terms(f, terms, &err))
		return;
	append_problem(&p->problem, err.text);
	do {
		terms = str_trim(terms);
		while (terms.n && terms.p[terms.n - 1] != ' ')
			terms.n--;
	} while (!show_terms(f, terms, &again) && terms.n);
}

/* The last word of the line, without a `!`. */
static struct str
last_word(struct str line)
{
	size_t at = line.n;
	while (at && line.p[at - 1] != ' ')
		at--;
	line = str_sub(line, at, line.n);
	return line.n && line.p[0] == '!' ? str_sub(line, 1, line.n) : line;
}

/* The key at an index among those that start like this; NULL after the last one. */
static const char *
find_key(const struct view_resource *resource, struct str start, size_t at)
{
	for (const char *const *key = resource->keys; *key; key++)
		if (str_starts(str_of(*key), start) && at-- == 0)
			return *key;
	return NULL;
}

/* Completes the word at the end to a key; again, to the next one. A key with a value is replaced,
 * and the value stays; a word that starts no key becomes the value. */
static void
complete_key(struct prompt *p)
{
	struct filter_prompt *f = filter_of(p);
	const struct view_resource *resource = view_of(f)->term_resource;
	struct str word = last_word(prompt_text(p));
	struct buf line = { 0 };
	size_t key_end = 0;
	while (key_end < word.n && !strchr(":=", word.p[key_end]))
		key_end++;
	struct str start = str_sub(word, 0, key_end), value = str_sub(word, key_end, word.n);
	if (!f->is_completing) {
		bool starts_key = find_key(resource, start, 0);
		buf_reset(&f->completed);
		buf_adds(&f->completed, starts_key ? start : STR_NONE);
		f->completion = 0;
	}
	const char *key = find_key(resource, buf_str(&f->completed), f->completion);
	if (!key)
		key = find_key(resource, buf_str(&f->completed), f->completion = 0);
	buf_adds(&line, str_sub(prompt_text(p), 0, prompt_text(p).n - word.n));
	if (value.n)
		buf_addf(&line, "%s%.*s", key, STR_ARG(value));
	else
		buf_addf(&line, "%s:%.*s", key, STR_ARG(f->completed.n ? STR_NONE : start));
	lineedit_set(&p->edit, buf_str(&line));
	apply_filter(p);
	f->is_completing = true;
	f->completion++;
	buf_free(&line);
}

static bool
press_filter_key(struct prompt *p, uint32_t key)
{
	if (key == KEY_TAB)
		complete_key(p);
	return key == KEY_TAB;
}

static void
restore_view(struct prompt *p)
{
	struct filter_prompt *f = filter_of(p);
	const struct view_resource *resource = view_of(f)->term_resource;
	struct view view;
	struct err err;
	/* The line starts with the resource's name, which may be one that a VIEW cannot name. */
	struct str terms = str_sub(
	    buf_str(&p->original_text), strlen(resource->name), p->original_text.n);
	if (view_parse_terms(&view, resource, terms, &err) &&
	    rows_pane_show_view(f->rows_pane, &view, false, &err))
		rows_pane_select(f->rows_pane, buf_str(&f->selected_before));
	view_free(&view);
}

/* True if the text has invisible characters. They are usually pasted along with a name, and
 * without a message it would be unclear why nothing matches. */
static bool
has_invisible_characters(struct str line)
{
	struct buf seen = { 0 };
	unsigned flags = text_clean(&seen, str_trim(line), false);
	buf_free(&seen);
	return text_is_suspicious(flags, true);
}

/* Adds the view before the filter to the history, so that back returns to it. */
static void
push_bookmark(struct filter_prompt *f)
{
	struct buf now = { 0 };
	const struct bookmark before = { .view_line = (char *)(uintptr_t)buf_z(
					     &f->prompt.original_text),
		.selected_id = (char *)(uintptr_t)buf_z(&f->selected_before),
		.first_visible_row = f->top_before };
	view_write(&now, view_of(f));
	if (!str_eq(buf_str(&now), buf_str(&f->prompt.original_text))) {
		history_leave(f->rows_pane->history, &before);
		undo_remember_view(f->rows_pane, buf_str(&f->prompt.original_text));
	}
	buf_free(&now);
}

/* True if the terms select columns, not only rows. */
static bool
names_columns(const struct filter_prompt *f, struct str terms)
{
	struct view view;
	struct err ignored;
	bool does = view_parse_terms(&view, view_of(f)->term_resource, terms, &ignored) &&
	    view.columns.n;
	view_free(&view);
	return does;
}

static void
accept_filter(struct prompt *p)
{
	struct rows_pane *rows = filter_of(p)->rows_pane;
	struct console *c = p->modal.console;
	bool invisible = has_invisible_characters(prompt_text(p));
	if (p->problem.n)
		return;
	push_bookmark(filter_of(p));
	if (names_columns(filter_of(p), prompt_text(p)))
		rows_view_save_columns(rows);
	console_close_modal(c);
	rows_pane_on_view_accepted(rows);
	if (invisible)
		console_show(c, ROLE_WARN, "The filter contains invisible characters");
}

static void
write_filter_bar(const struct prompt *p, struct buf *out)
{
	if (p->edit.all_selected) {
		buf_addz(out, "Type to replace, Space to add   Enter apply   Esc cancel");
		return;
	}
	buf_addz(out, "Enter apply   Tab keys   Esc cancel   Up history   !word");
	for (const char *const *key = view_of(filter_of(p))->term_resource->keys; *key; key++)
		buf_addf(out, "  %s:", *key);
}

static void
close_filter(struct prompt *p)
{
	buf_free(&filter_of(p)->selected_before);
	buf_free(&filter_of(p)->completed);
}

static const struct prompt_kind filter_prompt_kind = {
	.prefix = "/",
	.max_bytes = 1024,
	.history_kind = HISTORY_FILTERS,
	.keeps_history = true,
	.on_changed = apply_filter,
	.on_key = press_filter_key,
	.on_cancel = restore_view,
	.on_accept = accept_filter,
	.write_key_bar = write_filter_bar,
	.on_close = close_filter,
};

struct modal *
filter_prompt_new(struct rows_pane *rows)
{
	struct filter_prompt *f = x_new(struct filter_prompt);
	struct buf terms = { 0 };
	prompt_init(&f->prompt, rows->pane.console, &filter_prompt_kind);
	f->rows_pane = rows;
	f->top_before = rows->pos.first_visible_row;
	view_write(&f->prompt.original_text, view_of(f));
	buf_adds(&f->selected_before, buf_str(&rows->selected_id));
	view_write_terms(&terms, view_of(f));
	lineedit_set(&f->prompt.edit, buf_str(&terms));
	lineedit_select_all(&f->prompt.edit);
	buf_free(&terms);
	return &f->prompt.modal;
}
