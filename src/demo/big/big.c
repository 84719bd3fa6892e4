#include "demo/big/big.h"

#include "demo/big/tour.h"
#include "demo/rng.h"
#include "demo/visits.h"

/* The tour's items come first, then rounds of copies up to the total. From number `published_count`
 * on they are not published. */
static const struct item_group {
	enum demo_kind kind;
	bool is_standalone;
	unsigned total_count, published_count;
} item_groups[] = { { DEMO_SEGMENTS, false, 400, 400 }, { DEMO_PRODUCTS, false, 1500, 1500 },
	{ DEMO_ASSETS, false, 450, 450 }, { DEMO_CAMPAIGNS, false, 200, 200 },
	{ DEMO_OFFERS, false, 3000, 3000 },
	{ DEMO_OFFERS, true, 5000, 4107 }, /* nor are seven of the tour */
	{ DEMO_JOURNEYS, false, 14, 14 },  /* all nine count as one item */
	{ DEMO_OWNERS, false, 20000, 20000 }, { DEMO_IDENTITIES, false, 45000, 45000 } };

enum {
	HISTORY_DAYS = 400,
	BASKET_ROUNDS = 417,   /* of the tour's baskets, of which 240 are open */
	ROUNDS_APART_MAX = 30, /* baskets of a person are up to this many rounds apart in time */
	NATIONAL_PERCENT = 40, /* of baskets, with offers of edition 0 */
	LOCAL_EDITIONS = 24,   /* the other baskets' editions: the first town of each county */
	OWNER_ROUNDS = 500,    /* identities of later rounds have owners of earlier ones */
};

struct pack_build {
	const struct demo_request *request;
	struct err *err;
	struct tour tour;
	struct buf json, id; /* of the current item; reused */
};

static bool
emit_json(struct pack_build *m, struct demo_item item)
{
	item.json = buf_str(&m->json);
	bool ok = m->request->on_item(m->request->ctx, &item, m->err);
	buf_reset(&m->json);
	buf_reset(&m->id);
	return ok;
}

static bool
is_copied_in_round(const struct tour_item *item, const struct item_group *group, unsigned round)
{
	return item->kind == group->kind && item->is_standalone == group->is_standalone &&
	    (round == 0 || !item->has_flaw);
}

/* Counts the copies of each item of the catalog in advance, since items refer to each other. */
static void
count_editions(struct tour *tour, const struct item_group *group)
{
	unsigned made = 0;
	for (unsigned round = 0; made < group->total_count; round++)
		for (size_t i = 0; i < tour->items.n && made < group->total_count; i++)
			if (is_copied_in_round(&tour->items.v[i], group, round)) {
				tour->items.v[i].edition_count = round;
				made++;
			}
}

/* Appends the item to m->json and emits it, except journeys, which are parts of one item. */
static bool
make_item(struct pack_build *m, const struct item_group *group, struct tour_item *item,
    unsigned round, unsigned number)
{
	unsigned earlier = round < OWNER_ROUNDS ? 0 : OWNER_ROUNDS - 1;
	const struct tour_copy copy = { .copy_number = round, .edition = round - earlier };
	if (round == 0) {
		buf_adds(&m->json, item->json);
		tour_split(&m->tour, item);
	} else {
		buf_addz(&m->json, item->kind == DEMO_JOURNEYS ? "," : "");
		tour_write(&m->json, &m->tour, item, &copy);
	}
	const struct demo_item made = { .kind = item->kind,
		.unpublished = item->is_unpublished || number >= group->published_count };
	return item->kind == DEMO_JOURNEYS || emit_json(m, made);
}

static bool
make_group(struct pack_build *m, const struct item_group *group)
{
	struct tour *tour = &m->tour;
	unsigned made = 0;
	bool ok = true;
	if (group->kind == DEMO_JOURNEYS)
		buf_adds(&m->json, tour->journeys_head);
	for (unsigned round = 0; ok && made < group->total_count; round++)
		for (size_t i = 0; ok && i < tour->items.n && made < group->total_count; i++)
			if (is_copied_in_round(&tour->items.v[i], group, round))
				ok = make_item(m, group, &tour->items.v[i], round, made++);
	if (!ok || group->kind != DEMO_JOURNEYS)
		return ok;
	buf_addz(&m->json, "]}");
	return emit_json(m, (struct demo_item){ .kind = DEMO_JOURNEYS });
}

static bool
make_basket(struct pack_build *m, const struct tour_item *item, unsigned day, int64_t created)
{
	/* A person's baskets are of one round; the completed one is the last. */
	struct rng r = rng_start(item->id.p, 0);
	unsigned ahead = item->is_completed ? 0 : 1 + rng_below(&r, ROUNDS_APART_MAX);
	struct tour_copy copy = { .basket_created = created,
		.copy_number = 1 + (day + ahead) % BASKET_ROUNDS };
	/* A person has one town. */
	r = rng_start(item->person_index == NO_PERSON ? item->id.p : "town",
	    copy.copy_number * NO_PERSON + item->person_index);
	copy.edition = rng_is_within_percent(&r, NATIONAL_PERCENT)
	    ? 0
	    : 1 + rng_below(&r, LOCAL_EDITIONS);
	tour_write(&m->json, &m->tour, item, &copy);
	tour_write_id(&m->id, item->id, copy.copy_number);
	struct demo_basket basket = { buf_str(&m->id), created, item->is_completed };
	return emit_json(m, (struct demo_item){ .kind = DEMO_BASKETS, .basket = &basket });
}

/* Oldest first, as baskets are created: a store then appends and fills its pages. */
static bool
make_baskets(struct pack_build *m)
{
	VEC(struct tour_item *) baskets = { 0 };
	bool ok = true;
	for (size_t i = 0; i < m->tour.items.n; i++)
		if (m->tour.items.v[i].kind == DEMO_BASKETS) {
			tour_split(&m->tour, &m->tour.items.v[i]);
			vec_push(&baskets, &m->tour.items.v[i]);
		}
	size_t n = baskets.n * BASKET_ROUNDS;
	int64_t *times = x_new_array(int64_t, n);
	visits_spread(times, n, m->request->now, HISTORY_DAYS);
	for (unsigned day = 0; ok && day < BASKET_ROUNDS; day++) {
		struct rng r = rng_start("order of baskets", day);
		for (size_t i = baskets.n; ok && i-- > 0;) {
			size_t other = rng_below(&r, (unsigned)i + 1);
			struct tour_item *item = baskets.v[other];
			baskets.v[other] = baskets.v[i];
			baskets.v[i] = item;
			ok = make_basket(m, item, day, times[--n]);
		}
	}
	x_free(times);
	vec_free(&baskets);
	return ok;
}

bool
big_make_items(const struct demo_request *request, struct err *err)
{
	struct pack_build m = { .request = request, .err = err };
	size_t n = sizeof(item_groups) / sizeof(*item_groups);
	const struct demo_request all = {
		.now = request->now, .kinds = DEMO_ALL, .on_item = tour_add_item, .ctx = &m.tour
	};
	bool ok = pack_read("tour", &all, err);
	for (size_t i = 0; ok && i < n; i++)
		count_editions(&m.tour, &item_groups[i]);
	for (size_t i = 0; ok && i < n; i++)
		if (request->kinds & item_groups[i].kind)
			ok = make_group(&m, &item_groups[i]);
	if (ok && request->kinds & DEMO_BASKETS)
		ok = make_baskets(&m);
	tour_free(&m.tour);
	buf_free(&m.json);
	buf_free(&m.id);
	return ok;
}
