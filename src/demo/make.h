/*
 * make.h - what the packs share: how an item is handed on, and who makes which kind of which
 * pack. A maker hands on all items of its kind; false when the taker stopped, with err set.
 */
#ifndef DEMO_MAKE_H
#define DEMO_MAKE_H

#include "base/buf.h"
#include "demo/demo.h"

struct making {
	int64_t now;
	demo_take *take;
	void *ctx;
	struct err *err;
	struct buf json, id; /* of the item that is being made; used again for each */
};

typedef bool demo_maker(struct making *m);

/* Hands on what lies in m->json and m->id, with the other members of `item`, and empties them. */
bool make_give(struct making *m, struct demo_item item);

/* The first `n` owners, and the identities linked to them. */
bool make_owners(struct making *m, unsigned n);
bool make_identities(struct making *m, unsigned n);

demo_maker tour_segments, tour_products, tour_assets, tour_campaigns, tour_offers, tour_journeys,
    tour_owners, tour_identities, tour_baskets;
demo_maker awkward_segments, awkward_products, awkward_assets, awkward_campaigns, awkward_offers,
    awkward_journeys, awkward_owners, awkward_identities, awkward_baskets;
demo_maker big_segments, big_products, big_assets, big_campaigns, big_offers, big_journeys,
    big_owners, big_identities, big_baskets;

#endif
