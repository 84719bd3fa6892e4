/*
 * item_doc.h - the detail of a catalog item. Its references and its users are links: the targets
 * are enum graph_kind and the LINK_ kinds of user_row.h.
 */
#ifndef UI_CATALOG_ITEM_DOC_H
#define UI_CATALOG_ITEM_DOC_H

#include "model/check.h"
#include "ui/catalog/item_doc_context.h"

/* The item at an index of a list of that part: the catalog's own list, or one fetched
 * separately. */
void item_doc(struct doc *d, enum catalog_part part, const struct listing *list, size_t at,
    const struct item_doc_context *context);
/* Only the part of the item that the rule checks; nothing if there is none. */
void item_doc_add_checked_part(struct doc *d, enum catalog_part part, const struct listing *list,
    size_t at, enum check_rule rule, const struct item_doc_context *context);
/* The rest of an item with a finding, without the facts of the finding: an offer's price in words,
 * reach, users and wording; all facts of other items. */
void item_doc_add_surroundings(struct doc *d, enum catalog_part part, const struct listing *list,
    size_t at, enum check_rule rule, const struct item_doc_context *context);
/* The facts of an offer of the catalog that do not concern its price: reach, users, terms, wording,
 * origin. */
void item_doc_add_offer_facts(struct doc *d, const struct catalog_item *offer,
    const struct item_doc_context *context);
/* "Digital Monthly GBP · offer of Winback 2026": the item's name and its kind. The graph has the
 * campaign's name; NULL: not known yet. */
void item_append_headline(struct buf *out, enum catalog_part part, const struct item_row *row,
    const struct graph *g, bool ascii);

#endif
