/* The effect of a plan: sums by currency and interval, and the range of its other changes. */
#include "lib/test.h"
#include "model/catalog.h"
#include "plan/effect.h"

#define CHARGE(id, code, amount, kind, interval)                                                 \
	{                                                                                        \
		.name = STR(id), .currency = STR(code), .value = STR(amount), .type = STR(kind), \
		.trigger = STR("subscription_start"), .repeat_interval = interval,                \
		.interval_unit = STR("months"), .repeat_count = CHARGE_NONE,                      \
		.delay = CHARGE_NONE                                                              \
	}

static struct plan_row *
add(struct plan *p, const char *charge, const char *currency, const char *old, const char *new)
{
	const struct plan_row row = { .path = STR("/offers2/a"),
		.charge = str_of(charge),
		.currency = str_of(currency),
		.attribute = STR("price"),
		.old = str_of(old),
		.new = str_of(new) };
	plan_add(p, &row);
	return &p->rows.v[p->rows.n - 1];
}

static void
expect_effect(const struct plan *p, const char *expected)
{
	const struct charge charges[] = {
		CHARGE("monthly", "GBP", "9.99", "recurring", 1),
		CHARGE("yearly", "GBP", "99.00", "recurring", 12),
		CHARGE("trial", "GBP", "1.00", "onetime", 0),
		CHARGE("usage", "EUR", "5", "usage", 0),
	};
	const struct catalog_item offer = {
		.path = STR("/offers2/a"), .charges = charges, .charges_n = 4
	};
	const struct check_items offers = { &offer, 1 };
	auto_buf text = { 0 };
	plan_append_effect(&text, p, &offers);
	assert_string_equal(buf_z(&text), expected);
}

static void
expect_others(const struct plan *p, const char *expected)
{
	auto_buf text = { 0 };
	plan_append_others(&text, p);
	assert_string_equal(buf_z(&text), expected);
}

TEST(amounts_of_different_intervals_and_currencies_are_not_added)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	expect_effect(&p, "");
	add(&p, "monthly", "GBP", "9.99", "10.49");
	add(&p, "yearly", "GBP", "99.00", "89.00");
	add(&p, "monthly", "GBP", "4.00", "3.00");
	add(&p, "trial", "GBP", "1.00", "0.99");
	add(&p, "usage", "EUR", "5", "6"); /* its interval is not known */
	add(&p, "monthly", "JPY", "1200", "1300");
	add(&p, "monthly", "GBP", "1.00", "2.00")->refusal = STR("not sent");
	expect_effect(&p,
	    "GBP monthly -0.50 on 2 prices\nGBP yearly -10.00 on 1 price\nGBP once -0.01 on 1 "
	    "price\nEUR +1.00 on 1 price\nJPY monthly +100 on 1 price");
}

TEST(attributes_are_counted)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	add(&p, "", "", "old label", "new label")->attribute = STR("label");
	expect_effect(&p, "1 change");
	add(&p, "monthly", "GBP", "1.00", "2.00");
	expect_effect(&p, "GBP monthly +1.00 on 1 price\n1 other change");
}

TEST(sums_that_are_too_large_are_reported)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	for (int i = 0; i < 10000; i++)
		add(&p, "monthly", "GBP", "0", "999999999.00");
	expect_effect(&p, "GBP monthly too large to add up on 10,000 prices");
}

TEST(other_changes_have_a_range)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	expect_others(&p, "");
	add(&p, "monthly", "GBP", "10.00", "1.00")->warning = STR("an eighth");
	expect_others(&p, "");
	add(&p, "monthly", "GBP", "10.00", "10.49");
	expect_others(&p, "1 other  raises of GBP 0.49");
	add(&p, "yearly", "GBP", "99.00", "107.99");
	add(&p, "trial", "GBP", "1.00", "0.50");
	expect_others(&p, "3 others  raises of GBP 0.49 to 8.99, cuts of GBP 0.50");
	add(&p, "monthly", "USD", "10.00", "12.00")->open_basket_count = STR("58");
	expect_others(&p, "4 others  raises of 4.9 to 20.0 %, cuts of 50.0 %, on 58 open baskets");
}
