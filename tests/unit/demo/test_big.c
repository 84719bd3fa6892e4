/* labels: slow */
/* The pack `big`: the numbers in src/demo/expected/big.json, and items are not kept after they
 * were passed on. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

enum { CATALOG = ALL_KINDS & ~(DEMO_OWNERS | DEMO_IDENTITIES | DEMO_BASKETS) };

struct piece {
	struct str path, parent;
	size_t bytes;
};

struct tally {
	struct arena arena;
	size_t kinds[ALL_KINDS + 1];
	size_t standalone, unpublished;
	uint64_t sum; /* sum over all bytes, to compare two runs */
	VEC(struct piece) pieces;
	VEC(struct str) named; /* paths that offers refer to */
};

static void
add_to_sum(struct tally *t, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		t->sum = (t->sum ^ (unsigned char)s.p[i]) * UINT64_C(0x100000001B3);
}

static void
keep_named(struct tally *t, struct str json)
{
	static const char *const names[] = { "priceReference", "duplicatedFrom",
		"data.productBundles.0.product_path", "data.productBundles.1.product_path",
		"data.products.0.path", "data.segments.0", "data.segments.1", "data.segments.2",
		"data.attributes.image__svc" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct str path = text_at(&t->arena, json, names[i]);
		if (path.p)
			vec_push(&t->named, path);
	}
}

static bool
tally_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct tally *t = ctx;
	t->kinds[item->kind]++;
	add_to_sum(t, str_sub(item->json, 0, 400));
	assert_true(json_scan_check(item->json, &json_scan_service_rules, NULL, err));
	struct piece piece = { text_at(&t->arena, item->json, "path"),
		text_at(&t->arena, item->json, "parent_path"), item->json.n };
	t->standalone += item->kind == DEMO_OFFERS && is_standalone(piece.path);
	t->unpublished += item->unpublished;
	vec_push(&t->pieces, piece);
	if (item->kind == DEMO_OFFERS)
		keep_named(t, item->json);
	return true;
}

static void
tally_make(struct tally *t, unsigned kinds)
{
	struct err err;
	*t = (struct tally){ 0 };
	assert_true(demo_make("big", NOW, kinds, tally_item, t, &err));
}

static void
tally_free(struct tally *t)
{
	vec_free(&t->pieces);
	vec_free(&t->named);
	arena_free(&t->arena);
}

static int
by_path(const void *a, const void *b)
{
	return str_cmp(((const struct piece *)a)->path, ((const struct piece *)b)->path);
}

static int64_t
expected(const char *name)
{
	return expected_in("big.json", name);
}

TEST(the_catalog_has_the_documented_counts)
{
	const struct tally *t = *state;
	assert_int_equal(t->kinds[DEMO_SEGMENTS], expected("segments"));
	assert_int_equal(t->kinds[DEMO_PRODUCTS], expected("products"));
	assert_int_equal(t->kinds[DEMO_ASSETS], expected("assets"));
	assert_int_equal(t->kinds[DEMO_CAMPAIGNS], expected("campaigns"));
	assert_int_equal(t->standalone, expected("standaloneOffers"));
	assert_int_equal(t->kinds[DEMO_OFFERS] - t->standalone, expected("legacyOffers"));
	assert_int_equal(t->standalone - t->unpublished, expected("published"));
	assert_int_equal(t->kinds[DEMO_JOURNEYS], 1);
}

/* Sorted by path, no two neighbours are equal. */
TEST(every_path_is_unique)
{
	const struct tally *t = *state;
	size_t most = 0;
	for (size_t i = 1; i < t->pieces.n; i++)
		assert_true(str_cmp(t->pieces.v[i - 1].path, t->pieces.v[i].path) < 0);
	for (size_t i = 0, run = 0; i < t->pieces.n; i++) {
		bool same = i && t->pieces.v[i].parent.n &&
		    str_starts(t->pieces.v[i].path, STR("/offers/")) &&
		    str_eq(t->pieces.v[i].parent, t->pieces.v[i - 1].parent);
		run = same ? run + 1 : 1;
		most = run > most ? run : most;
	}
	assert_int_equal(most, expected("offersOfOneCampaign"));
}

/* The size of the largest page of 1,000 legacy or standalone offers, sorted by path. */
static size_t
largest_page(const struct tally *t, bool standalone)
{
	size_t sum = 0, largest = 0, first = 0, n = 0;
	for (size_t i = 0; i < t->pieces.n; i++) {
		if (is_standalone(t->pieces.v[i].path) != standalone)
			continue;
		sum += t->pieces.v[i].bytes;
		n++;
		while (n > 1000) {
			while (is_standalone(t->pieces.v[first].path) != standalone)
				first++;
			sum -= t->pieces.v[first++].bytes;
			n--;
		}
		largest = sum > largest ? sum : largest;
	}
	return largest;
}

TEST(a_page_of_a_thousand_offers_can_cross_the_limit)
{
	const struct tally *t = *state;
	assert_true(largest_page(t, false) > 6000000);
	assert_true(largest_page(t, true) > 6000000);
	for (size_t i = 0; i < t->pieces.n; i++)
		assert_true(t->pieces.v[i].bytes < 1 << 20);
}

/* Only the tour's deliberately missing references are missing: a segment, a product, a price and
 * a picture. */
TEST(items_named_by_offers_exist)
{
	const struct tally *t = *state;
	size_t gone = 0;
	for (size_t i = 0; i < t->named.n; i++) {
		struct piece wanted = { .path = t->named.v[i] };
		gone += !bsearch(&wanted, t->pieces.v, t->pieces.n, sizeof(*t->pieces.v), by_path);
	}
	assert_true(t->named.n > 2 * 5000 + 3000);
	assert_int_equal(gone, expected("danglingNames"));
}

TEST(two_runs_make_the_same_bytes)
{
	const struct tally *t = *state;
	CLEANUP(tally_free) struct tally again;
	tally_make(&again, CATALOG);
	assert_true(again.sum == t->sum);
}

static bool
stop_at_third(void *ctx, const struct demo_item *item, struct err *err)
{
	size_t *n = ctx;
	(void)item;
	return ++*n < 3 || err_set(err, ERR_UPSTREAM, "full");
}

TEST(nothing_is_made_after_the_callback_stops)
{
	struct err err;
	for (unsigned kind = 1; kind <= DEMO_IDENTITIES; kind *= 2) {
		size_t n = 0;
		if (kind == DEMO_JOURNEYS)
			continue;
		assert_false(demo_make("big", NOW, kind, stop_at_third, &n, &err));
		assert_int_equal(n, 3);
	}
}

/* The catalog, sorted by path. */
static int
catalog_setup(void **state)
{
	struct tally *t = x_new(struct tally);
	tally_make(t, CATALOG);
	qsort(t->pieces.v, t->pieces.n, sizeof(*t->pieces.v), by_path);
	*state = t;
	return 0;
}

static int
catalog_teardown(void **state)
{
	tally_free(*state);
	x_free(*state);
	return 0;
}

int
main(void)
{
	return run_all_tests(catalog_setup, catalog_teardown);
}
