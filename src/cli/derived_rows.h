/*
 * derived_rows.h - lists without an endpoint, built from the baskets that were read: identities,
 * persons, groups. Owns the data it is built from.
 */
#ifndef CLI_DERIVED_ROWS_H
#define CLI_DERIVED_ROWS_H

#include "catalog/catalog.h"
#include "list/view.h"

struct derived_rows;
struct contact_log;

/* Creates the rows for a view; copies a view with group=. Returns NULL on an error, or without
 * an error if the service itself lists the view's resource. */
struct derived_rows *derived_rows_new(const struct view *view, int64_t now, struct err *err);
void derived_rows_free(struct derived_rows *g);
/* Call it before the first basket, for terms on contact status and consent
 * (basket/row_contact.h). */
void derived_rows_set_contacts(
    struct derived_rows *g, const struct contact_log *contact_log, const char *consent_field);
/* Call it before the first basket: e-mails that several people share (basket/same_person.h). */
void derived_rows_set_shared_emails(struct derived_rows *g, char *const *shared_emails);
/* Adds a basket as sent. */
void derived_rows_add_basket(struct derived_rows *g, struct str json, unsigned flags);
/* Ends the input and returns the number of rows. `whole`: all existing baskets were added. */
size_t derived_rows_finish(struct derived_rows *g, bool whole);
/* Fills a row of the view's resource, and appends it as JSON. The row's texts are valid until
 * derived_rows_free() or the end of the arena. */
void derived_rows_fill(
    const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json);
/* The number of rows that derived_rows_finish() returned. */
size_t derived_rows_count(const struct derived_rows *g);

/* True if the rows are persons and none of the baskets is completed. */
bool derived_rows_has_no_completed(const struct derived_rows *g);
/* Sets the catalog for the amounts of baskets; it must be linked and must not change. */
void derived_rows_set_prices(struct derived_rows *g, const struct catalog *catalog);

#endif
