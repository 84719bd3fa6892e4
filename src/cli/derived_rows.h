/*
 * derived_rows.h - lists that no endpoint gives, made of the baskets that were read: identities, persons,
 * groups. Owns what it was made of.
 */
#ifndef CLI_DERIVED_ROWS_H
#define CLI_DERIVED_ROWS_H

#include "app/catalog/catalog.h"
#include "app/list/view.h"

struct derived_rows;
struct contact_log;

/* Takes a copy of a view of groups. NULL without an error: the service lists what the view is of.
 */
struct derived_rows *derived_rows_new(const struct view *view, int64_t now, struct err *err);
void derived_rows_free(struct derived_rows *g);
/* Before the first basket: for terms that ask for outcomes and consent (app/basket/row_contact.h).
 */
void derived_rows_set_contacts(
    struct derived_rows *g, const struct contact_log *contact_log, const char *consent_field);
/* Before the first basket: e-mails that are several people's (app/basket/same_person.h). */
void derived_rows_set_shared_emails(struct derived_rows *g, char *const *shared_emails);
/* Takes a basket as sent. */
void derived_rows_add_basket(struct derived_rows *g, struct str json, unsigned flags);
/* No more come: how many rows there are. `whole`: these were all baskets there are. */
size_t derived_rows_finish(struct derived_rows *g, bool whole);
/* Fills a row of the view's resource, whose texts are good until derived_rows_free() or the arena's end;
 * and writes it as JSON. */
void derived_rows_fill(const struct derived_rows *g, size_t i, void *row, struct arena *a, struct buf *json);
/* The number of rows that derived_rows_finish() returned. */
size_t derived_rows_count(const struct derived_rows *g);

/* Are persons made of baskets, none of which is completed? */
bool derived_rows_has_no_completed(const struct derived_rows *g);
/* Baskets come to what this catalog, which is linked and stays, says they do. */
void derived_rows_set_prices(struct derived_rows *g, const struct catalog *catalog);

#endif
