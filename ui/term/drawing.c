#include "ui/term/drawing.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "ui/term/term.h"

#include <curses.h>
#include <string.h>
#include <wchar.h>

enum depth { DEPTH_MONO, DEPTH_8, DEPTH_256, DEPTH_RGB };

/* If there are more than 256 colours, pairs take RGB values. */
static enum depth
colour_depth(bool no_color)
{
	if (no_color || !has_colors() || start_color() != OK || use_default_colors() != OK)
		return DEPTH_MONO;
	if (COLORS > 256)
		return DEPTH_RGB;
	if (COLORS == 256)
		return DEPTH_256;
	return COLORS >= 8 ? DEPTH_8 : DEPTH_MONO;
}

/* The RGB value of a colour number from 16 on, in xterm's colour cube and greys. Lower numbers
 * are returned unchanged. */
static int
rgb_of_number(int number)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	int grey = 8 + (number - 232) * 10, cube = number - 16;
	if (number < 16)
		return number;
	if (number >= 232)
		return grey << 16 | grey << 8 | grey;
	return steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6];
}

static attr_t
attributes_of(unsigned bits)
{
	return (bits & STYLE_BOLD ? A_BOLD : 0) | (bits & STYLE_REVERSE ? A_REVERSE : 0) |
	    (bits & STYLE_UNDERLINE ? A_UNDERLINE : 0) | (bits & STYLE_DIM ? A_DIM : 0);
}

static bool
is_bright(int rgb)
{
	return (rgb >> 16) * 299 + (rgb >> 8 & 255) * 587 + (rgb & 255) * 114 >= 128 * 1000;
}

/* Whether one of the 256 colours is dark or light. The first 16 can be redefined, but are taken
 * by their names. */
