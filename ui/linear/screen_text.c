#include "ui/linear/screen_text.h"

#include "access/whoami.h"
#include "base/utf8.h"
#include "list/hide_private.h"
#include "ui/journal/breadcrumb.h"
#include "ui/journal/write_session.h"
#include "ui/kit/text_pane.h"
#include "ui/linear/speak.h"
#include "ui/rows/rows_cells.h"

#include <ctype.h>

struct rows_pane *
screen_focused_list(const struct console *c)
{
	struct rows_pane *r = rows_pane_or_null(console_top_pane(c));
	return r && !r->in_detail && !r->part_focused ? r : NULL;
}

/* The text view that has the focus, a detail or a pane's own text; NULL if the focus is not in a
 * text view. */
static const struct textview *
screen_focused_view(const struct console *c)
{
	struct pane *p = console_top_pane(c);
	struct rows_pane *r = rows_pane_or_null(p);
	if (r && r->in_detail && !r->part_focused)
		return &r->detail;
	return p->ops->get_textview ? p->ops->get_textview(p) : NULL;
}

/* ---- the current place ---- */

/* Appends the terms of a VIEW without cols=, which the rows themselves show. */
static void
append_spoken_terms(struct buf *out, struct str terms)
{
	struct buf spoken = { 0 };
	bool quoted = false, in_columns = false;
	for (size_t i = 0; i < terms.n; i++) {
		bool starts = i == 0 || (terms.p[i - 1] == ' ' && !quoted);
		if (starts)
			in_columns = str_starts(str_sub(terms, i, terms.n), STR("cols="));
		quoted = terms.p[i] == '"' ? !quoted : quoted;
		if (!in_columns)
			buf_addc(&spoken, terms.p[i]);
	}
	append_spoken_line(out, str_trim(buf_str(&spoken)), SPEAK_NO_LABELS);
	buf_free(&spoken);
}

void
screen_append_place(const struct console *c, struct buf *out)
{
	struct pane *p = console_top_pane(c);
	const struct textview *view = screen_focused_view(c);
	struct rows_pane *r = rows_pane_or_null(p);
	struct title t = { 0 };
	p->ops->write_title(p, &t);
	if (c->presenting)
		title_hide_private(&t, true);
	buf_adds(out, buf_str(&t.breadcrumb));
	if (t.terms.n) {
		size_t before = out->n;
		buf_addz(out, ", ");
		append_spoken_terms(out, buf_str(&t.terms));
		out->n = out->n == before + 2 ? before : out->n;
	}
	if (view && r && r->detail_row < rows_pane_shown_rows(r).n) {
		struct buf name = { 0 };
		buf_addz(out, ", ");
		r->kind->write_headline(r, r->detail_row, &name);
		if (c->presenting)
			hide_private_from(&name, 0, true);
		append_spoken_line(out, buf_str(&name), SPEAK_NO_LABELS);
		buf_free(&name);
	} else if (t.counts.n && !(view && (r || is_text_pane(p)))) {
		buf_addz(out, ": ");
		append_spoken_line(out, buf_str(&t.counts), SPEAK_NO_LABELS);
	}
	title_free(&t);
}

/* The last part of the path, up to a comma. */
static struct str
last_breadcrumb_step(struct str breadcrumb)
{
	struct str step = STR(" > ");
	for (size_t at; (at = str_find(breadcrumb, step)) != SIZE_MAX;)
		breadcrumb = str_sub(breadcrumb, at + step.n, breadcrumb.n);
	return str_sub(breadcrumb, 0, str_find_char(breadcrumb, ','));
}

/* The name of the tab for a tab's base pane, whatever it lists; for a pane above it, the last
 * part of the path. */
void
screen_append_pane_name(const struct console *c, struct buf *out)
{
	enum {
		PROMPT_CELLS_MAX = 28 /* cells; leaves room for typing, also on a braille display */
	};
	struct pane *p = console_top_pane(c);
	struct title t = { 0 };
	size_t from = out->n;
	if (console_pane_below(c))
		p->ops->write_title(p, &t);
	else
		buf_addz(&t.breadcrumb, c->tabs[c->tab].name);
	struct str name = last_breadcrumb_step(buf_str(&t.breadcrumb));
	int used = 0;
	size_t n = text_fit(name, PROMPT_CELLS_MAX, &used);
	while (n < name.n && n && name.p[n] != ' ') /* cut at a space, without a mark */
		n--;
	buf_adds(out, n ? str_sub(name, 0, n) : name);
	/* lower case for "Persons", but not for "J-0414" */
	if (out->n > from + 1 && islower((unsigned char)out->p[from + 1]))
		out->p[from] = (char)tolower((unsigned char)out->p[from]);
	title_free(&t);
}

