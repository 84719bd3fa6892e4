/*
 * graph_names.h - what a node of the catalog's graph is called on a screen, and where it is shown.
 */
#ifndef APP_CATALOG_GRAPH_NAMES_H
#define APP_CATALOG_GRAPH_NAMES_H

#include "app/text/doc.h"
#include "base/arena.h"
#include "model/graph.h"

/* Further kinds of link targets, after those of the graph. */
enum {
	LINK_BASKET = GRAPH_KINDS, /* path: its id */
	LINK_BASKETS,              /* path: of an offer or product that they hold */
	LINK_USERS,                /* path: of what is used */
	LINK_JOURNEY,              /* path: its number, for several may have one id */
	LINK_VIEW,                 /* path: a VIEW line */
	LINK_ACTION,               /* path: the name of an action */
};

/* The link target that shows a node; its text is in the arena, or the node's. */
struct doc_target graph_target(struct arena *a, const struct graph_node *n);
/* A node's name if it has one, else its path. */
struct str graph_name(const struct graph_node *n);

#endif
