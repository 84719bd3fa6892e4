/*
 * tree_pane.h - the catalog as a tree, one item per line. Branches fold, Enter on a line opens its
 * item, and a missing item is shown at the place of its reference.
 */
#ifndef UI_CATALOG_TREE_PANE_H
#define UI_CATALOG_TREE_PANE_H

#include "ui/kit/console.h"

/* All campaigns, folded; the campaign with that path is unfolded and selected. */
struct pane *campaigns_tree_pane_new(struct console *c, struct str path);
/* One item and the items it refers to. */
struct pane *item_tree_pane_new(struct console *c, enum graph_kind kind, struct str path);

#endif
