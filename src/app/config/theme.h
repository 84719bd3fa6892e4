/*
 * theme.h - how each role looks, as data: colours by name or number, and attributes. Turning
 * it into what a terminal can show is ui/term/theme.c's work. Owns nothing but itself.
 */
#ifndef APP_CONFIG_THEME_H
#define APP_CONFIG_THEME_H

#include "app/text/role.h"
#include "base/buf.h"
#include "base/err.h"

enum { COLOUR_DEFAULT = -1 };
enum style_bit { STYLE_BOLD = 1, STYLE_REVERSE = 2, STYLE_UNDERLINE = 4, STYLE_DIM = 8 };

struct style {
	int fg, bg;     /* of 256 colours, or COLOUR_DEFAULT */
	int fg8, bg8;   /* of 8 */
	unsigned bits;  /* with colours */
	unsigned bits8; /* with 8 colours: these too */
	unsigned mono;  /* without any */
};

struct theme {
	struct style styles[ROLE_COUNT];
};

bool theme_load(struct theme *t, const char *text, const char *name, struct err *err);
bool theme_builtin(struct theme *t, const char *name, struct err *err);
/* One of people's own, $XDG_CONFIG_HOME/backroom/themes/NAME.conf, else one that is built in. */
bool theme_load_named(struct theme *t, const char *name, struct err *err);
/* Appends the names there are, one a line: those that are built in, then people's own. */
void theme_append_names(struct buf *out);

#endif