static enum background
background_of_number(int number)
{
	bool light = number < 16 ? number == 7 || number >= 9 : is_bright(rgb_of_number(number));
	return light ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

/* The background that the theme sets for text. */
static enum background
background_of_style(const struct style *text, enum depth depth)
{
	int bg = depth == DEPTH_8 ? text->bg8 : text->bg;
	return depth == DEPTH_MONO || bg < 0 ? BACKGROUND_UNKNOWN : background_of_number(bg);
}

void
look_init(struct look *look, const struct theme *theme, bool is_production, bool no_color)
{
	enum depth depth = colour_depth(no_color);
	look->frame = is_production ? ROLE_RULE_PROD : ROLE_FAINT;
	look->header_fill = is_production ? ROLE_HEADER_PROD : ROLE_HEADER;
	look->own_background = background_of_style(&theme->styles[ROLE_TEXT], depth);
	for (int r = 0; r < ROLE_COUNT; r++) {
		const struct style *s = &theme->styles[r];
		struct look_style *out = &look->styles[r];
		int fg = depth == DEPTH_RGB ? rgb_of_number(s->fg)
		    : depth == DEPTH_256    ? s->fg
					    : s->fg8;
		int bg = depth == DEPTH_RGB ? rgb_of_number(s->bg)
		    : depth == DEPTH_256    ? s->bg
					    : s->bg8;
		unsigned bits = depth == DEPTH_MONO ? s->mono_attributes
		    : depth == DEPTH_8              ? s->attributes8
						    : s->attributes;
		*out = (struct look_style){ .attributes = attributes_of(bits) };
		if (depth == DEPTH_MONO || (fg < 0 && bg < 0))
			continue;
		if (init_extended_pair(r + 1, fg, bg) == OK)
			out->pair = r + 1;
		else
			out->attributes = attributes_of(s->mono_attributes);
	}
}

enum background
background_of_rgb(const int rgb[3])
{
	return is_bright(rgb[0] << 16 | rgb[1] << 8 | rgb[2]) ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

enum background
background_of_colorfgbg(const char *colorfgbg)
{
	struct str s = str_of(colorfgbg), part = STR_NONE;
	int64_t number;
	while (s.p && str_next(&s, ';', &part))
		;
	if (!str_to_int64(part, &number) || number < 0 || number > 15)
		return BACKGROUND_UNKNOWN;
	return background_of_number((int)number);
}

const char *
background_theme_name(enum background b)
{
	return b == BACKGROUND_DARK ? "dark" : b == BACKGROUND_LIGHT ? "light" : "mono";
}

/* ---- drawing strokes ---- */

void
drawing_use_background(const struct look *look)
{
	cchar_t blank;
	int pair = look->styles[ROLE_TEXT].pair;
	setcchar(&blank, L" ", A_NORMAL, (short)pair, &pair);
	bkgrndset(&blank);
}

/* The ASCII replacement for one of our own symbols. */
static char
ascii_for(uint32_t cp)
{
	switch (cp) {
	case 0x2026: /* … */
		return '~';
	case 0x25B8: /* ▸ */
	case 0x25B6:
		return '>';
	case 0xB7: /* · */
		return '.';
	case 0x2420: /* ␠ */
		return '_';
	case 0x2192: /* → */
		return '>';
	case 0x2190: /* ← */
		return '<';
	case 0x2500:
		return '-';
	default:
		return '?';
	}
}

/* As ascii_for() for the character at `at`. A point between blanks separates two parts: blanks do,
 * too, and a dash would read as a minus. */
static char
ascii_in_text(struct str text, size_t at, uint32_t cp)
{
	enum { POINT = 0xB7, POINT_BYTES = 2 };
	bool separates = cp == POINT && at > 0 && text.p[at - 1] == ' ' &&
	    at + POINT_BYTES < text.n && text.p[at + POINT_BYTES] == ' ';
	return separates ? ' ' : ascii_for(cp);
}

static void
put_ascii(struct str text)
{
	for (size_t i = 0; i < text.n;) {
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(text, i, UTF8_BYTES_MAX), &cp);
		struct str one = str_sub(text, i, len ? len : 1);
		int cells = cp < 128 ? 1 : text_width(one);
		for (int k = 0; k < cells; k++)
			addch(cp < 128 ? (chtype)cp : (chtype)ascii_in_text(text, i, cp));
		i += len ? len : 1;
	}
}

/* The colour pair under the cursor's cell, used for text without a background of its own. */
static int
background_pair(void)
{
	cchar_t own_background;
	wchar_t text[CCHARW_MAX + 1];
	attr_t attributes;
	short unused;
	int pair = 0;
	return getbkgrnd(&own_background) == OK &&
		getcchar(&own_background, text, &attributes, &unused, &pair) == OK
	    ? pair
	    : 0;
}

/* Draws printable ASCII as prepared cells, because most of ncurses' time per line is spent on
 * classifying characters. Returns the bytes drawn; a letter followed by a combining mark is left
 * to put_wide(). */
static size_t
put_cells(const struct look_style *style, struct str text)
{
	enum { CELLS_PER_CALL = 128 };
	int pair = style->pair ? style->pair : background_pair(), y, x;
	cchar_t cells[CELLS_PER_CALL], blank;
	size_t n = 0;
	setcchar(&blank, L" ", (attr_t)style->attributes, (short)pair, &pair);
	for (; n < CELLS_PER_CALL && n < text.n && text.p[n] >= ' ' && text.p[n] <= '~'; n++) {
		cells[n] = blank;
		cells[n].chars[0] = (unsigned char)text.p[n];
	}
	if (n && n < text.n && (unsigned char)text.p[n] >= 128)
		n--;
	getyx(stdscr, y, x);
	if (!n || x + (int)n >= getmaxx(stdscr))
		return 0;
	add_wchnstr(cells, (int)n);
	move(y, x + (int)n);
	return n;
}

/* Draws our own symbols as ASCII if required; letters in names are unchanged. */
static void
put_wide(const struct stroke *s)
{
	struct str text = s->text;
	wchar_t wide[256];
	size_t n = 0;
	for (size_t i = 0; i < text.n;) {
		size_t cells = n ? 0 : put_cells(&s->style, str_sub(text, i, text.n));
		if (cells) {
			i += cells;
			continue;
		}
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(text, i, UTF8_BYTES_MAX), &cp);
		bool ours = s->marks_as_ascii && cp >= 128 && ascii_for(cp) != '?';
		wide[n++] = ours ? (wchar_t)ascii_in_text(text, i, cp) : (wchar_t)cp;
		i += len ? len : 1;
		/* Do not separate a combining mark from its base: a piece may end only before
		 * the next base. */
		if (n >= 240 && (i >= text.n || text_grapheme_length(str_sub(text, i, 8)) > 0)) {
			addnwstr(wide, (int)n);
			n = 0;
		}
	}
	addnwstr(wide, (int)n);
}

