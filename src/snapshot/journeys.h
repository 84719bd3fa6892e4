/*
 * journeys.h - pairs the journeys of two snapshots by their ids. For snapshot.c alone.
 */
#ifndef SNAPSHOT_JOURNEYS_H
#define SNAPSHOT_JOURNEYS_H

#include "base/arena.h"
#include "base/vec.h"

struct journey_pair {
	struct str name;     /* its id; "#3" without one; "id (2)" for the second with an id */
	struct str old, new; /* JSON; STR_NONE if it does not exist there */
};

struct journey_pairs {
	VEC(struct journey_pair) list; /* in the new order, removed ones last */
	/* Lists of names as JSON if the order of the common ones differs; else STR_NONE. */
	struct str old_order, new_order;
};

/* Texts are in the arena or in the JSON of the two configurations. With `by_place`, journeys of
 * two configurations that have no id in common are paired by position. */
void journey_pairs_read(
    struct journey_pairs *pairs, struct arena *a, struct str old, struct str new, bool by_place);
void journey_pairs_free(struct journey_pairs *pairs);

#endif
