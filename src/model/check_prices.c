#include "model/check.h"
#include "model/currency.h"
#include "model/decimal.h"

enum { CHAIN_MAX = 8 };

/* The offer whose price this one has, or NULL: none, or one that is not there. */
static const struct catalog_item *
next_of(const struct check_items *offers, const struct catalog_item *offer)
{
	return offer->price_of.n ? check_find(offers, offer->price_of) : NULL;
}

/* How many references lead on from the offer; stops where they come round. */
static void
check_chain(struct checking *c, const struct check_items *offers, const struct catalog_item *offer)
{
	size_t length = 0;
	const struct catalog_item *at = offer;
	while ((at = next_of(offers, at)) && length++ < offers->n) {
		if (at != offer)
			continue;
		check_found(c, CHECK_PRICE_CYCLE, offer->path,
		    "its price comes round to itself, over %zu", length);
		return;
	}
	if (!at && length > CHAIN_MAX)
		check_found(c, CHECK_PRICE_CHAIN, offer->path, "its price is found over %zu others",
		    length);
}

static void
check_charge(struct checking *c, const struct catalog_item *offer, const struct charge *charge)
{
	if (!decimal_is(charge->value))
		check_found(c, CHECK_CHARGE_VALUE, offer->path,
		    "charge \"%.*s\": \"%.*s\" is no decimal", STR_ARG(charge->name),
		    STR_ARG(charge->value));
	if (!currency_is_known(charge->currency))
		check_found(c, CHECK_CURRENCY_UNKNOWN, offer->path,
		    "charge \"%.*s\": \"%.*s\" is no currency", STR_ARG(charge->name),
		    STR_ARG(charge->currency));
}

void
check_prices(struct checking *c, const struct check_items *offers)
{
	for (size_t i = 0; i < offers->n; i++) {
		const struct catalog_item *offer = &offers->v[i];
		if (offer->price_of.n && !check_find(offers, offer->price_of))
			check_found(c, CHECK_REF_PRICE, offer->path,
			    "its price is that of %.*s, which does not exist",
			    STR_ARG(offer->price_of));
		check_chain(c, offers, offer);
		for (size_t k = 0; k < offer->charges_n; k++)
			check_charge(c, offer, &offer->charges[k]);
	}
}
