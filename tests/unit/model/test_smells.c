/* Prices and charges that are probably mistakes: each rule with the smallest data that triggers
 * it, and similar data that does not. */
#include "lib/test.h"
#include "model/catalog.h"
#include "model/check.h"

#pragma GCC diagnostic ignored "-Woverride-init"

static void
note(void *ctx, const struct check_finding *found)
{
	assert_true(found->message.n > 0);
	buf_addf(ctx, "%s %.*s\n", check_rules[found->rule].id, STR_ARG(found->path));
}

static void
expect(const struct catalog_item *offers, size_t n, const char *findings)
{
	const struct check_catalog c = { .offers = { offers, n } };
	auto_buf out = { 0 };
	check_catalog(&c, note, &out);
	assert_string_equal(buf_z(&out), findings);
}

#define ITEMS(...)                                    \
	(const struct catalog_item[]){ __VA_ARGS__ }, \
	    sizeof((const struct catalog_item[]){ __VA_ARGS__ }) / sizeof(struct catalog_item)
#define EXPECT(findings, ...) expect(ITEMS(__VA_ARGS__), findings)
#define MONTHLY(amount, ...)                                                                 \
	{                                                                                    \
		.value = STR(amount), .currency = { "GBP", 3 }, .type = { "recurring", 9 },  \
		.trigger = { "subscription_start", 18 }, .repeat_interval = 1,               \
		.interval_unit = { "months", 6 }, .delay_unit = { "months", 6 }, __VA_ARGS__ \
	}
#define ONCE(amount, ...) MONTHLY(amount, .type = STR("onetime"), .repeat_interval = 0, __VA_ARGS__)
#define CHARGES(...)                                       \
	.charges = (const struct charge[]){ __VA_ARGS__ }, \
	.charges_n = sizeof((const struct charge[]){ __VA_ARGS__ }) / sizeof(struct charge)
#define IN(campaign, path_, ...)                                                 \
	{                                                                        \
		.path = STR("/offers/" campaign "/" path_), CHARGES(__VA_ARGS__) \
	}
#define PLAIN .repeat_count = 0
/* An offer of campaign C with this monthly amount. */
#define AT(path_, amount) IN("C", path_, MONTHLY(amount, PLAIN))

/* Case WA24 of tests/README.md. */
TEST(wa24_charges_that_cannot_be_computed_are_reported)
{
	EXPECT("", IN("C", "a", MONTHLY("9.99", .repeat_count = 0)));
	EXPECT("charge-schedule /offers/C/a\n", IN("C", "a", MONTHLY("9.99", .repeat_count = -1)));
	EXPECT("charge-schedule /offers/C/a\n",
	    IN("C", "a", MONTHLY("9.99", .repeat_count = 2147483648)));
	EXPECT(
	    "charge-schedule /offers/C/a\n", IN("C", "a", MONTHLY("9.99", .repeat_interval = 0)));
	EXPECT("charge-schedule /offers/C/a\n",
	    IN("C", "a", MONTHLY("9.99", .delay = 3, .delay_unit = STR_NONE)));
	EXPECT("charge-schedule /offers/C/a\n", IN("C", "a", MONTHLY("9.99", .trigger = STR_NONE)));
	EXPECT("charge-schedule /offers/C/a\n", IN("C", "a", MONTHLY("9.99", .type = STR_NONE)));
	EXPECT("charge-schedule /offers/C/a\n",
	    IN("C", "a", MONTHLY("1234567890123456789012345678901234567890", PLAIN)));
	/* Usage is metered elsewhere; another rule reports a value that is not an amount. */
	EXPECT("", IN("C", "a", MONTHLY("0.000125", .type = STR("usage"))));
	EXPECT("charge-value /offers/C/a\n", IN("C", "a", MONTHLY("1,99", PLAIN)));
}

/* Case WA22 of tests/README.md. */
TEST(wa22_decimal_places_match_the_currency)
{
	static const struct {
		const char *currency, *value;
		bool found;
	} cases[] = { { "JPY", "9.99", true }, { "JPY", "1200", false },
		{ "JPY", "1200.00", false }, { "KWD", "3.25", false }, { "KWD", "3.250", false },
		{ "KWD", "3.2505", true }, { "CLF", "1.2345", false }, { "GBP", "9.990", false },
		{ "GBP", "9.995", true }, { "GBP", "5", false } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct charge c = ONCE("1", PLAIN);
		const struct catalog_item offer = {
			.path = STR("/offers2/a"), .charges = &c, .charges_n = 1
		};
		c.value = str_of(cases[i].value);
		c.currency = str_of(cases[i].currency);
		expect(&offer, 1, cases[i].found ? "price-places /offers2/a\n" : "");
	}
	EXPECT("", IN("C", "a", MONTHLY("0.000125", .type = STR("usage"))));
}

TEST(wa22_negative_and_zero_amounts_are_reported)
{
	EXPECT("price-negative /offers/C/a\n", IN("C", "a", ONCE("-1", PLAIN)));
	EXPECT("price-zero /offers/C/a\n", IN("C", "a", MONTHLY("0.00", PLAIN)));
	EXPECT("", IN("C", "a", MONTHLY("0.00", .label = STR("Free of charge"))));
	EXPECT("",
	    { .path = STR("/offers/C/a"),
		.name = STR("First term FREE"),
		CHARGES(MONTHLY("0.00", PLAIN)) });
	EXPECT("", IN("C", "a", ONCE("0.00", PLAIN), MONTHLY("9.99", .delay = 1)));
}

