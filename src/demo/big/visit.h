/*
 * visit.h - how the visitor came: tag, page and entry URL.
 */
#ifndef DEMO_BIG_VISIT_H
#define DEMO_BIG_VISIT_H

#include "demo/big/choice.h"

/* The entry-point tag: market and channel. */
const char *visit_tag(const struct basket_slot *slot, const char *country);
/* The path of the page where the checkout began. */
void visit_add_page(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number);
/* The URL of the first page, with the parameters of the campaign that led there. */
void visit_add_entry(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number);

#endif
