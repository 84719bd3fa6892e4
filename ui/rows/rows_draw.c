#include "base/utf8.h"
#include "list/hide_private.h"
#include "ui/kit/dialog.h"
#include "ui/rows/empty.h"
#include "ui/rows/rows_cells.h"
#include "ui/rows/rows_pane.h"

static const char *
cursor_mark(const struct surface *s)
{
	return s->look->ascii_lines ? ">" : "\xE2\x96\xB8";
}

/* Columns to skip before a right-aligned text. */
static int
indent_of(const struct placed_column *p, struct str text)
{
	int cells = text_width(text);
	unsigned shape = p->column ? p->column->flags : 0;
	bool right = shape & COLUMN_ALIGN_RIGHT && !(shape & COLUMN_ALIGN_POINTS);
	return right && cells < p->width ? p->width - cells : 0;
}

static const char *
order_mark(const struct surface *s, int order)
{
	if (s->look->ascii_lines)
		return order > 0 ? "^" : "v";
	return order > 0 ? "\xE2\x96\xB4" : "\xE2\x96\xBE";
}

static void
draw_header(const struct rows_pane *r, const struct surface *s)
{
	struct cell_context cells = console_cell_context(r->pane.console);
	struct buf text = { 0 };
	surface_fill(s, 0, 0, s->w, s->look->header_fill);
	for (size_t i = 0; i < r->columns_n; i++) {
		const struct placed_column *p = &r->columns[i];
		buf_reset(&text);
		column_write_header(&text, p, &cells);
		int order = rows_column_order(r->kind, rows_pane_shown_rows(r).view, p->column);
		if (order)
			buf_addz(&text, order_mark(s, order));
		int in = indent_of(p, buf_str(&text));
		surface_draw_text_in(s, 0, p->x + in, p->width - in,
		    order ? ROLE_SORTED : ROLE_HEADER, buf_str(&text));
	}
	buf_free(&text);
}

/* Highlights the words of the filter in a cell. */
static void
mark_words(const struct row_filter *filter, const struct surface *s, int y, int x, struct str cell)
{
	for (size_t i = 0; i < filter->terms.n; i++) {
		const struct row_term *t = &filter->terms.v[i];
		if (t->term->op == VIEW_WORD && !t->term->negated)
			surface_mark_words(s, y, x, cell, t->folded_value);
	}
}

/* The symbol for an absent value, as opposed to an empty text. */
static const char *
absent_mark(const struct surface *s)
{
	return s->look->ascii_lines ? "." : "\xC2\xB7";
}

static void
draw_cell(const struct rows_pane *r, const struct shown_rows *rows, const struct surface *s, int y,
    size_t column, enum role role)
{
	const struct placed_column *p = &r->columns[column];
	size_t row = (size_t)(y - 1);
	struct cell_style style = rows_cell_style(r, row, column);
	struct buf text = { 0 };
	int width = p->width;
	if (role == ROLE_TEXT)
		role = style.role;
	if (style.right_text) {
		int right_width = text_width(str_of(style.right_text));
		surface_print(s, y, p->x + width - right_width, role, "%s", style.right_text);
		width -= right_width + COLUMN_GAP;
	}
	int in = indent_of(p, rows_cell_text(r, row, column));
	rows_cell_cut(&text, r, row, column, width - in, s->look->ascii_lines);
	bool said = p->column && p->column->flags & COLUMN_BLANK_IF_EMPTY;
	bool on_bar = role == ROLE_SELECTED || role == ROLE_IDLE;
	if (!text.n && !said)
		surface_print(s, y, p->x + in - (in > 0), on_bar ? role : ROLE_FAINT, "%s", absent_mark(s));
	int used = surface_draw_text_in(s, y, p->x + in, width - in, role,
	    str_sub(buf_str(&text), 0, style.label_start ? style.label_start : text.n));
	if (style.label_start)
		surface_draw_text_in(s, y, p->x + in + used, width - in - used,
		    role == ROLE_TEXT ? ROLE_LABEL : role,
		    str_sub(buf_str(&text), style.label_start, text.n));
	if (style.mark_end && role == ROLE_TEXT)
		surface_draw_text(s, y, p->x + in, style.mark_role,
		    str_sub(buf_str(&text), 0, style.mark_end));
	mark_words(rows->filter, s, y, p->x + in, buf_str(&text));
	buf_free(&text);
}

