/*
 * shot.h - the screen as text: what a person reads, row by row, without colours.
 */
#ifndef UI_TERM_SHOT_H
#define UI_TERM_SHOT_H

#include "base/buf.h"

/* Appends every row with its trailing spaces cut and a newline. */
void shot_text(struct buf *out);

#endif
