#include "ui/term/theme.h"

#include "base/str.h"

#include <curses.h>

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
rgb_of(int number)
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
	bool light = number < 16 ? number == 7 || number >= 9 : is_bright(rgb_of(number));
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
look_init(struct look *look, const struct theme *theme, bool no_color)
{
	enum depth depth = colour_depth(no_color);
	look->own_background = background_of_style(&theme->styles[ROLE_TEXT], depth);
	for (int r = 0; r < ROLE_COUNT; r++) {
		const struct style *s = &theme->styles[r];
		struct look_style *out = &look->styles[r];
		int fg = depth == DEPTH_RGB ? rgb_of(s->fg) : depth == DEPTH_256 ? s->fg : s->fg8;
		int bg = depth == DEPTH_RGB ? rgb_of(s->bg) : depth == DEPTH_256 ? s->bg : s->bg8;
		unsigned bits = depth == DEPTH_MONO ? s->mono
		    : depth == DEPTH_8              ? s->bits8
						    : s->bits;
		*out = (struct look_style){ .attributes = attributes_of(bits) };
		if (depth == DEPTH_MONO || (fg < 0 && bg < 0))
			continue;
		if (init_extended_pair(r + 1, fg, bg) == OK)
			out->pair = r + 1;
		else
			out->attributes = attributes_of(s->mono);
	}
}

enum background
background_of(int red, int green, int blue)
{
	return is_bright(red << 16 | green << 8 | blue) ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

enum background
background_named(const char *colorfgbg)
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
background_theme(enum background b)
{
	return b == BACKGROUND_DARK ? "dark" : b == BACKGROUND_LIGHT ? "light" : "mono";
}
