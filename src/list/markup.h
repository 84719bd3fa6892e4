/*
 * markup.h - foreign text in HTML and SVG: cleaned, bounded and escaped, so that it is never markup
 * and has no character that XML forbids. Pure.
 */
#ifndef LIST_MARKUP_H
#define LIST_MARKUP_H

#include "base/buf.h"

/* The longest foreign text of a page, in cells: a name, and a description. */
enum { MARKUP_NAME_CELLS = 120, MARKUP_TEXT_CELLS = 600 };

/* Appends a cleaned text, for an element or for an attribute in double quotes. */
void markup_escape(struct buf *out, struct str clean);
/* Appends foreign text cleaned and without spaces at its ends; `…` if it has more than `cells`. */
void markup_clean(struct buf *out, struct str text, int cells);
/* As markup_clean(), escaped. */
void markup_add_text(struct buf *out, struct str text, int cells);

#endif
