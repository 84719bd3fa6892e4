/*
 * kind.h - the kinds of items that the demo data has.
 */
#ifndef DEMO_KIND_H
#define DEMO_KIND_H

enum demo_kind {
	DEMO_SEGMENTS = 1,
	DEMO_PRODUCTS = 2,
	DEMO_CAMPAIGNS = 4,
	DEMO_OFFERS = 8, /* legacy and standalone */
	DEMO_OWNERS = 16,
	DEMO_BASKETS = 32,
	DEMO_ASSETS = 64,
	DEMO_JOURNEYS = 128,   /* one item: the whole configuration */
	DEMO_IDENTITIES = 256, /* linked ones, as the service returns them */
	DEMO_ALL = 511,
};

/* The kind's name in an import: "offer"; and the kind of that name, 0 if there is none. */
const char *demo_kind_name(enum demo_kind kind);
enum demo_kind demo_find_kind(const char *name);

#endif
