/*
 * estimate.h - what the baskets cost by today's catalog. Computed for all baskets in the
 * background, a few milliseconds at a time, whenever baskets or the catalog change.
 *
 * Writes `due`, `due_money` and `changed` into the rows. Loop thread only.
 */
#ifndef UI_BASKET_ESTIMATE_H
#define UI_BASKET_ESTIMATE_H

#include "basket/baskets.h"
#include "catalog/catalog.h"

struct estimates;

/* `done` is called after new estimates were computed. All arguments must outlive the result. */
struct estimates *estimates_new(struct baskets *baskets, const struct catalog *catalog,
    const struct io_watch *io, void (*done)(void *ctx), void *ctx);
void estimates_free(struct estimates *e);
/* Call when baskets or the catalog changed, or with `again` when the day changed. Computes the
 * missing estimates. */
void estimates_run(struct estimates *e, bool again);

#endif
