/*
 * kind.h - the kinds of items in the demo data.
 */
#ifndef DEMO_KIND_H
#define DEMO_KIND_H

enum demo_kind {
	DEMO_SEGMENTS = 1,
	DEMO_PRODUCTS = 2,
	DEMO_CAMPAIGNS = 4,
	DEMO_OFFERS = 8, /* legacy and standalone offers */
	DEMO_OWNERS = 16,
	DEMO_BASKETS = 32,
	DEMO_ASSETS = 64,
	DEMO_JOURNEYS = 128,   /* a single item, the whole configuration */
	DEMO_IDENTITIES = 256, /* linked identities, as the service returns them */
	DEMO_ALL = 511,
};

/* The kind's name in an import, such as "offer"; and the kind for a name, 0 if unknown. */
const char *demo_kind_name(enum demo_kind kind);
enum demo_kind demo_find_kind(const char *name);

#endif
