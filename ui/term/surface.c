#include "ui/term/surface.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <curses.h>
#include <stdarg.h>
#include <wchar.h>

enum { CELL_CHARS = 8 };

static void
add_screen_row(struct buf *out, int y, int cols)
{
	size_t end = out->n;
	for (int x = 0; x < cols;) {
		cchar_t cell;
		wchar_t text[CELL_CHARS] = { 0 };
		attr_t attributes;
		short pair;
		mvin_wch(y, x, &cell);
		if (getcchar(&cell, text, &attributes, &pair, NULL) == ERR || !text[0]) {
			x++;
			continue;
		}
		for (int i = 0; i < CELL_CHARS && text[i]; i++)
			utf8_encode(out, (uint32_t)text[i]);
		if (text[0] != L' ')
			end = out->n;
		int width = wcwidth(text[0]);
		x += width > 0 ? width : 1;
	}
	out->n = end;
	buf_addc(out, '\n');
}

void
append_screen_text(struct buf *out)
{
	int rows, cols, y, x;
	getmaxyx(stdscr, rows, cols);
	getyx(stdscr, y, x);
	for (int row = 0; row < rows; row++)
		add_screen_row(out, row, cols);
	move(y, x);
}

struct surface
surface_screen(const struct look *look, struct screen_cursor *cursor)
{
	struct surface s = { .look = look, .cursor = cursor };
	getmaxyx(stdscr, s.h, s.w);
	drawing_use_background(look);
	erase();
	return s;
}

struct surface
surface_begin_frame(const struct look *look, struct drawing *drawing, struct screen_cursor *cursor)
{
	struct surface s = { .look = look, .cursor = cursor, .drawing = drawing };
	getmaxyx(stdscr, s.h, s.w);
	drawing_begin(drawing, look);
	return s;
}

struct surface
surface_part(const struct surface *s, int y, int x, int h, int w)
{
	struct surface part = *s;
	if (h > s->h - y)
		h = s->h - y;
	if (w > s->w - x)
		w = s->w - x;
	part.y = s->y + y;
	part.x = s->x + x;
	part.h = h < 0 ? 0 : h;
	part.w = w < 0 ? 0 : w;
	return part;
}

static bool
is_inside(const struct surface *s, int y, int x)
{
	return y >= 0 && y < s->h && x >= 0 && x < s->w;
}

/* Draws a stroke at (y, x) of the surface in a role: at once, or at the end of the frame. */
static void
add_stroke(const struct surface *s, int y, int x, enum role role, struct stroke stroke)
{
	stroke.y = s->y + y;
	stroke.x = s->x + x;
	if (s->is_pointing && role != ROLE_SELECTED && role != ROLE_CAPTION)
		role = ROLE_LABEL;
	stroke.style = s->look->styles[s->is_behind && role == ROLE_SELECTED ? ROLE_IDLE : role];
	stroke.text_as_ascii = s->look->ascii_text;
	stroke.marks_as_ascii = s->look->ascii_lines;
	if (s->drawing)
		drawing_add(s->drawing, &stroke);
	else
		stroke_put(&stroke);
}

/* How many of the cells from (y, x) on are inside the surface. */
static int
cells_inside(const struct surface *s, int y, int x, int cells)
{
	if (!is_inside(s, y, x) || cells <= 0)
		return 0;
	return cells < s->w - x ? cells : s->w - x;
}

int
surface_draw_text_in(
    const struct surface *s, int y, int x, int cells, enum role role, struct str text)
{
	struct buf cut = { 0 };
	if (!is_inside(s, y, x) || text.n == 0)
		return 0;
	if (cells > s->w - x)
		cells = s->w - x;
	int used = text_cut(&cut, text, cells, s->look->ascii_lines);
	add_stroke(s, y, x, role,
	    (struct stroke){ .kind = STROKE_TEXT, .cells = used, .text = buf_str(&cut) });
	buf_free(&cut);
	return used;
}

int
surface_draw_text(const struct surface *s, int y, int x, enum role role, struct str text)
{
	return surface_draw_text_in(s, y, x, s->w - x, role, text);
}

int
surface_print(const struct surface *s, int y, int x, enum role role, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	int used = surface_draw_text(s, y, x, role, buf_str(&words));
	buf_free(&words);
	return used;
}

