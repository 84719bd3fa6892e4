#include "catalog/offer_facts.h"

#include "catalog/charge_words.h"
#include "catalog/graph_names.h"
#include "list/markup.h"
#include "model/path.h"
#include "model/price.h"

const char *const offer_reference_words[] = {
	[OFFER_PRODUCTS] = "Products",
	[OFFER_SEGMENTS] = "For",
	[OFFER_TAGS] = "Tags",
};
_Static_assert(sizeof(offer_reference_words) / sizeof(*offer_reference_words) == OFFER_REFERENCES,
    "every reference needs a row in this table");

static enum offer_reference
reference_of(enum graph_relation relation)
{
	switch (relation) {
	case RELATION_PRODUCT:
	case RELATION_BUNDLE:
	case RELATION_EMBEDDED:
		return OFFER_PRODUCTS;
	case RELATION_SEGMENT:
		return OFFER_SEGMENTS;
	case RELATION_TAG:
		return OFFER_TAGS;
	default:
		return OFFER_REFERENCES;
	}
}

static void
add_reference(struct offer_facts *f, enum offer_reference list, uint32_t node)
{
	if (f->nodes[list].n == OFFER_NODES_MAX)
		return;
	for (size_t i = 0; i < f->nodes[list].n; i++)
		if (f->nodes[list].v[i] == node)
			return;
	vec_push(&f->nodes[list], node);
}

static void
read_charges(struct offer_facts *f, const struct check_items *offers)
{
	struct price_chain chain;
	price_follow_references(&chain, offers, f->item);
	const struct catalog_item *owner = chain.owner;
	if (!owner)
		return;
	f->charges = owner->charges;
	f->charges_n = owner->charges_n;
	if (owner != f->item && chain.reference_count)
		f->price_owner_name = owner->name.n ? owner->name : owner->path;
}

void
offer_facts_read(
    struct offer_facts *f, const struct graph *g, uint32_t node, const struct check_items *offers)
{
	const struct graph_node *n = &g->nodes.v[node];
	*f = (struct offer_facts){ .item = n->item, .name = graph_name(n) };
	read_charges(f, offers);
	for (uint32_t e = n->first_out; e != GRAPH_NONE; e = g->edges.v[e].next_out) {
		enum offer_reference list = reference_of(g->edges.v[e].relation);
		if (list != OFFER_REFERENCES)
			add_reference(f, list, g->edges.v[e].to);
	}
}

void
offer_facts_free(struct offer_facts *f)
{
	for (int i = 0; i < OFFER_REFERENCES; i++)
		vec_free(&f->nodes[i]);
}

void
offer_facts_add_price(struct buf *out, const struct offer_facts *f)
{
	if (f->charges_n)
		charge_words_add_sentence(out, f->charges, f->charges_n, false);
	else
		buf_addz(
		    out, f->item->price_reference.n ? "The price cannot be found" : "No price");
	if (f->price_owner_name.n) {
		buf_addz(out, ", the price of ");
		markup_clean(out, f->price_owner_name, MARKUP_NAME_CELLS);
	}
}

void
offer_facts_add_name(struct buf *out, const struct graph_node *n)
{
	struct str name = path_below_root(graph_name(n));
	markup_clean(out, name.n ? name : STR("?"), MARKUP_NAME_CELLS);
}

void
offer_facts_each(
    const struct graph *g, uint32_t campaign, void (*take)(void *ctx, uint32_t offer), void *ctx)
{
	const struct graph_node *n = &g->nodes.v[campaign];
	for (uint32_t e = n->first_out; e != GRAPH_NONE; e = g->edges.v[e].next_out)
		if (g->edges.v[e].relation == RELATION_OFFER && g->nodes.v[g->edges.v[e].to].item)
			take(ctx, g->edges.v[e].to);
}
