/*
 * charges_pane.h - the charges that make up an offer's price, with all members of each. They are
 * the offer's own, or those of the offer that its price reference leads to.
 */
#ifndef UI_CATALOG_CHARGES_PANE_H
#define UI_CATALOG_CHARGES_PANE_H

#include "ui/rows/rows_pane.h"

struct pane *charges_pane_new(struct console *c, struct str offer);
/* The path of the pane's offer; another path shows when the pane is loaded again. */
struct buf *charges_pane_offer(struct pane *p);

#endif
