/*
 * user_row.h - who uses a thing of the catalog, one a row: those that name it, the journeys that
 * lead to an offer by one of its tags, and the open baskets that hold it.
 *
 * Texts are borrowed from the catalog and the baskets.
 */
#ifndef APP_USER_ROW_H
#define APP_USER_ROW_H

#include "app/baskets.h"
#include "app/catalog.h"
#include "app/doc.h"

/* Kinds behind those of the graph, for what docs lead to. */
enum {
	LINK_BASKET = GRAPH_KINDS, /* path: its id */
	LINK_BASKETS,              /* path: of an offer or product that they hold */
	LINK_USERS,                /* path: of what is used */
	LINK_JOURNEY,              /* path: its number, for several may have one id */
};

struct user_row {
	struct str kind, name, how, path;
	struct str key;          /* of the row: one user may use a thing in several ways */
	int link;                /* enum graph_kind, or LINK_BASKET */
	struct doc_target leads; /* where it is shown */
	bool missing;            /* named, and not there */
	uint32_t order;          /* among those of its kind */
};

struct users {
	struct arena texts;
	VEC(struct user_row) rows;
};

/* Who uses the node, in the order campaigns, offers, … journeys, baskets. Of baskets those that
 * were read. users_free() it. */
void users_collect(struct users *u, const struct catalog *c, const struct baskets *baskets,
    enum graph_kind kind, struct str path);
void users_free(struct users *u);
/* Does an open basket hold the offer or product, or start at the page? */
bool basket_holds(const struct basket_row *row, enum graph_kind kind, struct str folded);

/* Where a node is shown; the text of it is in the arena, or the node's. */
struct doc_target graph_leads(struct arena *a, const struct graph_node *n);
/* What a node is called: a name where it has one, else its path. */
struct str graph_name(const struct graph_node *n);

extern const struct view_resource users_resource;

#endif
