/*
 * demo.h - the demo data of "Northlight Media", for a clock.
 *
 * The same pack for the same time is the same bytes, on every run. Everything is invented: only
 * reserved domains, nobody's real name or price. Items come out as JSON texts.
 */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "base/buf.h"
#include "base/err.h"
#include "demo/kind.h"

/* What a store wants to know of a basket. */
struct demo_basket {
	struct str id;
	int64_t created; /* ms */
};

struct demo_item {
	enum demo_kind kind;
	bool unpublished; /* of standalone offers */
	struct str json;
	const struct demo_basket *basket; /* of generated ones, which need not be read again */
};

/* Takes one item, whose texts live until it returns; false stops, with err set. */
typedef bool demo_take(void *ctx, const struct demo_item *item, struct err *err);

/* Hands on the items of these kinds (demo_kind bits) of the pack `tour`, `awkward` (the tour with
 * the awkward cases behind each kind) or `big`, kind by kind: segments, products, assets,
 * campaigns, offers, journeys, owners, identities, baskets. ERR_USAGE when there is no such pack;
 * where a line of a file is wrong, or is not taken, err names file and line. */
bool demo_make(
    const char *pack, int64_t now_ms, unsigned kinds, demo_take *take, void *ctx, struct err *err);

/* Appends the owners prepared for linking and unlinking (packs/README.md): JSON objects with
 * commas between them. */
void demo_add_owners(struct buf *out);

#endif
