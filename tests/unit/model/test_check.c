/* The rules of the checks, each with the smallest data that breaks it, and decimals without
 * floats. */
#include "lib/test.h"
#include "model/catalog.h"
#include "model/check.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/whatif.h"

#include <string.h>

/* ---- decimals and currencies ---- */

TEST(decimals_are_read_from_text)
{
	static const struct {
		const char *text;
		bool is, readable;
		const char *back;
	} cases[] = {
		{ "0", true, true, "0" },
		{ "9.99", true, true, "9.99" },
		{ "-1.50", true, true, "-1.5" },
		{ "-0.5", true, true, "-0.5" },
		{ "33.330", true, true, "33.33" },
		{ "0.000125", true, true, "0.000125" },
		{ "999999999", true, true, "999999999" },
		{ "1000000000", true, false, NULL },
		{ "0.0000000001", true, false, NULL },
		{ "1234567890123456789012345678901234567890", true, false, NULL },
		{ "", false, false, NULL },
		{ "-", false, false, NULL },
		{ ".5", false, false, NULL },
		{ "5.", false, false, NULL },
		{ "1e3", false, false, NULL },
		{ "1,99", false, false, NULL },
		{ " 5 ", false, false, NULL },
		{ "50%", false, false, NULL },
		{ "+5", false, false, NULL },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf back = { 0 };
		int64_t n = 0;
		if (decimal_is_valid(str_of(cases[i].text)) != cases[i].is ||
		    decimal_read(str_of(cases[i].text), &n) != cases[i].readable)
			fail_msg("%s", cases[i].text);
		if (!cases[i].readable)
			continue;
		decimal_write(&back, n);
		assert_string_equal(buf_z(&back), cases[i].back);
	}
}

TEST(iso_4217_currencies_are_known)
{
	static const char *const known[] = { "AED", "EUR", "GBP", "JPY", "KWD", "CLF", "ZWG" };
	static const char no_currency[] = { 'X', 'X', 'X', '\0' };
	static const char *const unknown[] = { "gbp", no_currency, "\xE2\x82\xAC", "", "EU", "EURO",
		"ED " };
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		assert_true(currency_is_known(str_of(known[i])));
	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		assert_false(currency_is_known(str_of(unknown[i])));
}

/* ---- the catalog ---- */

static void
note(void *ctx, const struct check_finding *found)
{
	struct buf *out = ctx;
	assert_true(found->message.n > 0);
	buf_addf(out, "%s %.*s\n", check_rules[found->rule].id, STR_ARG(found->path));
}

#define LIST(...)                                                                    \
	{                                                                            \
		(const struct str[]){ __VA_ARGS__ },                                 \
		    sizeof((const struct str[]){ __VA_ARGS__ }) / sizeof(struct str) \
	}

#define ONCE .type = { "onetime", 7 }, .trigger = { "order_date", 10 }

static const struct charge nine = {
	.name = { "m", 1 }, .value = { "9.00", 4 }, .currency = { "GBP", 3 }, ONCE
};

/* Expects these findings for the offers, which are sorted by path, with two products, a segment
 * and an asset. */
static void
expect(const struct catalog_item *offers, size_t n, const char *findings)
{
	const struct catalog_item products[] = {
		{ .id = STR("p1"),
		    .path = STR("/products/a"),
		    .facts = { STR("A"), STR("NL-A"), FLAG_NO } },
		{ .id = STR("p2"),
		    .path = STR("/products/b"),
		    .facts = { STR("B"), STR("NL-B"), FLAG_YES } },
	};
	const struct catalog_item user = { .path = STR("/offers/z"),
		.product_ids = LIST(STR("p1"), STR("p2")),
		.images = LIST(STR("/assets/x")) };
	const struct catalog_item segment = { .path = STR("/segments/s") };
	const struct catalog_item asset = { .path = STR("/assets/x") };
	struct catalog_item all[20];
	auto_buf out = { 0 };
	struct check_catalog c = { .offers = { all, n + 1 },
		.assets = { &asset, 1 },
		.products = { products, 2 },
		.segments = { &segment, 1 } };
	all[0] = user; /* "/offers/z" sorts before every "/offers2" */
	memcpy(all + 1, offers, n * sizeof(*offers));
	check_catalog(&c, note, &out);
	assert_string_equal(buf_z(&out), findings);
}

