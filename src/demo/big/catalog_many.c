#include "demo/big/catalog_many.h"

#include <stdio.h>

enum { BASE_PRODUCTS = PRODUCT_COUNT - 1 };

const struct demo_product *
catalog_product(unsigned number, struct product_room *room)
{
	if (number < PRODUCT_COUNT)
		return &catalog_products[number];
	const struct demo_product *base = &catalog_products[1 + (number - 1) % BASE_PRODUCTS];
	snprintf(room->code, sizeof(room->code), "%s-%04u", base->code, number);
	snprintf(room->name, sizeof(room->name), "%s %u", base->name, number);
	snprintf(room->slug, sizeof(room->slug), "%s-%04u", base->slug, number);
	room->product = *base;
	room->product.code = room->code;
	room->product.name = room->name;
	room->product.slug = room->slug;
	return &room->product;
}

const struct demo_campaign *
catalog_campaign(unsigned number, struct campaign_room *room)
{
	if (number < CAMPAIGN_COUNT)
		return &catalog_campaigns[number];
	const struct demo_campaign *base = &catalog_campaigns[number % CAMPAIGN_COUNT];
	snprintf(room->name, sizeof(room->name), "%s %03u", base->name, number);
	snprintf(room->page, sizeof(room->page), "%s-%03u", base->page, number);
	room->campaign = *base;
	room->campaign.name = room->name;
	room->campaign.page = room->page;
	return &room->campaign;
}

const char *
many_segment(unsigned number, struct segment_room *room)
{
	if (number < catalog_segments_n)
		return catalog_segments[number];
	snprintf(room->slug, sizeof(room->slug), "%s-%03u",
	    catalog_segments[number % catalog_segments_n], number);
	return room->slug;
}

const struct demo_asset *
many_asset(unsigned number, struct asset_room *room)
{
	if (number < catalog_assets_n)
		return &catalog_assets[number];
	const struct demo_asset *base = &catalog_assets[number % catalog_assets_n];
	struct str key = str_of(base->key);
	snprintf(room->slug, sizeof(room->slug), "%s-%04u", base->slug, number);
	snprintf(room->name, sizeof(room->name), "%s %u", base->name, number);
	snprintf(room->key, sizeof(room->key), "%04u-%.*s", number, STR_ARG(key));
	room->asset = *base;
	room->asset.slug = room->slug;
	room->asset.name = room->name;
	room->asset.key = room->key;
	return &room->asset;
}

static const struct demo_offer *
plain_row(const struct demo_offer *rows, size_t n, unsigned number)
{
	const struct demo_offer *row = &rows[number % n];
	while (row->marks & OFFER_ODD)
		row = row + 1 < rows + n ? row + 1 : rows;
	return row;
}

/* A row again, under another name and with other products. */
static struct demo_offer *
again(const struct demo_offer *row, unsigned number, struct offer_room *room)
{
	unsigned turns = (MANY_PRODUCTS - BASE_PRODUCTS) / BASE_PRODUCTS;
	room->offer = *row;
	snprintf(room->slug, sizeof(room->slug), "%s-%04u", row->slug, number);
	snprintf(room->name, sizeof(room->name), "%s %u", row->name, number);
	room->offer.slug = room->slug;
	room->offer.name = room->name;
	for (size_t i = 0; i < 4 && row->products[i]; i++)
		room->offer.products[i] = (unsigned short)(row->products[i] +
		    number % turns * BASE_PRODUCTS);
	return &room->offer;
}

static const struct demo_offer *
many_legacy(unsigned number, struct offer_room *room)
{
	enum { SPREAD = MANY_LEGACY - MANY_IN_ONE, OTHERS = MANY_CAMPAIGNS - CAMPAIGN_COUNT - 1 };
	if (number < catalog_offers_n)
		return &catalog_offers[number];
	struct demo_offer *o = again(
	    plain_row(catalog_offers, catalog_offers_n, number), number, room);
	o->campaign = (unsigned short)(number < SPREAD ? CAMPAIGN_COUNT + 1 + number % OTHERS
						       : CAMPAIGN_COUNT);
	if (number >= MANY_LEGACY - MANY_LONG_OFFERS)
		o->marks |= OFFER_LONG;
	return o;
}

/* Is this one of the `share` that are dealt out evenly among `of`? */
static bool
is_dealt(unsigned number, unsigned share, unsigned of)
{
	return (number + 1) * share / of != number * share / of;
}

static const struct demo_offer *
many_standalone(unsigned number, struct offer_room *room)
{
	enum { ROW_UNPUBLISHED = 7 }; /* of the tour's */
	if (number < catalog_standalone_n)
		return &catalog_standalone[number];
	unsigned beyond = number - (unsigned)catalog_standalone_n;
	unsigned of = MANY_STANDALONE - (unsigned)catalog_standalone_n;
	struct demo_offer *o = again(
	    plain_row(catalog_standalone, catalog_standalone_n, number), number, room);
	if (is_dealt(beyond, MANY_UNPUBLISHED - ROW_UNPUBLISHED, of))
		o->marks |= OFFER_UNPUBLISHED;
	if (beyond % 9 == 4) {
		o->pattern = BY_REFERENCE;
		o->value = NULL;
	}
	if (beyond < MANY_LONG_OFFERS) {
		/* side by side in a list by path */
		snprintf(room->slug, sizeof(room->slug), "archive-edition-%04u", number);
		o->marks |= OFFER_LONG;
	}
	return o;
}

const struct demo_offer *
many_offer(unsigned number, struct offer_room *room)
{
	return number < MANY_LEGACY ? many_legacy(number, room)
				    : many_standalone(number - MANY_LEGACY, room);
}
