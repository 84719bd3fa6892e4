/*
 * price.h - finds the offer that determines an offer's price, by following priceReference. Pure.
 *
 * A reference takes precedence over the offer's own charges. A chain of more than PRICE_CHAIN_MAX
 * references is not followed and ends with PRICE_TOO_DEEP.
 */
#ifndef MODEL_PRICE_H
#define MODEL_PRICE_H

#include "model/check.h"

enum { PRICE_CHAIN_MAX = 8 };

enum price_end {
	PRICE_FOUND,
	PRICE_MISSING,  /* the last reference leads to an offer that does not exist */
	PRICE_CYCLE,    /* the chain leads back to the first offer */
	PRICE_LOOP,     /* the chain has a loop that does not contain the first offer */
	PRICE_TOO_DEEP, /* the chain has more than PRICE_CHAIN_MAX references */
};

struct price_chain {
	enum price_end end;
	size_t reference_count; /* number of references that lead to an existing offer */
	/* The offer itself, then each offer that is referred to, in order. */
	const struct catalog_item *offers[PRICE_CHAIN_MAX + 1];
	size_t n;
	const struct catalog_item *owner; /* its charges apply (the last); NULL unless found */
	struct str missing_path;          /* the path of the offer that does not exist */
};

void price_follow_references(
    struct price_chain *chain, const struct check_items *offers, const struct catalog_item *offer);

#endif
