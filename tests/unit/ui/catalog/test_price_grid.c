/* The offers of a campaign by tier and currency. */
#include "lib/test.h"
#include "model/catalog.h"
#include "ui/catalog/price_grid.h"

#include <locale.h>
#include <stdio.h>

#define MONEY(code, amount) .currency = STR(code), .value = STR(amount)
#define MONTHLY                                                                               \
	.type = STR("recurring"), .trigger = STR("subscription_start"), .repeat_interval = 1, \
	.interval_unit = STR("months"), .delay_unit = STR("months")
#define ONCE .type = STR("onetime"), .trigger = STR("order_date")
#define OFFER(path_, name_, ...)                                              \
	{                                                                     \
		.path = STR(path_), .name = STR(name_),                       \
		.charges = (const struct charge[]){ __VA_ARGS__ },            \
		.charges_n = sizeof((const struct charge[]){ __VA_ARGS__ }) / \
		    sizeof(struct charge)                                     \
	}

static void
expect(const struct catalog_item *v, size_t n, int width, bool ascii, const char *want)
{
	const struct check_items offers = { v, n };
	CLEANUP(doc_free) struct doc d = { .ascii = ascii };
	auto_buf got = { 0 };
	price_grid_doc(&d, &offers, STR("/offers/W"), width);
	for (size_t i = 0; i < d.lines.n; i++) {
		doc_write_line(&got, &d, i);
		while (got.n && got.p[got.n - 1] == ' ')
			got.n--;
		buf_addc(&got, '\n');
		if (d.lines.v[i].cell_count > width)
			fail_msg("line %zu has %d cells", i, d.lines.v[i].cell_count);
	}
	assert_string_equal(buf_z(&got), want);
}

#define N(v) (sizeof(v) / sizeof(*(v)))

TEST(rows_are_tiers_and_columns_are_currencies)
{
	const struct catalog_item v[] = {
		{ .path = STR("/offers/Other/x") },
		OFFER("/offers/W/digital-gbp", "Digital Monthly GBP",
		    { MONEY("GBP", "1.00"), ONCE },
		    { MONEY("GBP", "9.99"), MONTHLY, .repeat_count = 12, .delay = 3 }),
		OFFER("/offers/W/digital-usd", "Digital Monthly (usd)",
		    { MONEY("USD", "1.00"), ONCE },
		    { MONEY("USD", "11.99"), MONTHLY, .repeat_count = 12, .delay = 3 }),
		OFFER("/offers/W/gift", "Gift", { MONEY("EUR", "25"), ONCE }),
		OFFER("/offers/W/gift-us", "Gift America", { MONEY("USD", "25.00"), ONCE }),
		{ .path = STR("/offers/W/nothing"), .name = STR("Nothing yet") },
		{ .path = STR("/offers/W/same"),
		    .name = STR("As the gift"),
		    .price_reference = STR("/offers/W/gift") },
		{ .path = STR("/offers/W/wrong"),
		    .name = STR("As none"),
		    .price_reference = STR("/offers/W/none") },
		OFFER("/offers/Wide/x", "In another campaign", { MONEY("CHF", "1"), ONCE }),
	};
	expect(v, N(v), 100, false,
	    " OFFER            EUR      GBP                      USD\n"
	    " Digital Monthly  -        1.00 / 9.99 monthly x12  1.00 / 11.99 monthly x12\n"
	    " Gift             25 once  -                        25.00 once\n"
	    " As the gift      25 once  -                        -\n"
	    " no price found: Nothing yet\n"
	    " no price found: As none\n");
	expect(v, N(v), 60, false,
	    " OFFER            EUR      GBP\n"
	    " Digital Monthly  -        1.00 / 9.99 monthly x12\n"
	    " Gift             25 once  -\n"
	    " As the gift      25 once  -\n"
	    "\n"
	    " OFFER            USD\n"
	    " Digital Monthly  1.00 / 11.99 monthly x12\n"
	    " Gift             25.00 once\n"
	    " As the gift      -\n"
	    " no price found: Nothing yet\n"
	    " no price found: As none\n");
}

TEST(offers_that_would_share_a_cell_have_their_own_rows)
{
	const struct catalog_item v[] = {
		OFFER("/offers/W/a", "Plus Japan", { MONEY("JPY", "1200"), MONTHLY }),
		OFFER("/offers/W/b", "Plus JPY", { MONEY("JPY", "1300"), MONTHLY }),
		OFFER("/offers/W/c", "GBP", { MONEY("GBP", "5"), MONTHLY },
		    { MONEY("EUR", "6"), MONTHLY }),
		OFFER(
		    "/offers/W/d", "Only Japan", { MONEY("GBP", "0.0001"), .type = STR("usage") }),
		OFFER("/offers/W/e", "Later\x1B", { MONEY("gbp", "5"), MONTHLY, .delay = 1 }),
	};
	expect(v, N(v), 100, true,
	    " OFFER         EUR        GBP        JPY            gbp\n"
	    " Plus Japan    -          -          1,200 monthly  -\n"
	    " Plus JPY      -          -          1,300 monthly  -\n"
	    " GBP           6 monthly  5 monthly  -              -\n"
	    " Only Japan    -          ?          -              -\n"
	    " Later\\e       -          -          -              nothing / 5 monthly\n");
}

TEST(an_offer_alone_in_its_row_has_its_whole_name)
{
	const struct catalog_item v[] = {
		OFFER("/offers/W/solo", "Solo UK", { MONEY("GBP", "5"), MONTHLY }),
		OFFER("/offers/W/both", "Premium UK", { MONEY("GBP", "8"), MONTHLY },
		    { MONEY("EUR", "9"), MONTHLY }),
		OFFER("/offers/W/pair-uk", "Pair UK", { MONEY("GBP", "2"), MONTHLY }),
		OFFER("/offers/W/pair-eu", "Pair EU", { MONEY("EUR", "3"), MONTHLY }),
	};
	expect(v, N(v), 100, false,
	    " OFFER         EUR        GBP\n"
	    " Solo UK       -          5 monthly\n"
	    " Premium UK    9 monthly  8 monthly\n"
	    " Pair          3 monthly  2 monthly\n");
}

TEST(the_limit_on_offers_is_shown)
{
	static struct catalog_item many[1001];
	static char paths[1001][16];
	static struct charge charges[1001];
	static char codes[1001][5];
	auto_buf last = { 0 };
	CLEANUP(doc_free) struct doc d = { 0 };
	const struct check_items offers = { many, 1001 };
	for (size_t i = 0; i < 1001; i++) {
		snprintf(paths[i], sizeof(paths[i]), "/offers/W/%04zu", i);
		snprintf(codes[i], sizeof(codes[i]), "%04zu", i);
		charges[i].currency = str_of(codes[i]);
		many[i] = (struct catalog_item){
			.path = str_of(paths[i]), .charges = &charges[i], .charges_n = 1
		};
	}
	price_grid_doc(&d, &offers, STR("/offers/W"), 100);
	doc_write_line(&last, &d, d.lines.n - 1);
	assert_string_equal(
	    buf_z(&last), " Only the first 1000 offers and 64 currencies are shown.");
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
