/*
 * shot.h - the screen as plain text: what the user sees, row by row, without colours.
 */
#ifndef UI_TERM_SHOT_H
#define UI_TERM_SHOT_H

#include "base/buf.h"

/* Appends each row without trailing spaces, plus a newline. */
void shot_text(struct buf *out);

#endif
