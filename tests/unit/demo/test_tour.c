/* The tour pack against src/demo/expected/tour.json, whose numbers were worked out by hand. */
#include "base/arena.h"
#include "base/vec.h"
#include "demo/demo.h"
#include "lib/test.h"
#include "model/basket.h"
#include "wire/basket.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOW INT64_C(1795171320000) /* 2026-11-20T10:42:00Z */

struct offer {
	struct str path, countries, price;
	bool unpublished;
};

struct pack {
	struct arena arena;
	size_t kinds[257];
	VEC(struct basket) baskets;
	VEC(struct str) jsons; /* of all baskets */
	VEC(struct offer) offers;
	VEC(struct str) roots;
	size_t unpublished, references, copies, standalone;
	struct buf all; /* every byte of the pack */
};

static struct str
text_at(struct arena *a, struct str json, const char *path)
{
	auto_buf b = { 0 };
	struct str token = json_lex_find(json, str_of(path));
	if (!token.p)
		return STR_NONE;
	json_lex_unquote(&b, token);
	struct str text = arena_str(a, buf_str(&b));
	return text;
}

static void
keep_offer(struct pack *p, const struct demo_item *item)
{
	struct str json = arena_str(&p->arena, item->json);
	struct offer o = { .path = text_at(&p->arena, json, "path"),
		.unpublished = item->unpublished,
		.countries = json_lex_find(json, STR("data.attributes.allowed_countries__svc")) };
	bool standalone = str_starts(o.path, STR("/offers2/"));
	o.price = text_at(
	    &p->arena, json, standalone ? "data.price.0.value" : "data.attributes.price.0.value");
	p->standalone += standalone;
	p->unpublished += item->unpublished;
	p->references += json_lex_find(json, STR("priceReference")).p != NULL;
	p->copies += json_lex_find(json, STR("duplicatedFrom")).p != NULL;
	vec_push(&p->offers, o);
}

static void
keep_root(struct pack *p, struct str json)
{
	struct str root = text_at(&p->arena, json, "root");
	for (size_t i = 0; i < p->roots.n; i++)
		if (str_eq(p->roots.v[i], root))
			return;
	vec_push(&p->roots, root);
}

static bool
keep(void *ctx, const struct demo_item *item, struct err *err)
{
	struct pack *p = ctx;
	struct basket b;
	p->kinds[item->kind]++;
	buf_adds(&p->all, item->json);
	assert_true(json_scan_check(item->json, &json_scan_service_rules, NULL, err));
	if (item->kind != DEMO_JOURNEYS)
		assert_true(text_at(&p->arena, item->json, "id").n > 0);
	if (item->kind == DEMO_OFFERS)
		keep_offer(p, item);
	if (item->kind == DEMO_OWNERS)
		keep_root(p, item->json);
	if (item->kind != DEMO_BASKETS)
		return true;
	struct str json = arena_str(&p->arena, item->json);
	assert_true(basket_read(&b, &p->arena, json, 0, err));
	assert_false(b.malformed);
	assert_null(item->basket);
	vec_push(&p->baskets, b);
	vec_push(&p->jsons, json);
	return true;
}

static struct pack
make(int64_t now)
{
	struct pack p = { 0 };
	struct err err;
	assert_true(demo_make("tour", now, 511, keep, &p, &err));
	return p;
}

static void
pack_free(struct pack *p)
{
	vec_free(&p->baskets);
	vec_free(&p->jsons);
	vec_free(&p->offers);
	vec_free(&p->roots);
	buf_free(&p->all);
	arena_free(&p->arena);
}

static int64_t
expected(const char *path)
{
	char name[400];
	auto_buf file = { 0 };
	int64_t value;
	const char *source = getenv("BACKROOM_SOURCE");
	snprintf(name, sizeof(name), "%s/src/demo/expected/tour.json", source ? source : ".");
	FILE *f = fopen(name, "r");
	assert_non_null(f);
	file.n = fread(buf_reserve(&file, 8192), 1, 8192, f);
	fclose(f);
	assert_true(str_to_int64(json_lex_find(buf_str(&file), str_of(path)), &value));
	return value;
}