#define EXPECT(findings, ...)                                                                   \
	expect((const struct catalog_item[]){ __VA_ARGS__ },                                    \
	    sizeof((const struct catalog_item[]){ __VA_ARGS__ }) / sizeof(struct catalog_item), \
	    findings)
#define BUNDLES(...)                                                       \
	.bundles = (const struct bundle_part[]){ __VA_ARGS__ },            \
	.bundles_n = sizeof((const struct bundle_part[]){ __VA_ARGS__ }) / \
	    sizeof(struct bundle_part)
#define A(share)                                                   \
	{                                                          \
		.product = STR("/products/a"), .split = STR(share) \
	}

TEST(references_must_lead_somewhere)
{
	EXPECT("",
	    { .path = STR("/offers2/a"),
		.charges = &nine,
		.charges_n = 1,
		.segments = LIST(STR("/segments/s")),
		.images = LIST(STR("/assets/x")),
		BUNDLES(A("100")) });
	EXPECT("ref-product /offers2/a\n",
	    { .path = STR("/offers2/a"),
		BUNDLES({ .product = STR("/products/none"), .split = STR("100") }) });
	EXPECT("ref-product /offers2/a\n",
	    { .path = STR("/offers2/a"), .product_ids = LIST(STR("p1"), STR("p9")) });
	EXPECT("ref-segment /offers2/a\n",
	    { .path = STR("/offers2/a"),
		.segments = LIST(STR("/segments/s"), STR("/segments/t")) });
	EXPECT("ref-asset /offers2/a\n",
	    { .path = STR("/offers2/a"), .images = LIST(STR("/assets/none")) });
	EXPECT("ref-price /offers2/a\n",
	    { .path = STR("/offers2/a"), .price_reference = STR("/offers2/none") });
	EXPECT("ref-copy /offers2/a\n",
	    { .path = STR("/offers2/a"), .copied_from = STR("/offers2/none") });
}

TEST(shares_make_a_hundred)
{
	EXPECT("", { .path = STR("/offers2/a"), BUNDLES(A("60"), A("40.0")) });
	EXPECT("bundle-rounding /offers2/a\n",
	    { .path = STR("/offers2/a"), BUNDLES(A("33.33"), A("33.33"), A("33.33")) });
	EXPECT("bundle-rounding /offers2/a\n",
	    { .path = STR("/offers2/a"), BUNDLES(A("60"), A("39.95")) });
	EXPECT(
	    "bundle-sum /offers2/a\n", { .path = STR("/offers2/a"), BUNDLES(A("60"), A("39.94")) });
	EXPECT("bundle-sum /offers2/a\n", { .path = STR("/offers2/a"), BUNDLES(A("110")) });
	EXPECT(
	    "bundle-split /offers2/a\n", { .path = STR("/offers2/a"), BUNDLES(A("60"), A("a")) });
	EXPECT("bundle-split /offers2/a\n", { .path = STR("/offers2/a"), BUNDLES(A("")) });
}

#define EMBEDDED(...)                                                                           \
	.embedded_products = &(const struct embedded_product){ STR("/products/a"), __VA_ARGS__, \
		STR_NONE, WHEN_NONE },                                                          \
	.embedded_products_n = 1

