#include "ui/term/theme.h"

#include <curses.h>

enum depth { DEPTH_MONO, DEPTH_8, DEPTH_256 };

/* Where there are more than 256 colours, pairs take RGB values; the eight still mean what
 * they say. */
static enum depth
colour_depth(bool no_color)
{
	if (no_color || !has_colors() || start_color() != OK || use_default_colors() != OK)
		return DEPTH_MONO;
	if (COLORS == 256)
		return DEPTH_256;
	return COLORS >= 8 ? DEPTH_8 : DEPTH_MONO;
}

static attr_t
attributes_of(unsigned bits)
{
	return (bits & STYLE_BOLD ? A_BOLD : 0) | (bits & STYLE_REVERSE ? A_REVERSE : 0) |
	    (bits & STYLE_UNDERLINE ? A_UNDERLINE : 0) | (bits & STYLE_DIM ? A_DIM : 0);
}

void
look_init(struct look *look, const struct theme *theme, bool no_color)
{
	enum depth depth = colour_depth(no_color);
	for (int r = 0; r < ROLE_COUNT; r++) {
		const struct style *s = &theme->styles[r];
		struct look_style *out = &look->styles[r];
		int fg = depth == DEPTH_256 ? s->fg : s->fg8;
		int bg = depth == DEPTH_256 ? s->bg : s->bg8;
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
