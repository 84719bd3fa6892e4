/*
 * item_doc.h - an item of the catalog in words: what its detail shows. What it refers to and who
 * uses it are links: doc targets of enum graph_kind and the LINK_ kinds of user_row.h.
 */
#ifndef APP_ITEM_DOC_H
#define APP_ITEM_DOC_H

#include "app/doc.h"
#include "app/user_row.h"
#include "app/words.h"

/* What a detail is told with. */
struct item_story {
	const struct catalog *catalog;
	const struct baskets *baskets;
	int64_t now;
	enum time_style times;
	int64_t start; /* the day payments are counted from: its first millisecond in UTC */
	int shift;     /* months of the timeline scrolled away */
	bool plain;    /* for an audience: no ids, paths or clocks */
};

/* The item at a place of a list of that part: the catalog's own, or one asked for. */
void item_doc(struct doc *d, enum catalog_part part, const struct listing *list, size_t at,
    const struct item_story *story);
/* "Digital Monthly GBP · legacy offer": what the item is called, and what it is. */
void item_headline(struct buf *out, enum catalog_part part, const struct item_row *row, bool ascii);

/* For the parts of item_doc. */
void item_doc_link(struct doc *d, const struct graph_node *n, const struct item_story *story);
/* A label and text, unless the text is empty. */
void item_doc_text(struct doc *d, const char *label, struct str text);
/* What an offer costs: charges, price of another, timeline; offer_doc.c. */
void offer_doc_price(
    struct doc *d, const struct catalog_item *item, const struct item_story *story);
/* Its charges as a table (unless `bare`), and what is due in which month. */
void offer_doc_timeline(
    struct doc *d, const struct catalog_item *item, const struct item_story *story, bool bare);
/* Every member of a charge as it was sent, with what it is called in the API. */
void charge_doc_members(struct doc *d, const struct charge *charge);
/* The same in a few words: due at start and then. NULL: it is missing. */
void offer_doc_in_short(struct doc *d, const struct catalog_item *item);
/* What else an offer says of itself: bundle, copies of products, terms, checkout; offer_doc.c. */
void offer_doc_facts(struct doc *d, const struct catalog_item *item, struct str json,
    const struct item_story *story);

#endif
