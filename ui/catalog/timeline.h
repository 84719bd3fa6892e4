/*
 * timeline.h - an offer's charges as a table, what is due in which month, and what it comes to.
 *
 * Pure. A column is a calendar month, so the first and a shifted one may be cut short by the start
 * day; "First 12 months" is from the start day to the day before it a year later. `·` nothing is
 * due, `0.00` a charge of zero, `?` not computed; amounts stand below each other by their points.
 */
#ifndef UI_CATALOG_TIMELINE_H
#define UI_CATALOG_TIMELINE_H

#include "app/text/doc.h"
#include "model/schedule.h"

struct timeline_wish {
	int64_t start; /* the day that payments are counted from, as schedule.h has days */
	int width;     /* cells; 24 months where they fit, else 12, else what fits */
	int shift;     /* months scrolled away at the left */
	bool bare;     /* without the table of charges */
};

/* Appends to the document; nothing for no charges. */
void timeline_doc(
    struct doc *d, const struct charge *v, size_t n, const struct timeline_wish *wish);

#endif
