#include "ui/term/surface.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <curses.h>

#include <stdarg.h>
#include <wchar.h>

/* What no text stands on has the background of texts. */
static void
use_background(const struct look *look)
{
	cchar_t blank;
	int pair = look->styles[ROLE_TEXT].pair;
	setcchar(&blank, L" ", A_NORMAL, (short)pair, &pair);
	bkgrndset(&blank);
}

struct surface
surface_screen(const struct look *look, struct cursor *cursor)
{
	struct surface s = { .look = look, .cursor = cursor };
	getmaxyx(stdscr, s.h, s.w);
	use_background(look);
	erase();
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

static void
use_role(const struct surface *s, enum role role)
{
	const struct look_style *style = &s->look->styles[role];
	int pair = style->pair;
	attr_set((attr_t)style->attributes, (short)pair, &pair);
}

static bool
is_inside(const struct surface *s, int y, int x)
{
	return y >= 0 && y < s->h && x >= 0 && x < s->w;
}

/* What stands for our own marks where only ASCII is shown. */
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
		return '-';
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

static void
put_ascii(struct str text)
{
	for (size_t i = 0; i < text.n;) {
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(text, i, UTF8_MAX), &cp);
		struct str one = str_sub(text, i, len ? len : 1);
		int cells = cp < 128 ? 1 : text_width(one);
		for (int k = 0; k < cells; k++)
			addch(cp < 128 ? (chtype)cp : (chtype)ascii_for(cp));
		i += len ? len : 1;
	}
}

/* `plain`: our own marks in ASCII, letters of names as they are. */
static void
put_wide(struct str text, bool plain)
{
	wchar_t wide[256];
	size_t n = 0;
	for (size_t i = 0; i < text.n;) {
		uint32_t cp = 0xFFFD;
		size_t len = utf8_decode(str_sub(text, i, UTF8_MAX), &cp);
		bool ours = plain && cp >= 128 && ascii_for(cp) != '?';
		wide[n++] = ours ? (wchar_t)ascii_for(cp) : (wchar_t)cp;
		i += len ? len : 1;
		/* Marks stay with their base: a piece ends before the next base only. */
		if (n >= 240 && (i >= text.n || text_grapheme(str_sub(text, i, 8)) > 0)) {
			addnwstr(wide, (int)n);
			n = 0;
		}
	}
	addnwstr(wide, (int)n);
}

int
surface_text_in(const struct surface *s, int y, int x, int cells, enum role role, struct str text)
{
	struct buf cut = { 0 };
	if (!is_inside(s, y, x) || text.n == 0)
		return 0;
	if (cells > s->w - x)
		cells = s->w - x;
	int used = text_cut(&cut, text, cells, s->look->ascii_lines);
	use_role(s, role);
	move(s->y + y, s->x + x);
	if (s->look->ascii_text)
		put_ascii(buf_str(&cut));
	else
		put_wide(buf_str(&cut), s->look->ascii_lines);
	buf_free(&cut);
	return used;
}

int
surface_text(const struct surface *s, int y, int x, enum role role, struct str text)
{
	return surface_text_in(s, y, x, s->w - x, role, text);
}

int
surface_words(const struct surface *s, int y, int x, enum role role, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	int used = surface_text(s, y, x, role, buf_str(&words));
	buf_free(&words);
	return used;
}

void
surface_fill(const struct surface *s, int y, int x, int cells, enum role role)
{
	if (!is_inside(s, y, x))
		return;
	if (cells > s->w - x)
		cells = s->w - x;
	use_role(s, role);
	move(s->y + y, s->x + x);
	for (int i = 0; i < cells; i++)
		addch(' ');
}

void
surface_clear(const struct surface *s)
{
	for (int y = 0; y < s->h; y++)
		surface_fill(s, y, 0, s->w, ROLE_TEXT);
}

static void
put_line(const struct surface *s, int y, int x, uint32_t box, char ascii)
{
	wchar_t wide[2] = { (wchar_t)box, 0 };
	if (!is_inside(s, y, x) || s->look->linear)
		return;
	move(s->y + y, s->x + x);
	if (s->look->ascii_lines || s->look->ascii_text)
		addch((chtype)ascii);
	else
		addwstr(wide);
}

void
surface_rule(const struct surface *s, int y, int x, int cells, enum role role)
{
	use_role(s, role);
	for (int i = 0; i < cells; i++)
		put_line(s, y, x + i, 0x2500, '-');
}

void
surface_box(const struct surface *s, enum role role)
{
	surface_rule(s, 0, 1, s->w - 2, role);
	surface_rule(s, s->h - 1, 1, s->w - 2, role);
	for (int y = 1; y < s->h - 1; y++) {
		put_line(s, y, 0, 0x2502, '|');
		put_line(s, y, s->w - 1, 0x2502, '|');
	}
	put_line(s, 0, 0, 0x250C, '+');
	put_line(s, 0, s->w - 1, 0x2510, '+');
	put_line(s, s->h - 1, 0, 0x2514, '+');
	put_line(s, s->h - 1, s->w - 1, 0x2518, '+');
}

void
surface_restyle(const struct surface *s, int y, int x, int cells, enum role role)
{
	const struct look_style *style = &s->look->styles[role];
	int pair = style->pair;
	if (!is_inside(s, y, x) || cells <= 0)
		return;
	if (cells > s->w - x)
		cells = s->w - x;
	mvchgat(s->y + y, s->x + x, cells, (attr_t)style->attributes, (short)pair, &pair);
}

/* The colours stay, be it the cursor's row. */
static void
surface_stress(const struct surface *s, int y, int x, int cells, enum role role)
{
	attr_t more = (attr_t)s->look->styles[role].attributes;
	for (int i = 0; i < cells && is_inside(s, y, x + i); i++) {
		attr_t attributes;
		short pair;
		move(s->y + y, s->x + x + i);
		cchar_t cell;
		wchar_t text[CCHARW_MAX + 1];
		int wide = 0;
		if (in_wch(&cell) == ERR || getcchar(&cell, text, &attributes, &pair, &wide) == ERR)
			continue;
		mvchgat(s->y + y, s->x + x + i, 1, attributes | more, pair, &wide);
	}
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
surface_cursor(const struct surface *s, int y, int x)
{
	*s->cursor = (struct cursor){ s->y + y, s->x + x };
}

void
surface_finish(const struct surface *s)
{
	int y = s->cursor->y, x = s->cursor->x;
	move(y < 0 ? 0 : y >= s->h ? s->h - 1 : y, x < 0 ? 0 : x >= s->w ? s->w - 1 : x);
}
