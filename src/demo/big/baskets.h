/*
 * baskets.h - writes one planned basket as JSON text.
 */
#ifndef DEMO_BIG_BASKETS_H
#define DEMO_BIG_BASKETS_H

#include "base/buf.h"
#include "demo/big/plan.h"

/* Appends the basket, and its id to *id. `number` is unique per basket; `created` is in ms. */
void basket_make(struct buf *out, struct buf *id, const struct basket_slot *slot, unsigned number,
    int64_t created);

#endif
