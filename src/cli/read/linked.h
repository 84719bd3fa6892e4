/*
 * linked.h - what `get offers` must know of other items for a term of its VIEW: the codes of
 * products that offers only name, and prices that are another offer's. It is read ahead of the
 * offers, and only for such a term.
 */
#ifndef CLI_READ_LINKED_H
#define CLI_READ_LINKED_H

#include "app/catalog/item_row.h"
#include "cli/read/connection.h"

struct linked;

/* NULL where no term asks for anything of the kind. */
struct linked *linked_new(const struct row_filter *filter, const struct view *view);
void linked_free(struct linked *l);
/* Reads it; says on stderr what takes longer than a second. *tries counts as in a walk's end. */
bool linked_read(struct linked *l, struct connection *connection, int *tries, struct err *err);
/* Completes the row of an offer; new texts go into the arena. */
void linked_complete(
    const struct linked *l, struct item_row *row, struct arena *a, struct str json, unsigned flags);

#endif
