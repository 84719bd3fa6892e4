/*
 * groups_pane.h - `F`: counts the baskets by a common value. Opens above pane 1; Enter opens the
 * baskets of a group, and back returns here.
 */
#ifndef UI_BASKET_GROUPS_PANE_H
#define UI_BASKET_GROUPS_PANE_H

#include "ui/kit/pane.h"

struct console;
struct view;

/* A pane for a view with group=; takes ownership of the view. Returns NULL and sets err if a
 * term has an invalid value. */
struct pane *groups_pane_new(struct console *c, struct view *view, struct err *err);
/* Asks which value to group the view's baskets by. A grouped view can be grouped by a second
 * value. */
void groups_pane_ask_keys(struct console *c, const struct view *view);
/* Like groups_pane_ask_keys(), with the keys given: "tag,day". */
void groups_pane_open(struct console *c, const struct view *view, struct str names);

#endif
