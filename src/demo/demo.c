#include "demo/demo.h"

#include "demo/make.h"

enum pack { TOUR, AWKWARD, BIG, PACKS };

static const char *const pack_names[] = { [TOUR] = "tour", [AWKWARD] = "awkward", [BIG] = "big" };
_Static_assert(sizeof(pack_names) / sizeof(*pack_names) == PACKS, "a row for every pack");

static const struct {
	enum demo_kind kind;
	demo_maker *of[PACKS];
} makers[] = {
	{ DEMO_SEGMENTS, { tour_segments, awkward_segments, big_segments } },
	{ DEMO_PRODUCTS, { tour_products, awkward_products, big_products } },
	{ DEMO_ASSETS, { tour_assets, awkward_assets, big_assets } },
	{ DEMO_CAMPAIGNS, { tour_campaigns, awkward_campaigns, big_campaigns } },
	{ DEMO_OFFERS, { tour_offers, awkward_offers, big_offers } },
	{ DEMO_JOURNEYS, { tour_journeys, awkward_journeys, big_journeys } },
	{ DEMO_OWNERS, { tour_owners, awkward_owners, big_owners } },
	{ DEMO_IDENTITIES, { tour_identities, awkward_identities, big_identities } },
	{ DEMO_BASKETS, { tour_baskets, awkward_baskets, big_baskets } },
};

bool
make_give(struct making *m, struct demo_item item)
{
	item.json = buf_str(&m->json);
	item.id = buf_str(&m->id);
	bool ok = m->take(m->ctx, &item, m->err);
	buf_reset(&m->json);
	buf_reset(&m->id);
	return ok;
}

bool
demo_make(
    const char *pack, int64_t now_ms, unsigned kinds, demo_take *take, void *ctx, struct err *err)
{
	struct making m = { .now = now_ms, .take = take, .ctx = ctx, .err = err };
	unsigned which = TOUR;
	while (which < PACKS && !str_eqz(str_of(pack_names[which]), pack))
		which++;
	bool ok = which < PACKS ||
	    err_field(
		err, ERR_USAGE, "demo", "there is no demo pack %s: use tour, awkward or big", pack);
	for (size_t i = 0; ok && i < sizeof(makers) / sizeof(*makers); i++)
		if (kinds & makers[i].kind)
			ok = makers[i].of[which](&m);
	buf_free(&m.json);
	buf_free(&m.id);
	return ok;
}
