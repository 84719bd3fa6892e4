/*
 * journeys.h - who is sent where: a const table, and the configuration as a JSON text.
 */
#ifndef DEMO_JOURNEYS_H
#define DEMO_JOURNEYS_H

#include "base/buf.h"

struct demo_journey {
	const char *slug;     /* its id is "journey-" and this */
	const char *segments; /* words; all must hold; NULL: for everybody */
	const char *tags;     /* words, one for each share */
	const char *splits;   /* words, percent */
};

enum { JOURNEYS = 9 };

extern const struct demo_journey catalog_journeys[JOURNEYS];

/* The configuration: opened, journeys written one by one, closed. */
void journeys_open(struct buf *out);
void journey_write(struct buf *out, const struct demo_journey *journey);
void journeys_close(struct buf *out);

#endif