TEST(the_catalog_has_the_documented_counts)
{
	struct pack p = make(NOW);
	assert_int_equal(p.kinds[DEMO_SEGMENTS], expected("segments"));
	assert_int_equal(p.kinds[DEMO_PRODUCTS], expected("products"));
	assert_int_equal(p.kinds[DEMO_CAMPAIGNS], expected("campaigns"));
	assert_int_equal(p.kinds[DEMO_OWNERS], expected("owners"));
	assert_int_equal(p.kinds[DEMO_ASSETS], expected("assets"));
	assert_int_equal(p.kinds[DEMO_IDENTITIES], expected("identities"));
	assert_int_equal(p.kinds[DEMO_JOURNEYS], 1);
	assert_int_equal(p.standalone, expected("standaloneOffers"));
	assert_int_equal(p.offers.n - p.standalone, expected("legacyOffers"));
	assert_int_equal(p.unpublished, expected("unpublished"));
	assert_int_equal(p.references, expected("priceReferences"));
	assert_int_equal(p.copies, expected("duplicatedFrom"));
	assert_int_equal(p.roots.n, expected("groups"));
	pack_free(&p);
}

static size_t
count(const struct pack *p, bool (*is)(const struct pack *p, size_t i))
{
	size_t n = 0;
	for (size_t i = 0; i < p->baskets.n; i++)
		n += !p->baskets.v[i].completed && is(p, i);
	return n;
}

static bool
is_relative(const struct pack *p, size_t i)
{
	return str_starts(p->baskets.v[i].link, STR("/checkout/resume?basket="));
}

static bool
is_without_utm(const struct pack *p, size_t i)
{
	return str_find(p->baskets.v[i].entry_url, STR("utm_source=")) == SIZE_MAX;
}

static bool
is_of_mara(const struct pack *p, size_t i)
{
	return str_eqz(p->baskets.v[i].email, "mara.ellison@example.com");
}

static size_t
count_channel(const struct pack *p, const char *ending)
{
	size_t n = 0;
	for (size_t i = 0; i < p->baskets.n; i++)
		n += !p->baskets.v[i].completed && str_ends(p->baskets.v[i].tag, str_of(ending));
	return n;
}

static size_t
count_checkout(struct pack *p, const char *kind)
{
	size_t n = 0;
	for (size_t i = 0; i < p->baskets.n; i++)
		n += !p->baskets.v[i].completed &&
		    str_eqz(text_at(&p->arena, p->jsons.v[i], "customFields.checkoutKind"), kind);
	return n;
}

static size_t
count_reach(const struct pack *p, enum basket_reach reach)
{
	size_t n = 0;
	for (size_t i = 0; i < p->baskets.n; i++)
		n += !p->baskets.v[i].completed && basket_reach(&p->baskets.v[i]) == reach;
	return n;
}

static void
check_shares(struct pack *p)
{
	assert_int_equal(count_reach(p, REACH_NONE), expected("reach.nobody"));
	assert_int_equal(count_reach(p, REACH_EMAIL), expected("reach.email"));
	assert_int_equal(count_reach(p, REACH_IDENTITY), expected("reach.identity"));
	assert_int_equal(count_reach(p, REACH_EMAIL_AND_IDENTITY), expected("reach.both"));
	assert_int_equal(count_channel(p, "/direct"), expected("channel.direct"));
	assert_int_equal(count_channel(p, "/newsletter"), expected("channel.newsletter"));
	assert_int_equal(count_channel(p, "/social"), expected("channel.social"));
	assert_int_equal(count_channel(p, "/referral"), expected("channel.referral"));
	assert_int_equal(count_channel(p, "/reseller"), expected("channel.reseller"));
	assert_int_equal(count_channel(p, "/affiliate"), expected("channel.affiliate"));
	assert_int_equal(count_checkout(p, "new"), expected("checkoutKind.new"));
	assert_int_equal(count_checkout(p, "update"), expected("checkoutKind.update"));
	assert_int_equal(count_checkout(p, "renewal"), expected("checkoutKind.renewal"));
	assert_int_equal(count(p, is_relative), expected("relativeLinks"));
	assert_int_equal(count(p, is_without_utm), expected("entriesWithoutUtm"));
	assert_int_equal(count(p, is_of_mara), expected("mara"));
}

