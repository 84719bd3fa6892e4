/* Charges in words: the sentence, and the texts in columns. */
#include "catalog/charge_words.h"
#include "lib/test.h"

#include <locale.h>

#pragma GCC diagnostic ignored "-Woverride-init"

#define CHARGE(...)                                                            \
	{                                                                      \
		.currency = { "GBP", 3 }, .type = { "recurring", 9 },          \
		.trigger = { "subscription_start", 18 }, .repeat_interval = 1, \
		.interval_unit = { "months", 6 }, .delay = CHARGE_NONE,        \
		.delay_unit = { "months", 6 }, __VA_ARGS__                     \
	}
#define V(amount) .value = STR(amount)
#define ONCE(...) CHARGE(.type = STR("onetime"), .repeat_interval = 0, __VA_ARGS__)
#define ORDER .trigger = STR("order_date")
#define MOST 3

static void
expect(void (*words)(struct buf *, const struct charge *, size_t, bool), const struct charge *v,
    const char *want)
{
	auto_buf b = { 0 };
	size_t n = 0;
	while (n < MOST && v[n].repeat_interval != WHEN_NONE)
		n++;
	words(&b, v, n, false);
	assert_string_equal(buf_z(&b), want);
}

/* Charges up to the terminating END; then the sentence, the amount due at the start, and the
 * later amounts. */
#define END                                  \
	{                                    \
		.repeat_interval = WHEN_NONE \
	}
