/*
 * drawing.h - a frame as strokes: parts of a line in one style.
 *
 * A drawing collects the strokes of a frame until its end. A line whose strokes equal those of the
 * previous frame is already on the screen; only changed lines are written, so moving the cursor
 * costs two lines instead of a whole screen. Other code that draws on the screen in between must
 * report it; term_resize() is detected. Owns copies of the texts.
 */
#ifndef UI_TERM_DRAWING_H
#define UI_TERM_DRAWING_H

#include "app/theme.h"
#include "base/str.h"

/* Converts a theme's styles to what this terminal can show: 256 colours, 8, or none. */

/* The brightness of a background: the terminal's own, or one set by a theme. */
enum background { BACKGROUND_UNKNOWN, BACKGROUND_DARK, BACKGROUND_LIGHT };

struct look_style {
	unsigned long attributes; /* an attr_t */
	int pair;
};

struct look {
	struct look_style styles[ROLE_COUNT];
	enum role frame, header_fill; /* of rules and frames; of the blanks between column titles */
	enum background own_background; /* set by the theme, if known */
	bool ascii_lines;               /* uses + - | and > instead of box drawing and symbols */
	bool ascii_text; /* the terminal shows only ASCII: any other character becomes ? */
};

/* Sets up colours (none if no_color) and fills in the styles. In production, frames have a colour
 * of their own. */
void look_init(struct look *look, const struct theme *theme, bool is_production, bool no_color);

/* The kind of a background colour; each part is from 0 to 255. */
enum background background_of_rgb(const int rgb[3]); /* 0 to 255 each */
/* The kind of background from COLORFGBG, which some terminals set: "15;0". Unknown for NULL and
 * other texts. */
enum background background_of_colorfgbg(const char *colorfgbg);
/* The theme that `auto` selects for that background. */
const char *background_theme_name(enum background b);

enum stroke_kind {
	STROKE_TEXT,   /* a text as wide as `cells` */
	STROKE_BLANK,  /* spaces */
	STROKE_BOX,    /* the same box character, or its ASCII replacement */
	STROKE_STYLE,  /* the text already there, in this style */
	STROKE_STRESS, /* adds attributes to the text already there; keeps its colours */
	STROKE_TRIM,   /* blanks the rest of words whose other end is within these cells */
};

struct stroke {
	enum stroke_kind kind;
	int y, x, cells; /* screen position, inside the screen */
	struct look_style style;
	struct str text;     /* cut to fit */
	unsigned box_char;   /* a code point */
	char box_ascii;      /* ASCII replacement of `box_char` */
	bool text_as_ascii;  /* only ASCII can be shown */
	bool marks_as_ascii; /* our own marks are shown in ASCII */
};

/* Draws the stroke at once. */
void stroke_put(const struct stroke *s);
/* Sets the look of cells that have no stroke. */
void drawing_use_background(const struct look *look);

struct drawing;

struct drawing *drawing_new(void);
void drawing_free(struct drawing *d);
/* Starts a frame; drawing_add() and drawing_end() follow. `look` must stay valid until the end. */
void drawing_begin(struct drawing *d, const struct look *look);
void drawing_add(struct drawing *d, const struct stroke *s);
void drawing_end(struct drawing *d);

#endif
