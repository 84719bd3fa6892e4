/*
 * baskets.h - one planned basket as a JSON text.
 */
#ifndef DEMO_BASKETS_H
#define DEMO_BASKETS_H

#include "demo/plan.h"

/* Appends the object, and its id to *id. `number` is the slot's place in the plan. */
void basket_make(struct buf *out, struct buf *id, const struct slot *slot, unsigned number);

#endif
