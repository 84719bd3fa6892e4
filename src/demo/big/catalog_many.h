/*
 * catalog_many.h - the catalog of the pack `big`: first the tour's tables, then items generated
 * from their numbers, so that none of them is stored.
 */
#ifndef DEMO_BIG_CATALOG_MANY_H
#define DEMO_BIG_CATALOG_MANY_H

#include "demo/big/assets.h"
#include "demo/big/catalog.h"

enum {
	MANY_SEGMENTS = 400,
	MANY_PRODUCTS = 1500,
	MANY_ASSETS = 2000,
	MANY_CAMPAIGNS = 200,
	MANY_LEGACY = 3000,
	MANY_STANDALONE = 5000,
	MANY_UNPUBLISHED = 900,
	MANY_OFFERS = MANY_LEGACY + MANY_STANDALONE,
	MANY_JOURNEYS = 120,
	MANY_IN_ONE_CAMPAIGN = 400, /* offers in campaign CAMPAIGN_COUNT */
	MANY_LONG_OFFERS =
	    80, /* number of legacy and of standalone offers with OFFER_LONG_DESCRIPTION */
};

struct offer_storage {
	struct demo_offer offer;
	char slug[64], name[96];
};
struct asset_storage {
	struct demo_asset asset;
	char slug[64], name[64], key[64];
};
struct segment_storage {
	char slug[40];
};

/* The segment, asset or offer with this number, valid as long as *storage. Offers: legacy ones
 * come first. */
const char *many_segment(unsigned number, struct segment_storage *storage);
const struct demo_asset *many_asset(unsigned number, struct asset_storage *storage);
const struct demo_offer *many_offer(unsigned number, struct offer_storage *storage);

#endif
