#include "demo/big/catalog_many.h"

#include <stdio.h>

enum { BASE_PRODUCTS = PRODUCT_COUNT - 1 };

const struct demo_product *
catalog_product(unsigned number, struct product_storage *storage)
{
	if (number < PRODUCT_COUNT)
		return &catalog_products[number];
	const struct demo_product *base = &catalog_products[1 + (number - 1) % BASE_PRODUCTS];
	snprintf(storage->code, sizeof(storage->code), "%s-%04u", base->code, number);
	snprintf(storage->name, sizeof(storage->name), "%s %u", base->name, number);
	snprintf(storage->slug, sizeof(storage->slug), "%s-%04u", base->slug, number);
	storage->product = *base;
	storage->product.code = storage->code;
	storage->product.name = storage->name;
	storage->product.slug = storage->slug;
	return &storage->product;
}

const struct demo_campaign *
catalog_campaign(unsigned number, struct campaign_storage *storage)
{
	if (number < CAMPAIGN_COUNT)
		return &catalog_campaigns[number];
	const struct demo_campaign *base = &catalog_campaigns[number % CAMPAIGN_COUNT];
	snprintf(storage->name, sizeof(storage->name), "%s %03u", base->name, number);
	snprintf(storage->page, sizeof(storage->page), "%s-%03u", base->landing_page, number);
	storage->campaign = *base;
	storage->campaign.name = storage->name;
	storage->campaign.landing_page = storage->page;
	return &storage->campaign;
}

const char *
many_segment(unsigned number, struct segment_storage *storage)
{
	if (number < catalog_segments_n)
		return catalog_segments[number];
	snprintf(storage->slug, sizeof(storage->slug), "%s-%03u",
	    catalog_segments[number % catalog_segments_n], number);
	return storage->slug;
}

const struct demo_asset *
many_asset(unsigned number, struct asset_storage *storage)
{
	if (number < catalog_assets_n)
		return &catalog_assets[number];
	const struct demo_asset *base = &catalog_assets[number % catalog_assets_n];
	struct str key = str_of(base->key);
	snprintf(storage->slug, sizeof(storage->slug), "%s-%04u", base->slug, number);
	snprintf(storage->name, sizeof(storage->name), "%s %u", base->name, number);
	snprintf(storage->key, sizeof(storage->key), "%04u-%.*s", number, STR_ARG(key));
	storage->asset = *base;
	storage->asset.slug = storage->slug;
	storage->asset.name = storage->name;
	storage->asset.key = storage->key;
	return &storage->asset;
}

static const struct demo_offer *
plain_row(const struct demo_offer *rows, size_t n, unsigned number)
{
	const struct demo_offer *row = &rows[number % n];
	while (row->flags & OFFER_NOT_TEMPLATE)
		row = row + 1 < rows + n ? row + 1 : rows;
	return row;
}

/* Copies a table's offer with another name and other products. */
static struct demo_offer *
copy_offer(const struct demo_offer *row, unsigned number, struct offer_storage *storage)
{
	unsigned turns = (MANY_PRODUCTS - BASE_PRODUCTS) / BASE_PRODUCTS;
	storage->offer = *row;
	snprintf(storage->slug, sizeof(storage->slug), "%s-%04u", row->slug, number);
	snprintf(storage->name, sizeof(storage->name), "%s %u", row->name, number);
	storage->offer.slug = storage->slug;
	storage->offer.name = storage->name;
	for (size_t i = 0; i < 4 && row->products[i]; i++)
		storage->offer.products[i] = (unsigned short)(row->products[i] +
		    number % turns * BASE_PRODUCTS);
	return &storage->offer;
}

static const struct demo_offer *
many_legacy(unsigned number, struct offer_storage *storage)
{
	enum {
		SPREAD_OFFERS = MANY_LEGACY - MANY_IN_ONE_CAMPAIGN,
		OTHER_CAMPAIGNS = MANY_CAMPAIGNS - CAMPAIGN_COUNT - 1
	};
	if (number < catalog_offers_n)
		return &catalog_offers[number];
	struct demo_offer *o = copy_offer(
	    plain_row(catalog_offers, catalog_offers_n, number), number, storage);
	o->campaign = (unsigned short)(number < SPREAD_OFFERS
		? CAMPAIGN_COUNT + 1 + number % OTHER_CAMPAIGNS
		: CAMPAIGN_COUNT);
	if (number >= MANY_LEGACY - MANY_LONG_OFFERS)
		o->flags |= OFFER_LONG_DESCRIPTION;
	return o;
}

/* Distributes `share` items evenly among `of`: true if this number is one of them. */
static bool
is_dealt(unsigned number, unsigned share, unsigned of)
{
	return (number + 1) * share / of != number * share / of;
}

static const struct demo_offer *
many_standalone(unsigned number, struct offer_storage *storage)
{
	enum { ROW_UNPUBLISHED = 7 }; /* unpublished offers in the table */
	if (number < catalog_standalone_n)
		return &catalog_standalone[number];
	unsigned beyond = number - (unsigned)catalog_standalone_n;
	unsigned of = MANY_STANDALONE - (unsigned)catalog_standalone_n;
	struct demo_offer *o = copy_offer(
	    plain_row(catalog_standalone, catalog_standalone_n, number), number, storage);
	if (is_dealt(beyond, MANY_UNPUBLISHED - ROW_UNPUBLISHED, of))
		o->flags |= OFFER_UNPUBLISHED;
	if (beyond % 9 == 4) {
		o->pattern = BY_REFERENCE;
		o->value = NULL;
	}
	if (beyond < MANY_LONG_OFFERS) {
		/* adjacent in a list ordered by path */
		snprintf(storage->slug, sizeof(storage->slug), "archive-edition-%04u", number);
		o->flags |= OFFER_LONG_DESCRIPTION;
	}
	return o;
}

const struct demo_offer *
many_offer(unsigned number, struct offer_storage *storage)
{
	return number < MANY_LEGACY ? many_legacy(number, storage)
				    : many_standalone(number - MANY_LEGACY, storage);
}