static void
put_box(const struct stroke *s)
{
	wchar_t wide[2] = { (wchar_t)s->box_char, 0 };
	for (int i = 0; i < s->cells; i++) {
		move(s->y, s->x + i);
		if (s->marks_as_ascii || s->text_as_ascii)
			addch((chtype)s->box_ascii);
		else
			addwstr(wide);
	}
}

/* Adds attributes; the colours do not change, even in the cursor's row. */
static void
draw_stress(const struct stroke *s)
{
	for (int i = 0; i < s->cells; i++) {
		attr_t attributes;
		short pair;
		move(s->y, s->x + i);
		cchar_t cell;
		wchar_t text[CCHARW_MAX + 1];
		int wide = 0;
		if (in_wch(&cell) == ERR || getcchar(&cell, text, &attributes, &pair, &wide) == ERR)
			continue;
		mvchgat(s->y, s->x + i, 1, attributes | (attr_t)s->style.attributes, pair, &wide);
	}
}

static wchar_t
character_at(int y, int x)
{
	cchar_t cell;
	wchar_t text[CCHARW_MAX + 1] = { 0 };
	attr_t attributes;
	short pair;
	if (x < 0 || x >= getmaxx(stdscr) || mvin_wch(y, x, &cell) == ERR ||
	    getcchar(&cell, text, &attributes, &pair, NULL) == ERR)
		return L' ';
	return text[0];
}

/* Part of a word: neither blank nor part of a line, which is of dashes in ASCII. */
static bool
is_word_cell(int y, int x)
{
	wchar_t c = character_at(y, x);
	if (c == L'-')
		return character_at(y, x - 1) != L'-' && character_at(y, x + 1) != L'-';
	return c != L' ' && (c < 0x2500 || c > 0x257F);
}

static void
blank_cell(int y, int x)
{
	cchar_t cell;
	wchar_t text[CCHARW_MAX + 1];
	attr_t attributes;
	short pair;
	int wide = 0;
	if (mvin_wch(y, x, &cell) == ERR ||
	    getcchar(&cell, text, &attributes, &pair, &wide) == ERR ||
	    setcchar(&cell, L" ", attributes, pair, &wide) == ERR)
		return;
	mvadd_wch(y, x, &cell);
}

static void
trim_words(const struct stroke *s)
{
	int left = s->x, end = s->x + s->cells;
	while (is_word_cell(s->y, left) && is_word_cell(s->y, left - 1))
		left--;
	while (left < s->x)
		blank_cell(s->y, left++);
	bool is_cut = is_word_cell(s->y, end - 1);
	while (is_cut && is_word_cell(s->y, end))
		blank_cell(s->y, end++);
}

void
stroke_put(const struct stroke *s)
{
	int pair = s->style.pair;
	attr_set((attr_t)s->style.attributes, (short)pair, &pair);
	move(s->y, s->x);
	switch (s->kind) {
	case STROKE_TEXT:
		if (s->text_as_ascii)
			put_ascii(s->text);
		else
			put_wide(s);
		break;
	case STROKE_BLANK:
		hline(' ', s->cells);
		break;
	case STROKE_BOX:
		put_box(s);
		break;
	case STROKE_STYLE:
		mvchgat(s->y, s->x, s->cells, (attr_t)s->style.attributes, (short)pair, &pair);
		break;
	case STROKE_STRESS:
		draw_stress(s);
		break;
	case STROKE_TRIM:
		trim_words(s);
		break;
	}
}

/* ---- frames ---- */

#define NO_STROKE UINT32_MAX

struct kept_stroke {
	struct stroke stroke; /* its text is at offset `text_offset` */
	size_t text_offset;
	uint32_t next; /* next stroke of the same line */
};

struct frame_line {
	uint32_t first_stroke, last_stroke;
};

struct drawn_frame {
	VEC(struct kept_stroke) strokes;
	VEC(struct frame_line) lines;
	struct buf text_bytes;
};

struct drawing {
	struct drawn_frame frames[2]; /* the new frame and the one on the screen */
	bool new_frame_index;         /* index of the new frame */
	bool redraw_all;              /* the screen content is unknown: redraw all */
	struct look look;             /* look of the frame on the screen */
	unsigned resize_count;        /* term_resize_count() at that time */
};

