/*
 * estimate.h - what the baskets that were read come to, by today's catalog: worked out for all of
 * them in the background, a few milliseconds at a time, whenever baskets or catalog changed.
 *
 * Writes `due`, `due_money` and `changed` into the rows. Loop thread only.
 */
#ifndef UI_BASKET_ESTIMATE_H
#define UI_BASKET_ESTIMATE_H

#include "app/basket/baskets.h"
#include "app/catalog/catalog.h"

struct estimates;

/* `done` is called when something new was worked out. All must outlive it. */
struct estimates *estimates_new(struct baskets *baskets, const struct catalog *catalog,
    const struct io_watch *io, void (*done)(void *ctx), void *ctx);
void estimates_free(struct estimates *e);
/* Baskets or the catalog changed, or (with `again`) the day: goes on with what is not known. */
void estimates_run(struct estimates *e, bool again);

#endif
