/*
 * parts.h - the lists that make up a catalog: the endpoint of each, and the graph node kind of its
 * items.
 */
#ifndef CATALOG_PARTS_H
#define CATALOG_PARTS_H

#include "list/view.h"
#include "model/graph.h"
#include "wire/names.h"

enum catalog_part {
	CATALOG_CAMPAIGNS,
	CATALOG_OFFERS,
	CATALOG_PRODUCTS,
	CATALOG_SEGMENTS,
	CATALOG_ASSETS,
	CATALOG_PARTS
};

/* The parts to read, as bits: each list, the journeys, and which standalone offers are
 * published. */
#define CATALOG_LIST(part) (1u << (part))
#define CATALOG_LISTS (CATALOG_LIST(CATALOG_PARTS) - 1)
#define CATALOG_JOURNEYS CATALOG_LIST(CATALOG_PARTS)
#define CATALOG_PUBLISHED (CATALOG_JOURNEYS << 1)
#define CATALOG_ALL (CATALOG_LISTS | CATALOG_JOURNEYS | CATALOG_PUBLISHED)

struct catalog_part_info {
	enum endpoint endpoint;
	enum graph_kind kind;
	const char *resource;
};
extern const struct catalog_part_info catalog_parts[CATALOG_PARTS];

/* The part whose items are nodes of that kind, or CATALOG_PARTS if there is none; and the
 * inverse. */
enum catalog_part catalog_part_of(enum graph_kind kind);
enum graph_kind catalog_kind_of(enum catalog_part part);
/* The VIEW resource of a part. */
const struct view_resource *catalog_resource(enum catalog_part part);
/* The part with that resource; CATALOG_PARTS if there is none. */
enum catalog_part catalog_part_named(const struct view_resource *resource);

#endif
