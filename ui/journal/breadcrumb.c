#include "ui/journal/breadcrumb.h"

#include "access/whoami.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "ui/journal/write_session.h"

/* Removes steps from the left until the path fits; the last steps stay visible. */
static void
shorten_breadcrumb(struct buf *left, int room, const struct look *look)
{
	struct str breadcrumb = buf_str(left), step = STR(" > ");
	struct buf cut = { 0 };
	if (text_width(breadcrumb) <= room)
		return;
	while (text_width(breadcrumb) + 4 > room && str_find(breadcrumb, step) != SIZE_MAX) {
		size_t at = str_find(breadcrumb, step);
		breadcrumb = str_sub(breadcrumb, at + step.n, breadcrumb.n);
	}
	if (breadcrumb.n == left->n)
		return;
	buf_addz(&cut, look->ascii_lines ? "... > " : "\xE2\x80\xA6 > ");
	buf_adds(&cut, breadcrumb);
	buf_free(left);
	*left = cut;
}

/* Unconfirmed writes are shown in every pane, with the highest priority. */
static int
draw_unknown_count(const struct console *c, const struct surface *s, int end)
{
	struct buf words = { 0 };
	write_session_append_unknown_count(c->write_session, &words);
	int width = text_width(buf_str(&words));
	surface_draw_text_in(s, 1, end - width, width, ROLE_BAD, buf_str(&words));
	buf_free(&words);
	return width ? width + 2 : 0;
}

void
breadcrumb_append_unlocked(const struct console *c, struct buf *out)
{
	const struct write_session *w = c->write_session;
	if (w && write_lock_is_open(&w->lock, console_now(c)))
		write_lock_append_state(out, &w->lock, console_now(c), c->time_style == TIME_UTC);
}

static int
draw_unlocked(const struct console *c, const struct surface *s, int end)
{
	struct buf words = { 0 };
	if (!c->presenting)
		breadcrumb_append_unlocked(c, &words);
	int width = text_width(buf_str(&words));
	surface_draw_text_in(s, 1, end - width, width, ROLE_WRITE_OPEN, buf_str(&words));
	buf_free(&words);
	return width ? width + 2 : 0;
}

/* A plan being sent is also shown in every pane. */
static int
draw_progress(const struct console *c, const struct surface *s, int end)
{
	int width = text_width(buf_str(&c->progress));
	surface_draw_text_in(s, 1, end - width, width, ROLE_WARN, buf_str(&c->progress));
	return width ? width + 2 : 0;
}

/* Shows that the token expires soon, unless it is refreshed automatically. */
static int
draw_token_expiry(const struct console *c, const struct surface *s, int end)
{
	struct buf words = { 0 };
	if (!c->presenting)
		whoami_append_expiry(&words, c->client, clock_real());
	int width = text_width(buf_str(&words));
	surface_draw_text_in(s, 1, end - width, width, ROLE_WARN, buf_str(&words));
	buf_free(&words);
	return width ? width + 2 : 0;
}

/* Shows that a closed form has unsent text, or that it was refused. */
static int
draw_unsent_form(const struct console *c, const struct surface *s, int end)
{
	const char *words = c->closed_form_words;
	if (!words || c->presenting)
		return 0;
	int width = text_width(str_of(words));
	surface_print(s, 1, end - width, ROLE_WARN, "%s", words);
	return width + 2;
}

/* In "240 baskets, all read · 10:42", the part after the last dot is the time; in
 * "locked · ben", the account. */
static void
draw_counts(const struct surface *s, int end, int width, const struct title *t)
{
	struct str counts = buf_str(&t->counts), point = STR(" \xC2\xB7 "), rest = counts;
	size_t at = counts.n;
	for (size_t next = 0; (next = str_find(rest, point)) != SIZE_MAX;) {
		at = counts.n - rest.n + next;
		rest = str_sub(rest, next + point.n, rest.n);
	}
	int x = end - width;
	enum role plain = t->is_locked ? ROLE_WARN : t->filtered ? ROLE_LEAD : ROLE_TEXT;
	size_t from = 0;
	for (size_t i = 0; i < t->accents_n; i++) {
		const struct title_accent *a = &t->accents[i];
		x += surface_draw_text_in(
		    s, 1, x, end - x, plain, str_sub(counts, from, a->start - from));
		x += surface_draw_text_in(
		    s, 1, x, end - x, a->role, str_sub(counts, a->start, a->end - a->start));
		from = a->end;
	}
	x += surface_draw_text_in(
	    s, 1, x, end - x, plain, str_sub(counts, from, at > from ? at - from : 0));
	surface_draw_text_in(s, 1, x, end - x, ROLE_LABEL, str_sub(counts, at, counts.n));
}

/* Cells that the path keeps, however long the counts are. */
enum { PATH_CELLS_MIN = 8, PATH_CELLS_MAX = 24 };

/* The width of the path with only its last step, and of the gap after it. */
static int
least_path_width(struct str breadcrumb)
{
	struct str step = STR(" > "), last = breadcrumb;
	for (size_t at; (at = str_find(last, step)) != SIZE_MAX;)
		last = str_sub(last, at + step.n, last.n);
	int cells = text_width(last) + (last.n < breadcrumb.n ? 4 : 0) + 2;
	return cells < PATH_CELLS_MIN ? PATH_CELLS_MIN
	    : cells > PATH_CELLS_MAX  ? PATH_CELLS_MAX
				      : cells;
}

/* Removes whole parts from the end of counts that do not fit: part of a number would be misread. */
static void
shorten_counts(struct title *t, int room)
{
	static const char *const separators[] = { ", ", " \xC2\xB7 " };
	size_t end = t->counts.n, accents = 0;
	while (end && text_width(str_sub(buf_str(&t->counts), 0, end)) > room) {
		size_t cut = 0;
		for (size_t i = 0; i < end; i++)
			for (size_t k = 0; k < sizeof(separators) / sizeof(*separators); k++)
				if (str_starts(str_sub(buf_str(&t->counts), i, end),
					str_of(separators[k])))
					cut = i;
		end = cut;
	}
	if (!end)
		return;
	t->counts.n = end;
	while (accents < t->accents_n && t->accents[accents].end <= end)
		accents++;
	t->accents_n = accents;
}

void
breadcrumb_draw(const struct console *c, const struct surface *s, struct title *t)
{
	int end = s->w - 1;
	end -= draw_unknown_count(c, s, end);
	end -= draw_unlocked(c, s, end);
	end -= draw_progress(c, s, end);
	end -= draw_unsent_form(c, s, end);
	end -= draw_token_expiry(c, s, end);
	int room = end - 1, path = least_path_width(buf_str(&t->breadcrumb));
	shorten_counts(t, room - path);
	int width = text_width(buf_str(&t->counts));
	if (width > room - path)
		width = room > path ? room - path : 0;
	int terms = text_width(buf_str(&t->terms));
	if (t->terms_whole && text_width(buf_str(&t->breadcrumb)) + 1 + terms > room - width - 2)
		terms = 0;
	shorten_breadcrumb(&t->breadcrumb, room - width - 2 - (terms ? terms + 1 : 0), &c->look);
	int x = 1 +
	    surface_draw_text_in(s, 1, 1, room - width - 2, ROLE_LEAD, buf_str(&t->breadcrumb));
	if (terms)
		surface_draw_text_in(
		    s, 1, x + 1, room - width - 2 - x, ROLE_LABEL, buf_str(&t->terms));
	draw_counts(s, end, width, t);
	title_free(t);
}
