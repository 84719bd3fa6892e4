/*
 * choice.h - what is in a basket: its offers, by the market and the story of its slot.
 */
#ifndef DEMO_BIG_CHOICE_H
#define DEMO_BIG_CHOICE_H

#include "demo/big/catalog_many.h"
#include "demo/big/people.h"
#include "demo/big/plan.h"

enum { CHOICE_ITEMS = 4 };

/* An offer that the catalog has no more; only baskets remember it. */
struct deleted_offer {
	const char *name, *path, *page;
	enum demo_product_id product;
};

struct choice {
	const char *country; /* of the bill */
	const struct demo_offer *offers[CHOICE_ITEMS];
	size_t offers_n;
	const struct deleted_offer *deleted; /* instead of offers[0], which is NULL then */
	struct offer_storage storage;        /* of an offer that no table holds */
};

/* `person` is NULL for an anonymous visitor; `number` is the basket's. */
void choice_make(struct choice *c, const struct basket_slot *slot, unsigned number,
    const struct demo_person *person);

#endif
