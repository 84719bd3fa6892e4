/*
 * graph.h - what refers to what in a catalog: everything that is, or is named, is a node; every
 * naming is an edge from who names to who is named. Pure.
 *
 * Products, segments and assets are added first, so that offers find products by their ids; then
 * the others, in the order in which users shall be listed; graph_link_labels() ends it. Owns nodes
 * and edges; items and texts are the caller's and must outlive the graph.
 */
#ifndef MODEL_GRAPH_H
#define MODEL_GRAPH_H

#include "base/index.h"
#include "base/vec.h"
#include "model/catalog.h"

enum graph_kind {
	GRAPH_CAMPAIGN,
	GRAPH_OFFER,
	GRAPH_PRODUCT,
	GRAPH_SEGMENT,
	GRAPH_ASSET,
	GRAPH_JOURNEY,
	GRAPH_TAG, /* no endpoint lists tags and templates: that they are there is not known */
	GRAPH_TEMPLATE,
	GRAPH_PAGE, /* where journeys start */
	GRAPH_KINDS
};

enum graph_relation {
	RELATION_OFFER, /* a campaign has it */
	RELATION_PRODUCT,
	RELATION_BUNDLE,
	RELATION_EMBEDDED,
	RELATION_SEGMENT,
	RELATION_TAG,
	RELATION_LABEL, /* a standalone offer's label matches the tag */
	RELATION_TEMPLATE,
	RELATION_PRICE,
	RELATION_COPY,
	RELATION_ASSET,
	RELATION_CONDITION,
	RELATION_DESTINATION,
	RELATION_FALLBACK,
	RELATION_START,
	GRAPH_RELATIONS
};

struct graph_kind_info {
	const char *one, *many; /* "offer", "offers" */
	bool listed;            /* an endpoint lists them: what was not read is missing */
};
extern const struct graph_kind_info graph_kinds[GRAPH_KINDS];
/* How a user uses: "has it", "in its bundle" … */
extern const char *const graph_relations[GRAPH_RELATIONS];

#define GRAPH_NONE UINT32_MAX

struct graph_node {
	enum graph_kind kind;
	struct str path;                 /* an id where nothing has a path */
	const struct catalog_item *item; /* NULL: missing, or no item */
	const struct journey *journey;
	uint32_t at;                          /* the item's or journey's number among its kind */
	uint32_t first_out, last_out, outs_n; /* edges; GRAPH_NONE: none */
	uint32_t first_in, last_in, ins_n;
};

struct graph_edge {
	uint32_t from, to; /* nodes */
	enum graph_relation relation;
	uint32_t next_out, next_in; /* of the same node, in the order of adding */
};

struct graph {
	VEC(struct graph_node) nodes;
	VEC(struct graph_edge) edges;
	struct index *paths[GRAPH_KINDS], *product_ids;
};

void graph_init(struct graph *g);
void graph_free(struct graph *g);

/* Adds an item with all it names; of two items with one path the first is the node's. `at` is
 * the caller's number for it. */
void graph_add_item(
    struct graph *g, enum graph_kind kind, const struct catalog_item *item, uint32_t at);
void graph_add_journeys(struct graph *g, const struct journeys *j);
/* Links standalone offers to the tags that their labels match. */
void graph_link_labels(struct graph *g);

/* The node of that path (or, of products, id), or GRAPH_NONE. */
uint32_t graph_find(const struct graph *g, enum graph_kind kind, struct str path);
/* The same whatever it is; the kinds in their order. */
uint32_t graph_find_any(const struct graph *g, struct str path);
/* Is it named, should it be there, and is it not? */
bool graph_is_missing(const struct graph_node *n);
/* The campaign of a legacy offer: its parent, by name or by path. */
struct str graph_campaign_of(const struct catalog_item *offer);

/* for (uint32_t e = n->first_in; e != GRAPH_NONE; e = g->edges.v[e].next_in) … */

#endif
