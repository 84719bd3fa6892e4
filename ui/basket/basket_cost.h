/*
 * basket_cost.h - lines for a basket's detail: its items and their prices today. Pure.
 *
 * Amounts are aligned at the decimal point. A charge that cannot be computed is shown as a sentence
 * with the reason. The totals of the known amounts follow, one line per currency.
 */
#ifndef UI_BASKET_BASKET_COST_H
#define UI_BASKET_BASKET_COST_H

#include "model/basket.h"
#include "ui/basket/basket_doc.h"

/* Appends the items over the document's whole width, without amounts until the catalog has been
 * read. An empty country means that it is not known. */
void basket_cost_doc(struct doc *d, const struct basket *b, struct str country,
    const struct basket_doc_context *context);

#endif
