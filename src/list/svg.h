/*
 * svg.h - writes drawings as SVG, in pixels. Pure.
 *
 * A drawing needs no script, no font and no other file. Colours are classes of svg_style: light and
 * dark follow the reader's setting, paper is light. Widths of texts are estimates for the fonts of
 * common systems, rather too large than too small. Texts are cleaned by the caller
 * (markup_clean()), and escaped here.
 */
#ifndef LIST_SVG_H
#define LIST_SVG_H

#include "base/buf.h"

/* Font sizes, as in svg_style. Bold text is measured as text of the next size. */
enum { SVG_TEXT_SIZE = 14, SVG_SMALL_SIZE = 12, SVG_BOLD_SIZE = 15 };
enum { SVG_SERIES = 5 }; /* the colours s1 to s5 */

/* The style sheet of all drawings, also of those inside a page. */
extern const char svg_style[];

struct svg_head {
	int width, height;
	struct str title, description; /* the alternative text */
	/* In a page: the ids of title and description are this number and a letter; 0: the drawing
	 * is a file of its own. */
	size_t number;
};

/* Begins and ends a drawing. */
void svg_begin(struct buf *out, const struct svg_head *head);
void svg_end(struct buf *out);

/* The width of a text. */
int svg_text_width(struct str clean, int size);
/* Appends as much of a text as fits, with `…` if it was cut. */
void svg_fit(struct buf *out, struct str clean, int size, int width);
/* Moves the next line of a text, broken at spaces, from *rest to `out`. Returns false at the end.
 */
bool svg_next_line(struct buf *out, struct str *rest, int size, int width);

/* Appends a text at its baseline. `classes`: see svg_style. */
void svg_add_text(struct buf *out, int x, int y, const char *classes, struct str clean);
/* As svg_add_text(), cut to a width. */
void svg_add_cut_text(
    struct buf *out, int x, int y, int width, const char *classes, int size, struct str clean);
/* Appends a rectangle with round corners. */
void svg_add_box(
    struct buf *out, int x, int y, int width, int height, int radius, const char *classes);

#endif