TEST(copies_must_equal_their_original)
{
	EXPECT("",
	    { .path = STR("/offers2/a"), EMBEDDED({ STR("A"), STR("NL-A"), FLAG_NO }, FLAG_YES) });
	EXPECT("",
	    { .path = STR("/offers2/a"),
		EMBEDDED({ STR("A"), STR("NL-A"), FLAG_ABSENT }, FLAG_ABSENT) });
	EXPECT("embed-stale /offers2/a\n",
	    { .path = STR("/offers2/a"), EMBEDDED({ STR("A"), STR("NL-X"), FLAG_NO }, FLAG_YES) });
	EXPECT("embed-stale /offers2/a\n",
	    { .path = STR("/offers2/a"), EMBEDDED({ STR("A"), STR("NL-A"), FLAG_YES }, FLAG_YES) });
	EXPECT("embed-stale /offers2/a\n",
	    { .path = STR("/offers2/a"), EMBEDDED({ STR("A"), STR("NL-A"), FLAG_NO }, FLAG_NO) });
	EXPECT("copy-forgotten /offers2/b\n",
	    { .path = STR("/offers2/a"), .price_json = STR("[1]"), .attributes = STR("{}") },
	    { .path = STR("/offers2/b"),
		.price_json = STR("[1]"),
		.attributes = STR("{}"),
		.copied_from = STR("/offers2/a") },
	    { .path = STR("/offers2/c"),
		.price_json = STR("[2]"),
		.attributes = STR("{}"),
		.copied_from = STR("/offers2/a") });
	EXPECT("same-path /offers2/a\n", { .path = STR("/offers2/a"), .id = STR("1") },
	    { .path = STR("/offers2/a"), .id = STR("2") });
}

TEST(a_product_without_an_offer_is_an_orphan)
{
	const struct catalog_item product = { .id = STR("p"), .path = STR("/products/p") };
	const struct check_catalog c = { .products = { &product, 1 } };
	auto_buf out = { 0 };
	check_catalog(&c, note, &out);
	assert_string_equal(buf_z(&out), "orphan-product /products/p\n");
}

/* Case WA30 of tests/README.md. */
TEST(wa30_shares_are_added_exactly)
{
	EXPECT("bundle-sum /offers2/a\n", { .path = STR("/offers2/a"), BUNDLES(A("60"), A("30")) });
	EXPECT("bundle-sum /offers2/a\n", { .path = STR("/offers2/a"), BUNDLES(A("60"), A("50")) });
	EXPECT("bundle-sum /offers2/a\n",
	    { .path = STR("/offers2/a"),
		BUNDLES(A("999999999"), A("999999999"), A("999999999"), A("999999999"),
		    A("999999999"), A("999999999"), A("999999999"), A("999999999"), A("999999999"),
		    A("999999999")) });
	EXPECT("bundle-split /offers2/a\n", { .path = STR("/offers2/a"), BUNDLES(A("a"), A("")) });
	EXPECT("bundle-rounding /offers2/a\n",
	    { .path = STR("/offers2/a"), BUNDLES(A("33.33"), A("33.33"), A("33.33")) });
}

/* Case WA29 of tests/README.md; the current time is 1 January 2020. */
TEST(wa29_sync_times_in_1970_or_the_future_are_reported)
{
	static const struct {
		const char *synced;
		const char *findings;
	} cases[] = {
		{ "2019-12-31", "" },
		{ "2020-01-01T12:00:00Z", "" },
		{ "2020-01-03", "embed-time /offers2/a\n" },
		{ "2999-01-01", "embed-time /offers2/a\n" },
		{ "1970-01-01", "embed-time /offers2/a\n" },
		{ "1971-01-02", "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct embedded_product copy = { .path = STR("/products/a"),
			.facts = { STR("A"), STR("NL-A"), FLAG_NO } };
		const struct catalog_item product = { .path = STR("/products/a"),
			.facts = { STR("A"), STR("NL-A"), FLAG_NO } };
		const struct catalog_item offer = { .path = STR("/offers2/a"),
			.embedded_products = &copy,
			.embedded_products_n = 1 };
		struct check_catalog c = { .offers = { &offer, 1 }, .products = { &product, 1 } };
		auto_buf out = { 0 };
		assert_true(when_parse(STR("2020-01-01"), &c.now));
		assert_true(when_parse(str_of(cases[i].synced), &copy.synced_at));
		check_catalog(&c, note, &out);
		assert_string_equal(buf_z(&out), cases[i].findings);
	}
}

