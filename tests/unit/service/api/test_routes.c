/* Requests and responses without a socket: routing, refusals, pages. */
#include "demo/demo.h"
#include "lib/test.h"
#include "service/api/cursor.h"
#include "service/api/routes.h"
#include "service/demo/demo_load.h"
#include "service/openapi/openapi.h"
#include "store/ops.h"
#include "unit/service/set_faults.h"
#include "wire/basket.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <string.h>

TEST(every_endpoint_has_one_route)
{
	for (int e = 0; e < ENDPOINT_COUNT; e++) {
		int n = 0;
		for (size_t i = 0; i < routes_n; i++)
			n += !routes[i].own_page && routes[i].endpoint == (enum endpoint)e;
		assert_int_equal(n, 1);
	}
}

static void
is_schema_or_none(const char *name)
{
	if (name && !embedded_find(embedded_openapi, name))
		fail_msg("there is no schema %s", name);
}

/* /openapi.json describes each route, and refers only to schemas that exist. */
TEST(every_route_is_described_in_openapi)
{
	for (size_t i = 0; i < routes_n; i++) {
		assert_non_null(routes[i].handler);
		assert_non_null(routes[i].summary);
		is_schema_or_none(routes[i].request_schema);
		is_schema_or_none(routes[i].response_schema);
		is_schema_or_none(routes[i].errors);
	}
}

WITH_TOUR(paths_and_methods_must_match_exactly)
{
	struct fixture *f = *state;
	static const char *const missing[] = { "/", "/api/", "/api/checkout",
		"/api/checkout/abandoned/", "/api//checkout/abandoned", "/api/checkout/abandoned/x",
		"/API/checkout/abandoned", "/api/checkout%2Fabandoned",
		"/api/checkout/abandoned%00", "/api/checkout/abandone%6",
		"/api/x/../checkout/abandoned", "/healthz/x" };
	for (size_t i = 0; i < sizeof(missing) / sizeof(*missing); i++) {
		assert_int_equal(ask(f, "GET", missing[i]), 404);
		assert_true(body_has(f, "code", "not_found"));
		assert_true(body_has(f, "requestId", "test-id"));
	}
	assert_int_equal(ask(f, "GET", "/api/checkout/%61bandoned"), 200);
	assert_int_equal(ask(f, "HEAD", "/api/checkout/abandoned"), 200);
	assert_int_equal(ask(f, "POST", "/api/checkout/abandoned"), 405);
	assert_string_equal(header(f, "Allow"), "GET, HEAD");
	assert_int_equal(ask(f, "get", "/api/checkout/abandoned"), 405);
	assert_int_equal(ask(f, "DELETE", "/healthz"), 405);
	assert_int_equal(ask(f, "GET", "/healthz"), 200);
	assert_int_equal(ask(f, "GET", "/api"), 200);
	assert_int_equal(ask(f, "GET", "*"), 400);
}

WITH_TOUR(parameters_are_checked_by_name)
{
	static const char *const bad[] = { "limit=0", "limit=1001", "limit=-1", "limit=x",
		"limit=", "limit", "limit=5%20", "limit=99999999999999999999",
		"createdAfter=", "createdAfter=x", "createdAfter=2026-13-01",
		"createdAfter=2026-11-20T25:00", "limit=%00", "limit=%4", "limit=%zz" };
	struct fixture *f = *state;
	char target[200];
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		snprintf(target, sizeof(target), "/api/checkout/abandoned?%s", bad[i]);
		assert_int_equal(ask(f, "GET", target), 400);
		assert_true(body_has(f, "code", "bad_request"));
		if (!strchr(bad[i], '%'))
			assert_non_null(
			    strstr(buf_z(&f->rs.body), i < 8 ? "limit" : "createdAfter"));
	}
	assert_int_equal(
	    ask(f, "GET", "/api/checkout/abandoned?a=1&limit=1&b%0d%0ac=2&&Limit=3"), 200);
	assert_string_equal(header(f, "X-Ignored-Params"), "a, b%0D%0Ac, Limit");
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned?limit=1"), 200);
	assert_string_equal(header(f, "X-Ignored-Params"), "");
}

