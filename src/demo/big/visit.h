/*
 * visit.h - how a visitor came to the shop: tag, page and entry URL.
 */
#ifndef DEMO_BIG_VISIT_H
#define DEMO_BIG_VISIT_H

#include "demo/big/choice.h"

/* The entry-point tag, which depends on market and channel. */
const char *visit_tag(const struct basket_slot *slot, const char *country);
/* Appends the path of the page on which the checkout began. */
void visit_add_page(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number);
/* Appends the URL of the first page, with campaign parameters. */
void visit_add_entry(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number);

#endif
