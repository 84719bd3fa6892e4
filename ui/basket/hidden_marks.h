/*
 * hidden_marks.h - marked baskets that a filter hides or that are scrolled away: they are easily
 * forgotten, and then something is done for another customer.
 */
#ifndef UI_BASKET_HIDDEN_MARKS_H
#define UI_BASKET_HIDDEN_MARKS_H

#include "ui/kit/console.h"

/* Appends "2 of 3 marked baskets are not on the screen. "; false where all of them are. */
bool append_hidden_marks(struct buf *out, struct console *c);

#endif
