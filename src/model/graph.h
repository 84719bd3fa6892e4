/*
 * graph.h - the references in a catalog: every item, and every name that is referred to, is a node;
 * every reference is an edge from the user to the target. Pure.
 *
 * Add products, segments and assets first, so that offers find products by their ids; then the
 * others, in the order in which users are to be listed; then call graph_link_labels(). Owns nodes
 * and edges; items and texts belong to the caller and must outlive the graph.
 */
#ifndef MODEL_GRAPH_H
#define MODEL_GRAPH_H

#include "base/index.h"
#include "base/vec.h"

struct journeys;

enum graph_kind {
	GRAPH_CAMPAIGN,
	GRAPH_OFFER,
	GRAPH_PRODUCT,
	GRAPH_SEGMENT,
	GRAPH_ASSET,
	GRAPH_JOURNEY,
	GRAPH_TAG, /* no endpoint lists tags and templates, so their existence is unknown */
	GRAPH_TEMPLATE,
	GRAPH_PAGE, /* the pages where journeys start */
	GRAPH_KINDS
};

enum graph_relation {
	RELATION_OFFER, /* a campaign contains the offer */
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
	const char *singular, *plural; /* "offer", "offers" */
	bool has_endpoint; /* an endpoint lists them: an item that was not read is missing */
};
extern const struct graph_kind_info graph_kinds[GRAPH_KINDS];
/* How the user uses the target: "offers it", "bundles it" … */
extern const char *const graph_relations[GRAPH_RELATIONS];

#define GRAPH_NONE UINT32_MAX

struct graph_node {
	enum graph_kind kind;
	struct str path;                 /* for kinds without paths, an id */
	const struct catalog_item *item; /* NULL: missing, or not a catalog item */
	const struct journey *journey;
	uint32_t item_index;                     /* index of the item or journey within its kind */
	uint32_t first_out, last_out, out_count; /* edges; GRAPH_NONE if there are none */
	uint32_t first_in, last_in, in_count;
};

struct graph_edge {
	uint32_t from, to; /* nodes */
	enum graph_relation relation;
	uint32_t next_out, next_in; /* next edge of the same node, in the order they were added */
};

struct graph {
	VEC(struct graph_node) nodes;
	VEC(struct graph_edge) edges;
	struct index *path_indexes[GRAPH_KINDS], *product_id_index;
};

void graph_init(struct graph *g);
void graph_free(struct graph *g);

/* Adds an item with all its references. If two items have the same path, the first one is the
 * node's. `at` is the caller's index of the item. */
void graph_add_item(
    struct graph *g, enum graph_kind kind, const struct catalog_item *item, uint32_t at);
void graph_add_journeys(struct graph *g, const struct journeys *j);
/* Connects standalone offers to the tags that their labels match. */
void graph_link_labels(struct graph *g);

/* The node with that path (or id, for products), or GRAPH_NONE. */
uint32_t graph_find(const struct graph *g, enum graph_kind kind, struct str path);
/* Like graph_find() for any kind; kinds are tried in their order. */
uint32_t graph_find_any_kind(const struct graph *g, struct str path);
/* True if something refers to the node, an endpoint lists its kind, and it was not found there. */
bool graph_is_missing(const struct graph_node *n);
/* The campaign of a legacy offer: its parent, by name or path. */
struct str graph_campaign_of(const struct catalog_item *offer);

/* for (uint32_t e = n->first_in; e != GRAPH_NONE; e = g->edges.v[e].next_in) … */

#endif
