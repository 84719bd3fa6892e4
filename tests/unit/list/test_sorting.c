/* Sorting many rows gives the same order as comparing them in pairs, for every column, whether
 * all rows come at once or a few after many. */
#include "base/utf8.h"
#include "basket/row.h"
#include "lib/test.h"
#include "list/table.h"

#include <locale.h>
#include <stdio.h>

enum { ROWS = 300 };

struct many {
	struct arena texts;
	struct basket_row rows[ROWS];
};

static unsigned
next(unsigned *seed)
{
	return (*seed = *seed * 1103515245u + 12345u) >> 16;
}

/* Names whose common beginning is longer than a machine word, names that differ by case or
 * accents, or missing names. */
static void
fill_row(struct basket_row *row, struct arena *texts, unsigned *seed, int i)
{
	static const char *const names[] = { "Alexandra Smith", "Alexandra Smythe",
		"alexandra smith", "\xC3\x89mile", "Emile", "Emil", "\xE5\xB1\xB1\xE7\x94\xB0",
		"\xF0\x9F\x8E\x89", "Z", "z\xC3\xBCrich",
		("Stra\xC3\x9F"
		 "e"),
		"STRASSE", "" };
	static const char *const items[] = { "Seat 10", "seat 9", "Annual", "\xC3\x84rger", "" };
	char json[600];
	snprintf(json, sizeof(json),
	    "{\"id\":\"%c%u-%d\",\"created\":\"2026-11-%02uT10:00:00.000Z\","
	    "\"customerDetails\":{\"lastName\":\"%s\",\"email\":\"%s\"},"
	    "\"orderItems\":[{\"name\":\"%s\"}]}",
	    next(seed) % 2 ? 'b' : 'B', next(seed) % 50, i, next(seed) % 28 + 1,
	    names[next(seed) % 13], next(seed) % 3 ? "x@example.org" : "", items[next(seed) % 5]);
	basket_row_ops.fill_row(row, texts, str_of(json), 0);
	assert_true(row->id.n > 0);
	assert_int_equal(row->items_n, 1);
}

static void
fill(struct many *m)
{
	unsigned seed = 1;
	for (int i = 0; i < ROWS; i++)
		fill_row(&m->rows[i], &m->texts, &seed, i);
}

static bool
is_after(const struct row_sort *by, const struct basket_row *rows, uint32_t a, uint32_t b)
{
	int order = row_sort_compare(by, &rows[a], &rows[b]);
	return order > 0 || (order == 0 && by->own_reversed != (a > b));
}

/* Insertion sort, one row at a time. */
static void
sort_slowly(const struct row_sort *by, const struct many *m, uint32_t numbers[ROWS])
{
	for (uint32_t i = 0; i < ROWS; i++) {
		uint32_t at = i;
		for (; at > 0 && is_after(by, m->rows, numbers[at - 1], i); at--)
			numbers[at] = numbers[at - 1];
		numbers[at] = i;
	}
}

/* Sorts `first` rows, then the rest in steps of `step` rows. */
static void
check(const struct view *view, const struct many *m, uint32_t first, uint32_t step)
{
	uint32_t expected[ROWS], numbers[ROWS], n = 0;
	const struct row_sort by = row_sort_of(view);
	sort_slowly(&by, m, expected);
	for (uint32_t more = first; n < ROWS; more = step) {
		uint32_t sorted = n;
		for (; more && n < ROWS; more--, n++)
			numbers[n] = n;
		rows_sort(view, m->rows, numbers, n, sorted);
	}
	for (uint32_t i = 0; i < ROWS; i++)
		if (numbers[i] != expected[i])
			fail_msg("sort=%s%.*s and %zu more: %u is row %u, not %u",
			    by.descending[0] ? "-" : "", STR_ARG(view->sorts[0].column), by.n - 1,
			    i, numbers[i], expected[i]);
}

