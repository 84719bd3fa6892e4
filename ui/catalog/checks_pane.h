/*
 * checks_pane.h - pane 8: what is wrong in the catalog and the journeys, each a jump to where.
 */
#ifndef UI_CATALOG_CHECKS_PANE_H
#define UI_CATALOG_CHECKS_PANE_H

#include "ui/rows/rows_pane.h"

struct pane *checks_pane_new(struct console *c);

#endif
