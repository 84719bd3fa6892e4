/*
 * baskets.h - the list of baskets over the tables of the months: a page asks those that it needs.
 */
#ifndef STORE_POSTGRES_BASKETS_H
#define STORE_POSTGRES_BASKETS_H

#include "store/store.h"

/* As store_list_baskets(). */
bool pg_list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err);
/* As store_put_basket(), into a month that is there: one that had another time leaves its month. */
bool pg_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err);

#endif
