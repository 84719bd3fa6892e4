/*
 * basket_cost.h - the items of a basket and what they cost today, as lines of its detail. Pure.
 *
 * Amounts stand under one another by their points; a charge that cannot be computed is told as a
 * sentence with the reason. Below stand the sums of what is known, in each currency.
 */
#ifndef UI_BASKET_BASKET_COST_H
#define UI_BASKET_BASKET_COST_H

#include "model/basket.h"
#include "ui/basket/basket_doc.h"

/* Appends them over the document's whole width; without amounts while the catalog was not read.
 * An empty country is none. */
void basket_cost_doc(struct doc *d, const struct basket *b, struct str country,
    const struct basket_story *story);

#endif
