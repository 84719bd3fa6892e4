/* Charges as rows of a list: their cells in words, texts as they were sent, and their order. */
#include "catalog/charge_row.h"
#include "lib/test.h"

#include <locale.h>

static struct charge_row
row_of(struct arena *a, const char *json)
{
	struct charge_row row;
	charge_row_ops.fill_row(&row, a, str_of(json), 0);
	return row;
}

/* Compares the texts of some columns, separated by |. */
static void
expect(const char *json, const char *columns, const char *want)
{
	auto_arena a = { 0 };
	struct charge_row row = row_of(&a, json);
	auto_buf got = { 0 };
	struct str rest = str_of(columns), id;
	const struct cell_context cells = { .as_data = true };
	while (str_next(&rest, ' ', &id)) {
		const struct placed_column c = { .column = column_find(charge_columns, id) };
		assert_non_null(c.column);
		buf_addz(&got, got.n ? "|" : "");
		column_write(&got, &c, &row, STR_NONE, &cells);
	}
	assert_string_equal(buf_z(&got), want);
}

#define WORDS "name value when every times after"
#define MEMBERS                                                                         \
	"currencyCode repeat_interval repeat_interval_type repeat_count delay_trigger " \
	"delay_interval delay_interval_type attributes"

TEST(rows_show_the_meaning_and_the_raw_members)
{
	static const char once[] =
	    "{\"name\":\"intro\",\"currencyCode\":\"GBP\",\"value\":\"1.00\",\"type\":\"onetime\","
	    "\"trigger\":\"order_date\",\"repeat_interval\":0,\"repeat_interval_type\":\"months\","
	    "\"repeat_count\":0,\"delay_trigger\":null,\"delay_interval\":null,\"attributes\":{}}";
	static const char monthly[] =
	    "{\"name\":\"m\",\"currencyCode\":\"GBP\",\"value\":\"9.99\",\"type\":\"recurring\","
	    "\"trigger\":\"subscription_start\",\"repeat_interval\":1,\"repeat_interval_type\":"
	    "\"months\",\"repeat_count\":12,\"delay_interval\":3,\"delay_interval_type\":\"months\","
	    "\"attributes\":{\"a\": 1.50}}";
	expect(once, WORDS, "intro|GBP 1.00|with the order||once|");
	expect(once, MEMBERS, "GBP|0|months|0|null|null||{}");
	expect(monthly, WORDS, "m|GBP 9.99|after 3 months|every month|12 times|3 months");
	expect(
	    "{\"type\":\"recurring\",\"trigger\":\"subscription_start\",\"currencyCode\":\"GBP\","
	    "\"value\":\"1\",\"repeat_interval\":4,\"repeat_interval_type\":\"weeks\"}",
	    "when every times after", "at the start|every 4 weeks|no end|");
	expect("{\"trigger\":\"full_moon\"}", "when", "full_moon");
	expect(monthly, MEMBERS, "GBP|1|months|12||3|months|{\"a\": 1.50}");
}

/* WA22: spaces around an amount belong to it, and are visible after a currency. */
TEST(wa22_spaces_around_an_amount_are_visible)
{
	expect("{\"currencyCode\":\"GBP\",\"value\":\" 5 \"}", "value",
	    "GBP \xE2\x90\xA0"
	    "5\xE2\x90\xA0");
}

/* WA19: null, empty and absent are shown differently. WA24: odd numbers are shown as sent. */
TEST(wa19_wa24_odd_members_are_visible)
{
	expect("{\"name\":null,\"label\":\"\"}", "name label type value every times after",
	    "null|\"\"||? ?|every ? ?|no end|");
	expect("{\"type\":\"recurring\",\"repeat_count\":-1,\"repeat_interval\":0,"
	       "\"delay_interval\":3}",
	    "every times after", "every 0 ?|-1 times|3 ?");
	expect("{\"type\":\"recurring\",\"repeat_count\":\"12\",\"repeat_interval\":1.5}",
	    "every times repeat_count repeat_interval", "every ? ?|? times|12|1.5");
	expect("7", "name", "");
}

/* Asserts that the first charge sorts before the second by that column. */
static void
expect_order(const char *column, const char *first, const char *second)
{
	auto_arena a = { 0 };
	struct charge_row x = row_of(&a, first), y = row_of(&a, second);
	const struct row_sort sort = { .ops = &charge_row_ops,
		.columns = { column_find(charge_columns, str_of(column)) },
		.n = 1 };
	const struct row_sort none = { .ops = &charge_row_ops };
	assert_true(row_sort_compare(&sort, &x, &y) < 0);
	assert_true(row_sort_compare(&sort, &y, &x) > 0);
	assert_int_equal(row_sort_compare(&none, &x, &y), 0);
}

#define CHARGE(value, every, unit, times, delay)                                                \
	"{\"currencyCode\":\"GBP\",\"value\":\"" value "\",\"type\":\"recurring\",\"trigger\":" \
	"\"order_date\",\"repeat_interval\":" every ",\"repeat_interval_type\":\"" unit         \
	"\",\"repeat_count\":" times ",\"delay_interval\":" delay                               \
	",\"delay_interval_type\":\"weeks\"}"

TEST(charges_are_sorted_by_money_and_time)
{
	expect_order(
	    "value", CHARGE("9.99", "1", "days", "0", "0"), CHARGE("10.00", "1", "days", "0", "0"));
	expect_order(
	    "value", CHARGE("9.99", "1", "days", "0", "0"), CHARGE("1e3", "1", "days", "0", "0"));
	expect_order(
	    "every", CHARGE("1", "4", "weeks", "0", "0"), CHARGE("1", "12", "months", "0", "0"));
	expect_order(
	    "times", CHARGE("1", "1", "days", "2", "0"), CHARGE("1", "1", "days", "12", "0"));
	expect_order(
	    "times", CHARGE("1", "1", "days", "12", "0"), CHARGE("1", "1", "days", "0", "0"));
	expect_order(
	    "after", CHARGE("1", "1", "days", "0", "2"), CHARGE("1", "1", "days", "0", "10"));
}

/* Every charge of an offer has its own id, whatever their names. */
TEST(charges_with_the_same_name_have_their_own_ids)
{
	static const char *const names[] = { "x", "y", "x", "x#2", "", "x", "" };
	static const char *const ids[] = { "x#1", "y#1", "x#2", "x#2#1", "#1", "x#3", "#2" };
	enum { N = sizeof(names) / sizeof(*names) };
	struct charge_row rows[N] = { 0 };
	auto_arena a = { 0 };
	for (size_t i = 0; i < N; i++)
		rows[i].name = str_of(names[i]);
	charge_rows_set_ids(rows, N, &a);
	for (size_t i = 0; i < N; i++)
		assert_true(str_eqz(row_id(&charge_row_ops, &rows[i]), ids[i]));
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
