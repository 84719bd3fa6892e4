/*
 * drawing.h - a frame's drawing as strokes: parts of a line in one style.
 *
 * A drawing keeps the strokes of a frame until its end. A line with the same strokes as in the
 * frame before is on the screen already; only the others are written. So a key that moves costs two
 * lines and not a screen. Other code that draws on the screen in between must report it:
 * term_resize() is noticed. Owns its copies of the texts.
 */
#ifndef UI_TERM_DRAWING_H
#define UI_TERM_DRAWING_H

#include "base/str.h"
#include "ui/term/theme.h"

enum stroke_kind {
	STROKE_TEXT,   /* a text as wide as `cells` */
	STROKE_BLANK,  /* spaces */
	STROKE_BOX,    /* the same box character, or its ASCII replacement */
	STROKE_STYLE,  /* the existing text, in this style */
	STROKE_STRESS, /* the existing text, with these attributes added; its colours are kept */
};

struct stroke {
	enum stroke_kind kind;
	int y, x, cells; /* on the screen, inside it */
	struct look_style style;
	struct str text;       /* cut */
	unsigned box;          /* a code point */
	char box_ascii;        /* its replacement */
	bool ascii, own_ascii; /* only ASCII can be shown; of our own marks only */
};

/* Puts it on the screen at once. */
void stroke_put(const struct stroke *s);
/* Sets the look of cells without a stroke. */
void drawing_use_background(const struct look *look);

struct drawing;

struct drawing *drawing_new(void);
void drawing_free(struct drawing *d);
/* A frame begins; its strokes follow, and its end. `look` stays until then. */
void drawing_begin(struct drawing *d, const struct look *look);
void drawing_add(struct drawing *d, const struct stroke *s);
void drawing_end(struct drawing *d);

#endif
