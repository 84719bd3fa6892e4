/*
 * basket_cost.h - lines for a basket's detail: its items and their prices today. Pure.
 *
 * Amounts are aligned at the decimal point. A charge that cannot be computed is shown as a sentence
 * with the reason. The totals of the known amounts follow, one line per currency.
 */
#ifndef UI_BASKET_BASKET_COST_H
#define UI_BASKET_BASKET_COST_H

#include "basket/baskets.h"
#include "catalog/catalog.h"
#include "model/basket.h"
#include "ui/basket/basket_doc.h"

/* Appends the items over the document's whole width, without amounts until the catalog has been
 * read. An empty country means that it is not known. */
void basket_cost_doc(struct doc *d, const struct basket *b, struct str country,
    const struct basket_doc_context *context);

/*
 * The cost of the baskets by today's catalog. Computed for all baskets in the
 * background, a few milliseconds at a time, whenever baskets or the catalog change.
 *
 * Writes `due`, `due_money` and `changed` into the rows. Loop thread only.
 */

struct estimates;

/* `done` is called after new estimates were computed. All arguments must outlive the result. */
struct estimates *estimates_new(struct baskets *baskets, const struct catalog *catalog,
    const struct io_watch *io, void (*done)(void *ctx), void *ctx);
void estimates_free(struct estimates *e);
/* Call when baskets or the catalog changed, or with `again` when the day changed. Computes the
 * missing estimates. */
void estimates_run(struct estimates *e, bool again);

#endif
