/*
 * offer_doc.h - an offer as text: its price, payment dates and other facts. Used by the detail
 * (item_doc.h) and the charge panes.
 */
#ifndef UI_CATALOG_OFFER_DOC_H
#define UI_CATALOG_OFFER_DOC_H

#include "list/doc.h"
#include "model/catalog.h"
#include "model/check.h"
#include "ui/catalog/item_doc_context.h"

/* An offer's price: a sentence, totals and the timeline; and the offer that its price is inherited
 * from. */
void offer_doc_add_price(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context);
/* The totals of the offer's charges, and the payments by month. */
void offer_doc_add_timeline(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context);
/* Only the sentence, and the totals if there is room. */
void offer_doc_add_price_words(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context);
/* The labels of the charges that customers see: the price sentence has all the rest. */
void offer_doc_add_charge_labels(
    struct doc *d, const struct catalog_item *item, const struct item_doc_context *context);
/* True if the rule is about the charges, which are then the part that it checks. */
bool offer_doc_checks_price(enum check_rule rule);
/* Every member of a charge with its API name, as the service sent it. */
void charge_doc_add_members(struct doc *d, const struct charge *charge);
/* Offers with their prices in short, one per line: due at start and later. */
void offer_doc_add_offers(struct doc *d, const char *label, const struct catalog_item *const *v,
    size_t n, const struct item_doc_context *context);
/* The other facts of an offer: bundle, embedded copies of products, terms, checkout. */
void offer_doc_add_facts(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_doc_context *context);
/* Only the part that the rule checks: bundle, copies of products, price or original. */
void offer_doc_add_checked_part(struct doc *d, const struct catalog_item *item, struct str json,
    enum check_rule rule, const struct item_doc_context *context);

#endif