static size_t
items_n(const struct fixture *f)
{
	CLEANUP(json_scan_free) struct json_scan s;
	struct err err;
	json_scan_init(&s, &json_scan_client_rules);
	assert_true(json_scan_push(&s, buf_str(&f->rs.body), &err) && json_scan_end(&s, &err));
	size_t n = s.items.n;
	return n;
}

WITH_TOUR(created_after_accepts_many_formats)
{
	static const struct {
		const char *text;
		size_t n;
	} cases[] = {
		{ "2026-11-20T10:37:48.793Z", 0 },
		{ "2026-11-20T10:37:48.792Z", 1 },
		{ "2026-11-20T10:37:48.792", 1 },
		{ "2026-11-20T10:37:48.792%2B00:00", 1 },
		{ "2026-11-20T12:37:48.792+02:00", 1 },
		{ "2026-11-20T12:37:48.792 02:00", 1 },
		{ "2026-11-20T05:07:48.792-0530", 1 },
		{ "2026-11-20%2010:37", 1 },
		{ "2026-11-20T10:37", 1 },
		{ "2026-11-21", 0 },
		{ "0001-01-01", 50 },
	};
	struct fixture *f = *state;
	char target[200];
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		snprintf(target, sizeof(target), "/api/checkout/abandoned?createdAfter=%s",
		    cases[i].text);
		for (char *space; (space = strchr(target, ' '));)
			*space = '+';
		assert_int_equal(ask(f, "GET", target), 200);
		assert_int_equal(items_n(f), cases[i].n);
	}
}

static size_t
walk(struct fixture *f, const char *first, size_t limit, struct buf *bodies)
{
	char target[400];
	size_t n = 0;
	snprintf(target, sizeof(target), "/api/checkout/abandoned?limit=%zu%s", limit, first);
	for (int page = 0; page < 300; page++) {
		assert_int_equal(ask(f, "GET", target), 200);
		n += items_n(f);
		buf_adds(bodies, buf_str(&f->rs.body));
		struct str more = json_lex_find(buf_str(&f->rs.body), STR("queryMore"));
		if (!more.p)
			return n;
		assert_int_equal(items_n(f), limit);
		assert_in_range(more.n, 1, 202);
		snprintf(target, sizeof(target),
		    "/api/checkout/abandoned?limit=%zu%s&queryMore=%.*s", limit, first,
		    (int)more.n - 2, more.p + 1);
	}
	fail_msg("the walk does not end");
	return 0;
}

static bool
find_id(void *ctx, const struct demo_item *item, struct err *err)
{
	struct str rest = buf_str(ctx);
	size_t n = 0;
	auto_arena a = { 0 };
	struct basket b;
	assert_true(basket_read(&b, &a, item->json, 0, err));
	char quoted[120];
	int length = snprintf(quoted, sizeof(quoted), "{\"id\":\"%.*s\"", STR_ARG(b.id));
	for (size_t at; (at = str_find(rest, str_from(quoted, (size_t)length))) != SIZE_MAX; n++)
		rest = str_sub(rest, at + 1, rest.n);
	assert_int_equal(n, !b.completed);
	return true;
}

WITH_TOUR(a_walk_returns_every_basket_once)
{
	static const size_t limits[] = { 1, 7, 50, 239, 240, 241, 1000 };
	struct fixture *f = *state;
	struct err err;
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		auto_buf bodies = { 0 };
		assert_int_equal(walk(f, "", limits[i], &bodies), 240);
		assert_true(demo_make("tour", NOW, DEMO_BASKETS, find_id, &bodies, &err));
	}
	auto_buf bodies = { 0 };
	size_t week = walk(f, "&createdAfter=2026-11-13", 9, &bodies);
	assert_in_range(week, 50, 120);
	f->service.include_completed = true;
	assert_int_equal(walk(f, "", 50, &bodies), 243);
}

/* Newer, older and untimed baskets arrive between pages: the original 240 are returned once
 * each. */
