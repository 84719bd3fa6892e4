/*
 * timeline.h - what an offer's charges come to, and what is due in which month.
 *
 * Pure. A column is a calendar month, so the first and a shifted one may be cut short by the start
 * day; "First 12 months" is from the start day to the day before it a year later, `later` all that
 * is due behind the last month shown. `·` nothing is due, `0.00` a charge of zero, `?` not computed;
 * amounts stand below each other by their points. Nothing is appended for no charges.
 */
#ifndef UI_CATALOG_TIMELINE_H
#define UI_CATALOG_TIMELINE_H

#include "app/text/doc.h"
#include "model/schedule.h"

struct timeline_wish {
	int64_t start; /* the day that payments are counted from, as schedule.h has days */
	int width;     /* cells; 24 months where they fit, else 12, else what fits */
	int shift;     /* months scrolled away at the left */
};

/* What they come to in the first year and in all, a line for each currency. */
void timeline_sums_doc(struct doc *d, const struct charge *v, size_t n, int64_t start);
/* Month by month. */
void timeline_doc(
    struct doc *d, const struct charge *v, size_t n, const struct timeline_wish *wish);

#endif
