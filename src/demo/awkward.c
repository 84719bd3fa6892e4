/* The pack `awkward`: the tour, and behind each kind of its items the cases of that kind. */
#include "demo/awkward.h"

#include "demo/awkward_people.h"
#include "demo/journeys.h"
#include "demo/make.h"

static bool
make_cases(struct making *m, enum demo_kind kind)
{
	static const struct awkward_family *const families[] = { &awkward_names, &awkward_prices,
		&awkward_links, &awkward_kinds };
	bool ok = true;
	for (size_t f = 0; f < sizeof(families) / sizeof(*families); f++)
		for (size_t i = 0; ok && i < families[f]->n; i++) {
			const struct awkward *w = &families[f]->rows[i];
			if (w->kind != kind)
				continue;
			buf_addz(&m->id, w->id);
			awkward_write(&m->json, w, m->now);
			ok = make_give(m, (struct demo_item){ .kind = kind });
		}
	return ok;
}

bool
awkward_segments(struct making *m)
{
	return tour_segments(m) && make_cases(m, DEMO_SEGMENTS);
}

bool
awkward_products(struct making *m)
{
	return tour_products(m) && make_cases(m, DEMO_PRODUCTS);
}

bool
awkward_assets(struct making *m)
{
	return tour_assets(m) && make_cases(m, DEMO_ASSETS);
}

bool
awkward_campaigns(struct making *m)
{
	return tour_campaigns(m) && make_cases(m, DEMO_CAMPAIGNS);
}

bool
awkward_offers(struct making *m)
{
	return tour_offers(m) && make_cases(m, DEMO_OFFERS);
}

bool
awkward_journeys(struct making *m)
{
	journeys_open(&m->json);
	for (size_t i = 0; i < JOURNEYS; i++)
		journey_write(&m->json, &catalog_journeys[i]);
	awkward_add_journeys(&m->json);
	journeys_close(&m->json);
	buf_addz(&m->id, "journeys");
	return make_give(m, (struct demo_item){ .kind = DEMO_JOURNEYS });
}

bool
awkward_owners(struct making *m)
{
	bool ok = tour_owners(m);
	for (size_t i = 0; ok && i < awkward_owners_n; i++) {
		awkward_owner(&m->json, &m->id, i);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_OWNERS });
	}
	return ok;
}

bool
awkward_identities(struct making *m)
{
	bool ok = tour_identities(m);
	for (size_t i = 0; ok && i < awkward_identities_n; i++) {
		awkward_identity(&m->json, &m->id, i, m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_IDENTITIES });
	}
	return ok;
}

bool
awkward_baskets(struct making *m)
{
	bool ok = tour_baskets(m);
	for (size_t i = 0; ok && i < AWKWARD_BASKETS; i++) {
		struct demo_item item = { .kind = DEMO_BASKETS };
		awkward_basket(&m->json, &m->id, &item, i, m->now);
		ok = make_give(m, item);
	}
	return ok;
}