#define COPIED(path_, of, text)                                                     \
	{                                                                           \
		.path = STR(path_), .copied_from = STR(of), .attributes = STR(text) \
	}

/* Case WA27 of tests/README.md. */
TEST(wa27_circular_and_equal_copies_are_reported)
{
	EXPECT("copy-cycle /offers2/a\n", COPIED("/offers2/a", "/offers2/a", "1"));
	EXPECT("copy-cycle /offers2/a\ncopy-cycle /offers2/b\n",
	    COPIED("/offers2/a", "/offers2/b", "1"), COPIED("/offers2/b", "/offers2/a", "2"),
	    COPIED("/offers2/c", "/offers2/a", "3"));
	/* Identical to the original: one finding each; changed in the same way: one finding
	 * together. */
	EXPECT("copy-forgotten /offers2/b\ncopy-forgotten /offers2/c\n",
	    { .path = STR("/offers2/a"), .attributes = STR("1") },
	    COPIED("/offers2/b", "/offers2/a", "1"), COPIED("/offers2/c", "/offers2/a", "1"));
	EXPECT("copy-twin /offers2/b\ncopy-twin /offers2/e\n",
	    { .path = STR("/offers2/a"), .attributes = STR("1") },
	    COPIED("/offers2/b", "/offers2/a", "2"), COPIED("/offers2/c", "/offers2/a", "3"),
	    COPIED("/offers2/d", "/offers2/a", "2"), COPIED("/offers2/e", "/offers2/b", "7"),
	    COPIED("/offers2/f", "/offers2/b", "7"), COPIED("/offers2/g", "/offers2/b", "7"));
}

/* Case WA32 of tests/README.md. */
TEST(wa32_changed_before_created_is_reported)
{
	EXPECT(
	    "time-order /offers2/a\n", { .path = STR("/offers2/a"), .created = 2, .modified = 1 });
	EXPECT("", { .path = STR("/offers2/a"), .created = 2, .modified = 2 });
	EXPECT("", { .path = STR("/offers2/a"), .created = 2, .modified = WHEN_NONE });
	EXPECT("", { .path = STR("/offers2/a"), .created = WHEN_NONE, .modified = 1 });
}

TEST(unused_items_are_orphans)
{
	const struct catalog_item segments[] = { { .path = STR("/segments/in-a-journey") },
		{ .path = STR("/segments/in-an-offer") }, { .path = STR("/segments/nowhere") } };
	const struct catalog_item assets[] = { { .path = STR("/assets/nowhere") },
		{ .path = STR("/assets/on-a-product") } };
	const struct catalog_item offer = { .path = STR("/offers/a/b"),
		.segments = LIST(STR("/segments/in-an-offer")),
		.product_ids = LIST(STR("p")) };
	const struct catalog_item product = { .id = STR("p"),
		.path = STR("/products/p"),
		.images = LIST(STR("/assets/on-a-product")) };
	const struct journey_condition condition = { STR("segment"),
		STR("/segments/in-a-journey") };
	const struct journey journey = { .conditions = &condition, .conditions_n = 1 };
	const struct journeys journeys = { .v = &journey, .n = 1 };
	struct check_catalog c = { .offers = { &offer, 1 },
		.assets = { assets, 2 },
		.products = { &product, 1 },
		.segments = { segments, 3 },
		.journeys = &journeys };
	auto_buf out = { 0 };
	check_catalog(&c, note, &out);
	assert_string_equal(
	    buf_z(&out), "orphan-segment /segments/nowhere\norphan-asset /assets/nowhere\n");
	buf_reset(&out);
	c.journeys = NULL;
	check_catalog(&c, note, &out);
	assert_string_equal(buf_z(&out), "orphan-asset /assets/nowhere\n");
}

TEST(rules_are_found_by_their_ids)
{
	for (enum check_rule r = 0; r < CHECK_RULES; r++)
		assert_int_equal(check_find_rule(str_of(check_rules[r].id)), r);
	assert_int_equal(check_find_rule(STR("price")), CHECK_RULES);
}

