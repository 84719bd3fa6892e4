/*
 * list_needs.h - data that the rows of a list need from other lists: a price taken from another
 * offer, the codes of products, the published offers, the users of an item, the amount of a basket.
 * Reads those parts of the catalog before the list, and completes the rows.
 */
#ifndef CLI_LIST_NEEDS_H
#define CLI_LIST_NEEDS_H

#include "catalog/catalog.h"
#include "cli/connection.h"
#include "list/rows.h"
#include "list/view.h"

struct catalog;
struct view_dependencies;

/* Determines the data needed by the terms, the order and the columns of the view; returns NULL
 * if the list has it all. The view must outlive the result. */
struct view_dependencies *view_dependencies_new(
    const struct row_filter *filter, const struct view *view);
void view_dependencies_free(struct view_dependencies *n);
/* Returns false if a part cannot be read, or if the catalog changes during every reading. */
bool view_dependencies_read(struct view_dependencies *n, struct connection *connection, int64_t now,
    int *tries, struct err *err);
/* Completes the row of an item; new texts go into the arena or live as long as `n`. */
void view_dependencies_complete(
    struct view_dependencies *n, void *row, struct arena *a, struct str json, unsigned flags);
/* The catalog if rows are built from baskets and need amounts, else NULL. */
const struct catalog *view_dependencies_price_catalog(const struct view_dependencies *n);

/*
 * Lists without an endpoint, built from the baskets that were read: identities,
 * persons, groups. Owns the data it is built from.
 */

struct derived_rows;
struct app_context;
struct contact_log;
struct group_row;

/* Creates the rows for a view; copies a view with group=. Returns NULL on an error, or without
 * an error if the service itself lists the view's resource. */
struct derived_rows *derived_rows_new(
    const struct view *view, struct age_context ages, struct err *err);
void derived_rows_free(struct derived_rows *g);
/* Call it before the first basket, for terms on contact status and consent
 * (basket/row_contact.h). */
void derived_rows_set_contacts(struct derived_rows *g, const struct contact_log *contact_log,
    const char *consent_field, const struct mask *mask);
/* Call it before the first basket: e-mails that several people share (basket/same_person.h). */
void derived_rows_set_shared_emails(struct derived_rows *g, char *const *shared_emails);
/* Reads the journal for a list of identities: the owners they were linked to here. */
bool derived_rows_open_journal(
    struct derived_rows *g, const struct app_context *app, struct err *err);
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

/* The results of all sent links that match the view; NULL if the rows are not sent links. */
const struct group_row *derived_rows_link_results(const struct derived_rows *g);
/* True if the rows are persons and none of the baskets is completed. */
bool derived_rows_has_no_completed(const struct derived_rows *g);
/* Sets the catalog for the amounts of baskets; it must be linked and must not change. */
void derived_rows_set_prices(struct derived_rows *g, const struct catalog *catalog);

#endif
