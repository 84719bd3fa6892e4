/*
 * price_grid.h - the prices of a campaign's offers, with a row for each tier and a column for each
 * currency.
 *
 * Pure. A tier is the offer's name without the word for the currency: its code ("Digital Monthly
 * GBP") or a country that uses it ("Standard Japan" for an offer in JPY). If two offers share tier
 * and currency, the second gets its own row under its full name. Prices inherited through
 * priceReference are included. Rows borrow the offers; clean their texts before drawing.
 */
#ifndef CATALOG_PRICE_GRID_H
#define CATALOG_PRICE_GRID_H

#include "base/index.h"
#include "list/columns.h"
#include "list/rows.h"
#include "model/check.h"

enum { PRICE_GRID_CURRENCIES_MAX = COLUMNS_MAX - 4 };

struct price_row {
	struct str id, name;
	struct str paths; /* of its offers, one per line */
	/* One per currency: the price without its currency, such as "1.00 / 9.99 monthly x12", and
	 * its offer. Empty and NULL if there is no offer. */
	struct str prices[PRICE_GRID_CURRENCIES_MAX];
	struct row_money amounts[PRICE_GRID_CURRENCIES_MAX];
	const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX];
	const struct catalog_item *first_offer;
	struct str search_text; /* folded: name, prices, paths */
};

struct price_grid {
	VEC(struct price_row) rows;
	size_t offer_count, currency_count;
	bool is_truncated; /* there are more offers or currencies */
	/* A column for the name, then one per currency, then one for the paths. */
	struct view_resource resource;

	/* private */
	struct arena text_arena;
	struct str currencies[PRICE_GRID_CURRENCIES_MAX]; /* as sent, sorted */
	struct column columns[PRICE_GRID_CURRENCIES_MAX + 3];
	const char *view_keys[PRICE_GRID_CURRENCIES_MAX + 3];
	struct index *tier_index; /* indexes of rows by tier */
	bool ascii;
};

/* Collects the offers under the campaign's path; the grid must be all zeros. `offers` has all
 * offers, ordered by path. Offers whose price is missing or not found have a row without prices.
 * The resource borrows from the grid, which must not move. */
void price_grid_collect(
    struct price_grid *g, const struct check_items *offers, struct str campaign, bool ascii);
/* Frees all and sets the grid to zeros. */
void price_grid_free(struct price_grid *g);
/* The different offers of a row, in the order of the currencies. Returns their number. */
size_t price_row_list_offers(const struct price_row *row,
    const struct catalog_item *offers[PRICE_GRID_CURRENCIES_MAX]);
bool price_row_is_priced(const struct price_row *row);

#endif