void
surface_fill(const struct surface *s, int y, int x, int cells, enum role role)
{
	cells = cells_inside(s, y, x, cells);
	if (cells)
		add_stroke(s, y, x, role, (struct stroke){ .kind = STROKE_BLANK, .cells = cells });
}

void
surface_clear(const struct surface *s)
{
	for (int y = 0; y < s->h; y++)
		surface_fill(s, y, 0, s->w, ROLE_TEXT);
}

static void
add_box(const struct surface *s, int y, int x, int cells, enum role role, unsigned box, char ascii)
{
	cells = cells_inside(s, y, x, cells);
	if (cells)
		add_stroke(s, y, x, role,
		    (struct stroke){
			.kind = STROKE_BOX, .cells = cells, .box_char = box, .box_ascii = ascii });
}

void
surface_draw_rule(const struct surface *s, int y, int x, int cells, enum role role)
{
	add_box(s, y, x, cells, role, 0x2500, '-');
}

void
surface_draw_joint(const struct surface *s, int y, int x, enum role role, unsigned sides)
{
	/* indexed by the sides */
	static const unsigned joints[] = { ' ', 0x2502, 0x2502, 0x2502, 0x2500, 0x2518, 0x2510,
		0x2524, 0x2500, 0x2514, 0x250C, 0x251C, 0x2500, 0x2534, 0x252C, 0x253C };
	unsigned joint = joints[sides % (sizeof(joints) / sizeof(*joints))];
	char ascii = joint == 0x2500 ? '-' : joint == 0x2502 ? '|' : '+';
	add_box(s, y, x, 1, role, joint, ascii);
}

void
surface_draw_box(const struct surface *s, enum role role)
{
	surface_draw_rule(s, 0, 1, s->w - 2, role);
	surface_draw_rule(s, s->h - 1, 1, s->w - 2, role);
	for (int y = 1; y < s->h - 1; y++) {
		surface_draw_joint(s, y, 0, role, SIDE_UP | SIDE_DOWN);
		surface_draw_joint(s, y, s->w - 1, role, SIDE_UP | SIDE_DOWN);
	}
	surface_draw_joint(s, 0, 0, role, SIDE_DOWN | SIDE_RIGHT);
	surface_draw_joint(s, 0, s->w - 1, role, SIDE_DOWN | SIDE_LEFT);
	surface_draw_joint(s, s->h - 1, 0, role, SIDE_UP | SIDE_RIGHT);
	surface_draw_joint(s, s->h - 1, s->w - 1, role, SIDE_UP | SIDE_LEFT);
}

void
surface_restyle(const struct surface *s, int y, int x, int cells, enum role role)
{
	cells = cells_inside(s, y, x, cells);
	if (cells)
		add_stroke(s, y, x, role, (struct stroke){ .kind = STROKE_STYLE, .cells = cells });
}

void
surface_trim_words(const struct surface *s, int y, int x, int cells)
{
	cells = cells_inside(s, y, x, cells);
	if (cells)
		add_stroke(
		    s, y, x, ROLE_TEXT, (struct stroke){ .kind = STROKE_TRIM, .cells = cells });
}

/* Adds attributes; the colours do not change, even in the cursor's row. */
static void
surface_stress(const struct surface *s, int y, int x, int cells, enum role role)
{
	cells = cells_inside(s, y, x, cells);
	if (cells)
		add_stroke(s, y, x, role, (struct stroke){ .kind = STROKE_STRESS, .cells = cells });
}

void
surface_mark_words(const struct surface *s, int y, int x, struct str clean, struct str wanted)
{
	size_t from = 0, n;
	for (; text_find(clean, wanted, &from, &n); from += n)
		surface_stress(s, y, x + text_width(str_sub(clean, 0, from)),
		    text_width(str_sub(clean, from, n)), ROLE_MATCH);
}

void
surface_set_cursor(const struct surface *s, int y, int x)
{
	*s->cursor = (struct screen_cursor){ s->y + y, s->x + x };
}

void
surface_finish(const struct surface *s)
{
	int y = s->cursor->y, x = s->cursor->x;
	if (s->drawing)
		drawing_end(s->drawing);
	move(y < 0 ? 0 : y >= s->h ? s->h - 1 : y, x < 0 ? 0 : x >= s->w ? s->w - 1 : x);
}
