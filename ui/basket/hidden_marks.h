/*
 * hidden_marks.h - warns about marked baskets that are hidden by a filter or scrolled out of sight.
 * They are easily forgotten, and an action would then run for the wrong customer.
 */
#ifndef UI_BASKET_HIDDEN_MARKS_H
#define UI_BASKET_HIDDEN_MARKS_H

#include "ui/kit/console.h"

/* Appends "2 of 3 marked baskets are not on the screen. ". Returns false if all of them are
 * visible. */
bool append_hidden_marks(struct buf *out, struct console *c);

#endif
