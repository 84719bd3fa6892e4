/*
 * awkward_people.h - the cases of the pack `awkward` that are journeys, owners, identities and
 * baskets. Each is made from its place in a const table.
 */
#ifndef DEMO_AWKWARD_PEOPLE_H
#define DEMO_AWKWARD_PEOPLE_H

#include "base/buf.h"
#include "demo/demo.h"

enum { AWKWARD_BASKETS = 90 };

extern const size_t awkward_owners_n, awkward_identities_n;

/* Appends the journeys behind those of the tour; the last one matches everybody. */
void awkward_add_journeys(struct buf *out);
/* Each appends one object, and its id to *id. A basket fills in item->created and completed. */
void awkward_owner(struct buf *out, struct buf *id, size_t index);
void awkward_identity(struct buf *out, struct buf *id, size_t index, int64_t now_ms);
void awkward_basket(
    struct buf *out, struct buf *id, struct demo_item *item, size_t index, int64_t now_ms);

#endif
