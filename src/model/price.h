/*
 * price.h - whose price an offer has: the chain of offers that priceReference leads along. Pure.
 *
 * A reference counts before the offer's own charges. More than PRICE_CHAIN_MAX references are too
 * many: then the price is not followed, and the end says so.
 */
#ifndef MODEL_PRICE_H
#define MODEL_PRICE_H

#include "model/check.h"

enum { PRICE_CHAIN_MAX = 8 };

enum price_end {
	PRICE_FOUND,
	PRICE_MISSING, /* the last one names an offer that does not exist */
	PRICE_CYCLE,   /* it comes round to the offer itself */
	PRICE_LOOP,    /* it comes round, but to one further on */
	PRICE_DEEP,    /* over more than PRICE_CHAIN_MAX others */
};

struct price_chain {
	enum price_end end;
	size_t length; /* references that lead to an offer */
	/* The offer itself, then each that is referred to; as many as there are, at most all. */
	const struct catalog_item *links[PRICE_CHAIN_MAX + 1];
	size_t n;
	const struct catalog_item *owner; /* whose charges count: the last; NULL unless found */
	struct str missing;               /* the path that no offer has */
};

void price_follow_references(
    struct price_chain *chain, const struct check_items *offers, const struct catalog_item *offer);

#endif
