/*
 * choice.h - chooses a basket's offers, according to the plan and the country.
 */
#ifndef DEMO_BIG_CHOICE_H
#define DEMO_BIG_CHOICE_H

#include "demo/big/catalog_many.h"
#include "demo/big/people.h"
#include "demo/big/plan.h"

enum { CHOICE_ITEMS = 4 };

/* An offer that was deleted from the catalog but is still in some baskets. */
struct deleted_offer {
	const char *name, *path, *landing_page;
	enum demo_product_id product;
};

struct choice {
	const char *country; /* billing country */
	const struct demo_offer *offers[CHOICE_ITEMS];
	size_t offers_n;
	const struct deleted_offer *deleted; /* replaces offers[0], which is NULL then */
	struct offer_storage storage;        /* memory for a generated offer */
};

/* Chooses the offers of basket `number`. `person` is NULL for an anonymous visitor. */
void choice_make(struct choice *c, const struct basket_slot *slot, unsigned number,
    const struct demo_person *person);

#endif