#define REF(path_, of)                                         \
	{                                                      \
		.path = STR(path_), .price_reference = STR(of) \
	}

TEST(long_and_circular_price_references_are_reported)
{
	const struct charge wrong[] = {
		{ .value = STR("1e3"), .currency = STR("GBP"), ONCE },
		{ .value = STR("1"), .currency = STR("gbp"), ONCE },
		{ .currency = STR("JPY"), ONCE },
	};
	EXPECT("price-cycle /offers2/a\n", REF("/offers2/a", "/offers2/a"));
	EXPECT("price-cycle /offers2/a\nprice-cycle /offers2/b\n", REF("/offers2/a", "/offers2/b"),
	    REF("/offers2/b", "/offers2/a"), REF("/offers2/c", "/offers2/a"));
	/* From a there are nine references in a row, from b eight. */
	EXPECT("price-chain /offers2/a\n", REF("/offers2/a", "/offers2/b"),
	    REF("/offers2/b", "/offers2/c"), REF("/offers2/c", "/offers2/d"),
	    REF("/offers2/d", "/offers2/e"), REF("/offers2/e", "/offers2/f"),
	    REF("/offers2/f", "/offers2/g"), REF("/offers2/g", "/offers2/h"),
	    REF("/offers2/h", "/offers2/i"), REF("/offers2/i", "/offers2/j"),
	    { .path = STR("/offers2/j") });
	EXPECT("charge-value /offers2/a\ncurrency-unknown /offers2/a\ncharge-value /offers2/a\n",
	    { .path = STR("/offers2/a"), .charges = wrong, .charges_n = 3 });
}

/* ---- journeys ---- */

#define WHEN(...)                                                                   \
	.conditions = (const struct journey_condition[]){ __VA_ARGS__ },            \
	.conditions_n = sizeof((const struct journey_condition[]){ __VA_ARGS__ }) / \
	    sizeof(struct journey_condition)
#define TO(...)                                                                         \
	.destinations = (const struct journey_destination[]){ __VA_ARGS__ },            \
	.destinations_n = sizeof((const struct journey_destination[]){ __VA_ARGS__ }) / \
	    sizeof(struct journey_destination)
#define S(path)                           \
	{                                 \
		STR("segment"), STR(path) \
	}
#define TAG(split)                            \
	{                                     \
		STR("/tags/x"), STR(split), 0 \
	}

static void
expect_journeys(const struct journeys *all, const char *findings)
{
	const struct catalog_item segments[] = { { .path = STR("/s/a") }, { .path = STR("/s/b") } };
	const struct check_items list = { segments, 2 };
	auto_buf out = { 0 };
	check_journeys(all, &list, NULL, NULL, note, &out);
	assert_string_equal(buf_z(&out), findings);
}

#define EXPECT_JOURNEYS(findings, ...)                                                             \
	expect_journeys(                                                                           \
	    &(const struct journeys){ STR("/subscribe/"), STR("/tags/f"),                          \
		(const struct journey[]){ __VA_ARGS__ },                                           \
		sizeof((const struct journey[]){ __VA_ARGS__ }) / sizeof(struct journey), false }, \
	    findings)

static void
note_message(void *ctx, const struct check_finding *found)
{
	buf_addf(ctx, "%.*s\n", STR_ARG(found->message));
}

/* Each of several actions has its own finding, with its own sum. */
TEST(each_wrong_sum_has_its_own_finding)
{
	const struct check_items none = { 0 };
	const struct journey v[] = { { .id = STR("1"),
	    TO({ STR("/tags/x"), STR("60"), 0 }, { STR("/tags/x"), STR("40.5"), 1 }) } };
	const struct journeys all = { STR("/subscribe/"), STR("/tags/f"), v, 1, false };
	auto_buf out = { 0 };
	check_journeys(&all, &none, NULL, NULL, note_message, &out);
	assert_non_null(strstr(buf_z(&out), "its splits add up to 60\n"));
	assert_non_null(strstr(buf_z(&out), "its splits add up to 40.5\n"));
}

