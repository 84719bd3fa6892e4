/*
 * price_grid.h - what a campaign's offers cost, a row for each tier and a column for each currency.
 *
 * Pure. A tier is what the shop calls an offer, without the word that says which currency it is
 * for: its code ("Digital Monthly GBP"), or the name of a place where one pays with it ("Standard
 * Japan" of an offer in JPY). Two offers of one tier and one currency are two rows, the second by
 * its whole name. Prices are those that count, over priceReference. `-` nothing is offered.
 */
#ifndef UI_CATALOG_PRICE_GRID_H
#define UI_CATALOG_PRICE_GRID_H

#include "app/text/doc.h"
#include "model/check.h"

/* Appends the grid of the offers below the campaign's path, `width` cells wide; currencies that
 * do not fit side by side go below each other. `offers` are all offers, ordered by path. Offers
 * without a price, or whose price is not found, are listed below it. */
void price_grid_doc(
    struct doc *d, const struct check_items *offers, struct str campaign, int width);

#endif
