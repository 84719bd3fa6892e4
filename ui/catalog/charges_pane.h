/*
 * charges_pane.h - the charges that an offer's price comes to, its own or those of the one whose
 * price it has, each with all its members.
 */
#ifndef UI_CATALOG_CHARGES_PANE_H
#define UI_CATALOG_CHARGES_PANE_H

#include "ui/rows/rows_pane.h"

/* The offer whose charges count for one: itself where it has any, else the one at the end of its
 * price references; NULL where none has. */
const struct catalog_item *charges_owner(const struct catalog *c, const struct catalog_item *offer);
struct pane *charges_pane_new(struct console *c, struct str offer);

#endif
