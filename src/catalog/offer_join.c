#include "catalog/offer_join.h"

#include "model/price.h"

void
offer_join_codes(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct graph *products)
{
	struct buf all = { 0 };
	for (size_t i = 0; i < offer->product_ids.n && !row->codes.n; i++) {
		uint32_t at = graph_find(products, GRAPH_PRODUCT, offer->product_ids.v[i]);
		const struct catalog_item *product = at == GRAPH_NONE ? NULL
								      : products->nodes.v[at].item;
		if (product && product->facts.code.n)
			buf_addf(&all, "%s%.*s", all.n ? "\n" : "", STR_ARG(product->facts.code));
	}
	if (!row->codes.n)
		row->codes = arena_move_buf(a, &all);
	buf_free(&all);
}

void
offer_join_price(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct check_items *offers)
{
	struct price_chain chain;
	if (!offer->price_reference.n)
		return;
	price_follow_references(&chain, offers, offer);
	if (chain.owner)
		item_row_copy_price(row, a, chain.owner);
}
