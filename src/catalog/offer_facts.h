/*
 * offer_facts.h - the facts of an offer for drawings and pages: its name, its charges, and the
 * products, segments and tags that it refers to, each once. Pure. Borrows the graph and its items.
 */
#ifndef CATALOG_OFFER_FACTS_H
#define CATALOG_OFFER_FACTS_H

#include "base/buf.h"
#include "base/vec.h"
#include "model/check.h"
#include "model/graph.h"

enum { OFFER_NODES_MAX = 100 }; /* of each kind; further ones are left out */
enum offer_reference { OFFER_PRODUCTS, OFFER_SEGMENTS, OFFER_TAGS, OFFER_REFERENCES };

/* "Products", "For", "Tags" */
extern const char *const offer_reference_words[OFFER_REFERENCES];

struct offer_facts {
	const struct catalog_item *item;
	struct str name;
	const struct charge *charges; /* of the offer that determines the price */
	size_t charges_n;
	struct str price_owner_name; /* of that offer, if it is another one; or STR_NONE */
	VEC(uint32_t) nodes[OFFER_REFERENCES];
};

/* `offers` is sorted by path; the node must have an item. Free with offer_facts_free(). */
void offer_facts_read(
    struct offer_facts *f, const struct graph *g, uint32_t node, const struct check_items *offers);
void offer_facts_free(struct offer_facts *f);
/* Appends the price as a sentence, cleaned; it says so if there are no charges. */
void offer_facts_add_price(struct buf *out, const struct offer_facts *f);
/* Appends the short name of a referenced item, cleaned: "uk/direct". */
void offer_facts_add_name(struct buf *out, const struct graph_node *n);
/* Calls `take` with each offer of a campaign, in order. */
void offer_facts_each(
    const struct graph *g, uint32_t campaign, void (*take)(void *ctx, uint32_t offer), void *ctx);

#endif
