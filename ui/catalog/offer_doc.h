/*
 * offer_doc.h - an offer in words: what it costs and when, and what else it says of itself. Parts
 * of item_doc.h's detail, and of the panes of charges.
 */
#ifndef UI_CATALOG_OFFER_DOC_H
#define UI_CATALOG_OFFER_DOC_H

#include "ui/catalog/item_doc_context.h"

/* An offer's price: a sentence, totals, the timeline, each charge; and the offer it takes its
 * price from. */
void offer_doc_price(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context);
/* The totals of its charges, and the payments by month. */
void offer_doc_timeline(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context);
/* Every member of a charge as it was sent, with what it is called in the API. */
void charge_doc_members(struct doc *d, const struct charge *charge);
/* As above in short: due at start and then. NULL: it is missing. */
void offer_doc_summary(struct doc *d, const struct catalog_item *item);
/* The other facts of an offer: bundle, copies of products, terms, checkout. */
void offer_doc_facts(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_doc_context *context);

#endif
