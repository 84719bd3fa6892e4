/*
 * user_row.h - who uses a thing of the catalog, one a row: those that name it, the journeys that
 * lead to an offer by one of its tags, and the open baskets that hold it.
 *
 * Texts are borrowed from the catalog and the baskets.
 */
#ifndef APP_CATALOG_USER_ROW_H
#define APP_CATALOG_USER_ROW_H

#include "app/basket/baskets.h"
#include "app/catalog/catalog.h"
#include "app/catalog/graph_names.h"
#include "app/text/doc.h"

struct user_row {
	struct str kind, name, how, path;
	struct str key;          /* of the row: one user may use a thing in several ways */
	int link;                /* enum graph_kind, or LINK_BASKET */
	struct doc_target target; /* where it is shown */
	bool missing;            /* named, and not there */
	uint32_t order;          /* among those of its kind */
};

struct users {
	struct arena texts;
	VEC(struct user_row) rows;
};

/* Collects the users of a node in the order campaigns, offers, … journeys, baskets; only baskets
 * that were read. users_free() it. */
void users_collect(struct users *u, const struct catalog *c, const struct baskets *baskets,
    enum graph_kind kind, struct str path);
void users_free(struct users *u);
/* Does an open basket hold the offer or product, or start at the page? */
bool basket_contains(const struct basket_row *row, enum graph_kind kind, struct str folded);

extern const struct view_resource users_resource;

#endif
