/*
 * offer_today.h - the current state of a basket's offer, and its changes since the basket was
 * abandoned, in words; and an estimate of the amount due.
 *
 * It reports changes, never the price at checkout: the service does not say whether the checkout
 * keeps the price it showed.
 */
#ifndef SNAPSHOT_OFFER_TODAY_H
#define SNAPSHOT_OFFER_TODAY_H

#include "basket/row.h"
#include "catalog/catalog.h"
#include "list/doc.h"
#include "model/schedule.h"
#include "snapshot/baseline.h"

enum offer_change {
	OFFER_GONE = 1,                 /* not in the catalog */
	OFFER_UNPUBLISHED = 2,          /* not published, according to two reads */
	OFFER_CHANGED = 4,              /* modified after the basket was abandoned */
	OFFER_PRICE_SOURCE_CHANGED = 8, /* the offer it takes its price from was modified */
	OFFER_NOT_IN_COUNTRY = 16,      /* not offered in the basket's country */
	OFFER_NO_PRICE = 32,            /* no price is known */
};

struct offer_today {
	const struct catalog_item *item;  /* NULL: gone */
	const struct catalog_item *owner; /* the offer with the price; NULL: none */
	unsigned change_flags;            /* enum offer_change */
};

/* The catalog must be linked. `abandoned_at` is the time of the basket, WHEN_NONE if not known;
 * an empty country means that none is known. */
struct offer_today offer_today_find(
    const struct catalog *c, struct str path, int64_t abandoned_at, struct str country);
/* Appends the changes as lines at a column, each with a warning; if the offer is gone, the
 * catalog's revision; and its price in a snapshot (`then`, or NULL), if it was different. */
void offer_today_doc(struct doc *d, const struct offer_today *now, const struct catalog *c,
    const struct baseline *then, int64_t abandoned_at, struct str country, int column);

/* The total of several offers. */
struct estimate {
	VEC(struct charge) charges;
	size_t
	    unpriced_offer_count; /* number of offers left out because their price is not known */
	unsigned change_flags;    /* combined changes of all offers */
};

void estimate_add(struct estimate *e, const struct offer_today *now);
void estimate_free(struct estimate *e);
/* Computes, per currency, the amounts due on the start day and within one year from it, in the
 * same order. Both arrays need room for `charges.n` plus one; returns the number of currencies. */
size_t estimate_compute_sums(const struct estimate *e, int64_t start, struct schedule_total *day,
    struct schedule_total *year);

/* Estimates a row: sets total and changed. `common` stores the total. The catalog must be
 * linked. */
void basket_compute_estimate(struct basket_row *row, struct basket_common *common,
    const struct catalog *catalog, int64_t start);
/* The current day in UTC, which estimates start from. */
int64_t basket_estimate_start(int64_t now);

#endif
