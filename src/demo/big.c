/* The pack `big`: the tour's rows and thousands more, each made from its number and handed on. Of
 * the baskets a plan is kept, a few bytes each; of texts there is one at a time. */
#include "demo/baskets.h"
#include "demo/catalog_many.h"
#include "demo/catalog_write.h"
#include "demo/identities.h"
#include "demo/journeys.h"
#include "demo/make.h"
#include "demo/owners.h"
#include "demo/rng.h"

#include "base/vec.h"

enum { BASKETS = 100000, DAYS = 400, PEOPLE = 40000 };

bool
big_segments(struct making *m)
{
	bool ok = true;
	for (unsigned i = 0; ok && i < MANY_SEGMENTS; i++) {
		struct segment_room room;
		const char *slug = many_segment(i, &room);
		catalog_add_id(&m->id, "segment", slug);
		catalog_write_segment(&m->json, slug, m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_SEGMENTS });
	}
	return ok;
}

bool
big_products(struct making *m)
{
	bool ok = true;
	for (unsigned i = 1; ok && i <= MANY_PRODUCTS; i++) {
		struct product_room room;
		const struct demo_product *product = catalog_product(i, &room);
		catalog_add_id(&m->id, "product", product->slug);
		catalog_write_product(&m->json, product, m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_PRODUCTS });
	}
	return ok;
}

bool
big_assets(struct making *m)
{
	bool ok = true;
	for (unsigned i = 0; ok && i < MANY_ASSETS; i++) {
		struct asset_room room;
		const struct demo_asset *asset = many_asset(i, &room);
		catalog_add_id(&m->id, "asset", asset->slug);
		asset_write(&m->json, asset, m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_ASSETS });
	}
	return ok;
}

bool
big_campaigns(struct making *m)
{
	bool ok = true;
	for (unsigned i = 0; ok && i < MANY_CAMPAIGNS; i++) {
		struct campaign_room room;
		const struct demo_campaign *campaign = catalog_campaign(i, &room);
		catalog_add_id(&m->id, "campaign", campaign->page);
		catalog_write_campaign(&m->json, campaign, m->now);
		ok = make_give(m, (struct demo_item){ .kind = DEMO_CAMPAIGNS });
	}
	return ok;
}

bool
big_offers(struct making *m)
{
	bool ok = true;
	for (unsigned i = 0; ok && i < MANY_OFFERS; i++) {
		struct offer_room room;
		const struct demo_offer *o = many_offer(i, &room);
		catalog_add_offer_id(&m->id, o);
		catalog_write_offer(&m->json, o, m->now);
		ok = make_give(m,
		    (struct demo_item){
			.kind = DEMO_OFFERS, .unpublished = o->marks & OFFER_UNPUBLISHED });
	}
	return ok;
}

/* A journey of the table again, for people of a segment of their own. */
static void
write_journey(struct buf *out, unsigned number)
{
	struct segment_room room;
	struct demo_journey journey = catalog_journeys[number % JOURNEYS];
	journey.slug = journey.segments = many_segment(
	    number - JOURNEYS + (unsigned)catalog_segments_n, &room);
	journey_write(out, &journey);
}

bool
big_journeys(struct making *m)
{
	journeys_open(&m->json);
	for (unsigned i = 0; i < MANY_JOURNEYS; i++)
		if (i < JOURNEYS)
			journey_write(&m->json, &catalog_journeys[i]);
		else
			write_journey(&m->json, i);
	journeys_close(&m->json);
	buf_addz(&m->id, "journeys");
	return make_give(m, (struct demo_item){ .kind = DEMO_JOURNEYS });
}

bool
big_owners(struct making *m)
{
	return make_owners(m, MANY_OWNERS);
}

bool
big_identities(struct making *m)
{
	return make_identities(m, MANY_OWNERS);
}

/* The shares of the tour, by chance; the last kind has what the others leave. */
static unsigned char
draw(struct rng *r, const unsigned char *percents, unsigned char kinds)
{
	unsigned chance = rng_below(r, 100);
	unsigned char kind = 0;
	for (; kind + 1 < kinds && chance >= percents[kind]; kind++)
		chance -= percents[kind];
	return kind;
}

static void
plan_one(struct slot *slot, unsigned number)
{
	static const unsigned char reach[REACH_KINDS] = { 46, 38, 9, 7 };
	static const unsigned char channel[CHANNELS] = { 41, 19, 14, 11, 8, 7 };
	static const unsigned char checkout[CHECKOUT_KINDS] = { 78, 14, 8 };
	static const unsigned char trouble[TROUBLES] = { 93, 3, 1, 1, 2 };
	struct rng r = rng_start("basket of many", number);
	slot->reach = draw(&r, reach, REACH_KINDS);
	slot->channel = draw(&r, channel, CHANNELS);
	slot->checkout = draw(&r, checkout, CHECKOUT_KINDS);
	slot->trouble = draw(&r, trouble, TROUBLES);
	slot->trouble_number = (unsigned char)rng_below(&r, 256);
	slot->relative_link = rng_percent(&r, 30);
	slot->without_utm = slot->channel == DIRECT && rng_percent(&r, 12);
	slot->many = rng_percent(&r, 60);
	slot->person = 1 + rng_below(&r, PEOPLE);
}

bool
big_baskets(struct making *m)
{
	VEC(struct slot) slots = { 0 };
	bool ok = true;
	for (unsigned i = 0; i < BASKETS; i++) {
		struct slot slot = { 0 };
		plan_one(&slot, i);
		vec_push(&slots, slot);
	}
	plan_spread(slots.v, slots.n, m->now, DAYS, PLAN_ZERO_DAY);
	/* The oldest comes first, as baskets do: a store then appends, and packs its pages. */
	for (unsigned i = BASKETS; ok && i-- > 0;) {
		basket_make(&m->json, &m->id, &slots.v[i], PLAN_SLOTS + i);
		ok = make_give(
		    m, (struct demo_item){ .kind = DEMO_BASKETS, .created = slots.v[i].created });
	}
	vec_free(&slots);
	return ok;
}
