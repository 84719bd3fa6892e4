/*
 * gather.h - lists that no endpoint gives, made of the baskets that were read: identities, persons,
 * groups. Owns what it was made of.
 */
#ifndef CLI_GATHER_H
#define CLI_GATHER_H

#include "app/catalog/catalog.h"
#include "app/list/view.h"

struct gather;
struct contact_log;

/* Takes a copy of a view of groups. NULL without an error: the service lists what the view is of.
 */
struct gather *gather_new(const struct view *view, int64_t now, struct err *err);
void gather_free(struct gather *g);
/* Before the first basket: for terms that ask for outcomes and consent (app/basket/row_contact.h).
 */
void gather_mark(
    struct gather *g, const struct contact_log *contact_log, const char *consent_field);
/* Before the first basket: e-mails that are several people's (app/basket/same_person.h). */
void gather_share(struct gather *g, char *const *shared_emails);
/* Takes a basket as sent. */
void gather_add(struct gather *g, struct str json, unsigned flags);
/* No more come: how many rows there are. `whole`: these were all baskets there are. */
size_t gather_end(struct gather *g, bool whole);
/* Fills a row of the view's resource, whose texts are good until gather_free() or the arena's end;
 * and writes it as JSON. */
void gather_row(const struct gather *g, size_t i, void *row, struct arena *a, struct buf *json);
/* The number of rows that gather_end() returned. */
size_t gather_count(const struct gather *g);

/* Are persons made of baskets, none of which is completed? */
bool gather_none_completed(const struct gather *g);
/* Baskets come to what this catalog, which is linked and stays, says they do. */
void gather_price(struct gather *g, const struct catalog *catalog);

#endif