struct drawing *
drawing_new(void)
{
	struct drawing *d = x_new(struct drawing);
	d->redraw_all = true;
	return d;
}

void
drawing_free(struct drawing *d)
{
	for (int i = 0; d && i < 2; i++) {
		vec_free(&d->frames[i].strokes);
		vec_free(&d->frames[i].lines);
		buf_free(&d->frames[i].text_bytes);
	}
	x_free(d);
}

static struct drawn_frame *
current_frame(struct drawing *d)
{
	return &d->frames[d->new_frame_index];
}

static bool
is_same_look(const struct look *a, const struct look *b)
{
	for (int i = 0; i < ROLE_COUNT; i++)
		if (a->styles[i].attributes != b->styles[i].attributes ||
		    a->styles[i].pair != b->styles[i].pair)
			return false;
	return true;
}

void
drawing_begin(struct drawing *d, const struct look *look)
{
	int rows, cols;
	term_get_size(&rows, &cols);
	struct drawn_frame *shown = current_frame(d);
	d->redraw_all = d->redraw_all || d->resize_count != term_resize_count() ||
	    (size_t)rows != shown->lines.n || !is_same_look(&d->look, look);
	d->resize_count = term_resize_count();
	d->look = *look;
	d->new_frame_index = !d->new_frame_index;
	struct drawn_frame *f = current_frame(d);
	f->strokes.n = f->lines.n = 0;
	buf_reset(&f->text_bytes);
	for (int y = 0; y < rows; y++)
		vec_push(&f->lines, ((struct frame_line){ NO_STROKE, NO_STROKE }));
}

void
drawing_add(struct drawing *d, const struct stroke *s)
{
	struct drawn_frame *f = current_frame(d);
	uint32_t number = (uint32_t)f->strokes.n;
	struct frame_line *line = &f->lines.v[s->y];
	vec_push(&f->strokes,
	    ((struct kept_stroke){
		.stroke = *s, .text_offset = f->text_bytes.n, .next = NO_STROKE }));
	buf_adds(&f->text_bytes, s->text);
	if (line->first_stroke == NO_STROKE)
		line->first_stroke = number;
	else
		f->strokes.v[line->last_stroke].next = number;
	line->last_stroke = number;
}

static struct stroke
stroke_of(const struct drawn_frame *f, const struct kept_stroke *k)
{
	struct stroke s = k->stroke;
	s.text = str_sub(buf_str(&f->text_bytes), k->text_offset, s.text.n);
	return s;
}

static bool
is_same_stroke(const struct stroke *a, const struct stroke *b)
{
	return a->kind == b->kind && a->x == b->x && a->cells == b->cells &&
	    a->style.attributes == b->style.attributes && a->style.pair == b->style.pair &&
	    a->box_char == b->box_char && a->text_as_ascii == b->text_as_ascii &&
	    a->marks_as_ascii == b->marks_as_ascii && str_eq(a->text, b->text);
}

static bool
is_same_line(const struct drawn_frame *a, const struct drawn_frame *b, int y)
{
	uint32_t i = a->lines.v[y].first_stroke, k = b->lines.v[y].first_stroke;
	while (i != NO_STROKE && k != NO_STROKE) {
		struct stroke x = stroke_of(a, &a->strokes.v[i]),
			      z = stroke_of(b, &b->strokes.v[k]);
		if (!is_same_stroke(&x, &z))
			return false;
		i = a->strokes.v[i].next;
		k = b->strokes.v[k].next;
	}
	return i == k;
}

static void
put_line(const struct drawn_frame *f, int y)
{
	move(y, 0);
	clrtoeol();
	for (uint32_t i = f->lines.v[y].first_stroke; i != NO_STROKE; i = f->strokes.v[i].next) {
		struct stroke s = stroke_of(f, &f->strokes.v[i]);
		stroke_put(&s);
	}
}

void
drawing_end(struct drawing *d)
{
	const struct drawn_frame *f = current_frame(d), *shown = &d->frames[!d->new_frame_index];
	drawing_use_background(&d->look);
	for (int y = 0; y < (int)f->lines.n; y++)
		if (d->redraw_all || !is_same_line(f, shown, y))
			put_line(f, y);
	d->redraw_all = false;
}