/* Together with the offers, a tag that no offer has is found. */
TEST(tags_without_an_offer_are_reported)
{
	const struct catalog_item offers[] = { { .path = STR("/offers/a"),
						   .tags = LIST(STR("/tags/x")) },
		{ .path = STR("/offers2/b"), .labels = LIST(STR("winter")) },
		{ .path = STR("/offers/c"), .labels = LIST(STR("summer")) } };
	const struct check_items segments = { 0 }, list = { offers, 3 };
	const struct journey v[] = {
		{ .id = STR("1"), TO(TAG("100")) },
		{ .id = STR("2"), TO({ STR("/tags/uk/winter"), STR("100"), 0 }) },
		{ .id = STR("3"),
		    TO({ STR("/tags/uk/summer"), STR("50"), 0 }, { STR("/tags/y"), STR("50"), 0 }) }
	};
	const struct journeys all = { STR("/subscribe/"), STR("/tags/f"), v, 3, false };
	auto_buf out = { 0 };
	check_journeys(&all, &segments, &list, NULL, note, &out);
	/* Journeys without conditions shadow and duplicate each other, too. */
	assert_non_null(strstr(buf_z(&out), "journey-tag 3\n"));
	assert_null(strstr(buf_z(&out), "journey-tag 1\n"));
	assert_null(strstr(buf_z(&out), "journey-tag 2\n"));
}

/* If one condition is enough, the journey with more conditions is the wider one; if the last match
 * wins, a later journey shadows an earlier one. */
TEST(shadowed_journeys_follow_the_assumption)
{
	static const struct {
		struct whatif_policy policy;
		const char *findings;
	} cases[] = {
		{ { 0 }, "journey-shadowed 2\n" },
		{ { .any_condition = true }, "journey-shadowed 3\n" },
		{ { .last_match_wins = true }, "journey-shadowed 2\n" },
		{ { .any_condition = true, .last_match_wins = true }, "journey-shadowed 1\n" },
	};
	const struct journey v[] = { { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100")) },
		{ .id = STR("2"), WHEN(S("/s/a"), S("/s/b")), TO(TAG("100")) },
		{ .id = STR("3"), WHEN(S("/s/b")), TO(TAG("100")) } };
	const struct journeys all = { STR("/subscribe/"), STR("/tags/f"), v, 3, false };
	const struct catalog_item segments[] = { { .path = STR("/s/a") }, { .path = STR("/s/b") } };
	const struct check_items list = { segments, 2 };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		check_journeys(&all, &list, NULL, &cases[i].policy, note, &out);
		assert_string_equal(buf_z(&out), cases[i].findings);
	}
}

