/*
 * users_pane.h - who uses a thing of the catalog: a list, each of whose rows leads there.
 */
#ifndef UI_CATALOG_USERS_PANE_H
#define UI_CATALOG_USERS_PANE_H

#include "ui/catalog/catalog_pane.h"

struct pane *users_pane_new(struct console *c, enum graph_kind kind, struct str path);

#endif
