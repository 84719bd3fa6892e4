/*
 * journeys.h - who is sent where: a const table of what the tour has, and one as a JSON text.
 */
#ifndef DEMO_BIG_JOURNEYS_H
#define DEMO_BIG_JOURNEYS_H

#include "base/buf.h"

struct demo_journey {
	const char *slug;     /* its id is "journey-" and this */
	const char *segments; /* words; all must hold */
	const char *tags;     /* words, one for each share */
	const char *splits;   /* words, percent */
};

enum { JOURNEYS = 9 };

extern const struct demo_journey catalog_journeys[JOURNEYS];

/* Appends a journey to an array of them. */
void journey_write(struct buf *out, const struct demo_journey *journey);

#endif
