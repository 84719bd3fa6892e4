/*
 * journeys.h - the tour's journeys, which assign segments of visitors to tags: a const table, and
 * each as JSON text.
 */
#ifndef DEMO_BIG_JOURNEYS_H
#define DEMO_BIG_JOURNEYS_H

#include "base/buf.h"

struct demo_journey {
	const char *slug;     /* the journey's id is "journey-" and the slug */
	const char *segments; /* list of words; the visitor must be in all of them */
	const char *tags;     /* list of words, one tag for each split */
	const char *splits;   /* list of percentages */
};

enum { JOURNEYS = 9 };

extern const struct demo_journey catalog_journeys[JOURNEYS];

/* Appends a journey to an array. */
void journey_write(struct buf *out, const struct demo_journey *journey);

#endif