TEST(the_shares_are_exact_at_any_time)
{
	/* a Friday morning, shortly after midnight, a Monday, the end of February in a leap year */
	const int64_t clocks[] = { NOW, INT64_C(1795132920000), INT64_C(1795477320000),
		INT64_C(1709250000000) };
	for (size_t i = 0; i < 4; i++) {
		struct pack p = make(clocks[i]);
		size_t open = 0;
		for (size_t k = 0; k < p.baskets.n; k++) {
			const struct basket *b = &p.baskets.v[k];
			open += !b->completed;
			assert_in_range(clocks[i] - b->created, 1, 30 * WHEN_DAY);
			assert_in_range(b->items_n, 1, 4);
		}
		assert_int_equal(open, expected("openBaskets"));
		assert_int_equal(p.baskets.n - open, expected("completedBaskets"));
		check_shares(&p);
		pack_free(&p);
	}
}

TEST(some_people_have_several_baskets)
{
	struct pack p = make(NOW);
	size_t persons = 0, several = 0, most = 0, completed = 0;
	for (size_t i = 0; i < p.baskets.n; i++) {
		const struct basket *b = &p.baskets.v[i];
		size_t same = 0, earlier = 0, done = 0;
		if (b->completed || basket_reach(b) == REACH_NONE)
			continue;
		for (size_t k = 0; k < p.baskets.n; k++) {
			const struct basket *other = &p.baskets.v[k];
			if (!basket_is_same_person(b, other))
				continue;
			done += other->completed && other->created > b->created;
			same += !other->completed;
			earlier += !other->completed && k < i;
		}
		persons += earlier == 0;
		several += earlier == 0 && same > 1;
		completed += done > 0;
		most = same > most ? same : most;
	}
	assert_int_equal(persons, expected("persons"));
	assert_int_equal(several, expected("personsWithSeveral"));
	assert_int_equal(most, expected("mostBasketsOfOnePerson"));
	assert_int_equal(completed, expected("personsWithCompleted"));
	pack_free(&p);
}

static const struct offer *
find_offer(const struct pack *p, struct str path)
{
	for (size_t i = 0; i < p->offers.n; i++)
		if (str_eq(p->offers.v[i].path, path))
			return &p->offers.v[i];
	return NULL;
}

/* Every item refers to an existing offer, except for the expected number of broken ones. */
TEST(basket_items_are_offers_of_the_catalog)
{
	struct pack p = make(NOW);
	int64_t deleted = 0, unpublished = 0, country = 0, changed = 0;
	for (size_t i = 0; i < p.baskets.n; i++) {
		struct str json = p.jsons.v[i];
		struct str here = json_lex_find(json, STR("customFields.billingCountry"));
		struct str quoted = text_at(&p.arena, json, "customFields.quoted.amount");
		for (size_t k = 0; k < p.baskets.v[i].items_n; k++) {
			const struct basket_item *item = &p.baskets.v[i].items[k];
			const struct offer *o = find_offer(&p, item->path);
			assert_true(str_eq(p.baskets.v[i].offers[k], item->path));
			assert_true(item->products_n > 0);
			deleted += !o;
			unpublished += o && o->unpublished;
			country += o && o->countries.p && str_find(o->countries, here) == SIZE_MAX;
			changed += o && k == 0 && quoted.p && !str_eq(quoted, o->price);
		}
	}
	assert_int_equal(deleted, expected("trouble.deleted"));
	assert_int_equal(unpublished, expected("trouble.unpublished"));
	assert_int_equal(country, expected("trouble.countryNotAllowed"));
	assert_int_equal(changed, expected("trouble.priceChanged"));
	pack_free(&p);
}

