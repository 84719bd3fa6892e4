/*
 * price_months.h - an offer's payments by calendar month: as numbers, in words and as a bar chart.
 * Pure.
 *
 * The first month is that of the start day and may be cut short by it. Months are those of
 * schedule.h, in UTC.
 */
#ifndef CATALOG_PRICE_MONTHS_H
#define CATALOG_PRICE_MONTHS_H

#include "base/buf.h"
#include "model/schedule.h"

enum { PRICE_MONTHS = 12, PRICE_CHART_WIDTH = 352, PRICE_CHART_HEIGHT = 84 };

/* The payments in one currency. */
struct price_months {
	int64_t start_day;
	struct schedule_total months[PRICE_MONTHS];
	struct schedule_total first_year, later,
	    total; /* the year from the start day; after the months */
};

/* Computes one per currency, at most `max`. Returns the number of currencies; 0 if there are more
 * than 100 charges, which no offer needs. */
size_t price_months_compute(
    struct price_months *out, size_t max, const struct charge *v, size_t n, int64_t start_day);
/* True if a payment is due in the months, and all of them can be drawn. */
bool price_months_can_be_drawn(const struct price_months *p);
/* Appends the months in words:
 * "Nov 2026: 1.00, Dec to Jan 2027: nothing, Feb to Oct: 9.99 each". */
void price_months_add_words(struct buf *out, const struct price_months *p);
/* Appends the totals: "GBP 90.91 in the first 12 months, GBP 120.88 in total". */
void price_months_add_totals(struct buf *out, const struct price_months *p);
/* Appends the chart as SVG shapes, of PRICE_CHART_WIDTH by PRICE_CHART_HEIGHT. */
void price_months_add_chart(struct buf *out, const struct price_months *p);

#endif
