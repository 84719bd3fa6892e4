/*
 * drawing.h - what a frame puts on the screen, as strokes: parts of a line in one style.
 *
 * A drawing keeps the strokes of a frame until its end. A line that has the same ones as in the
 * frame before stands there already; only the others are put. So a key that moves costs two lines
 * and not a screen. Everything that others draw on the screen in between must be told:
 * term_resize() is noticed. Owns its copies of the texts.
 */
#ifndef UI_TERM_DRAWING_H
#define UI_TERM_DRAWING_H

#include "base/str.h"
#include "ui/term/theme.h"

enum stroke_kind {
	STROKE_TEXT,   /* a text as wide as `cells` */
	STROKE_BLANK,  /* spaces */
	STROKE_BOX,    /* the same character of a box, or what stands for it in ASCII */
	STROKE_STYLE,  /* what stands there, in this style */
	STROKE_STRESS, /* what stands there, with these attributes too; its colours stay */
};

struct stroke {
	enum stroke_kind kind;
	int y, x, cells; /* on the screen, inside it */
	struct look_style style;
	struct str text;       /* cut */
	unsigned box;          /* a code point */
	char box_ascii;        /* what stands for it */
	bool ascii, own_ascii; /* only ASCII can be shown; of our own marks only */
};

/* Puts it on the screen at once. */
void stroke_put(const struct stroke *s);
/* What no stroke stands on looks like this from now on. */
void drawing_use_ground(const struct look *look);

struct drawing;

struct drawing *drawing_new(void);
void drawing_free(struct drawing *d);
/* A frame begins; its strokes follow, and its end. `look` stays until then. */
void drawing_begin(struct drawing *d, const struct look *look);
void drawing_add(struct drawing *d, const struct stroke *s);
void drawing_end(struct drawing *d);

#endif
