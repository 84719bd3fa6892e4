/*
 * persons_pane.h - `C`: who left the baskets that were read, a row a person, and all of one person
 * in the detail. Stands above pane 1.
 */
#ifndef UI_BASKET_PERSONS_PANE_H
#define UI_BASKET_PERSONS_PANE_H

#include "ui/kit/pane.h"

struct console;
struct view;

/* Of those the view means; takes it. NULL when a term's value cannot be, and says why. */
struct pane *persons_pane_new(struct console *c, struct view *view, struct err *err);
/* `C` over a list of baskets: the same words and terms for persons. */
void persons_pane_open(struct console *c, const struct view *baskets);

#endif
