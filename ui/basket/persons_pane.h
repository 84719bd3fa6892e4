/*
 * persons_pane.h - `C`: the people of the baskets that were read, one row per person, with
 * everything about a person in the detail. Above pane 1.
 */
#ifndef UI_BASKET_PERSONS_PANE_H
#define UI_BASKET_PERSONS_PANE_H

#include "ui/kit/pane.h"

struct console;
struct view;

/* A pane for the people of the view; takes it. NULL with err if a term has an invalid value. */
struct pane *persons_pane_new(struct console *c, struct view *view, struct err *err);
/* `C` over a list of baskets: the same words and terms for persons. */
void persons_pane_open(struct console *c, const struct view *baskets);

#endif