static const struct basket *
newest(const struct pack *p)
{
	const struct basket *top = &p->baskets.v[0];
	for (size_t i = 1; i < p->baskets.n; i++)
		if (p->baskets.v[i].created > top->created)
			top = &p->baskets.v[i];
	return top;
}

TEST(the_newest_basket_has_no_problem)
{
	struct pack p = make(NOW);
	const struct basket *top = newest(&p);
	char start[120];
	snprintf(start, sizeof(start),
	    "https://shop.northlight.example/checkout/resume?basket=%.*s"
	    "&key=",
	    STR_ARG(top->id));
	assert_false(top->completed);
	assert_true(str_starts(top->link, str_of(start)));
	assert_int_equal(top->link.n, 151);
	assert_true(top->email.n && top->first_name.n && top->last_name.n);
	assert_int_equal(top->company.n, 0);
	for (size_t i = 0; i < p.baskets.n; i++)
		assert_true(&p.baskets.v[i] == top || !basket_is_same_person(top, &p.baskets.v[i]));
	pack_free(&p);
}

TEST(maras_baskets_have_the_documented_ages)
{
	static const int64_t ages[] = { 18 * 60000, 3 * WHEN_DAY, 26 * WHEN_DAY };
	struct pack p = make(NOW);
	size_t n = 0;
	for (size_t i = 0; i < p.baskets.n; i++) {
		const struct basket *b = &p.baskets.v[i];
		if (!str_eqz(b->email, "mara.ellison@example.com"))
			continue;
		assert_in_range(NOW - b->created, ages[n], ages[n] + WHEN_DAY / 4);
		assert_true(str_starts(b->link, STR("https://shop.northlight.example/")));
		n++;
	}
	assert_int_equal(n, 3);
	assert_true(str_ends(p.baskets.v[1].link, STR("x7Qa")));
	pack_free(&p);
}

TEST(one_day_is_a_spike_and_one_is_empty)
{
	struct pack p = make(NOW);
	size_t days[32] = { 0 };
	int64_t today = NOW / WHEN_DAY;
	for (size_t i = 0; i < p.baskets.n; i++)
		days[today - p.baskets.v[i].created / WHEN_DAY]++;
	assert_int_equal(days[12], 0);
	for (size_t i = 0; i < 30; i++) {
		assert_true(i == 6 || days[i] * 2 < days[6]);
		assert_true(i == 12 || days[i] > 0);
	}
	pack_free(&p);
}

TEST(the_same_clock_makes_the_same_bytes)
{
	struct pack a = make(NOW), b = make(NOW), later = make(NOW + 777);
	assert_int_equal(a.all.n, b.all.n);
	assert_memory_equal(a.all.p, b.all.p, a.all.n);
	assert_true(str_eq(newest(&a)->id, newest(&later)->id));
	assert_int_equal(newest(&later)->created - newest(&a)->created, 777);
	pack_free(&a);
	pack_free(&b);
	pack_free(&later);
}

TEST(every_basket_id_is_unique)
{
	struct pack p = make(NOW);
	for (size_t i = 0; i < p.baskets.n; i++)
		for (size_t k = 0; k < i; k++)
			assert_false(str_eq(p.baskets.v[i].id, p.baskets.v[k].id));
	pack_free(&p);
}

static bool
refuse_item(void *ctx, const struct demo_item *item, struct err *err)
{
	(void)ctx;
	(void)item;
	return err_set(err, ERR_UPSTREAM, "full");
}

TEST(failures_are_returned)
{
	struct err err;
	assert_false(demo_make("nosuch", NOW, DEMO_BASKETS, refuse_item, NULL, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.text, "there is no demo pack nosuch: use tour, awkward, big or ./FILE");
	assert_false(demo_make("tour", NOW, DEMO_BASKETS, refuse_item, NULL, &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
}
