/*
 * timeline.h - the totals of an offer's charges, and its payments by month.
 *
 * Pure. A column is a calendar month, so the first and a shifted one may be cut short by the start
 * day; "First 12 months" is from the start day to the day before it a year later, `later` is
 * everything due after the last month shown. `·` no payment, `0.00` a charge of zero, `?` not
 * computed; amounts are aligned by their points. Nothing is appended without charges.
 */
#ifndef UI_CATALOG_TIMELINE_H
#define UI_CATALOG_TIMELINE_H

#include "app/text/doc.h"
#include "model/schedule.h"

struct timeline_options {
	int64_t start; /* the day that payments are counted from, as schedule.h has days */
	int width;     /* cells; 24 months where they fit, else 12, else what fits */
	int shift;     /* months scrolled away at the left */
};

/* The totals of the first year and overall, one line per currency. */
void timeline_sums_doc(struct doc *d, const struct charge *v, size_t n, int64_t start);
/* Month by month. */
void timeline_doc(
    struct doc *d, const struct charge *v, size_t n, const struct timeline_options *wish);

#endif
