/*
 * persons_pane.h - `C`: the people who own the baskets, one row per person, with all details of the
 * selected person. Opens above pane 1.
 */
#ifndef UI_BASKET_PERSONS_PANE_H
#define UI_BASKET_PERSONS_PANE_H

#include "ui/kit/pane.h"

struct console;
struct view;

/* A pane for the people of the view; takes ownership of the view. Returns NULL and sets err if a
 * term has an invalid value. */
struct pane *persons_pane_new(struct console *c, struct view *view, struct err *err);
/* `C` on a list of baskets: opens the persons with the same search words and terms, at the person of
 * a basket. */
void persons_pane_open(struct console *c, const struct view *baskets, struct str basket_id);

/* For a list that was opened from Today: Esc goes back, as long as its filter is not changed. Does
 * nothing for another pane. */
void persons_pane_return_on_cancel(struct pane *p);

#endif
