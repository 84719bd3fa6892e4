#include "cli/read/linked.h"

#include "cli/read/harvest.h"
#include "model/graph.h"
#include "model/price.h"
#include "wire/catalog.h"

#include <stdio.h>
#include <string.h>

enum { SLOW_MS = 1000 };

static const struct {
	const char *key;
	unsigned reads;
} needs[] = {
	{ "product", HARVEST(PRODUCT) },
	{ "price", HARVEST(OFFER) },
};

struct linked {
	unsigned reads;
	struct harvest harvest;
	struct arena texts;
	struct check_items offers;
	struct graph products;
};

struct linked *
linked_new(const struct row_filter *filter, const struct view *view)
{
	unsigned reads = 0;
	if (strcmp(view->resource->name, "offers") != 0)
		return NULL;
	for (size_t i = 0; i < filter->terms.n; i++)
		for (size_t k = 0; k < sizeof(needs) / sizeof(*needs); k++)
			if (row_term_is(&filter->terms.v[i], needs[k].key))
				reads |= needs[k].reads;
	if (!reads)
		return NULL;
	struct linked *l = x_new(struct linked);
	l->reads = reads;
	graph_init(&l->products);
	return l;
}

void
linked_free(struct linked *l)
{
	if (!l)
		return;
	graph_free(&l->products);
	harvest_free(&l->harvest);
	arena_free(&l->texts);
	x_free(l);
}

static void
say_slow(void *arg)
{
	const struct linked *l = arg;
	fprintf(stderr, "Reading the %s first, for what the offers refer to\n",
	    l->reads == HARVEST(PRODUCT)     ? "products"
		: l->reads == HARVEST(OFFER) ? "prices"
					     : "products and prices");
}

/* The harvest is in the order kind, path: the offers come first. */
static void
tell_apart(struct linked *l)
{
	const struct snapshot *s = &l->harvest.snapshot;
	const struct catalog_item *items = harvest_items(&l->harvest, &l->texts);
	l->offers.v = items;
	for (size_t i = 0; i < s->items.n; i++) {
		if (s->items.v[i].kind == SNAPSHOT_OFFER)
			l->offers.n++;
		else
			graph_add_item(&l->products, GRAPH_PRODUCT, &items[i], (uint32_t)i);
	}
}

bool
linked_read(struct linked *l, struct connection *connection, int *tries, struct err *err)
{
	unsigned slow = connection->io.after(connection->io.ctx, SLOW_MS, say_slow, l);
	bool ok = harvest_read(&l->harvest, connection, l->reads, tries, err);
	connection->io.forget(connection->io.ctx, slow);
	if (ok)
		tell_apart(l);
	return ok;
}

static void
add_codes(const struct linked *l, struct buf *out, const struct catalog_item *offer)
{
	for (size_t i = 0; i < offer->product_ids.n; i++) {
		uint32_t at = graph_find(&l->products, GRAPH_PRODUCT, offer->product_ids.v[i]);
		const struct catalog_item *product = at == GRAPH_NONE
		    ? NULL
		    : l->products.nodes.v[at].item;
		if (product && product->facts.code.n)
			buf_addf(out, "%s%.*s", out->n ? "\n" : "", STR_ARG(product->facts.code));
	}
}

void
linked_complete(
    const struct linked *l, struct item_row *row, struct arena *a, struct str json, unsigned flags)
{
	struct catalog_item offer;
	struct price_chain chain;
	struct buf codes = { 0 };
	struct err none;
	if ((row->codes.n && !row->price_of.n) || !catalog_item_read(&offer, a, json, flags, &none))
		return;
	if (!row->codes.n) {
		add_codes(l, &codes, &offer);
		row->codes = row_keep(a, &codes);
	}
	price_follow(&chain, &l->offers, &offer);
	if (offer.price_of.n && chain.owner)
		item_row_take_price(row, a, chain.owner);
	buf_free(&codes);
}