static void
draw_row(const struct rows_pane *r, const struct shown_rows *rows, const struct surface *s, int y,
    size_t at)
{
	bool elsewhere = r->in_detail || r->part_focused;
	bool cursor = at == r->pos.cursor, focused = cursor && !elsewhere;
	bool marked = rows_pane_is_marked(r, shown_rows_id(rows, at));
	enum role role = focused ? ROLE_SELECTED
	    : cursor             ? ROLE_IDLE
	    : marked             ? ROLE_MARKED
				 : ROLE_TEXT;
	if (cursor)
		surface_fill(s, y, 0, s->w, role);
	if (cursor)
		surface_print(s, y, 1, role, "%s", cursor_mark(s));
	if (marked)
		surface_print(s, y, 2, role, "*");
	for (size_t i = 0; i < r->columns_n; i++)
		draw_cell(r, rows, s, y, i, role);
	if (focused)
		surface_set_cursor(s, y, 1);
}

/* Draws the line about missing rows after the last row. */
static void
draw_gap_note(const struct rows_pane *r, const struct surface *s, int y)
{
	struct buf words = { 0 };
	if (r->kind->has_unread)
		r->kind->has_unread(r, &words);
	if (words.n)
		surface_draw_text(s, y, 3, ROLE_BAD, buf_str(&words));
	buf_free(&words);
}

/* The first plain word of the filter; STR_NONE if all terms have keys. */
static struct str
first_search_word(const struct view *view)
{
	for (size_t i = 0; i < view->terms.n; i++)
		if (view->terms.v[i].op == VIEW_WORD && !view->terms.v[i].negated)
			return view->terms.v[i].value;
	return STR_NONE;
}

/* Shows the filter, the number of rows searched, and where else to search. */
static void
describe_no_match(const struct rows_pane *r, struct doc *d)
{
	const struct view *view = &r->table.view;
	struct str word = first_search_word(view);
	struct buf terms = { 0 }, clean = { 0 }, count = { 0 };
	view_write_terms(&terms, view);
	text_clean(&clean, buf_str(&terms), d->ascii);
	format_plural(
	    &count, r->table.n, view->resource->singular, view_plural_name(view->resource));
	empty_add_title(d, "No match for \"%s\" in %s", buf_z(&clean), buf_z(&count));
	suggestion_rows_describe_empty(r, d);
	if (!console_top_modal(r->pane.console))
		empty_add_action(d, r->pane.console, ACT_FILTER, "edit the filter");
	empty_add_key(d, "Esc", "clear the filter");
	if (word.n && r->kind->deep_search_key) {
		buf_reset(&clean);
		buf_addf(&clean, "/ %s:", r->kind->deep_search_key);
		text_clean(&clean, word, d->ascii);
		empty_add_key(d, buf_z(&clean), "search all attributes");
	}
	buf_free(&terms);
	buf_free(&clean);
	buf_free(&count);
}

void
rows_pane_describe_empty(const struct rows_pane *r, struct doc *d)
{
	if (r->table.n)
		describe_no_match(r, d);
	else
		r->kind->describe_empty(r, d);
}

static void
draw_empty_list(const struct rows_pane *r, const struct surface *s)
{
	struct doc doc = { .width = s->w,
		.ascii = s->look->ascii_lines,
		.hides_private = r->pane.console->presenting };
	rows_pane_describe_empty(r, &doc);
	dialog_draw_doc(s, &doc, 2);
	surface_set_cursor(s, 2, 3);
	doc_free(&doc);
}

/* Shown if the only item of the pane is missing after a reload. */
static void
draw_removed_notice(const struct rows_pane *r, const struct surface *s)
{
	struct buf key = { 0 };
	console_append_key_of(r->pane.console, &key, ACT_OUT);
	surface_print(s, 1, 1, ROLE_TEXT, "This item no longer exists. %s goes back", buf_z(&key));
	surface_set_cursor(s, 1, 1);
	buf_free(&key);
}

static void
draw_list(const struct rows_pane *r, const struct surface *screen)
{
	const struct rect *box = &r->layout.list;
	struct surface s = surface_part(screen, box->y, box->x, box->h, box->w);
	struct shown_rows listed = rows_pane_shown_rows(r);
	int y = 1;
	if (listed.total_count) /* no titles before the first rows */
		draw_header(r, &s);
	for (size_t at = r->pos.first_visible_row;
	     at < listed.n && at < r->pos.first_visible_row + r->pos.visible_rows; at++, y++)
		draw_row(r, &listed, &s, y, at);
	draw_gap_note(r, &s, y);
	if (listed.n == 0)
		draw_empty_list(r, &s);
}

