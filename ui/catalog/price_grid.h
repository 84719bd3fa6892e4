/*
 * price_grid.h - the prices of a campaign's offers, with a row for each tier and a column for each
 * currency.
 *
 * Pure. A tier is the offer's name without the word for the currency: its code ("Digital Monthly
 * GBP") or a country that uses it ("Standard Japan" for an offer in JPY). If two offers share tier
 * and currency, the second gets its own row under its full name. Prices inherited through
 * priceReference are included. `-` means that there is no offer.
 */
#ifndef UI_CATALOG_PRICE_GRID_H
#define UI_CATALOG_PRICE_GRID_H

#include "list/doc.h"
#include "model/check.h"

/* Appends the grid of the offers under the campaign's path, `width` cells wide; currencies that
 * do not fit side by side continue below. `offers` has all offers, ordered by path. Offers whose
 * price is missing or not found are listed below the grid. */
void price_grid_doc(
    struct doc *d, const struct check_items *offers, struct str campaign, int width);

#endif
