/*
 * timeline.h - the totals of an offer's charges, and its payments by month.
 *
 * Pure. A column is a calendar month, so the first column may be cut short by the start day. "First
 * 12 months" is the year from the start day; `later` is everything due after the last month shown.
 * `·` means no payment, `0.00` a charge of zero, `?` not computed. Amounts are aligned at the
 * decimal point. Nothing is appended if there are no charges.
 */
#ifndef UI_CATALOG_TIMELINE_H
#define UI_CATALOG_TIMELINE_H

#include "list/doc.h"
#include "model/schedule.h"

struct timeline_options {
	int64_t start_day; /* first day of payments, as a day of schedule.h */
	int width;         /* cells; shows 24 months if they fit, else 12, else what fits */
	int month_shift;   /* months scrolled off to the left */
};

/* The totals of the first year and overall, one line per currency. */
void timeline_sums_doc(struct doc *d, const struct charge *v, size_t n, int64_t start);
/* The payments of each month. */
void timeline_doc(
    struct doc *d, const struct charge *v, size_t n, const struct timeline_options *wish);

#endif
