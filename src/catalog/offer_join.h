/*
 * offer_join.h - completes an offer's row from other items: the codes of the products that it only
 * names, and a price taken from another offer. New texts go into the arena. Pure.
 */
#ifndef CATALOG_OFFER_JOIN_H
#define CATALOG_OFFER_JOIN_H

#include "catalog/item_row.h"
#include "model/check.h"
#include "model/graph.h"

/* A standalone offer has no product codes of its own: they come from its copies. */
void offer_join_codes(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct graph *products);
/* `offers` is sorted by path. */
void offer_join_price(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct check_items *offers);

#endif
