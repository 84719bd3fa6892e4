/*
 * graph_names.h - the name of a node of the catalog's graph on a screen, and the link to it.
 */
#ifndef CATALOG_GRAPH_NAMES_H
#define CATALOG_GRAPH_NAMES_H

#include "base/arena.h"
#include "list/doc.h"
#include "model/graph.h"

/* Further kinds of link targets, after those of the graph. */
enum {
	LINK_BASKET = GRAPH_KINDS, /* path: the basket's id */
	LINK_BASKETS,              /* path: an offer or product that the baskets contain */
	LINK_USED_BY,              /* path: the used item */
	LINK_JOURNEY,              /* path: the journey's number, since several may share an id */
	LINK_VIEW,                 /* path: a VIEW line */
	LINK_ACTION,               /* path: the name of an action */
	LINK_FINDINGS,             /* path: terms of the checks, such as severity=error */
	LINK_WRITE,                /* path: the number of a journal entry: J-0412 */
};

/* The link target that shows a node; its text is in the arena or belongs to the node. */
struct doc_target graph_target(struct arena *a, const struct graph_node *n);
/* A node's name if it has one, else its path. */
struct str graph_name(const struct graph_node *n);

#endif
