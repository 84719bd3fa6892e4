/*
 * offer_today.h - the current state of a basket's offer, and its changes since the basket was
 * abandoned, in words; and an estimate of the amount due.
 *
 * It reports changes, never the price at checkout: the service does not say whether the checkout
 * keeps the price it showed.
 */
#ifndef APP_ESTIMATE_OFFER_TODAY_H
#define APP_ESTIMATE_OFFER_TODAY_H

#include "app/basket/row.h"
#include "app/catalog/catalog.h"
#include "app/snapshot/baseline.h"
#include "app/text/doc.h"
#include "model/schedule.h"

enum offer_change {
	OFFER_GONE = 1,        /* not in the catalog */
	OFFER_UNPUBLISHED = 2, /* known by two reads */
	OFFER_CHANGED = 4,     /* modified after the basket was left */
	OFFER_PRICE = 8,       /* so was the offer whose price it has */
	OFFER_COUNTRY = 16,    /* not offered in the basket's country */
	OFFER_NO_PRICE = 32,   /* nothing says what it costs */
};

struct offer_today {
	const struct catalog_item *item;  /* NULL: gone */
	const struct catalog_item *owner; /* whose charges count; NULL: none */
	unsigned changes;                 /* enum offer_change */
};

/* The catalog must be linked. `left` is when the basket was abandoned, WHEN_NONE if not known;
 * an empty country means none. */
struct offer_today offer_today_find(
    const struct catalog *c, struct str path, int64_t left, struct str country);
/* Appends the changes as lines below a column, each with a word of warning; what the catalog's
 * revision is, where the offer is gone; and what it cost in a snapshot (NULL: none was read), if
 * that was something else. */
void offer_today_doc(struct doc *d, const struct offer_today *now, const struct catalog *c,
    const struct baseline *then, int64_t left, struct str country, int column);

/* The total of some offers. */
struct estimate {
	VEC(struct charge) charges;
	size_t unknown;   /* offers that add nothing because nothing says what they cost */
	unsigned changes; /* of all of them */
};

void estimate_add(struct estimate *e, const struct offer_today *now);
void estimate_free(struct estimate *e);
/* Appends what is due on the start day: "GBP 3.49", "GBP 3.49 + EUR 1.00", with " + ?" where
 * something is not known; "?" when nothing is. */
void estimate_append(struct buf *out, const struct estimate *e, int64_t start);
/* The amounts due on the start day, and up to the day before one year later, in each currency in
 * the same order. Both need room for `charges.n` plus one; returns their number. */
size_t estimate_sums(const struct estimate *e, int64_t start, struct schedule_total *day,
    struct schedule_total *year);
/* The amount by which baskets are put in order: the first currency's. */
bool estimate_amount(
    const struct estimate *e, int64_t start, struct str *currency, int64_t *amount);

/* The estimate of a row: sets due and changed. `common` stores it. The catalog must be linked. */
void basket_estimate(struct basket_row *row, struct basket_common *common,
    const struct catalog *catalog, int64_t start);
/* Today in UTC: what estimates are for. */
int64_t basket_estimate_start(int64_t now);

#endif
