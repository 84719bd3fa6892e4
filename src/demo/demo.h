/*
 * demo.h - the demo data of "Northlight Media", made from a seed and a clock.
 *
 * The same pack for the same time is the same bytes, on every run. Everything is invented: only
 * reserved domains, nobody's real name or price. Items come out as JSON texts.
 */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "base/err.h"

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
};

struct demo_item {
	enum demo_kind kind;
	struct str id;
	int64_t created;  /* of baskets, ms; WHEN_NONE when it has none that can be read */
	bool completed;   /* of baskets */
	bool unpublished; /* of standalone offers */
	struct str json;
};

/* Takes one item, whose texts live until it returns; false stops, with err set. */
typedef bool demo_take(void *ctx, const struct demo_item *item, struct err *err);

/* Makes the items of these kinds (demo_kind bits) of the pack `tour`, `awkward` (the tour with the
 * awkward cases laid over it) or `big`, kind by kind: segments, products, assets, campaigns,
 * offers, journeys, owners, identities, baskets. ERR_USAGE when there is no such pack. */
bool demo_make(
    const char *pack, int64_t now_ms, unsigned kinds, demo_take *take, void *ctx, struct err *err);

#endif