TEST(charges_read_like_a_sentence)
{
	const struct {
		struct charge v[MOST];
		const char *sentence, *start, *then;
	} cases[] = {
		{ { END }, "", "", "" },
		{ { ONCE(V("1.00")), CHARGE(V("9.99"), .repeat_count = 12, .delay = 3), END },
		    "GBP 1.00 once at the start; then GBP 9.99 every month, 12 times, beginning after 3 months",
		    "GBP 1.00", "GBP 9.99 monthly x12" },
		{ { CHARGE(V("2.49")), END }, "GBP 2.49 every month, from the start", "GBP 2.49",
		    "GBP 2.49 monthly" },
		{ { CHARGE(V("99.00"), .repeat_interval = 12), END },
		    "GBP 99.00 every year, from the start", "GBP 99.00", "GBP 99.00 yearly" },
		{ { CHARGE(V("24.50"), .repeat_interval = 4, .interval_unit = STR("weeks")), END },
		    "GBP 24.50 every 4 weeks, from the start", "GBP 24.50",
		    "GBP 24.50 every 4 weeks" },
		{ { ONCE(V("50.00"), ORDER), CHARGE(V("39.00")), END },
		    "GBP 50.00 once with the order; and GBP 39.00 every month, from the start",
		    "GBP 89.00", "GBP 39.00 monthly" },
		{ { ONCE(V("25"), ORDER), END }, "GBP 25 once with the order", "GBP 25", "" },
		{ { CHARGE(V("5.00"), .repeat_count = 1), END }, "GBP 5.00 once at the start",
		    "GBP 5.00", "" },
		{ { ONCE(V("5.00"), .delay = 1, .delay_unit = STR("weeks")), END },
		    "GBP 5.00 once after 1 week", "nothing", "GBP 5.00 once" },
		{ { CHARGE(V("0.00"), .repeat_count = 3), CHARGE(V("9.99"), .delay = 3), END },
		    "GBP 0.00 every month, 3 times, from the start; then GBP 9.99 every month, beginning "
		    "after 3 months",
		    "GBP 0.00", "2 charges" },
		{ { ONCE(V("1.00")), ONCE(V("2"), .currency = STR("USD")), END },
		    "GBP 1.00 once at the start; and USD 2 once at the start", "2 currencies", "" },
		{ { ONCE(V("1.5")), ONCE(V("2")), END },
		    "GBP 1.5 once at the start; and GBP 2 once at the start", "GBP 3.50", "" },
		{ { ONCE(V("9999.5")), ONCE(V("12000.50"), ORDER), END },
		    "GBP 9,999.5 once at the start; and GBP 12,000.50 once with the order",
		    "GBP 22,000.00", "" },
		{ { CHARGE(V("1234567"), .currency = STR("JPY"), .repeat_interval = 12), END },
		    "JPY 1,234,567 every year, from the start", "JPY 1,234,567",
		    "JPY 1,234,567 yearly" },
		{ { ONCE(V("0.000125")), ONCE(V("1.00")), END },
		    "GBP 0.000125 once at the start; and GBP 1.00 once at the start",
		    "GBP 1.000125", "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		expect(charge_words_add_sentence, cases[i].v, cases[i].sentence);
		expect(charge_words_add_start, cases[i].v, cases[i].start);
		expect(charge_words_add_later, cases[i].v, cases[i].then);
	}
}

/* Case WA24 of tests/README.md. */
TEST(wa24_charges_that_cannot_be_computed_are_marked)
{
	const struct charge metered[] = { CHARGE(V("29.00"), .currency = STR("EUR")),
		CHARGE(.value = STR("0.000125"), .currency = STR("EUR"), .type = STR("usage")),
		END };
	const struct charge still[] = { CHARGE(V("9.99"), .repeat_interval = 0, .repeat_count = 12),
		END };
	const struct charge hostile[] = {
		CHARGE(.value = STR("1"), .type = STR("\x1B[2J"), .trigger = STR_NONE), END
	};
	expect(charge_words_add_sentence, metered,
	    "EUR 29.00 every month, from the start; and EUR 0.000125 usage at subscription_start (not "
	    "computed: type \"usage\" is not known)");
	expect(charge_words_add_start, metered, "EUR 29.00 + ?");
	expect(charge_words_add_later, metered, "2 charges");
	expect(charge_words_add_sentence, still,
	    "GBP 9.99 recurring at subscription_start (not computed: repeat_interval 0)");
	expect(charge_words_add_start, still, "?");
	expect(charge_words_add_later, still, "?");
	expect(charge_words_add_sentence, hostile,
	    "GBP 1 \\e[2J at ? (not computed: type \"\\e[2J\" is not known)");
}

/* Case WA22 of tests/README.md. */
TEST(wa22_amounts_keep_their_digits)
{
	const struct {
		struct charge v[MOST];
		const char *sentence, *start;
	} amounts[] = {
		{ { ONCE(V("9.99"), .currency = STR("JPY")), END }, "JPY 9.99 once at the start",
		    "JPY 9.99" },
		{ { ONCE(V("3.25"), .currency = STR("KWD")), END }, "KWD 3.25 once at the start",
		    "KWD 3.25" },
		{ { ONCE(V("3.2505"), .currency = STR("KWD")), END },
		    "KWD 3.2505 once at the start", "KWD 3.2505" },
		{ { ONCE(V("3.2505"), .currency = STR("KWD")), ONCE(V("1"), .currency = STR("KWD")),
		      END },
		    "KWD 3.2505 once at the start; and KWD 1 once at the start", "KWD 4.2505" },
		{ { ONCE(V("120"), .currency = STR("JPY")), ONCE(V("5"), .currency = STR("JPY")),
		      END },
		    "JPY 120 once at the start; and JPY 5 once at the start", "JPY 125" },
		{ { ONCE(V("1"), .currency = STR("KWD")), ONCE(V("2"), .currency = STR("KWD")),
		      END },
		    "KWD 1 once at the start; and KWD 2 once at the start", "KWD 3.000" },
		{ { ONCE(V("-1")), END }, "GBP -1 once at the start", "GBP -1" },
		{ { ONCE(V("1e3")), END },
		    "GBP 1e3 onetime at subscription_start (not computed: value \"1e3\" is not a "
		    "decimal)",
		    "?" },
		{ { ONCE(V(" 5 ")), END },
		    "GBP \xE2\x90\xA0"
		    "5\xE2\x90\xA0 onetime at subscription_start (not computed: value \" 5 \" is not a decimal)",
		    "?" },
		{ { ONCE(V("")), END },
		    "GBP ? onetime at subscription_start (not computed: no value)", "?" },
		{ { ONCE(V("1234567890123456789012345678901234567890")), END },
		    "GBP 1234567890123456789012345678901234567890 onetime at subscription_start (not "
		    "computed: value \"1234567890123456789012345678901234567890\" has too many "
		    "digits)",
		    "?" },
	};
	for (size_t i = 0; i < sizeof(amounts) / sizeof(*amounts); i++) {
		expect(charge_words_add_sentence, amounts[i].v, amounts[i].sentence);
		expect(charge_words_add_start, amounts[i].v, amounts[i].start);
	}
}

/* Case WA23 of tests/README.md. */
TEST(wa23_currencies_are_shown_as_sent)
{
	const struct charge v[] = { ONCE(V("9.99"), .currency = STR("gbp")),
		ONCE(V("9.99"), .currency = STR("\xE2\x82\xAC")),
		ONCE(V("9.99"), .currency = STR_NONE) };
	expect(charge_words_add_sentence, v,
	    "gbp 9.99 once at the start; and \xE2\x82\xAC 9.99 once at the start; and ? 9.99 onetime at "
	    "subscription_start (not computed: no currencyCode)");
	expect(charge_words_add_start, v, "2 currencies + ?");
}

TEST(an_overflowing_sum_is_reported)
{
	struct charge v[10];
	auto_buf b = { 0 };
	for (size_t i = 0; i < 10; i++)
		v[i] = (struct charge)ONCE(V("999999999"));
	charge_words_add_start(&b, v, 10, false);
	assert_string_equal(buf_z(&b), "GBP too large to add up");
}

/* The text after an amount, in a sentence and next to a later payment. */
TEST(payment_terms_are_described_without_the_amount)
{
	const struct {
		struct charge charge;
		const char *how, *course, *short_course;
	} cases[] = {
		{ ONCE(V("1.00")), "once at the start", "once", "once" },
		{ CHARGE(V("9.99"), .repeat_count = 12, .delay = 3),
		    "every month, 12 times, beginning after 3 months",
		    "every month, 12 times, beginning after 3 months",
		    "monthly, 12 times, after 3 months" },
		{ CHARGE(V("9.99")), "every month, from the start", "every month, no end",
		    "monthly, no end" },
		{ ONCE(V("1e3")),
		    "onetime at subscription_start (not computed: value \"1e3\" is not a decimal)",
		    "", "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf how = { 0 }, course = { 0 }, short_course = { 0 };
		charge_words_add_terms(&how, &cases[i].charge, false);
		charge_words_add_course(&course, &cases[i].charge);
		assert_string_equal(buf_z(&how), cases[i].how);
		assert_string_equal(buf_z(&course), cases[i].course);
		charge_words_add_short_course(&short_course, &cases[i].charge);
		assert_string_equal(buf_z(&short_course), cases[i].short_course);
	}
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
