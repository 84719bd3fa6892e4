/*
 * bundle_doc.h - the products of an offer, for its detail: the shares of its bundle, and its copies
 * of products.
 */
#ifndef UI_CATALOG_BUNDLE_DOC_H
#define UI_CATALOG_BUNDLE_DOC_H

#include "ui/catalog/item_doc_context.h"

/* A table of the bundle's products and their shares of the price; nothing without a bundle. */
void bundle_doc_add_shares(struct doc *d, const struct catalog_item *item, bool with_plans,
    const struct item_doc_context *context);
/* The copies of products inside the offer, and their differences from the products. */
void bundle_doc_add_copies(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_doc_context *context);

#endif
