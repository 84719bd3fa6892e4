/*
 * theme.h - the style of each role, as data: colours by name or number, and attributes.
 * ui/term/drawing.c converts it for a terminal. Owns no other memory.
 */
#ifndef APP_THEME_H
#define APP_THEME_H

#include "app/role.h"
#include "base/buf.h"
#include "base/err.h"

enum { COLOUR_DEFAULT = -1 };
enum style_bit { STYLE_BOLD = 1, STYLE_REVERSE = 2, STYLE_UNDERLINE = 4, STYLE_DIM = 8 };

struct style {
	int fg, bg;               /* of 256 colours, or COLOUR_DEFAULT */
	int fg8, bg8;             /* of 8 colours */
	unsigned attributes;      /* attributes used with colours */
	unsigned attributes8;     /* additional attributes with 8 colours */
	unsigned mono_attributes; /* attributes without colours */
};

struct theme {
	struct style styles[ROLE_COUNT];
};

bool theme_load(struct theme *t, const char *text, const char *name, struct err *err);
bool theme_load_builtin(struct theme *t, const char *name, struct err *err);
/* Loads the user's theme $XDG_CONFIG_HOME/backroom/themes/NAME.conf, or else the built-in theme
 * NAME. */
bool theme_load_named(struct theme *t, const char *name, struct err *err);
/* Appends the names of all themes, one per line: built-in ones first, then the user's. */
void theme_append_names(struct buf *out);

#endif
