/* The list of requests: the last ones are kept, as rows that filters find, and as curl. */
#include "access/sent_request.h"

#include "base/clock.h"
#include "lib/test.h"
#include "list/table.h"

#include <string.h>

static void
free_exchanges(struct exchanges **e)
{
	exchanges_free(*e);
}

static void
add(struct exchanges *e, const char *method, int status, const char *query, const char *body)
{
	exchanges_add(e,
	    &(struct exchange){ .ended_ticks = 1000,
		.duration_ms = status,
		.method = method,
		.operation = "getOffers",
		.http_status = status,
		.attempt = 1 },
	    STR("http://127.0.0.1:8/api/offers"), str_of(query), str_of(body), STR("r-1"),
	    str_of(status ? "" : "connection refused"));
}

TEST(the_last_requests_are_kept_newest_first)
{
	CLEANUP(free_exchanges) struct exchanges *e = exchanges_new();
	CLEANUP(sent_requests_free) struct sent_requests rows = { 0 };
	for (int i = 1; i <= EXCHANGES_MAX + 3; i++)
		add(e, "GET", i % 2 ? 200 : 0, "", "");
	assert_int_equal(exchanges_count(e), EXCHANGES_MAX);
	assert_int_equal(exchanges_nth_newest(e, 0)->number, EXCHANGES_MAX + 3);
	assert_int_equal(exchanges_nth_newest(e, EXCHANGES_MAX - 1)->number, 4);
	assert_null(exchanges_nth_newest(e, EXCHANGES_MAX));
	sent_requests_make(&rows, e, 50000, 3000);
	assert_int_equal(rows.list.n, EXCHANGES_MAX);
	assert_int_equal(rows.failed_count, EXCHANGES_MAX / 2);
	assert_int_equal(rows.list.v[0].ended_at, 48000);
	assert_true(str_eqz(rows.list.v[0].path, "/api/offers"));
	exchanges_clear(e);
	assert_null(exchanges_nth_newest(e, 0));
}

TEST(a_request_as_curl_is_safe_to_paste)
{
	CLEANUP(free_exchanges) struct exchanges *e = exchanges_new();
	CLEANUP(sent_requests_free) struct sent_requests rows = { 0 };
	auto_buf curl = { 0 };
	add(e, "PUT", 200, "?a='$(id)'", "{\"name\":\"O'Brien\"}");
	sent_requests_make(&rows, e, 0, 0);
	sent_request_write_curl(&curl, &rows.list.v[0], false);
	assert_string_equal(buf_z(&curl),
	    "curl -sS -H \"Authorization: Bearer $BACKROOM_TOKEN\" -X PUT "
	    "-H 'Content-Type: application/json' --data-raw '{\"name\":\"O'\\''Brien\"}' "
	    "'http://127.0.0.1:8/api/offers?a='\\''$(id)'\\'''");
}

/* A body of a megabyte is not kept, and a part of it would not be the request. */
TEST(long_texts_are_cut)
{
	enum { LONG = 1 << 20 };
	CLEANUP(free_exchanges) struct exchanges *e = exchanges_new();
	CLEANUP(sent_requests_free) struct sent_requests rows = { 0 };
	auto_buf body = { 0 }, curl = { 0 };
	for (int i = 0; i < LONG; i++)
		buf_addc(&body, 'x');
	add(e, "PUT", 200, buf_z(&body), buf_z(&body));
	sent_requests_make(&rows, e, 0, 0);
	assert_int_equal(rows.list.v[0].body.n, EXCHANGE_BODY_MAX);
	assert_int_equal(rows.list.v[0].query.n, EXCHANGE_QUERY_MAX);
	sent_request_write_curl(&curl, &rows.list.v[0], true);
	assert_null(strstr(buf_z(&curl), "--data-raw"));
	assert_null(strstr(buf_z(&curl), "Bearer"));
}

TEST(filters_find_failed_and_slow_requests)
{
	CLEANUP(free_exchanges) struct exchanges *e = exchanges_new();
	CLEANUP(sent_requests_free) struct sent_requests rows = { 0 };
	CLEANUP(table_free) struct table t;
	static const struct {
		const char *terms;
		size_t n;
	} cases[] = { { "", 3 }, { "status>=400", 1 }, { "status=none", 1 }, { "ms>300", 1 },
		{ "refused", 1 }, { "operation~^getO", 3 }, { "method=PUT", 0 } };
	add(e, "GET", 200, "", "");
	add(e, "GET", 502, "", "");
	add(e, "GET", 0, "", "");
	sent_requests_make(&rows, e, 0, 0);
	table_init(&t, &requests_resource);
	table_set_rows(&t, rows.list.v, rows.list.n);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct view view;
		struct err err;
		assert_true(view_parse_terms(&view, &requests_resource, str_of(cases[i].terms), &err));
		assert_true(table_set_view(&t, &view, (struct age_context){ .now = 0 }, &err));
		if (t.shown_numbers.n != cases[i].n)
			fail_msg("%s: %zu rows", cases[i].terms, t.shown_numbers.n);
	}
}