void
screen_append_alarms(const struct console *c, struct buf *out)
{
	struct buf words = { 0 };
	if (c->write_session)
		write_session_append_unknown_count(c->write_session, &words);
	buf_addf(&words, "%s%s", words.n && c->progress.n ? "\n" : "",
	    c->progress.n ? c->progress.p : "");
	if (!c->presenting) {
		buf_addz(&words, words.n ? "\n" : "");
		breadcrumb_append_unlocked(c, &words);
		buf_addz(&words, words.n ? "\n" : "");
		whoami_append_expiry(&words, c->client, clock_real());
	}
	if (c->closed_form_words && !c->presenting)
		buf_addf(&words, "%s%s", words.n ? "\n" : "", c->closed_form_words);
	buf_adds(out, buf_str(&words));
	buf_free(&words);
}

/* ---- rows as sentences ---- */

/* Appends a document, and its line `at` also to `line`; either may be NULL. */
static void
append_doc(struct buf *out, struct buf *line, const struct doc *d, size_t at)
{
	for (size_t i = 0; out && i < d->lines.n; i++)
		append_spoken_doc_line(out, d, i, SPEAK_ANY_LABEL);
	if (line && at < d->lines.n)
		append_spoken_doc_line(line, d, at, SPEAK_ANY_LABEL);
}

/* Columns that are spoken without their title, and the words to add after a number. */
static const struct {
	const char *id, *suffix;
	bool is_spoken;
} spoken_symbols[] = {
	{ "age", " ago", true },
	{ "person", "", true },
	{ "name", "", true },
	{ "what", "", true },
	{ "when", "", true },
	{ "subject", "", true },
};

/* The heading in lower case; a currency's code stays as it is. */
static void
add_column_label(struct buf *out, const struct placed_column *p, const struct cell_context *cells)
{
	struct buf header = { 0 };
	bool is_code = p->column && p->column->flags & COLUMN_NO_CURRENCY;
	column_write_header(&header, p, cells);
	for (size_t i = 0; i < header.n; i++)
		buf_addc(out,
		    is_code ? header.p[i] : (char)tolower((unsigned char)header.p[i]));
	buf_addc(out, ' ');
	buf_free(&header);
}

/* True for columns that are only graphical or whose content is spoken elsewhere. */
static bool
is_drawn_column(const struct placed_column *p)
{
	return p->column && p->column->flags & (COLUMN_SCREEN_ONLY | COLUMN_CHART);
}

static void
add_cell(
    struct buf *out, const struct rows_pane *r, const struct shown_rows *rows, size_t at, size_t n)
{
	const struct cell_context cells = console_cell_context(r->pane.console);
	const struct placed_column *p = &r->columns[n];
	const char *behind = "";
	bool speaks = p->column && p->column->flags & COLUMN_SHOWN_IF_EMPTY;
	struct buf text = { 0 };
	const char *end = rows_cell_write(&text, r, rows, at, n).right_text;
	for (size_t i = 0; p->column && i < sizeof(spoken_symbols) / sizeof(*spoken_symbols); i++)
		if (str_eqz(str_of(p->column->id), spoken_symbols[i].id)) {
			speaks = speaks || spoken_symbols[i].is_spoken;
			behind = cells.time_style == TIME_AGE ? spoken_symbols[i].suffix : "";
		}
	speaks = speaks || str_starts(buf_str(&text), STR("no "));
	if (text.n && (text.p[0] < '0' || text.p[0] > '9'))
		behind = "";
	if (text.n && !is_drawn_column(p)) {
		buf_addz(out, out->n ? ", " : "");
		if (!speaks)
			add_column_label(out, p, &cells);
		append_spoken_line(out, buf_str(&text), SPEAK_NO_COLUMNS);
		buf_addz(out, behind);
	}
	if (end)
		buf_addf(out, "%s%s", out->n ? ", " : "", end);
	buf_free(&text);
}

/* Starts with the row's name, even if another column is first on the screen. */
void
screen_append_row(const struct rows_pane *r, size_t at, struct buf *out)
{
	struct shown_rows rows = rows_pane_shown_rows(r);
	struct buf said = { 0 };
	size_t first = 0;
	while (first < r->columns_n &&
	    !(r->columns[first].column && r->columns[first].column->flags & COLUMN_SHOWN_IF_EMPTY))
		first++;
	if (first < r->columns_n)
		add_cell(&said, r, &rows, at, first);
	for (size_t i = 0; i < r->columns_n; i++)
		if (i != first)
			add_cell(&said, r, &rows, at, i);
	if (rows_pane_is_marked(r, shown_rows_id(&rows, at)))
		buf_addz(&said, ", marked");
	buf_adds(out, buf_str(&said));
	buf_free(&said);
}

