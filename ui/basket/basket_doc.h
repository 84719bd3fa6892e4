/*
 * basket_doc.h - a basket as text: its detail. Pure.
 */
#ifndef UI_BASKET_BASKET_DOC_H
#define UI_BASKET_BASKET_DOC_H

#include "basket/baskets.h"
#include "basket/link.h"
#include "catalog/catalog.h"
#include "list/doc.h"
#include "model/format.h"

struct contact_summary;

struct basket_doc_context {
	const struct baskets *baskets; /* to find the same person's other baskets */
	const struct contact_log *contact_log;
	const char *consent_field; /* name of the consent member in customFields, or NULL */
	bool masked;               /* people are masked */
	const struct link_rules *links;
	const struct catalog *catalog;   /* to compare the offers with today's catalog; or NULL */
	const struct baseline *baseline; /* the snapshot compared with the catalog; or NULL */
	int64_t start_day;               /* start day of the price estimate */
	int64_t now;
	enum time_style time_style;
	bool presenting; /* presenting: no ids, paths or clock times */
};

/* The detail: every field of the API except the entry URL, with custom fields at any depth. */
void basket_doc(
    struct doc *d, const struct basket_row *row, const struct basket_doc_context *context);
/* Appends a line with the person's contact status; nothing if there is none besides the entry
 * `but`. */
void basket_doc_add_contact(struct doc *d, const struct contact_summary *state,
    const struct contact_entry *but, const struct basket_doc_context *context);

/*
 * Collects the data that a basket's detail needs from the console's current
 * state.
 */

struct console;

struct basket_doc_context basket_doc_context_now(const struct console *c);

#endif