WITH_TOUR(a_walk_is_complete_while_baskets_come_and_go)
{
	struct fixture *f = *state;
	struct err err;
	char target[400] = "/api/checkout/abandoned?limit=11", id[40];
	auto_buf bodies = { 0 };
	for (int page = 0; page < 60; page++) {
		assert_int_equal(ask(f, "GET", target), 200);
		buf_adds(&bodies, buf_str(&f->rs.body));
		struct str more = json_lex_find(buf_str(&f->rs.body), STR("queryMore"));
		if (!more.p)
			break;
		snprintf(target, sizeof(target), "/api/checkout/abandoned?limit=11&queryMore=%.*s",
		    (int)more.n - 2, more.p + 1);
		const int64_t times[] = { NOW + page, NOW - 40 * WHEN_DAY - page,
			NOW - page * WHEN_DAY / 2, WHEN_NONE };
		struct store_tx load;
		assert_true(store_begin(f->service.store, &load, STORE_WRITE, &err));
		for (int i = 0; i < 4 && page < 20; i++) {
			snprintf(id, sizeof(id), "come-%d-%d", page, i);
			struct store_basket b = { times[i], str_of(id), false,
				STR("{\"id\":\"c\"}") };
			assert_true(store_put_basket(&load, &b, &err));
		}
		assert_true(store_end(&load, true, &err));
	}
	assert_true(demo_make("tour", NOW, DEMO_BASKETS, find_id, &bodies, &err));
}

WITH_TOUR(cursors_are_bound_to_their_query)
{
	struct fixture *f = *state;
	char target[500], cursor[210];
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 200);
	struct str more = json_lex_find(buf_str(&f->rs.body), STR("queryMore"));
	snprintf(cursor, sizeof(cursor), "%.*s", (int)more.n - 2, more.p + 1);
	static const char *const mismatch = "/api/checkout/abandoned?createdAfter=2020-01-01";
	snprintf(target, sizeof(target), "%s&queryMore=%s", mismatch, cursor);
	assert_int_equal(ask(f, "GET", target), 400);
	assert_true(body_has(f, "code", "cursor_mismatch"));
	static const char *const bad[] = { "", "x", "AAAA", "%20", "hello-world",
		"AZm1W7zfvAr5AAABod09YH9iYXNrZXQtMDAwMDAwNDmZxQ4NxcHh5u21yf2vpibG" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		snprintf(target, sizeof(target), "/api/checkout/abandoned?queryMore=%s", bad[i]);
		assert_int_equal(ask(f, "GET", target), 400);
		assert_true(body_has(f, "code", "cursor_invalid"));
	}
	/* another notation of the same time, and another limit, continue the same walk */
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned?createdAfter=2026-10-01"), 200);
	more = json_lex_find(buf_str(&f->rs.body), STR("queryMore"));
	snprintf(target, sizeof(target),
	    "/api/checkout/abandoned?limit=3&createdAfter="
	    "2026-10-01T02:00%%2B02:00&queryMore=%.*s",
	    (int)more.n - 2, more.p + 1);
	assert_int_equal(ask(f, "GET", target), 200);
	assert_int_equal(items_n(f), 3);
}

WITH_TOUR(tokens_and_rights_are_needed)
{
	struct fixture *f = *state;
	buf_reset(&f->token);
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned?limit=0"), 401);
	assert_true(body_has(f, "code", "missing_credentials"));
	assert_string_equal(header(f, "WWW-Authenticate"), "Bearer realm=\"backroom\"");
	assert_int_equal(ask(f, "GET", "/healthz"), 200);
	add_token(&f->token, "catalog:write");
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 403);
	assert_true(body_has(f, "code", "forbidden"));
	assert_non_null(strstr(header(f, "WWW-Authenticate"), "scope=\"read\""));
	buf_reset(&f->token);
	buf_addz(&f->token, "Bearer garbage");
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 401);
	assert_true(body_has(f, "code", "invalid_token"));
	assert_null(strstr(buf_z(&f->rs.body), "length"));
}

