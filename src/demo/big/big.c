/* The pack `big`: the tour's items, then thousands more of each kind, each generated from its
 * number and passed on. Only the plan of the baskets is stored, a few bytes per basket; only one
 * JSON text exists at a time. */
#include "demo/big/big.h"

#include "demo/big/baskets.h"
#include "demo/big/catalog_many.h"
#include "demo/big/catalog_write.h"
#include "demo/big/identities.h"
#include "demo/big/journeys.h"
#include "demo/big/owners.h"
#include "demo/rng.h"
#include "demo/visits.h"
#include "wire/member.h"

#include "base/mem.h"
#include "base/vec.h"

/* The pack's baskets are numbered after the tour's. */
enum { BASKETS = 100000, TOUR_BASKETS = 243, DAYS = 400, PEOPLE = 40000 };

struct pack_build {
	const struct demo_request *request;
	struct err *err;
	struct buf json, id; /* JSON and id of the current item; reused */
};

/* Passes on the item in m->json with the other members of `item`, and resets the buffers. */
static bool
emit_item(struct pack_build *m, struct demo_item item)
{
	item.json = buf_str(&m->json);
	bool ok = m->request->on_item(m->request->ctx, &item, m->err);
	buf_reset(&m->json);
	buf_reset(&m->id);
	return ok;
}

/* Reads the tour's items of this kind, which come first in the pack. */
static bool
read_tour(struct pack_build *m, enum demo_kind kind, demo_item_fn *take, void *ctx)
{
	const struct demo_request request = {
		.now = m->request->now, .kinds = kind, .on_item = take, .ctx = ctx
	};
	return pack_read("tour", &request, m->err);
}

static bool
emit_tour(struct pack_build *m, enum demo_kind kind)
{
	return read_tour(m, kind, m->request->on_item, m->request->ctx);
}

static bool
make_segments(struct pack_build *m)
{
	bool ok = emit_tour(m, DEMO_SEGMENTS);
	for (unsigned i = (unsigned)catalog_segments_n; ok && i < MANY_SEGMENTS; i++) {
		struct segment_storage storage;
		catalog_write_segment(&m->json, many_segment(i, &storage), m->request->now);
		ok = emit_item(m, (struct demo_item){ .kind = DEMO_SEGMENTS });
	}
	return ok;
}

static bool
make_products(struct pack_build *m)
{
	bool ok = emit_tour(m, DEMO_PRODUCTS);
	for (unsigned i = PRODUCT_COUNT; ok && i <= MANY_PRODUCTS; i++) {
		struct product_storage storage;
		catalog_write_product(&m->json, catalog_product(i, &storage), m->request->now);
		ok = emit_item(m, (struct demo_item){ .kind = DEMO_PRODUCTS });
	}
	return ok;
}

static bool
make_assets(struct pack_build *m)
{
	bool ok = emit_tour(m, DEMO_ASSETS);
	for (unsigned i = (unsigned)catalog_assets_n; ok && i < MANY_ASSETS; i++) {
		struct asset_storage storage;
		asset_write(&m->json, many_asset(i, &storage), m->request->now);
		ok = emit_item(m, (struct demo_item){ .kind = DEMO_ASSETS });
	}
	return ok;
}

static bool
make_campaigns(struct pack_build *m)
{
	bool ok = emit_tour(m, DEMO_CAMPAIGNS);
	for (unsigned i = CAMPAIGN_COUNT; ok && i < MANY_CAMPAIGNS; i++) {
		struct campaign_storage storage;
		catalog_write_campaign(&m->json, catalog_campaign(i, &storage), m->request->now);
		ok = emit_item(m, (struct demo_item){ .kind = DEMO_CAMPAIGNS });
	}
	return ok;
}

/* Selects the tour's legacy or standalone offers: all legacy offers come before the standalone
 * ones. */
struct offer_family {
	struct pack_build *m;
	bool standalone;
};

static bool
emit_offer_family(void *ctx, const struct demo_item *item, struct err *err)
{
	struct offer_family *sort = ctx;
	const struct demo_request *request = sort->m->request;
	bool standalone = str_starts(member_find(item->json, STR("path")), STR("\"/offers2/"));
	return standalone != sort->standalone || request->on_item(request->ctx, item, err);
}

static bool
make_offer_family(struct pack_build *m, bool standalone, unsigned from, unsigned end)
{
	struct offer_family sort = { m, standalone };
	bool ok = read_tour(m, DEMO_OFFERS, emit_offer_family, &sort);
	for (unsigned i = from; ok && i < end; i++) {
		struct offer_storage storage;
		const struct demo_offer *o = many_offer(i, &storage);
		catalog_write_offer(&m->json, o, m->request->now);
		ok = emit_item(m,
		    (struct demo_item){
			.kind = DEMO_OFFERS, .unpublished = o->flags & OFFER_UNPUBLISHED });
	}
	return ok;
}

static bool
make_offers(struct pack_build *m)
{
	return make_offer_family(m, false, (unsigned)catalog_offers_n, MANY_LEGACY) &&
	    make_offer_family(m, true, MANY_LEGACY + (unsigned)catalog_standalone_n, MANY_OFFERS);
}

/* Takes the tour's configuration up to its closing brackets. */
static bool
open_journeys(void *ctx, const struct demo_item *item, struct err *err)
{
	struct pack_build *m = ctx;
	(void)err;
	buf_adds(&m->json, str_sub(item->json, 0, item->json.n - (sizeof("]}") - 1)));
	return true;
}

