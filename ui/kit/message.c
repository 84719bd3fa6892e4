#include "ui/kit/console.h"

#include "base/utf8.h"
#include "ui/term/surface.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- cutting messages ---- */

/* The last sentence if it fits into `cells`; else STR_NONE. */
static struct str
last_sentence(struct str text, int cells)
{
	static const char *const marks[] = { ". ", "; " };
	struct str rest = text;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		struct str mark = str_of(marks[i]);
		for (size_t at; (at = str_find(rest, mark)) != SIZE_MAX;)
			rest = str_sub(rest, at + mark.n, rest.n);
	}
	return rest.n < text.n && text_width(rest) <= cells ? rest : STR_NONE;
}

/* Finds the path of a file, as in "Saved: /home/mara/x.snap, 9 items". STR_NONE: there is none. */
static struct str
find_path(struct str text)
{
	size_t at = str_find(text, STR(" /"));
	if (at == SIZE_MAX)
		return STR_NONE;
	struct str path = str_sub(text, at + 1, text.n);
	path = str_sub(path, 0, str_find(path, STR(", ")));
	return str_sub(path, 0, str_find(path, STR(". ")));
}

/* Appends the text with its path cut in the middle, since the end of the path is the file's name.
 * Appends nothing if it fits anyway, or if it has no path that is long enough. */
static void
cut_path(struct buf *out, struct str clean, int cells, bool ascii)
{
	enum { NAME_CELLS_MIN = 16, START_CELLS = 6 };
	const char *dots = ascii ? "~" : "\xE2\x80\xA6";
	struct str path = find_path(clean);
	int room = cells - text_width(clean) + text_width(path);
	if (text_width(clean) <= cells || !path.n || room < NAME_CELLS_MIN + START_CELLS)
		return;
	size_t start = text_fit(path, START_CELLS, NULL), end = start;
	while (text_width(str_sub(path, end, path.n)) > room - START_CELLS - 1)
		end += text_fit(str_sub(path, end, path.n), 2, NULL);
	buf_adds(out, str_sub(clean, 0, (size_t)(path.p - clean.p) + start));
	buf_addz(out, dots);
	buf_adds(out, str_sub(clean, (size_t)(path.p - clean.p) + end, clean.n));
}

void
message_fit(struct buf *out, struct str clean, enum role role, int cells, bool ascii)
{
	enum { REMEDY_CELLS_MAX = 16 /* of a failure: "r tries again" */ };
	cut_path(out, clean, cells, ascii);
	bool is_short = text_width(last_sentence(clean, cells)) <= REMEDY_CELLS_MAX;
	if (!out->n && (role == ROLE_WARN || (role == ROLE_BAD && is_short)))
		message_cut(out, clean, cells, ascii);
	else if (!out->n)
		text_cut(out, clean, cells, ascii);
}

void
message_cut(struct buf *out, struct str clean, int cells, bool ascii)
{
	enum { MESSAGE_START_CELLS = 13 /* cells that must be left for the start of the text */ };
	struct str tail = STR_NONE;
	if (text_width(clean) > cells)
		tail = last_sentence(clean, cells - MESSAGE_START_CELLS - 1);
	if (tail.n) {
		struct str head = str_trim(str_sub(clean, 0, clean.n - tail.n));
		text_cut(out, head, cells - text_width(tail) - 1, ascii);
		buf_addc(out, ' ');
		buf_adds(out, tail);
	} else {
		text_cut(out, clean, cells, ascii);
	}
}

/* ---- drawing messages ---- */

/* Returns the mark of a message's role; NULL if it has none, or if the text begins with it. */
static const char *
mark_of_message(enum role role, struct str text)
{
	const char *mark = role == ROLE_WARN ? "!"
	    : role == ROLE_BAD               ? "x"
	    : role == ROLE_GOOD              ? "ok"
	    : role == ROLE_UNKNOWN           ? "?"
					     : NULL;
	size_t n = mark ? strlen(mark) : 0;
	bool begins = mark && str_starts(text, str_of(mark)) && text.n > n && text.p[n] == ' ';
	return begins ? NULL : mark;
}

