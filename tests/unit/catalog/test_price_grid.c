/* The offers of a campaign by tier and currency. */
#include "catalog/price_grid.h"
#include "lib/test.h"
#include "model/catalog.h"

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

/* Compares the titles and cells of all columns but the paths, with one column per `|`. */
static void
expect(const struct catalog_item *v, size_t n, bool ascii, const char *want)
{
	const struct check_items offers = { v, n };
	const struct cell_context cells = { .ascii = ascii };
	CLEANUP(price_grid_free) struct price_grid g = { 0 };
	auto_buf got = { 0 };
	price_grid_collect(&g, &offers, STR("/offers/W"), ascii);
	const struct column *c = g.resource.columns;
	for (size_t k = 0; c[k + 1].id; k++)
		buf_addf(&got, "%s%s", k ? "|" : "", c[k].header);
	for (size_t i = 0; i < g.rows.n; i++) {
		for (size_t k = 0; c[k + 1].id; k++) {
			const struct placed_column p = { .column = &c[k] };
			buf_addz(&got, k ? "|" : "\n");
			column_write(&got, &p, &g.rows.v[i], STR_NONE, &cells);
		}
		const struct catalog_item *of_row[PRICE_GRID_CURRENCIES_MAX];
		size_t several = price_row_list_offers(&g.rows.v[i], of_row);
		if (several != 1)
			buf_addf(&got, "  %zu offers", several);
		if (!price_row_is_priced(&g.rows.v[i]))
			buf_addz(&got, "  no price");
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
	expect(v, N(v), false,
	    "OFFER|EUR|GBP|USD\n"
	    "Digital Monthly||1.00 / 9.99 monthly x12|1.00 / 11.99 monthly x12  2 offers\n"
	    "Gift|25 once||25.00 once  2 offers\n"
	    "Nothing yet|||  no price\n"
	    "As the gift|25 once||\n"
	    "As none|||  no price");
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
	expect(v, N(v), true,
	    "OFFER|EUR|GBP|JPY|gbp\n"
	    "Plus Japan|||1,200 monthly|\n"
	    "Plus JPY|||1,300 monthly|\n"
	    "GBP|6 monthly|5 monthly||\n"
	    "Only Japan||?||\n"
	    "Later\\e||||nothing / 5 monthly");
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
	expect(v, N(v), false,
	    "OFFER|EUR|GBP\n"
	    "Solo UK||5 monthly\n"
	    "Premium UK|9 monthly|8 monthly\n"
	    "Pair|3 monthly|2 monthly  2 offers");
}

/* A currency sorts by the amount at its start. A text that is not a code gets another name in
 * VIEWs. */
TEST(columns_are_named_by_currency)
{
	const struct catalog_item v[] = {
		OFFER("/offers/W/a", "A", { MONEY("EUR", "10.50"), MONTHLY }),
		OFFER("/offers/W/b", "B", { MONEY("EUR", "9.99"), MONTHLY }),
		OFFER("/offers/W/c-eu", "C EU", { MONEY("EUR", "1"), ONCE },
		    { MONEY("EUR", "20"), MONTHLY, .delay = 1 }),
		OFFER("/offers/W/c-x", "C xx", { MONEY("xx", "1"), ONCE }),
	};
	const struct check_items offers = { v, N(v) };
	CLEANUP(price_grid_free) struct price_grid g = { 0 };
	CLEANUP(view_free) struct view view;
	struct err err;
	price_grid_collect(&g, &offers, STR("/offers/W"), false);
	const struct column *eur = column_find(g.resource.columns, STR("EUR"));
	assert_non_null(eur);
	assert_non_null(column_find(g.resource.columns, STR("currency-2")));
	assert_true(view_parse_terms(&view, &g.resource, STR("EUR:9.99 sort=EUR"), &err));
	const struct row_sort by = row_sort_of(&view);
	assert_int_equal(row_sort_compare(&by, &g.rows.v[1], &g.rows.v[0]), -1);
	assert_int_equal(row_sort_compare(&by, &g.rows.v[2], &g.rows.v[1]), -1);
	CLEANUP(row_filter_free) struct row_filter filter;
	assert_true(row_filter_init(&filter, &view, (struct age_context){ .now = 0 }, &err));
	assert_false(row_filter_match(&filter, &g.rows.v[0], STR_NONE));
	assert_true(row_filter_match(&filter, &g.rows.v[1], STR_NONE));
}

TEST(offers_and_currencies_are_limited)
{
	static struct catalog_item many[1001];
	static char paths[1001][16];
	static struct charge charges[1001];
	static char codes[1001][5];
	CLEANUP(price_grid_free) struct price_grid g = { 0 };
	const struct check_items offers = { many, 1001 };
	for (size_t i = 0; i < 1001; i++) {
		snprintf(paths[i], sizeof(paths[i]), "/offers/W/%04zu", i);
		snprintf(codes[i], sizeof(codes[i]), "%04zu", i);
		charges[i].currency = str_of(codes[i]);
		many[i] = (struct catalog_item){
			.path = str_of(paths[i]), .charges = &charges[i], .charges_n = 1
		};
	}
	price_grid_collect(&g, &offers, STR("/offers/W"), false);
	assert_true(g.is_truncated);
	assert_int_equal(g.offer_count, 1000);
	assert_int_equal(g.currency_count, PRICE_GRID_CURRENCIES_MAX);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
