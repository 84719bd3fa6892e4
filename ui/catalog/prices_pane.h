/*
 * prices_pane.h - the list of a campaign's prices by currency (price_grid.h); each row opens its
 * offer, or its offers if each currency has its own.
 */
#ifndef UI_CATALOG_PRICES_PANE_H
#define UI_CATALOG_PRICES_PANE_H

#include "base/buf.h"

struct console;
struct pane;

/* Needs the whole catalog. Selects the row of the offer at a path, which may be empty. */
struct pane *prices_pane_new(struct console *c, struct str campaign, struct str offer);

#endif
