#include "ui/shell/home_boxes.h"

#include "base/utf8.h"
#include "model/format.h"
#include "ui/term/drawing.h"

/* The part of the grid in the window. */
struct home_window {
	const struct home_grid *g;
	const struct surface *s;
	int first_row;
};

/* True for the row in which boxes are closed because the window ends there. */
static bool
is_cut_at(const struct home_window *w, int y)
{
	return (y == 0 && w->first_row > 0) ||
	    (y == w->s->h - 1 && w->first_row + w->s->h < w->g->height);
}

static bool
has_rule_at(const struct home_window *w, int column, int y)
{
	return is_cut_at(w, y) || home_grid_has_rule(w->g, column, y + w->first_row);
}

static unsigned
sides_of_joint(const struct home_window *w, int rule, int y)
{
	bool ends = y == w->s->h - 1 || y + w->first_row == w->g->height - 1;
	unsigned sides = 0;
	sides |= y > 0 ? SIDE_UP : 0;
	sides |= !ends ? SIDE_DOWN : 0;
	sides |= rule > 0 && has_rule_at(w, rule - 1, y) ? SIDE_LEFT : 0;
	sides |= rule < w->g->column_count && has_rule_at(w, rule, y) ? SIDE_RIGHT : 0;
	return sides;
}

static void
draw_frame_row(const struct home_window *w, int y)
{
	const struct home_grid *g = w->g;
	enum role role = w->s->look->frame;
	for (int i = 0; i < g->column_count; i++)
		if (has_rule_at(w, i, y))
			surface_draw_rule(w->s, y, g->rule_x[i] + 1, home_grid_width(g, i), role);
	for (int i = 0; i <= g->column_count; i++)
		surface_draw_joint(w->s, y, g->rule_x[i], role, sides_of_joint(w, i, y));
}

/* Draws "12 more rows" into the line that closes a column where the window ends. */
static void
draw_cut(const struct home_window *w, int column, int y)
{
	const struct home_grid *g = w->g;
	struct buf words = { 0 };
	size_t n = 0;
	for (size_t i = 0; i < g->n; i++)
		for (int row = 0; row < g->boxes[i].rows && g->boxes[i].column == column; row++) {
			int at = g->boxes[i].y + row - w->first_row;
			n += (size_t)row < g->boxes[i].line_count && (y ? at >= y : at <= y);
		}
	buf_addc(&words, ' ');
	format_plural(&words, n, "more row", "more rows");
	buf_addc(&words, ' ');
	if (n)
		surface_draw_text(w->s, y, g->rule_x[column + 1] - 1 - text_width(buf_str(&words)),
		    ROLE_LABEL, buf_str(&words));
	buf_free(&words);
}

/* Draws a line of a box; `s` is the row inside the frame. */
static void
draw_line(const struct textview *v, const struct surface *s, size_t line, bool selected)
{
	const struct doc_line *l = &v->doc.lines.v[line];
	struct buf text = { 0 };
	if (selected) {
		surface_fill(s, 0, 0, s->w, ROLE_SELECTED);
		surface_set_cursor(s, 0, 0);
	}
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_piece *p = &v->doc.pieces.v[l->first_piece + i];
		surface_draw_text(s, 0, p->column, selected ? ROLE_SELECTED : p->role, p->text);
	}
	if (selected)
		surface_print(
		    s, 0, 0, ROLE_SELECTED, "%s", s->look->ascii_lines ? ">" : "\xE2\x96\xB8");
	if (v->last_search.n) {
		doc_write_line(&text, &v->doc, line);
		surface_mark_words(s, 0, 0, buf_str(&text), buf_str(&v->last_search));
	}
	buf_free(&text);
}

static void
draw_home_box(const struct home_window *w, const struct textview *v, const struct home_box *b,
    size_t focused_line)
{
	int x = w->g->rule_x[b->column] + 1, top = b->y - w->first_row;
	bool ends = top - 1 == w->s->h - 1; /* only its title would be in the window */
	if (!ends)
		surface_print(w->s, top - 1, x, ROLE_LEAD, " %s ", home_box_title(b->id));
	for (size_t row = 0; row < b->line_count && (int)row < b->rows; row++) {
		int y = top + (int)row;
		struct surface s =
		    surface_part(w->s, y, x, 1, home_grid_width(w->g, b->column));
		size_t line = b->first_line + row;
		if (y >= 0 && y < w->s->h && !is_cut_at(w, y))
			draw_line(v, &s, line, line == focused_line);
	}
}

void
home_boxes_draw(const struct textview *v, const struct home_grid *g, int first_row,
    size_t focused_line, const struct surface *s)
{
	const struct home_window w = { g, s, first_row };
	for (int y = 0; y < s->h && y + first_row < g->height; y++)
		draw_frame_row(&w, y);
	for (size_t i = 0; i < g->n; i++)
		draw_home_box(&w, v, &g->boxes[i], focused_line);
	for (int column = 0; column < g->column_count; column++) {
		if (is_cut_at(&w, 0))
			draw_cut(&w, column, 0);
		if (is_cut_at(&w, s->h - 1))
			draw_cut(&w, column, s->h - 1);
	}
}