TEST(splits_of_journeys)
{
	EXPECT_JOURNEYS(
	    "", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("34"), TAG("33"), TAG("33.0")) });
	EXPECT_JOURNEYS(
	    "journey-sum 1\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("60"), TAG("30")) });
	/* 99.99, 99.95 and 100.05 count as rounding; larger differences do not. */
	EXPECT_JOURNEYS("journey-rounding 1\n",
	    { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("33.33"), TAG("33.33"), TAG("33.33")) });
	EXPECT_JOURNEYS(
	    "journey-rounding 1\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("99.95")) });
	EXPECT_JOURNEYS(
	    "journey-rounding 1\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100.05")) });
	EXPECT_JOURNEYS(
	    "journey-sum 1\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("99.949999999")) });
	EXPECT_JOURNEYS(
	    "journey-sum 1\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100.050000001")) });
	EXPECT_JOURNEYS("journey-split 1\njourney-sum 1\n",
	    { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("80"), TAG("40"), TAG("-10")) });
	EXPECT_JOURNEYS(
	    "journey-split 1\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("-10"), TAG("110")) });
	EXPECT_JOURNEYS("journey-split 1\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("0,5")) });
	EXPECT_JOURNEYS("",
	    { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100"), { STR("/tags/y"), STR("100"), 1 }) });
	EXPECT_JOURNEYS("journey-empty 1\n", { .id = STR("1"), WHEN(S("/s/a")) });
	EXPECT_JOURNEYS("journey-unread 1\n",
	    { .id = STR("1"), WHEN(S("/s/a")), .destinations_unreadable = true });
	EXPECT_JOURNEYS("journey-loop 1\n",
	    { .id = STR("1"), WHEN(S("/s/a")), TO({ STR("/subscribe/"), STR("100"), 0 }) });
}

TEST(journeys_that_never_fire)
{
	EXPECT_JOURNEYS("journey-segment 1\n", { .id = STR("1"), WHEN(S("/s/c")), TO(TAG("100")) });
	EXPECT_JOURNEYS(
	    "", { .id = STR("1"), WHEN({ STR("country"), STR("GB") }), TO(TAG("100")) });
	EXPECT_JOURNEYS("journey-shadowed 2\n", { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100")) },
	    { .id = STR("2"), WHEN(S("/s/b"), S("/s/a")), TO(TAG("100")) });
	EXPECT_JOURNEYS("", { .id = STR("1"), WHEN(S("/s/b"), S("/s/a")), TO(TAG("100")) },
	    { .id = STR("2"), WHEN(S("/s/a")), TO(TAG("100")) });
	EXPECT_JOURNEYS("journey-shadowed 2\n", { .id = STR("1"), TO(TAG("100")) },
	    { .id = STR("2"), WHEN(S("/s/a")), TO(TAG("100")) });
	/* Unreadable conditions may be anything: they shadow no other journey. */
	EXPECT_JOURNEYS("journey-unread 1\n",
	    { .id = STR("1"), .conditions_unreadable = true, TO(TAG("100")) },
	    { .id = STR("2"), WHEN(S("/s/a")), TO(TAG("100")) });
	EXPECT_JOURNEYS("journey-duplicate 2\n",
	    { .id = STR("1"), WHEN(S("/s/a"), S("/s/b")), TO(TAG("100")) },
	    { .id = STR("2"), WHEN(S("/s/b"), S("/s/a")), TO(TAG("100")) });
	EXPECT_JOURNEYS("journey-duplicate 1\n",
	    { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100")) },
	    { .id = STR("1"), WHEN(S("/s/b")), TO(TAG("100")) });
	/* The id of the previous journey and the conditions of the first: two findings. */
	EXPECT_JOURNEYS("journey-duplicate 2\njourney-duplicate 2\n",
	    { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100")) },
	    { .id = STR("2"), WHEN(S("/s/b")), TO(TAG("100")) },
	    { .id = STR("2"), WHEN(S("/s/a")), TO(TAG("100")) });
	expect_journeys(&(const struct journeys){ .starting_point = STR("/x") },
	    "journey-fallback fallback_tag\n");
}

static void
note_number(void *ctx, const struct check_finding *found)
{
	buf_addf(ctx, "%s %zu\n", check_rules[found->rule].id, found->journey_number);
}

/* Two journeys have the same id: the number distinguishes them. */
TEST(findings_have_the_number_of_their_journey)
{
	const struct catalog_item a = { .path = STR("/s/a") };
	const struct check_items segments = { &a, 1 }, none = { 0 };
	const struct journey v[] = { { .id = STR("1"), WHEN(S("/s/a")), TO(TAG("100")) },
		{ .id = STR("1"), WHEN(S("/s/b")), TO(TAG("90")) } };
	const struct journeys all = { STR("/x"), STR_NONE, v, 2, false };
	auto_buf out = { 0 };
	check_journeys(&all, &segments, &none, NULL, note_number, &out);
	assert_string_equal(buf_z(&out),
	    "journey-segment 2\njourney-sum 2\njourney-duplicate 2\n"
	    "journey-tag 1\njourney-tag 2\njourney-fallback 0\n");
}

TEST(every_rule_has_a_unique_id)
{
	for (int r = 0; r < CHECK_RULES; r++) {
		assert_non_null(check_rules[r].id);
		assert_non_null(check_rules[r].meaning);
		for (int other = 0; other < r; other++)
			assert_string_not_equal(check_rules[r].id, check_rules[other].id);
	}
}
