/*
 * user_row.h - the users of a catalog item, one per row: items that name it, journeys that lead to
 * an offer by one of its tags, and open baskets that contain it.
 *
 * Texts are borrowed from the catalog and the baskets.
 */
#ifndef CATALOG_USER_ROW_H
#define CATALOG_USER_ROW_H

#include "basket/baskets.h"
#include "catalog/catalog.h"
#include "catalog/graph_names.h"
#include "list/doc.h"

struct used_by_row {
	struct str kind, name, usage, path;
	struct str key; /* unique key of the row: a user may use an item in several ways */
	int link_kind;  /* enum graph_kind, or LINK_BASKET */
	struct doc_target target;  /* link to the user */
	bool missing;              /* it is named but does not exist */
	uint32_t position_in_kind; /* position within its kind */
};

struct used_by {
	struct arena text_arena;
	VEC(struct used_by_row) rows;
};

/* Collects the users of a node in the order campaigns, offers, … journeys, baskets; only baskets
 * that were read. Free with used_by_free(). */
void used_by_collect(struct used_by *u, const struct catalog *c, const struct baskets *baskets,
    enum graph_kind kind, struct str path);
void used_by_free(struct used_by *u);

extern const struct view_resource used_by_resource;

#endif