WITH_TOUR(test_faults_occur_at_the_given_rate)
{
	struct fixture *f = *state;
	int failed = 0;
	set_faults(f, "502:4%");
	for (int i = 1; i <= 100; i++) {
		int status = ask(f, "GET", "/api/checkout/abandoned?limit=1");
		assert_int_equal(status, i % 25 ? 200 : 502);
		failed += status == 502;
		if (status == 502)
			assert_true(str_starts(buf_str(&f->rs.body), STR("{\"message\":\"")));
	}
	assert_int_equal(failed, 4);
	set_faults(f, "502:5%");
	for (int i = 1; i <= 200; i++)
		failed += ask(f, "GET", "/api/checkout/abandoned?limit=1") == 502;
	assert_int_equal(failed, 14);
}

static bool
broken_begin(struct store_tx *tx, struct err *err)
{
	(void)tx;
	return err_set(err, ERR_UPSTREAM, "the store failed: secret detail");
}

WITH_TOUR(a_store_failure_is_a_502_without_its_message)
{
	static const struct store_ops broken = { .begin = broken_begin };
	struct fixture *f = *state;
	struct store store = { .ops = &broken }, *real = f->service.store;
	f->service.store = &store;
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 502);
	f->service.store = real;
	assert_null(strstr(buf_z(&f->rs.body), "secret"));
	assert_true(str_starts(buf_str(&f->rs.body), STR("{\"message\":\"")));
	assert_null(json_lex_find(buf_str(&f->rs.body), STR("code")).p);
}

WITH_TOUR(bodies_must_be_json)
{
	struct fixture *f = *state;
	struct header_line type = { STR("content-type"), STR("text/plain") };
	struct request rq = { .method = STR("GET"),
		.target = STR("/healthz"),
		.headers = &type,
		.headers_n = 1,
		.body = STR("x"),
		.id = "test-id" };
	dispatch_request(&f->service, &rq, &f->rs);
	assert_int_equal(f->rs.status, 415);
	response_free(&f->rs);
	type.value = STR("Application/JSON ; charset=utf-8");
	dispatch_request(&f->service, &rq, &f->rs);
	assert_int_equal(f->rs.status, 200);
}

WITH_TOUR(long_targets_are_refused)
{
	struct fixture *f = *state;
	auto_buf target = { 0 };
	buf_addz(&target, "/api/checkout/abandoned?x=");
	buf_pad(&target, 'x', 8000);
	assert_int_equal(ask(f, "GET", buf_z(&target)), 414);
}

/* Large baskets: a page ends after an item, before it exceeds 6,000,000 bytes. */
WITH_TOUR(pages_are_cut_by_size)
{
	struct fixture *f = *state;
	struct err err;
	auto_buf json = { 0 }, bodies = { 0 };
	char id[30], target[400];
	struct store_tx load;
	assert_true(store_begin(f->service.store, &load, STORE_WRITE, &err));
	for (int i = 0; i < 20; i++) {
		buf_reset(&json);
		snprintf(id, sizeof(id), "big-%02d", i);
		buf_addf(&json, "{\"id\":\"%s\",\"x\":\"", id);
		buf_pad(&json, 'x', 900000);
		buf_addz(&json, "\"}");
		struct store_basket b = { NOW + i, str_of(id), false, buf_str(&json) };
		assert_true(store_put_basket(&load, &b, &err));
	}
	assert_true(store_end(&load, true, &err));
	snprintf(target, sizeof(target), "/api/checkout/abandoned?limit=1000");
	size_t total = 0, pages = 0;
	for (; pages < 10; pages++) {
		assert_int_equal(ask(f, "GET", target), 200);
		assert_in_range(f->rs.body.n, 1, PAGE_BYTES_MAX);
		struct str more = json_lex_find(buf_str(&f->rs.body), STR("queryMore"));
		total += items_n(f);
		if (!more.p)
			break;
		snprintf(target, sizeof(target),
		    "/api/checkout/abandoned?limit=1000&queryMore=%.*s", (int)more.n - 2,
		    more.p + 1);
	}
	assert_int_equal(total, 260);
	assert_int_equal(pages, 3);
}
