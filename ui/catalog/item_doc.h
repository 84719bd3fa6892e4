/*
 * item_doc.h - the detail of a catalog item. Its references and its users are links: doc targets of
 * enum graph_kind and the LINK_ kinds of user_row.h.
 */
#ifndef UI_CATALOG_ITEM_DOC_H
#define UI_CATALOG_ITEM_DOC_H

#include "ui/catalog/item_doc_context.h"

/* The item at a place of a list of that part: the catalog's own, or one asked for. */
void item_doc(struct doc *d, enum catalog_part part, const struct listing *list, size_t at,
    const struct item_doc_context *context);
/* "Digital Monthly GBP · legacy offer": what the item is called, and what it is. */
void item_headline(struct buf *out, enum catalog_part part, const struct item_row *row, bool ascii);

#endif
