#include "demo/demo.h"

#include "demo/baskets.h"
#include "demo/catalog_write.h"
#include "demo/owners.h"

struct making {
	int64_t now;
	demo_take *take;
	void *ctx;
	struct err *err;
	struct buf json, id; /* used again for each item */
};

static bool
give(struct making *m, struct demo_item item)
{
	item.json = buf_str(&m->json);
	item.id = buf_str(&m->id);
	bool ok = m->take(m->ctx, &item, m->err);
	buf_reset(&m->json);
	buf_reset(&m->id);
	return ok;
}

static bool
make_segments(struct making *m)
{
	bool ok = true;
	for (size_t i = 0; ok && i < catalog_segments_n; i++) {
		catalog_add_id(&m->id, "segment", catalog_segments[i]);
		catalog_write_segment(&m->json, i, m->now);
		ok = give(m, (struct demo_item){ .kind = DEMO_SEGMENTS });
	}
	return ok;
}

static bool
make_products(struct making *m)
{
	bool ok = true;
	for (int p = NO_PRODUCT + 1; ok && p < PRODUCT_COUNT; p++) {
		catalog_add_id(&m->id, "product", catalog_products[p].slug);
		catalog_write_product(&m->json, (enum product)p, m->now);
		ok = give(m, (struct demo_item){ .kind = DEMO_PRODUCTS });
	}
	return ok;
}

static bool
make_campaigns(struct making *m)
{
	bool ok = true;
	for (int c = 0; ok && c < CAMPAIGN_COUNT; c++) {
		catalog_add_id(&m->id, "campaign", catalog_campaigns[c].page);
		catalog_write_campaign(&m->json, (enum campaign)c, m->now);
		ok = give(m, (struct demo_item){ .kind = DEMO_CAMPAIGNS });
	}
	return ok;
}

static bool
make_offers(struct making *m)
{
	bool ok = true;
	for (size_t i = 0; ok && i < catalog_offers_n + catalog_standalone_n; i++) {
		bool legacy = i < catalog_offers_n;
		const struct demo_offer *o = legacy ? &catalog_offers[i]
						    : &catalog_standalone[i - catalog_offers_n];
		catalog_add_offer_id(&m->id, o);
		catalog_write_offer(&m->json, o, m->now);
		ok = give(m,
		    (struct demo_item){
			.kind = DEMO_OFFERS, .unpublished = o->marks & OFFER_UNPUBLISHED });
	}
	return ok;
}

static bool
make_owners(struct making *m)
{
	bool ok = true;
	for (unsigned i = 0; ok && i < OWNERS; i++) {
		owner_make(&m->json, &m->id, i);
		ok = give(m, (struct demo_item){ .kind = DEMO_OWNERS });
	}
	return ok;
}

static bool
make_baskets(struct making *m)
{
	struct slot slots[PLAN_SLOTS];
	bool ok = true;
	plan_make(slots, m->now);
	for (unsigned i = 0; ok && i < PLAN_SLOTS; i++) {
		basket_make(&m->json, &m->id, &slots[i], i);
		ok = give(m,
		    (struct demo_item){ .kind = DEMO_BASKETS,
			.created = slots[i].created,
			.completed = slots[i].completed });
	}
	return ok;
}

bool
demo_make(
    const char *pack, int64_t now_ms, unsigned kinds, demo_take *take, void *ctx, struct err *err)
{
	static const struct {
		enum demo_kind kind;
		bool (*make)(struct making *m);
	} makers[] = {
		{ DEMO_SEGMENTS, make_segments },
		{ DEMO_PRODUCTS, make_products },
		{ DEMO_CAMPAIGNS, make_campaigns },
		{ DEMO_OFFERS, make_offers },
		{ DEMO_OWNERS, make_owners },
		{ DEMO_BASKETS, make_baskets },
	};
	struct making m = { .now = now_ms, .take = take, .ctx = ctx, .err = err };
	bool ok = str_eqz(STR("tour"), pack) ||
	    err_field(err, ERR_USAGE, "demo", "there is no demo pack %s: use tour", pack);
	for (size_t i = 0; ok && i < sizeof(makers) / sizeof(*makers); i++)
		if (kinds & makers[i].kind)
			ok = makers[i].make(&m);
	buf_free(&m.json);
	buf_free(&m.id);
	return ok;
}
