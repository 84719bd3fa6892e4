/*
 * groups_pane.h - `F`: the baskets that were read, counted by a common value. Above pane 1; Enter
 * goes to the baskets of a group, back returns here.
 */
#ifndef UI_BASKET_GROUPS_PANE_H
#define UI_BASKET_GROUPS_PANE_H

#include "ui/kit/pane.h"

struct console;
struct view;

/* A pane for a view with group=; takes it. NULL with err if a term has an invalid value. */
struct pane *groups_pane_new(struct console *c, struct view *view, struct err *err);
/* Asks by what, for the baskets of a view; one of groups may be counted by a second one. */
void groups_pane_ask(struct console *c, const struct view *view);
/* As above with the keys given: "tag,day". */
void groups_pane_open(struct console *c, const struct view *view, struct str names);

#endif
