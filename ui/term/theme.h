/*
 * theme.h - turns a theme's styles into what this terminal can show: 256 colours, 8, or none.
 */
#ifndef UI_TERM_THEME_H
#define UI_TERM_THEME_H

#include "app/config/theme.h"

/* The kind of a background: the terminal's own, or one of a theme. */
enum background { BACKGROUND_UNKNOWN, BACKGROUND_DARK, BACKGROUND_LIGHT };

struct look_style {
	unsigned long attributes; /* an attr_t */
	int pair;
};

struct look {
	struct look_style styles[ROLE_COUNT];
	enum background own_background; /* set by the theme; unknown: texts have the terminal's */
	bool ascii_lines;       /* + - | and > instead of box drawing and marks */
	bool ascii_text;        /* the terminal shows ASCII only: everything else is ? */
	bool linear; /* what is drawn is said: no lines, no buttons, boxes as long as their text */
};

/* Sets up colours (none when NO_COLOR is set) and fills in the styles. */
void look_init(struct look *look, const struct theme *theme, bool no_color);

/* By its colour, from 0 to 255 each. */
enum background background_of(int red, int green, int blue);
/* By COLORFGBG, which some terminals set: "15;0"; NULL and other texts are unknown. */
enum background background_named(const char *colorfgbg);
/* The theme that `auto` is there. */
const char *background_theme(enum background b);

#endif