TEST(conflicting_charges_are_reported)
{
	EXPECT("charge-twice /offers/C/a\n",
	    IN("C", "a", MONTHLY("9.99", PLAIN), MONTHLY("9.990", PLAIN)));
	EXPECT("", IN("C", "a", MONTHLY("9.99", PLAIN), MONTHLY("9.99", .currency = STR("EUR"))));
	EXPECT("", IN("C", "a", MONTHLY("9.99", PLAIN), ONCE("9.99", PLAIN)));
	EXPECT("charge-endless /offers/C/a\n",
	    IN("C", "a", MONTHLY("1.00", PLAIN), MONTHLY("9.99", .delay = 3)));
	EXPECT("charge-endless /offers/C/a\n",
	    IN("C", "a", MONTHLY("9.99", .delay = 3), MONTHLY("1.00", PLAIN)));
	EXPECT("", IN("C", "a", MONTHLY("1.00", .repeat_count = 3), MONTHLY("9.99", .delay = 3)));
	EXPECT("charge-trial /offers/C/a\n", IN("C", "a", ONCE("1.00", .name = STR("trial"))));
	EXPECT("charge-trial /offers/C/a\n",
	    IN("C", "a", ONCE("1.00", .label = STR("Intro month")), ONCE("2.00", PLAIN)));
	EXPECT("", IN("C", "a", ONCE("1.00", .name = STR("trial")), MONTHLY("9.99", .delay = 3)));
	EXPECT("",
	    IN("C", "a", ONCE("1.00", .name = STR("trial")), MONTHLY("1", .type = STR("usage"))));
}

TEST(a_misplaced_decimal_point_is_found_among_siblings)
{
	EXPECT("price-digits /offers/C/d\n", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"),
	    AT("d", "99.90"));
	EXPECT("price-digits /offers/C/d\n", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"),
	    AT("d", "999"));
	EXPECT("price-digits /offers/C/a\n", AT("a", "1.00"), AT("b", "8.99"), AT("c", "12.99"),
	    AT("d", "9.99"));
	EXPECT("price-digits /offers/C/a\n", AT("a", "0.10"), AT("b", "8.99"), AT("c", "12.99"),
	    AT("d", "9.99"));
	/* Five times the others is still a price; dissimilar siblings have no typical price;
	 * three siblings are too few. */
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"), AT("d", "49.99"));
	EXPECT("", AT("a", "1.99"), AT("b", "8.99"), AT("c", "12.99"), AT("d", "99.99"));
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("d", "99.90"));
	/* The most expensive sibling may cost four times the cheapest: exactly that, and a
	 * little more. */
	EXPECT("price-digits /offers/C/d\n", AT("a", "3.00"), AT("b", "9.99"), AT("c", "12.00"),
	    AT("d", "99.90"));
	EXPECT("", AT("a", "3.00"), AT("b", "9.99"), AT("c", "12.04"), AT("d", "99.90"));
	/* Siblings have the same campaign, currency and period. */
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"),
	    IN("D", "d", MONTHLY("99.90", PLAIN)));
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"),
	    IN("C", "d", MONTHLY("99.90", .repeat_interval = 12)));
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"),
	    IN("C", "d", MONTHLY("99.90", .currency = STR("SEK"))));
}

TEST(a_price_close_to_the_usual_ending_is_reported)
{
	EXPECT("price-ending /offers/C/d\n", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"),
	    AT("d", "10.00"));
	EXPECT("price-ending /offers/C/d\n", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"),
	    AT("d", "9.9"));
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.99"), AT("d", "24.50"));
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("c", "12.00"), AT("d", "10.00"));
	EXPECT("", AT("a", "9.99"), AT("b", "8.99"), AT("d", "10.00"));
}

#define EUROS(path_, ...)                                                                    \
	{                                                                                    \
		.path = STR("/offers/C/" path_), CHARGES(ONCE("5", .currency = STR("EUR"))), \
		__VA_ARGS__                                                                  \
	}
#define POUNDS(path_) IN("C", path_, ONCE("5", PLAIN))

TEST(a_currency_used_once_is_reported)
{
	EXPECT("price-currency /offers/C/f\n", POUNDS("a"), POUNDS("b"), POUNDS("c"), POUNDS("d"),
	    POUNDS("e"), EUROS("f", .id = STR("f")));
	EXPECT("", POUNDS("a"), POUNDS("b"), POUNDS("c"), POUNDS("d"), EUROS("f", .id = STR("f")));
	EXPECT("", POUNDS("a"), POUNDS("b"), POUNDS("c"), POUNDS("d"), POUNDS("e"),
	    EUROS("f", .countries = { &(const struct str){ "IE", 2 }, 1 }));
	EXPECT("", POUNDS("a"), POUNDS("b"), POUNDS("c"), POUNDS("d"), POUNDS("e"),
	    EUROS("f", .id = STR("f")), EUROS("g", .id = STR("g")));
}
