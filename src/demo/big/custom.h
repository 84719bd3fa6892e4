/*
 * custom.h - writes the custom fields of a basket's order: free-form, some of them nested.
 */
#ifndef DEMO_BIG_CUSTOM_H
#define DEMO_BIG_CUSTOM_H

#include "demo/big/choice.h"

void custom_put(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number);

#endif
