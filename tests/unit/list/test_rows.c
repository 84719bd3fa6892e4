/* Rows sorted in both directions: unknown values are always last. */
#include "list/rows.h"

#include "basket/row.h"
#include "catalog/charge_row.h"
#include "catalog/item_row.h"
#include "lib/test.h"
#include "list/table.h"
#include "model/when.h"

static void
expect(struct table *t, const char *terms, const char *order)
{
	struct view view;
	struct err err;
	auto_buf got = { 0 };
	assert_true(view_parse_terms(&view, t->view.resource, str_of(terms), &err));
	assert_true(table_set_view(t, &view, (struct age_context){ .now = 0 }, &err));
	struct shown_rows all = table_shown_rows(t);
	for (size_t i = 0; i < all.n; i++)
		buf_addf(&got, "%s%.*s", i ? " " : "", STR_ARG(shown_rows_id(&all, i)));
	assert_string_equal(buf_z(&got), order);
}

#define MONEY(units)                    \
	{                               \
		STR("GBP"), units, true \
	}

TEST(unknown_values_stay_last_in_either_direction)
{
	const struct item_row rows[] = {
		{ .id = STR("a"), .path = STR("/a"), .name = STR("Ash"), .modified = WHEN_NONE },
		{ .id = STR("b"),
		    .path = STR("/b"),
		    .name = STR("Birch"),
		    .modified = 20,
		    .later_money = MONEY(500) },
		{ .id = STR("c"), .path = STR("/c"), .modified = 30, .later_money = MONEY(300) },
		{ .id = STR("d"), .path = STR("/d"), .name = STR("Dogwood"), .modified = 10 },
	};
	CLEANUP(table_free) struct table t;
	table_init(&t, view_find_resource("offers"));
	table_set_rows(&t, rows, sizeof(rows) / sizeof(*rows));
	expect(&t, "", "a b c d");
	expect(&t, "sort=then", "c b a d");
	expect(&t, "sort=-then", "b c d a");
	expect(&t, "sort=modified", "d b c a");
	expect(&t, "sort=-modified", "c b d a");
	expect(&t, "sort=name", "a b d c");
	expect(&t, "sort=-name", "d b a c");
}

/* Charges keep their original order if a column has equal values. */
TEST(charges_that_cannot_be_computed_stay_last)
{
	const struct charge_row rows[] = {
		{ .id = STR("odd"), .payments_uncomputable = true, .interval_days = 9 },
		{ .id = STR("year"), .interval_days = 365 },
		{ .id = STR("month"), .interval_days = 30 },
		{ .id = STR("odder"), .payments_uncomputable = true, .interval_days = 400 },
	};
	CLEANUP(table_free) struct table t;
	table_init(&t, &charge_resource);
	table_set_rows(&t, rows, sizeof(rows) / sizeof(*rows));
	expect(&t, "sort=every", "month year odd odder");
	expect(&t, "sort=-every", "year month odder odd");
}

/* Baskets with the same time are sorted by id, in the column's direction. */
TEST(baskets_without_a_time_or_a_company_stay_last)
{
	const struct basket_row rows[] = {
		{ .id = STR("a"), .created = WHEN_NONE, .company = STR("Acme") },
		{ .id = STR("b"), .created = 20 },
		{ .id = STR("c"), .created = 10, .company = STR("Bolt") },
		{ .id = STR("d"), .created = 20, .company = STR("Cog") },
	};
	CLEANUP(table_free) struct table t;
	table_init(&t, view_find_resource("baskets"));
	table_set_rows(&t, rows, sizeof(rows) / sizeof(*rows));
	expect(&t, "sort=created", "c b d a");
	expect(&t, "sort=-created", "d b c a");
	expect(&t, "sort=age", "d b c a");
	expect(&t, "sort=-age", "c b d a");
	expect(&t, "sort=company", "a c d b");
	expect(&t, "sort=-company", "d c a b");
}
