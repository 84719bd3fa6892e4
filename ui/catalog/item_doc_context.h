/*
 * item_doc_context.h - what the detail of a catalog item is told with, and the pieces that all of its
 * parts are made of.
 */
#ifndef UI_CATALOG_ITEM_DOC_CONTEXT_H
#define UI_CATALOG_ITEM_DOC_CONTEXT_H

#include "app/catalog/user_row.h"
#include "app/text/doc.h"
#include "app/text/format.h"

/* The data for a detail. */
struct item_doc_context {
	const struct catalog *catalog;
	const struct baskets *baskets;
	int64_t now;
	enum time_style times;
	int64_t start; /* the day payments are counted from: its first millisecond in UTC */
	int shift;     /* months of the timeline scrolled away */
	bool plain;    /* for an audience: no ids, paths or clocks */
	bool facts_first; /* an offer's references come before its price */
};

/* A thing of the catalog by its name, to be followed. */
void item_doc_link(struct doc *d, const struct graph_node *n, const struct item_doc_context *context);
/* Such a name alone, said to be missing where it is; and its cells. */
void item_add_name(struct doc *d, struct str name, bool missing, const struct doc_target *target);
int item_name_width(struct str name, bool missing);

struct console;
/* As the console is now. */
struct item_doc_context item_doc_context_now(const struct console *c);

#endif
