#include "snapshot/baseline.h"

#include "catalog/charge_words.h"
#include "wire/catalog.h"

#include <string.h>

static const enum snapshot_kind kind_by_part[] = {
	[CATALOG_CAMPAIGNS] = SNAPSHOT_CAMPAIGN,
	[CATALOG_OFFERS] = SNAPSHOT_OFFER,
	[CATALOG_PRODUCTS] = SNAPSHOT_PRODUCT,
	[CATALOG_SEGMENTS] = SNAPSHOT_SEGMENT,
	[CATALOG_ASSETS] = SNAPSHOT_ASSET,
};
_Static_assert(sizeof(kind_by_part) / sizeof(*kind_by_part) == CATALOG_PARTS,
    "every part needs a row in this table");

struct baseline *
baseline_load(const char *path, struct err *err)
{
	struct baseline *c = x_new(struct baseline);
	const char *slash = strrchr(path, '/');
	c->name = x_strdup(slash ? slash + 1 : path);
	if (snapshot_load(&c->snapshot, path, err))
		return c;
	baseline_free(c);
	return NULL;
}

void
baseline_free(struct baseline *c)
{
	if (!c)
		return;
	snapshot_free(&c->snapshot);
	x_free(c->name);
	x_free(c);
}

bool
baseline_append_price(struct buf *out, const struct baseline *c, struct str path, bool ascii)
{
	const struct snapshot_item *then = snapshot_find(&c->snapshot, SNAPSHOT_OFFER, path);
	struct arena texts = { 0 };
	struct catalog_item item;
	struct err err;
	bool found = then && catalog_item_read(&item, &texts, then->json, then->flags, &err);
	if (found)
		charge_words_add_sentence(out, item.charges, item.charges_n, ascii);
	arena_free(&texts);
	return found;
}

void
baseline_add_catalog(struct snapshot *s, const struct catalog *c)
{
	unsigned flags = 0;
	for (int part = 0; part < CATALOG_PARTS; part++) {
		const struct listing *list = catalog_list(c, (enum catalog_part)part);
		for (size_t i = 0; i < list->items.n; i++) {
			struct str json = listing_json(list, i, &flags);
			snapshot_add_raw(s, kind_by_part[part], json, flags);
			s->items.v[s->items.n - 1].published = list->rows.v[i].published;
		}
	}
	struct str journeys = catalog_journeys_json(c, &flags);
	if (journeys.n)
		snapshot_add_raw(s, SNAPSHOT_JOURNEYS, journeys, flags);
	snapshot_sort(s);
}
