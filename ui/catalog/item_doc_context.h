/*
 * item_doc_context.h - the data needed for a catalog item's detail, and helpers shared by all parts
 * of it.
 */
#ifndef UI_CATALOG_ITEM_DOC_CONTEXT_H
#define UI_CATALOG_ITEM_DOC_CONTEXT_H

#include "catalog/user_row.h"
#include "list/doc.h"
#include "model/format.h"

/* The data for an item's detail. */
struct item_doc_context {
	const struct catalog *catalog;
	const struct baskets *baskets;
	int64_t now;
	enum time_style time_style;
	int64_t start_day; /* first day of payments: its first millisecond in UTC */
	int month_shift;   /* months scrolled in the timeline */
	bool presenting;   /* presenting: no ids, paths or clock times */
};

/* Appends a catalog item by its name, as a link that can be opened. */
void item_doc_add_link(
    struct doc *d, const struct graph_node *n, const struct item_doc_context *context);
/* Appends only the name, marked as missing if it is; and the width of that in cells. */
void item_add_name(struct doc *d, struct str name, bool missing, const struct doc_target *target);
int item_name_width(struct str name, bool missing);
/* Appends the users of an item: in few words for offers and campaigns, else one per line. */
void item_doc_add_used_by(
    struct doc *d, enum graph_kind kind, struct str path, const struct item_doc_context *context);

struct console;
/* The context from the console's current state. */
struct item_doc_context item_doc_context_now(const struct console *c);

#endif
