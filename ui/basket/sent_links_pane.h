/*
 * sent_links_pane.h - the links that were sent, by the contact log, and what became of their baskets.
 * Opens above pane 1; F counts them in groups (groups_pane.h).
 */
#ifndef UI_BASKET_SENT_LINKS_PANE_H
#define UI_BASKET_SENT_LINKS_PANE_H

#include "ui/kit/pane.h"

struct console;
struct view;

/* A pane for the sent links of the view; takes ownership of the view. Returns NULL and sets err if
 * a term has an invalid value. */
struct pane *sent_links_pane_new(struct console *c, struct view *view, struct err *err);
/* `:sent-links`: all links of the contact log. */
void sent_links_pane_open(struct console *c);

#endif
