/*
 * basket_link.h - the recovery links of baskets that were read. Rows do not keep them: they are
 * read from the basket's JSON.
 */
#ifndef UI_BASKET_BASKET_LINK_H
#define UI_BASKET_BASKET_LINK_H

#include "app/basket/baskets.h"
#include "app/link/link.h"

/* link_examine() of this basket's. */
void basket_link_examine(struct link *l, const struct link_rules *rules, const struct baskets *b,
    const struct basket_row *row);
/* Appends it as it was sent; nothing when there is none. */
void basket_link_add(struct buf *out, const struct baskets *b, const struct basket_row *row);
/* The first row from there on that may have this link, by the word at its end; SIZE_MAX: none. */
size_t basket_link_find(const struct baskets *b, size_t from, struct str address);

#endif
