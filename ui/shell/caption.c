#include "ui/shell/caption.h"

#include "app/script_file.h"
#include "base/utf8.h"
#include "list/hide_private.h"
#include "ui/kit/prompt.h"
#include "ui/linear/screen_text.h"

enum { CAPTION_ROWS_MAX = 3, CAPTION_ROWS_MAX_LOW = 2, LOW_ROWS = 20, MARGIN = 1 };

/* ---- the text ---- */

void
caption_set(struct console *c, struct str text)
{
	buf_reset(&c->caption);
	buf_reset(&c->caption_problem);
	text_clean(&c->caption, str_trim(text), c->look.ascii_text);
	console_request_redraw(c);
}

void
caption_set_problem(struct console *c, struct str text)
{
	buf_reset(&c->caption_problem);
	text_clean(&c->caption_problem, text, c->look.ascii_text);
	if (c->presenting)
		hide_private_from(&c->caption_problem, 0, c->look.ascii_text);
	console_request_redraw(c);
}

/* ---- the row ---- */

size_t
caption_find_row(const struct rows_pane *r, struct str text)
{
	size_t n = rows_pane_shown_rows(r).n, found = SIZE_MAX;
	struct buf row = { 0 }, folded = { 0 }, wanted = { 0 };
	text_fold(&wanted, str_trim(text));
	for (size_t at = 0; at < n && found == SIZE_MAX; at++) {
		buf_reset(&row);
		buf_reset(&folded);
		screen_append_row(r, at, &row);
		text_fold(&folded, buf_str(&row));
		if (str_find(buf_str(&folded), buf_str(&wanted)) != SIZE_MAX)
			found = at;
	}
	buf_free(&row);
	buf_free(&folded);
	buf_free(&wanted);
	return found;
}

static bool
mark_row(struct rows_pane *r, struct str text)
{
	size_t at = caption_find_row(r, text);
	if (at == SIZE_MAX)
		return false;
	list_go_to_row(&r->pos, at);
	rows_pane_move_cursor(r, 0);
	rows_pane_rebuild(r);
	return true;
}

/* Searches a text with the pane's own prompt. */
static bool
search_text(struct console *c, struct str text)
{
	unsigned shown = c->messages_shown;
	if (!c->nav->has_action(c, ACT_FILTER))
		return false;
	c->nav->run_action(c, ACT_FILTER);
	struct modal *m = console_top_modal(c);
	if (!m || !m->ops->is_on_message_line)
		return false;
	prompt_set_text(m, text);
	m->ops->on_key(m, KEY_RETURN);
	if (console_top_modal(c) == m) /* the text was not found */
		console_close_modal(c);
	bool found = c->messages_shown == shown || c->message_role == ROLE_TEXT;
	console_clear_message(c);
	return found;
}

bool
caption_mark(struct console *c, struct str text)
{
	struct rows_pane *list = screen_focused_list(c);
	struct rows_pane *r = rows_pane_or_null(console_top_pane(c));
	console_request_redraw(c);
	if (list)
		return mark_row(list, text);
	if (r)
		return !r->part_focused && textview_search(&r->detail, str_trim(text), 1);
	return search_text(c, str_trim(text));
}

/* ---- the bar ---- */

/* Takes the next line of at most `cells` cells from *rest, cut at a space if possible. */
static struct str
next_line(struct str *rest, int cells)
{
	size_t fits = text_fit(*rest, cells, NULL), end = fits;
	if (fits == 0 || fits == rest->n) {
		struct str all = *rest;
		*rest = STR("");
		return all;
	}
	while (end && rest->p[end] != ' ')
		end--;
	struct str line = str_sub(*rest, 0, end ? end : fits);
	*rest = str_sub(*rest, end ? end + 1 : fits, rest->n);
	return line;
}

static int
count_lines(struct str text, int cells)
{
	int n = 0;
	for (; text.n; n++)
		next_line(&text, cells);
	return n;
}

int
caption_rows(const struct console *c, int rows, int cols)
{
	int most = rows < LOW_ROWS ? CAPTION_ROWS_MAX_LOW : CAPTION_ROWS_MAX;
	int n = count_lines(buf_str(&c->caption), cols - 2 * MARGIN);
	const struct script_file *f = c->is_tour_on ? c->tour_file : NULL;
	for (size_t i = 0; f && i < f->lines.n; i++) {
		int lines = f->lines.v[i].word == SCRIPT_CAPTION
		    ? count_lines(str_trim(f->lines.v[i].text), cols - 2 * MARGIN)
		    : 0;
		n = lines > n ? lines : n;
	}
	n += c->caption_problem.n > 0 && n < most;
	return n > most ? most : n;
}

void
caption_draw(const struct console *c, const struct surface *s)
{
	int n = c->layout.caption_rows, y = s->h - 2 - n, cells = s->w - 2 * MARGIN;
	int last = c->caption_problem.n ? n - 1 : n; /* the end of the caption's lines */
	struct str rest = buf_str(&c->caption);
	for (int i = 0; i < n; i++)
		surface_fill(s, y + i, 0, s->w, ROLE_CAPTION);
	for (int i = 0; i < last && rest.n; i++) {
		struct str line = i + 1 < last ? next_line(&rest, cells) : rest;
		surface_draw_text_in(s, y + i, MARGIN, cells, ROLE_CAPTION, line);
	}
	if (n && c->caption_problem.n)
		surface_print(s, y + n - 1, MARGIN, ROLE_CAPTION, "! %.*s%s",
		    STR_ARG(buf_str(&c->caption_problem)),
		    c->is_tour_on ? ". The tour can go on" : "");
}
