/*
 * tree_pane.h - the catalog as a tree, one item per line: branches fold, a line opens its item, and
 * a missing item is shown at the place of its reference.
 */
#ifndef UI_CATALOG_TREE_PANE_H
#define UI_CATALOG_TREE_PANE_H

#include "ui/kit/console.h"

/* All campaigns, folded; the one of that path is open and under the cursor. */
struct pane *campaigns_tree_pane_new(struct console *c, struct str path);
/* One item and what it names. */
struct pane *item_tree_pane_new(struct console *c, enum graph_kind kind, struct str path);

#endif