/* The number of lines of the detail below the visible ones. */
static size_t
count_lines_below(const struct rows_pane *r)
{
	const struct list *l = &r->detail.list;
	bool seen = r->layout.detail.h > 0 && rows_pane_selected_row(r);
	return seen && l->first_visible_row + l->visible_rows < l->count
	    ? l->count - l->first_visible_row - l->visible_rows
	    : 0;
}

/* Draws the name lead and the rest of the headline as label. A focused detail without a selected
 * reference has the bar here. */
static void
draw_headline(const struct rows_pane *r, const struct surface *s, int room)
{
	bool focused = r->in_detail && !r->detail.has_cursor &&
	    r->detail.selected_link >= r->detail.doc.pieces.n;
	struct buf headline = { 0 };
	buf_addc(&headline, ' ');
	r->kind->write_headline(r, r->detail_row, &headline);
	if (r->pane.console->presenting)
		hide_private_from(&headline, 0, s->look->ascii_lines);
	buf_addc(&headline, ' ');
	struct str all = buf_str(&headline);
	struct str gap = s->look->ascii_lines ? STR("  ") : STR(" \xC2\xB7 ");
	struct str name = str_sub(all, 0, str_find(all, gap));
	int used = surface_draw_text_in(s, 0, 2, room, focused ? ROLE_SELECTED : ROLE_LEAD, name);
	surface_draw_text_in(s, 0, 2 + used, room - used, focused ? ROLE_SELECTED : ROLE_LABEL,
	    str_sub(all, name.n, all.n));
	if (focused)
		surface_set_cursor(s, 0, 2);
	buf_free(&headline);
}

/* Draws "── Digital Monthly GBP · offer of Winback 2026 ──────── 9 more lines · 1 of 6 ──" above
 * the detail. If the detail is to the right, the rule starts at the line between the two parts. */
static void
draw_rule(const struct rows_pane *r, const struct surface *screen)
{
	const struct rect *box = &r->layout.detail;
	int x = r->layout.rule_x < 0 ? 0 : r->layout.rule_x;
	struct surface s = surface_part(screen, r->layout.rule_y, x, 1, box->x + box->w - x);
	struct buf place = { 0 };
	size_t n = rows_pane_shown_rows(r).n, below = count_lines_below(r);
	surface_draw_rule(&s, 0, 0, s.w, s.look->frame);
	if (r->layout.rule_x >= 0)
		surface_print(
		    &s, 0, 0, s.look->frame, "%s", s.look->ascii_lines ? "+" : "\xE2\x94\x9C");
	if (r->detail_row >= n)
		return;
	buf_addc(&place, ' ');
	if (below) {
		format_plural(&place, below, "more line", "more lines");
		buf_addz(&place, s.look->ascii_lines ? "  " : " \xC2\xB7 ");
	}
	format_count(&place, r->detail_row + 1);
	buf_addz(&place, " of ");
	format_count(&place, n);
	buf_addc(&place, ' ');
	int wide = text_width(buf_str(&place)), room = s.w - wide - 7;
	draw_headline(r, &s, room);
	surface_draw_text(&s, 0, s.w - 2 - wide, ROLE_LABEL, buf_str(&place));
	buf_free(&place);
}

static void
draw_side_rule(const struct rows_pane *r, const struct surface *s)
{
	const struct rect *box = &r->layout.body;
	for (int y = 0; y < box->h; y++)
		surface_print(s, box->y + y, r->layout.rule_x, s->look->frame, "%s",
		    s->look->ascii_lines ? "|" : "\xE2\x94\x82");
}

static void
draw_detail(const struct rows_pane *r, const struct surface *screen)
{
	const struct rect *box = &r->layout.detail;
	struct surface s = surface_part(screen, box->y, box->x, box->h, box->w);
	if (!rows_pane_selected_row(r)) {
		if (r->shows_detail_only)
			draw_removed_notice(r, &s);
		return;
	}
	textview_draw(&r->detail, &s);
}

void
rows_pane_draw(const struct pane *p, const struct surface *screen, const struct layout *shell)
{
	const struct rows_pane *r = rows_pane_of(p);
	(void)shell;
	if (r->layout.rule_x >= 0)
		draw_side_rule(r, screen);
	/* Draw the focused part last, because the cursor stays where it was set last. */
	if (r->in_detail && r->layout.list.h > 0)
		draw_list(r, screen);
	if (r->layout.detail.h > 0)
		draw_detail(r, screen);
	if (r->layout.rule_y >= 0)
		draw_rule(r, screen);
	if (!r->in_detail && r->layout.list.h > 0)
		draw_list(r, screen);
}