void
screen_append_no_row(const struct rows_pane *r, struct buf *out)
{
	struct doc d = { .ascii = true, .hides_private = r->pane.console->presenting };
	rows_pane_describe_empty(r, &d);
	append_doc(out, NULL, &d, 0);
	doc_free(&d);
}

/* ---- texts ---- */

static bool
is_source_shown(const struct console *c)
{
	return pane_scope(console_top_pane(c)) == SCOPE_SOURCE;
}

/* Appends the text of a pane that is neither a list nor a text view, and the line with the
 * cursor. */
static void
append_pane_doc(const struct console *c, struct buf *out, struct buf *line)
{
	struct pane *p = console_top_pane(c);
	const struct rows_pane *r = rows_pane_or_null(p);
	struct doc d = { .ascii = true, .hides_private = c->presenting };
	if (r && r->part) /* the focus is neither in the list nor in the detail */
		p = r->part;
	if (p->ops->write_doc)
		append_doc(out, line, &d, p->ops->write_doc(p, &d));
	doc_free(&d);
}

/* Adds ", folded" to a folded branch. */
static void
add_line(struct buf *out, const struct console *c, const struct textview *t, size_t line)
{
	append_spoken_doc_line(
	    out, &t->doc, line, is_source_shown(c) ? SPEAK_EXACT : DOC_VALUE_COLUMN);
	if (line >= t->folded.n || !t->folded.v[line])
		return;
	out->n--;
	buf_addz(out, ", folded\n");
}

void
screen_append_text(const struct console *c, struct buf *out)
{
	const struct textview *t = screen_focused_view(c);
	if (!t) {
		append_pane_doc(c, out, NULL);
		return;
	}
	for (size_t i = 0; i < t->visible_lines.n; i++)
		add_line(out, c, t, t->visible_lines.v[i]);
}

static bool
is_count(struct str text)
{
	size_t digits = 0;
	while (digits < text.n && strchr("0123456789,", text.p[digits]))
		digits++;
	return digits == text.n;
}

/* Appends the line that contains the selected link. */
static void
add_line_of_link(struct buf *out, const struct textview *t)
{
	struct buf line = { 0 };
	size_t i = 0;
	while (i + 1 < t->doc.lines.n && t->doc.lines.v[i + 1].first_piece <= t->selected_link)
		i++;
	append_spoken_doc_line(&line, &t->doc, i, DOC_VALUE_COLUMN);
	buf_adds(out, str_trim(buf_str(&line)));
	buf_free(&line);
}

/* Appends the whole link text, joined if it was wrapped, since a number alone would not be
 * understood. */
static void
add_link(struct buf *out, const struct textview *t)
{
	uint32_t target = t->doc.pieces.v[t->selected_link].target_number;
	buf_addz(out, "Opens: ");
	size_t from = out->n;
	for (size_t i = t->selected_link;
	     i < t->doc.pieces.n && t->doc.pieces.v[i].target_number == target; i++)
		buf_adds(out, t->doc.pieces.v[i].text);
	if (!is_count(str_from(out->p + from, out->n - from)))
		return;
	buf_addz(out, ", in the line ");
	add_line_of_link(out, t);
}

void
screen_append_line(const struct console *c, struct buf *out, size_t *at)
{
	const struct textview *t = screen_focused_view(c);
	*at = SIZE_MAX;
	if (!t) {
		append_pane_doc(c, NULL, out);
		*at = str_hash(buf_str(out), 0);
	} else if (!t->has_cursor && t->selected_link < t->doc.pieces.n) {
		add_link(out, t);
		*at = t->selected_link;
	} else if (t->list.cursor < t->visible_lines.n) {
		add_line(out, c, t, t->visible_lines.v[t->list.cursor]);
		*at = t->visible_lines.v[t->list.cursor] + t->doc.pieces.n;
	}
}

void
screen_append_key_bar(const struct modal *m, struct buf *out)
{
	struct buf bar = { 0 };
	m->ops->write_key_bar(m, &bar);
	append_spoken_line(out, buf_str(&bar), SPEAK_NO_LABELS);
	buf_free(&bar);
}

void
screen_append_modal(const struct console *c, struct buf *out, struct buf *line)
{
	const struct modal *m = console_top_modal(c);
	struct doc d = { .ascii = true, .hides_private = c->presenting };
	if (m->ops->write_doc)
		append_doc(out, line, &d, m->ops->write_doc(m, &d));
	arena_wipe(&d.text_arena); /* it may hold a link */
	doc_free(&d);
}
