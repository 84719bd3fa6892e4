/*
 * recheck.h - reloads baskets that are stale (basket/send_check.h) just before their links are
 * sent, because one may have been completed in the meantime.
 */
#ifndef UI_BASKET_RECHECK_H
#define UI_BASKET_RECHECK_H

#include "ui/kit/console.h"

/* Called once, after the baskets were reloaded or the user decided to continue without that.
 * Baskets that have left the list are not among the ids. */
typedef void recheck_done_fn(struct console *c, const char *const *ids, size_t n);

/* Called once, after the basket was reloaded or the user decided to continue without that. */
typedef void confirmed_fn(struct console *c, struct str basket_id, unsigned value);

/* Reloads the basket if it was read too long ago, then calls `go` with `value`, plus `accepted`
 * if the reload failed and the user continued anyway. Returns false, without calling `go`, if
 * the basket is recent. A later call replaces a waiting one. */
bool recheck_basket(struct console *c, const struct basket_row *row, confirmed_fn *go,
    unsigned value, unsigned accepted);
/* Like recheck_basket() for several baskets. */
bool recheck_baskets(struct console *c, const char *const *ids, size_t n, recheck_done_fn *go);
/* Call after the baskets changed or reading them failed. */
void recheck_on_baskets_changed(struct console *c);
/* Call after a key was pressed: cancels the waiting send, since the user has moved on. */
void recheck_cancel(struct console *c);
void recheck_free(struct console *c);

#endif
