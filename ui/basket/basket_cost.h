/*
 * basket_cost.h - the items of a basket and their prices today, as lines of its detail. Pure.
 *
 * Amounts are aligned by their points; a charge that cannot be computed is a sentence with the
 * reason. The totals of the known amounts are below, per currency.
 */
#ifndef UI_BASKET_BASKET_COST_H
#define UI_BASKET_BASKET_COST_H

#include "model/basket.h"
#include "ui/basket/basket_doc.h"

/* Appends them over the document's whole width; without amounts while the catalog has not been
 * read. An empty country means none. */
void basket_cost_doc(struct doc *d, const struct basket *b, struct str country,
    const struct basket_doc_context *context);

#endif