/* Writes a copy of a table's journey for another segment. */
static void
write_journey(struct buf *out, unsigned number)
{
	struct segment_storage storage;
	struct demo_journey journey = catalog_journeys[number % JOURNEYS];
	journey.slug = journey.segments = many_segment(
	    number - JOURNEYS + (unsigned)catalog_segments_n, &storage);
	journey_write(out, &journey);
}

static bool
make_journeys(struct pack_build *m)
{
	if (!read_tour(m, DEMO_JOURNEYS, open_journeys, m))
		return false;
	for (unsigned i = JOURNEYS; i < MANY_JOURNEYS; i++)
		write_journey(&m->json, i);
	buf_addz(&m->json, "]}");
	return emit_item(m, (struct demo_item){ .kind = DEMO_JOURNEYS });
}

static bool
make_owners(struct pack_build *m)
{
	bool ok = emit_tour(m, DEMO_OWNERS);
	for (unsigned i = OWNERS; ok && i < MANY_OWNERS; i++) {
		owner_make(&m->json, i);
		ok = emit_item(m, (struct demo_item){ .kind = DEMO_OWNERS });
	}
	return ok;
}

static bool
make_identities(struct pack_build *m)
{
	bool ok = emit_tour(m, DEMO_IDENTITIES);
	for (unsigned owner = OWNERS; ok && owner < MANY_OWNERS; owner++)
		for (unsigned i = 0; ok && i < identities_of(owner); i++) {
			identity_make(&m->json, owner, i, m->request->now);
			ok = emit_item(m, (struct demo_item){ .kind = DEMO_IDENTITIES });
		}
	return ok;
}

/* Draws a kind at random by its share in percent; the last kind gets the rest. */
static unsigned char
draw_by_percent(struct rng *r, const unsigned char *percents, unsigned char kinds)
{
	unsigned chance = rng_below(r, 100);
	unsigned char kind = 0;
	for (; kind + 1 < kinds && chance >= percents[kind]; kind++)
		chance -= percents[kind];
	return kind;
}

static void
plan_basket(struct basket_slot *slot, unsigned number)
{
	static const unsigned char reach[REACH_KINDS] = { 46, 38, 9, 7 };
	static const unsigned char channel[CHANNELS] = { 41, 19, 14, 11, 8, 7 };
	static const unsigned char checkout[CHECKOUT_KINDS] = { 78, 14, 8 };
	static const unsigned char trouble[TROUBLES] = { 93, 3, 1, 1, 2 };
	struct rng r = rng_start("basket of many", number);
	slot->reach = draw_by_percent(&r, reach, REACH_KINDS);
	slot->channel = draw_by_percent(&r, channel, CHANNELS);
	slot->checkout = draw_by_percent(&r, checkout, CHECKOUT_KINDS);
	slot->trouble = draw_by_percent(&r, trouble, TROUBLES);
	slot->trouble_seed = (unsigned char)rng_below(&r, 256);
	slot->relative_link = rng_percent(&r, 30);
	slot->without_utm = slot->channel == DIRECT && rng_percent(&r, 12);
	slot->generated_offer = rng_percent(&r, 60);
	slot->person = 1 + rng_below(&r, PEOPLE);
}

static bool
make_baskets(struct pack_build *m)
{
	VEC(struct basket_slot) slots = { 0 };
	int64_t *times = x_new_array(int64_t, BASKETS);
	bool ok = true;
	for (unsigned i = 0; i < BASKETS; i++) {
		struct basket_slot slot = { 0 };
		plan_basket(&slot, i);
		vec_push(&slots, slot);
	}
	visits_spread(times, BASKETS, m->request->now, DAYS);
	/* Oldest first, as baskets are created: a store then appends and fills its pages. */
	for (unsigned i = BASKETS; ok && i-- > 0;) {
		struct demo_basket basket = { .created = times[i] };
		basket_make(&m->json, &m->id, &slots.v[i], TOUR_BASKETS + i, times[i]);
		basket.id = buf_str(&m->id);
		ok = emit_item(m, (struct demo_item){ .kind = DEMO_BASKETS, .basket = &basket });
	}
	x_free(times);
	vec_free(&slots);
	return ok;
}

bool
big_make(const struct demo_request *request, struct err *err)
{
	static const struct {
		enum demo_kind kind;
		bool (*make)(struct pack_build *m);
	} makers[] = {
		{ DEMO_SEGMENTS, make_segments },
		{ DEMO_PRODUCTS, make_products },
		{ DEMO_ASSETS, make_assets },
		{ DEMO_CAMPAIGNS, make_campaigns },
		{ DEMO_OFFERS, make_offers },
		{ DEMO_JOURNEYS, make_journeys },
		{ DEMO_OWNERS, make_owners },
		{ DEMO_IDENTITIES, make_identities },
		{ DEMO_BASKETS, make_baskets },
	};
	struct pack_build m = { .request = request, .err = err };
	bool ok = true;
	for (size_t i = 0; ok && i < sizeof(makers) / sizeof(*makers); i++)
		if (request->kinds & makers[i].kind)
			ok = makers[i].make(&m);
	buf_free(&m.json);
	buf_free(&m.id);
	return ok;
}
