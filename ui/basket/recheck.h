/*
 * recheck.h - baskets are read again just before their links go out, when they were read more than a
 * minute ago: meanwhile one may have been completed.
 */
#ifndef UI_BASKET_RECHECK_H
#define UI_BASKET_RECHECK_H

#include "ui/basket/contact.h"

enum { RECHECK_AFTER_MS = 60000 };

/* Called once, when the baskets were read again or the user goes on without that; those that left
 * the list are not among the ids. */
typedef void recheck_fn(struct console *c, const char *const *ids, size_t n);

/* Reads the basket again if it was read too long ago, and calls `go` with the value afterwards, with
 * `accepted` added when the user goes on though it could not be read again. False: it was read lately,
 * and nothing is called. A later call replaces one that waits. */
bool recheck_one(struct console *c, const struct basket_row *row, contact_fn *go, unsigned value,
    unsigned accepted);
/* As above for several. */
bool recheck_many(struct console *c, const char *const *ids, size_t n, recheck_fn *go);
/* The baskets changed, or reading them failed. */
void recheck_on_baskets_changed(struct console *c);
/* A key was pressed: what waits does not go out, since the user is elsewhere by then. */
void recheck_cancel(struct console *c);
void recheck_free(struct console *c);

#endif
