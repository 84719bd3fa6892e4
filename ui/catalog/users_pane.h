/*
 * users_pane.h - the list of everything that uses a catalog item; each row opens the user.
 */
#ifndef UI_CATALOG_USERS_PANE_H
#define UI_CATALOG_USERS_PANE_H

#include "model/graph.h"

struct console;
struct pane;

struct pane *used_by_pane_new(struct console *c, enum graph_kind kind, struct str path);

#endif