int
message_draw(const struct surface *s, int y, int x, int cells, enum role role, struct str clean)
{
	const char *mark = mark_of_message(role, clean);
	int used = mark ? (int)strlen(mark) + 1 : 0;
	struct buf fits = { 0 };
	bool tight = mark && text_width(clean) + used > cells;
	if (tight)
		used = 0;
	message_fit(&fits, clean, role, cells - used, s->look->ascii_lines);
	if (used)
		surface_print(s, y, x, role, "%s", mark);
	struct str text = buf_str(&fits), word = str_sub(text, 0, str_find_char(text, ' '));
	int end = used +
	    surface_draw_text_in(s, y, x + used, cells - used, mark ? ROLE_TEXT : role, text);
	if (tight)
		surface_draw_text(s, y, x, role, word);
	buf_free(&fits);
	return end;
}

/* ---- showing messages ---- */

/* Long enough to read which identity was linked to which owner. */
enum { MESSAGE_HOLD_MS = 2000 };

static void
add_message(struct console *c, enum role role, struct str text)
{
	struct message m = { .shown_at = console_now(c), .role = role, .text = str_dup(text) };
	if (c->messages.n == MESSAGES_MAX) {
		x_free(c->messages.v[0].text);
		vec_remove(&c->messages, 0);
	}
	vec_push(&c->messages, m);
	c->messages_logged++;
}

void
console_show(struct console *c, enum role role, const char *format, ...)
{
	va_list args;
	buf_reset(&c->message_line);
	va_start(args, format);
	buf_addv(&c->message_line, format, args);
	va_end(args);
	c->message_role = role;
	c->messages_shown++;
	c->message_stays = role == ROLE_BAD;
	c->message_is_held = false;
	c->message_shown_at = clock_ticks();
	c->message_drawn_at = 0;
	add_message(c, role, buf_str(&c->message_line));
	console_request_redraw(c);
}

void
console_attach_error(struct console *c, const struct err *err)
{
	struct message *last = &c->messages.v[c->messages.n - 1];
	snprintf(last->request_id, sizeof(last->request_id), "%s", err->request_id);
}

void
console_log_message(struct console *c, enum role role, struct str text, const struct err *err)
{
	add_message(c, role, text);
	if (err)
		console_attach_error(c, err);
}

void
console_clear_message_list(struct console *c)
{
	for (size_t i = 0; i < c->messages.n; i++)
		x_free(c->messages.v[i].text);
	c->messages.n = 0;
	console_clear_message(c);
}

void
console_clear_message(struct console *c)
{
	buf_reset(&c->message_line);
	c->message_stays = c->message_is_held = false;
	console_request_redraw(c);
}

void
console_hold_message(struct console *c)
{
	c->message_is_held = true;
}

void
console_on_message_drawn(struct console *c)
{
	if (c->message_line.n && !c->message_drawn_at)
		c->message_drawn_at = clock_ticks();
}

/* The result of a write may arrive just before a key that was meant for something else, so it
 * stays for MESSAGE_HOLD_MS. A script needs only one frame. */
void
console_clear_old_message(struct console *c)
{
	int64_t seen = c->message_drawn_at ? clock_ticks() - c->message_drawn_at : -1;
	if (c->message_stays || (c->message_is_held && seen < (c->script ? 0 : MESSAGE_HOLD_MS)))
		return;
	console_clear_message(c);
}

void
console_clear_read_message(struct console *c, int64_t since)
{
	bool was_read = c->message_drawn_at &&
	    clock_ticks() - c->message_drawn_at >= MESSAGE_HOLD_MS;
	if (!c->message_stays && (was_read || c->message_shown_at <= since))
		console_clear_message(c);
}
