/*
 * theme.h - converts a theme's styles to what this terminal can show: 256 colours, 8, or none.
 */
#ifndef UI_TERM_THEME_H
#define UI_TERM_THEME_H

#include "app/theme.h"

/* The brightness of a background: the terminal's own, or one set by a theme. */
enum background { BACKGROUND_UNKNOWN, BACKGROUND_DARK, BACKGROUND_LIGHT };

struct look_style {
	unsigned long attributes; /* an attr_t */
	int pair;
};

struct look {
	struct look_style styles[ROLE_COUNT];
	enum background own_background; /* set by the theme, if known */
	bool ascii_lines;               /* uses + - | and > instead of box drawing and symbols */
	bool ascii_text; /* the terminal shows only ASCII: any other character becomes ? */
	bool linear;     /* linear mode: no lines or buttons; boxes as long as their text */
};

/* Sets up colours (none if no_color) and fills in the styles. */
void look_init(struct look *look, const struct theme *theme, bool no_color);

/* The kind of a background colour; each part is from 0 to 255. */
enum background background_of(int red, int green, int blue);
/* The kind of background from COLORFGBG, which some terminals set: "15;0". Unknown for NULL and
 * other texts. */
enum background background_named(const char *colorfgbg);
/* The theme that `auto` selects for that background. */
const char *background_theme(enum background b);

#endif
