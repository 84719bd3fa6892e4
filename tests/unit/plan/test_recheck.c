/* How often offers are in open baskets, and the total amount. */
#include "lib/test.h"
#include "model/catalog.h"
#include "plan/usage.h"

#include <string.h>

#define ITEM(to)                \
	{                       \
		.path = STR(to) \
	}
#define CHARGE(called, code, amount, delayed)                                            \
	{                                                                                \
		.name = STR(called), .currency = STR(code), .value = STR(amount),        \
		.type = STR("recurring"), .trigger = STR("subscription_start"),          \
		.repeat_interval = 1, .interval_unit = STR("months"), .repeat_count = 0, \
		.delay_trigger = STR("subscription_start"), .delay = delayed,            \
		.delay_unit = STR("months")                                              \
	}

TEST(items_of_open_baskets_count)
{
	const struct basket_item two[] = { ITEM("/offers2/a"), ITEM("/offers2/a"), ITEM("") };
	const struct basket_item one[] = { ITEM("/offers2/b") };
	const struct basket baskets[] = {
		{ .items = two, .items_n = 3 },
		{ .items = one, .items_n = 1 },
		{ .items = one, .items_n = 1, .completed = true },
		{ .items_n = 0 },
	};
	CLEANUP(plan_usage_free) struct plan_usage held = { 0 };
	assert_int_equal(plan_usage_count(&held, STR("/offers2/a")), 0);
	for (size_t i = 0; i < sizeof(baskets) / sizeof(*baskets); i++)
		plan_usage_add(&held, &baskets[i]);
	assert_int_equal(held.open_basket_count, 3);
	assert_int_equal(plan_usage_count(&held, STR("/offers2/a")), 2);
	assert_int_equal(plan_usage_count(&held, STR("/offers2/b")), 1);
	assert_int_equal(plan_usage_count(&held, STR("/offers2/c")), 0);
}

/* Later payments, refused changes and offers without a basket do not count. */
TEST(totals_due_at_the_start_are_summed)
{
	const struct charge charges[] = { CHARGE("now", "GBP", "1.00", 0),
		CHARGE("later", "GBP", "9.99", 3) };
	const struct charge yen[] = { CHARGE("now", "JPY", "1200", 0) };
	const struct catalog_item items[] = {
		{ .path = STR("/offers2/a"), .charges = charges, .charges_n = 2 },
		{ .path = STR("/offers2/j"), .charges = yen, .charges_n = 1 },
	};
	const struct check_items offers = { items, 2 };
	static const struct {
		const char *path, *charge, *currency, *old, *new, *baskets, *refused;
	} rows[] = {
		{ "/offers2/a", "now", "GBP", "1.00", "1.50", "3", "" },
		{ "/offers2/a", "later", "GBP", "9.99", "10.99", "3", "" },
		{ "/offers2/a", "now", "GBP", "1.00", "", "3", "why" },
		{ "/offers2/j", "now", "JPY", "1200", "1300", "2", "" },
		{ "/offers2/j", "now", "JPY", "1200", "1300", "", "" },
		{ "/offers2/gone", "now", "JPY", "1200", "1300", "5", "" },
	};
	CLEANUP(plan_free) struct plan p = { 0 };
	auto_buf out = { 0 };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct plan_row row = { .path = str_of(rows[i].path),
			.charge = str_of(rows[i].charge),
			.currency = str_of(rows[i].currency),
			.old = str_of(rows[i].old),
			.new = str_of(rows[i].new),
			.open_basket_count = str_of(rows[i].baskets),
			.refusal = str_of(rows[i].refused) };
		plan_add(&p, &row);
	}
	plan_usage_append_totals(&out, &p, &offers);
	assert_string_equal(
	    buf_z(&out), "GBP 3.00 before, 4.50 after; JPY 2400 before, 2600 after");
	buf_reset(&out);
	p.rows.n = 1;
	p.rows.v[0].open_basket_count = STR("99999999999999");
	plan_usage_append_totals(&out, &p, &offers);
	assert_string_equal(buf_z(&out), "GBP too large to add up");
}
