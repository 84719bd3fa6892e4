/*
 * checks_pane.h - pane 8: findings in the catalog and the journeys; each row jumps to the item it
 * is about.
 */
#ifndef UI_CATALOG_CHECKS_PANE_H
#define UI_CATALOG_CHECKS_PANE_H

#include "ui/rows/rows_pane.h"

struct pane *checks_pane_new(struct console *c);

#endif
