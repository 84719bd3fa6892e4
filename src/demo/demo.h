/*
 * demo.h - the demo data of "Northlight Media", generated for a given time.
 *
 * The same pack for the same time has the same bytes in every run. All data is invented: only
 * reserved domains, no real names or prices. Items are JSON texts.
 */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "base/buf.h"
#include "base/err.h"
#include "demo/kind.h"

/* The members of a basket that a store needs. */
struct demo_basket {
	struct str id;
	int64_t created; /* ms */
	bool completed;
};

struct demo_item {
	enum demo_kind kind;
	bool unpublished; /* standalone offers only */
	struct str json;
	const struct demo_basket *basket; /* set for generated baskets: saves parsing the JSON */
};

/* Receives one item, whose texts are valid during the call. Return false with err set to stop. */
typedef bool demo_item_fn(void *ctx, const struct demo_item *item, struct err *err);

/* Passes on the items of these kinds (demo_kind bits) of a pack: `tour`, `awkward` (the tour,
 * with the awkward cases after each kind) or `big`. Order of kinds: segments, products, assets,
 * campaigns, offers, journeys, owners, identities, baskets. ERR_USAGE if the pack does not
 * exist; for an invalid or refused line, err has file and line. */
bool demo_make(const char *pack, int64_t now_ms, unsigned kinds, demo_item_fn *take, void *ctx,
    struct err *err);

/* True if the pack is a path, which has a slash: a file in the format of snapshots. */
bool demo_pack_is_file(const char *pack);

/* Appends the owners prepared for linking and unlinking (packs/README.md) as JSON objects
 * separated by commas. */
void demo_add_owners(struct buf *out);

#endif
