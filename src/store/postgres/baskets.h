/*
 * baskets.h - the list of baskets, which are stored in one table per month. A page queries only the
 * tables that it needs.
 */
#ifndef STORE_POSTGRES_BASKETS_H
#define STORE_POSTGRES_BASKETS_H

#include "store/store.h"

/* Implements store_list_baskets(). */
bool pg_list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err);
/* Implements store_put_basket(). The month's table must exist. A basket whose time changes is
 * moved to another month. */
bool pg_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err);

#endif
