/* labels: smoke */
/* Counts that are the same on every machine, so that a change that makes the program slower is
 * noticed. The bounds are today's counts plus a margin. */
#include "lib/counted.h"
#include "unit/service/calls.h"

static int
set_up_counted(void **state)
{
	if (!counted_is_available())
		return -1;
	int failed = set_up(state);
	struct fixture *f = *state;
	f->service.response_cache = response_cache_new(1 << 20);
	return failed;
}

static int
tear_down_counted(void **state)
{
	struct fixture *f = *state;
	response_cache_free(f->service.response_cache);
	return tear_down(state);
}

static bool
send_cached(struct fixture *f, const char *target)
{
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) } };
	const struct request rq = { .method = STR("GET"),
		.target = str_of(target),
		.headers = headers,
		.headers_n = 1,
		.id = "test-id" };
	response_free(&f->rs);
	counted_begin();
	return dispatch_if_quick(&f->service, &rq, &f->rs) == HTTP_ANSWERED;
}

#define COUNTED(name) TEST_WITH(name, set_up_counted, tear_down_counted)

/* A cached response costs only its headers, whatever the size of its body. */
COUNTED(a_cached_response_costs_almost_nothing)
{
	struct fixture *f = *state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	assert_true(send_cached(f, "/api/offers"));
	size_t times = counted_allocations(), bytes = counted_bytes();
	print_message("%zu allocations, %zu bytes\n", times, bytes);
	assert_in_range(times, 0, 4);
	assert_in_range(bytes, 0, 300);
	assert_true(response_body(&f->rs).n > 10000);
}

/* Requests a page whose target is not cached. */
static void
measure_page(struct fixture *f, int limit, size_t *times, size_t *bytes)
{
	char target[80];
	snprintf(target, sizeof(target), "/api/checkout/abandoned?limit=%d&anew=%d", limit, limit);
	counted_begin();
	assert_int_equal(ask(f, "GET", target), 200);
	*times = counted_allocations();
	*bytes = counted_bytes();
}

/* Rows are copied from the store directly into the body: no row is allocated separately. */
COUNTED(the_cost_of_a_page_does_not_depend_on_the_row_count)
{
	struct fixture *f = *state;
	size_t few, many, few_bytes, many_bytes;
	measure_page(f, 11, &few, &few_bytes); /* the first request opens what later ones reuse */
	measure_page(f, 10, &few, &few_bytes);
	measure_page(f, 50, &many, &many_bytes);
	print_message("%zu allocations of 10 rows, %zu of 50; %zu bytes for %zu\n", few, many,
	    many_bytes, response_body(&f->rs).n);
	assert_in_range(many, 0, few + 1);
	assert_in_range(many_bytes, 0, 3 * response_body(&f->rs).n / 2);
}

int
main(void)
{
	return counted_is_available() ? run_all_tests(NULL, NULL) : 0;
}
