/*
 * offer_links.h - what `get offers` must know of other items for a term of its VIEW: the codes of
 * products that offers only name, and prices that are another offer's. It is read ahead of the
 * offers, and only for such a term.
 */
#ifndef CLI_OFFER_LINKS_H
#define CLI_OFFER_LINKS_H

#include "app/catalog/item_row.h"
#include "cli/read/connection.h"

struct offer_links;

/* NULL where no term asks for anything of the kind. */
struct offer_links *offer_links_new(const struct row_filter *filter, const struct view *view);
/* Before the connection is closed. */
void offer_links_free(struct offer_links *l);
/* Reads it; says on stderr what takes longer than a second. *tries counts as in a walk's end. */
bool offer_links_read(
    struct offer_links *l, struct connection *connection, int *tries, struct err *err);
/* Completes the row of an offer; new texts go into the arena. */
void offer_links_complete(const struct offer_links *l, struct item_row *row, struct arena *a,
    struct str json, unsigned flags);

#endif