static void
check_line(const struct many *m, const char *line)
{
	CLEANUP(view_free) struct view view;
	struct err err;
	if (!view_parse(&view, str_of(line), &err))
		fail_msg("%s: %s", line, err.text);
	check(&view, m, ROWS, ROWS);
	check(&view, m, 200, 7);
	check(&view, m, 1, 1);
}

TEST(a_second_column_orders_rows_that_the_first_leaves_equal)
{
	static struct many m;
	uint32_t numbers[ROWS];
	CLEANUP(view_free) struct view view;
	struct err err;
	fill(&m);
	assert_true(view_parse(&view, STR("baskets sort=items,-created"), &err));
	for (uint32_t i = 0; i < ROWS; i++)
		numbers[i] = i;
	rows_sort(&view, m.rows, numbers, ROWS, 0);
	bool by_time_alone = true;
	for (uint32_t i = 1; i < ROWS; i++) {
		const struct basket_row *a = &m.rows[numbers[i - 1]], *b = &m.rows[numbers[i]];
		int order =
		    text_compare_folded(basket_row_item(a, NULL), basket_row_item(b, NULL));
		assert_true(order < 0 || a->created >= b->created || !basket_row_item(b, NULL).n);
		by_time_alone = by_time_alone && a->created >= b->created;
	}
	assert_false(by_time_alone);
}

TEST(columns_sort_many_rows_as_they_compare_two)
{
	static struct many m;
	unsigned columns = 0;
	fill(&m);
	for (const struct column *c = view_find_resource("baskets")->columns; c->id; c++)
		for (int turned = 0; turned < 2 && !(c->flags & COLUMN_IF_NAMED); turned++) {
			char line[90];
			const char *sign = turned ? "-" : "";
			snprintf(line, sizeof(line), "baskets sort=%s%s", sign, c->id);
			check_line(&m, line);
			snprintf(line, sizeof(line), "baskets sort=%s%s,%s%s", sign, c->id,
			    columns % 3 ? "-" : "", strcmp(c->id, "person") ? "person" : "items");
			check_line(&m, line);
			columns++;
		}
	assert_in_range(columns, 16, 60);
	arena_free(&m.texts);
}

/* Enough rows for the partitioned sort. */
TEST(thousands_of_rows_are_sorted)
{
	static const char *const orders[] = { "person", "-person", "items", "-items", "email" };
	enum { MANY = SORT_PARTITION_MIN + 1000 };
	struct basket_row *rows = x_new_array(struct basket_row, MANY);
	uint32_t *numbers = x_new_array(uint32_t, MANY);
	auto_arena texts = { 0 };
	unsigned seed = 1;
	for (int i = 0; i < MANY; i++)
		fill_row(&rows[i], &texts, &seed, i);
	for (size_t k = 0; k < sizeof(orders) / sizeof(*orders); k++) {
		char line[60];
		CLEANUP(view_free) struct view view;
		struct err err;
		bool seen[MANY] = { false };
		snprintf(line, sizeof(line), "baskets sort=%s", orders[k]);
		assert_true(view_parse(&view, str_of(line), &err));
		const struct row_sort by = row_sort_of(&view);
		for (uint32_t i = 0; i < MANY; i++)
			numbers[i] = i;
		rows_sort(&view, rows, numbers, MANY, 0);
		for (uint32_t i = 0; i < MANY; i++) {
			assert_false(seen[numbers[i]]);
			seen[numbers[i]] = true;
			if (i && is_after(&by, rows, numbers[i - 1], numbers[i]))
				fail_msg("%s: row %u is not behind", line, i);
		}
	}
	x_free(rows);
	x_free(numbers);
}

TEST(an_empty_list_is_sorted)
{
	CLEANUP(view_free) struct view view;
	struct err err;
	assert_true(view_parse(&view, STR("baskets sort=person"), &err));
	rows_sort(&view, NULL, NULL, 0, 0);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
