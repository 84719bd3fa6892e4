#include "model/price.h"

#include "model/catalog.h"

static void
add_link(struct price_chain *chain, const struct catalog_item *offer)
{
	if (chain->n <= PRICE_CHAIN_MAX)
		chain->offers[chain->n++] = offer;
}

/* More steps than there are offers mean a cycle. */
static enum price_end
walk_price_chain(
    struct price_chain *chain, const struct check_items *offers, const struct catalog_item *offer)
{
	const struct catalog_item *at = offer;
	while (at->price_reference.n) {
		const struct catalog_item *next = check_find_item(offers, at->price_reference);
		if (!next) {
			chain->missing_path = at->price_reference;
			return PRICE_MISSING;
		}
		at = next;
		chain->reference_count++;
		/* compare paths, because the caller's offer may be a copy of the one in the list */
		if (str_eq(at->path, offer->path))
			return PRICE_CYCLE;
		if (chain->reference_count > offers->n)
			return PRICE_LOOP;
		add_link(chain, at);
	}
	chain->owner = chain->reference_count > PRICE_CHAIN_MAX ? NULL : at;
	return chain->owner ? PRICE_FOUND : PRICE_TOO_DEEP;
}

void
price_follow_references(
    struct price_chain *chain, const struct check_items *offers, const struct catalog_item *offer)
{
	*chain = (struct price_chain){ 0 };
	add_link(chain, offer);
	chain->end = walk_price_chain(chain, offers, offer);
}
