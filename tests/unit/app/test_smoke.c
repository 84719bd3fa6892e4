/* labels: smoke */
/* Counts that are the same on every machine, so that a change that makes the program slower is
 * noticed. The bounds are today's counts plus a margin. In a sanitizer build each text of an
 * arena is a separate allocation. */
#include "basket/row.h"
#include "lib/counted.h"
#include "lib/test.h"
#include "list/table.h"
#include "wire/basket.h"

#include <stdio.h>

enum { ROWS = 1000 };

static void
write_basket(struct buf *json, int i)
{
	buf_addf(json,
	    "{\"id\":\"basket-%08x-7a4d-4c93-8e16-%012x\",\"created\":\"2026-11-20T10:42:00Z\","
	    "\"customerDetails\":{\"email\":\"customer.%d@example.com\",\"firstName\":\"Mara\","
	    "\"lastName\":\"Ellison\"},\"orderItems\":[{\"name\":\"Weekend Print\",\"path\":"
	    "\"/offers/A/%d\",\"products\":[{\"path\":\"/products/p\",\"productCode\":\"P\"}]}],"
	    "\"tracking\":{\"offers\":[],\"campaign\":\"/offers/A\",\"tag\":\"/tags/a\"},"
	    "\"identities\":[],\"completed\":false}",
	    i * 7919, i, i, i % 10);
}

static void
fill(struct basket_row *rows, struct arena *texts, struct basket_common *common)
{
	auto_buf json = { 0 };
	auto_arena scratch = { 0 };
	struct basket b;
	struct err err;
	for (int i = 0; i < ROWS; i++) {
		buf_reset(&json);
		write_basket(&json, i);
		assert_true(basket_read(&b, &scratch, buf_str(&json), 0, &err));
		basket_row_fill(&rows[i], texts, common, &b);
		arena_reset(&scratch);
	}
}

TEST(a_row_uses_little_memory)
{
	static struct basket_row rows[ROWS];
	struct basket_common *common = basket_common_new();
	auto_arena texts = { 0 };
	counted_begin();
	fill(rows, &texts, common);
	print_message("%zu allocations and %zu bytes of texts a row, %zu of its own\n",
	    counted_allocations() / ROWS, texts.used / ROWS, sizeof(*rows));
	assert_in_range(texts.used / ROWS, 1, 130);
	assert_in_range(sizeof(*rows), 1, 160);
	assert_in_range(counted_allocations() / ROWS, 1, 16);
	assert_ptr_equal(rows[0].goods, rows[10].goods);
	assert_ptr_equal(rows[0].origin, rows[1].origin);
	basket_common_free(common);
}

/* A key typed in a filter checks all rows without allocating. */
TEST(a_filter_does_not_allocate)
{
	static struct basket_row rows[ROWS];
	static uint32_t numbers[ROWS];
	auto_arena texts = { 0 };
	CLEANUP(view_free) struct view view;
	CLEANUP(row_filter_free) struct row_filter filter;
	struct err err;
	fill(rows, &texts, NULL);
	assert_true(view_parse(&view, STR("baskets example.com 7@"), &err));
	assert_true(row_filter_init(&filter, &view, (struct age_context){ .now = 0 }, &err));
	struct shown_rows listed = {
		.view = &view, .filter = &filter, .rows = rows, .total_count = ROWS
	};
	counted_begin();
	size_t n = shown_rows_match(&listed, true, numbers);
	size_t times = counted_allocations();
	print_message("%zu of %d rows match, %zu allocations\n", n, ROWS, times);
	assert_in_range(n, 1, ROWS - 1);
	assert_int_equal(times, 0);
}

int
main(void)
{
	return counted_is_available() ? run_all_tests(NULL, NULL) : 0;
}
