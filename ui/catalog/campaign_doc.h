/*
 * campaign_doc.h - parts of a campaign's detail: its offers with their prices, and the items and
 * baskets connected to these.
 */
#ifndef UI_CATALOG_CAMPAIGN_DOC_H
#define UI_CATALOG_CAMPAIGN_DOC_H

#include "ui/catalog/item_doc_context.h"

/* The offers of the campaign, one per line. */
void campaign_doc_add_offers(struct doc *d, const struct graph *g, const struct graph_node *n,
    const struct item_doc_context *context);
/* The segments and products of its offers, the journeys that lead to these, and the channels of
 * the open baskets that started at the campaign. */
void campaign_doc_add_context(struct doc *d, const struct graph *g, const struct graph_node *n,
    const struct item_doc_context *context);

#endif
