/* The pack `tour`: every row of the tables, in their order. */
#include "demo/assets.h"
#include "demo/baskets.h"
#include "demo/catalog_write.h"
#include "demo/identities.h"
#include "demo/journeys.h"
#include "demo/make.h"
#include "demo/owners.h"

bool
tour_segments(struct making *m)
{
	bool ok = true;
	for (size_t i = 0; ok && i < catalog_segments_n; i++) {
		catalog_add_id(&m->id, "segment", catalog_segments[i]);
		catalog_write_segment(&m->json, catalog_segments[i], m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_SEGMENTS });
	}
	return ok;
}

bool
tour_products(struct making *m)
{
	bool ok = true;
	for (int p = NO_PRODUCT + 1; ok && p < PRODUCT_COUNT; p++) {
		catalog_add_id(&m->id, "product", catalog_products[p].slug);
		catalog_write_product(&m->json, &catalog_products[p], m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_PRODUCTS });
	}
	return ok;
}

bool
tour_assets(struct making *m)
{
	bool ok = true;
	for (size_t i = 0; ok && i < catalog_assets_n; i++) {
		catalog_add_id(&m->id, "asset", catalog_assets[i].slug);
		asset_write(&m->json, &catalog_assets[i], m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_ASSETS });
	}
	return ok;
}

bool
tour_campaigns(struct making *m)
{
	bool ok = true;
	for (int c = 0; ok && c < CAMPAIGN_COUNT; c++) {
		catalog_add_id(&m->id, "campaign", catalog_campaigns[c].page);
		catalog_write_campaign(&m->json, &catalog_campaigns[c], m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_CAMPAIGNS });
	}
	return ok;
}

bool
tour_offers(struct making *m)
{
	bool ok = true;
	for (size_t i = 0; ok && i < catalog_offers_n + catalog_standalone_n; i++) {
		bool legacy = i < catalog_offers_n;
		const struct demo_offer *o = legacy ? &catalog_offers[i]
						    : &catalog_standalone[i - catalog_offers_n];
		catalog_add_offer_id(&m->id, o);
		catalog_write_offer(&m->json, o, m->now);
		ok = make_give(m,
		    (struct demo_item){
			.kind = DEMO_OFFERS, .unpublished = o->marks & OFFER_UNPUBLISHED });
	}
	return ok;
}

bool
tour_journeys(struct making *m)
{
	journeys_open(&m->json);
	for (size_t i = 0; i < JOURNEYS; i++)
		journey_write(&m->json, &catalog_journeys[i]);
	journeys_close(&m->json);
	buf_addz(&m->id, "journeys");
	return make_give(m, (struct demo_item){ .kind = DEMO_JOURNEYS });
}

bool
make_owners(struct making *m, unsigned n)
{
	bool ok = true;
	for (unsigned i = 0; ok && i < n; i++) {
		owner_make(&m->json, &m->id, i);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_OWNERS });
	}
	return ok;
}

bool
tour_owners(struct making *m)
{
	return make_owners(m, OWNERS);
}

bool
make_identities(struct making *m, unsigned n)
{
	bool ok = true;
	for (unsigned owner = 0; ok && owner < n; owner++)
		for (unsigned i = 0; ok && i < identities_of(owner); i++) {
			identity_make(&m->json, &m->id, owner, i, m->now);
			ok = make_give(m, (struct demo_item){ .kind = DEMO_IDENTITIES });
		}
	return ok;
}

bool
tour_identities(struct making *m)
{
	return make_identities(m, OWNERS);
}

bool
tour_baskets(struct making *m)
{
	struct slot slots[PLAN_SLOTS];
	bool ok = true;
	plan_make(slots, m->now);
	for (unsigned i = 0; ok && i < PLAN_SLOTS; i++) {
		basket_make(&m->json, &m->id, &slots[i], i);
		ok = make_give(m,
		    (struct demo_item){ .kind = DEMO_BASKETS,
			.created = slots[i].created,
			.completed = slots[i].completed });
	}
	return ok;
}
