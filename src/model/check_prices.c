#include "model/catalog.h"
#include "model/check.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/price.h"

/* A chain that leads into a cycle without being part of it is not reported, because the offers
 * in the cycle are. */
static void
check_chain(
    struct check_context *c, const struct check_items *offers, const struct catalog_item *offer)
{
	struct price_chain chain;
	price_follow_references(&chain, offers, offer);
	if (chain.end == PRICE_MISSING && chain.reference_count == 0)
		check_add_reference(c, CHECK_REF_PRICE, offer->path, "price from ",
		    chain.missing_path, ", which is gone");
	else if (chain.end == PRICE_CYCLE)
		check_add_finding(c, CHECK_PRICE_CYCLE, offer->path,
		    "its price refers back to itself through %zu", chain.reference_count);
	else if (chain.end == PRICE_TOO_DEEP)
		check_add_finding(c, CHECK_PRICE_CHAIN, offer->path,
		    "its price goes through %zu offers", chain.reference_count);
}

static void
check_charge(struct check_context *c, const struct catalog_item *offer, const struct charge *charge)
{
	if (!decimal_is_valid(charge->value))
		check_add_finding(c, CHECK_CHARGE_VALUE, offer->path,
		    "charge \"%.*s\": \"%.*s\" is not a decimal", STR_ARG(charge->name),
		    STR_ARG(charge->value));
	if (!currency_is_known(charge->currency))
		check_add_finding(c, CHECK_CURRENCY_UNKNOWN, offer->path,
		    "charge \"%.*s\": \"%.*s\" is not a currency", STR_ARG(charge->name),
		    STR_ARG(charge->currency));
}

void
check_prices(struct check_context *c, const struct check_items *offers)
{
	for (size_t i = 0; i < offers->n; i++) {
		const struct catalog_item *offer = &offers->v[i];
		check_chain(c, offers, offer);
		if (offer->price_differs)
			check_add_finding(c, CHECK_PRICE_TWICE, offer->path,
			    "data.price is used, but data.attributes.price differs from it");
		for (size_t k = 0; k < offer->charges_n; k++)
			check_charge(c, offer, &offer->charges[k]);
	}
}
