/* POST /feed and GET /feed: who may feed, results by line, and what readers see afterwards. */
#include "base/mem.h"
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define LINES "Content-Type: application/x-ndjson\r\n"
#define BASKET(seq, id)                                               \
	"{\"kind\":\"basket\",\"seq\":" seq ",\"item\":{\"id\":\"" id \
	"\",\"created\":\"2026-11-20T10:41:00Z\",\"completed\":false}}\n"

struct fixture {
	struct api *api;
	struct buf token; /* the scope ingest and the root * */
};

static int
set_up(void **state)
{
	struct fixture *f = x_new(struct fixture);
	f->api = api_open(NULL);
	service_token(
	    f->api->service, (const char *const[]){ "--scope", "ingest", NULL }, &f->token);
	*state = f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	int ended = api_close(f->api);
	buf_free(&f->token);
	x_free(f);
	return ended;
}

#define WITH_SERVICE(name) TEST_WITH(name, set_up, tear_down)

/* Calls a page of the service; the answer is that of the api. Returns the status. */
static int
call(struct fixture *f, const char *token, const char *method, const char *target,
    const char *headers, const char *body)
{
	struct api *a = f->api;
	http_free(&a->answer);
	assert_true(http_call(service_port(a->service), method, target, token, headers,
	    body ? str_of(body) : STR_NONE, &a->answer));
	return a->answer.status;
}

static void
feed(struct fixture *f, const char *lines, const char *results)
{
	assert_int_equal(call(f, buf_z(&f->token), "POST", "/feed?source=shop", LINES, lines), 200);
	assert_string_equal(buf_z(&f->api->answer.body), results);
}

static void
check_position(struct fixture *f, const char *source, const char *want)
{
	char target[80];
	snprintf(target, sizeof(target), "/feed?source=%s", source);
	assert_int_equal(call(f, buf_z(&f->token), "GET", target, NULL, NULL), 200);
	assert_string_equal(buf_z(&f->api->answer.body), want);
}

WITH_SERVICE(each_line_has_a_result_and_is_applied_once)
{
	struct fixture *f = *state;
	static const char lines[] = BASKET("1", "fed-1") "\n" BASKET(
	    "2", "fed-2") "{\"op\":\"complete\",\"kind\":\"basket\",\"seq\":3,\"id\":\"fed-2\"}\n"
			  "{\"op\":\"complete\",\"kind\":\"basket\",\"seq\":4,\"id\":\"none\"}\n"
			  "{\"op\":\"remove\",\"kind\":\"basket\",\"seq\":5,\"id\":\"none\"}\n"
			  "oops";
	check_position(f, "shop", "{\"source\":\"shop\",\"seq\":null}");
	feed(f, lines,
	    "{\"line\":1,\"seq\":1,\"result\":\"done\"}\n"
	    "{\"line\":3,\"seq\":2,\"result\":\"done\"}\n"
	    "{\"line\":4,\"seq\":3,\"result\":\"done\"}\n"
	    "{\"line\":5,\"seq\":4,\"result\":\"refused\",\"error\":\"there is no basket \\\"none\\\"\"}\n"
	    "{\"line\":6,\"seq\":5,\"result\":\"unchanged\"}\n"
	    "{\"line\":7,\"result\":\"refused\",\"error\":\"not valid JSON at byte 0: a value was "
	    "expected\"}\n");
	assert_string_equal(api_header(f->api, "Content-Type"), "application/x-ndjson");
	check_position(f, "shop", "{\"source\":\"shop\",\"seq\":5}");
	check_position(f, "other", "{\"source\":\"other\",\"seq\":null}");
	feed(f, BASKET("5", "fed-3") BASKET("6", "fed-4"),
	    "{\"line\":1,\"seq\":5,\"result\":\"skipped\"}\n"
	    "{\"line\":2,\"seq\":6,\"result\":\"done\"}\n");
	assert_int_equal(api_get(f->api, "/checkout/abandoned?limit=3"), 200);
	assert_string_equal(api_value(f->api, "items.0.id"), "fed-4");
	assert_string_equal(api_value(f->api, "items.1.id"), "fed-1");
	assert_int_equal(api_page(f->api, "/metrics"), 200);
	assert_true(api_body_contains(f->api, "backroom_feed_lines_total{result=\"done\"} 4\n"));
	assert_true(api_body_contains(f->api, "backroom_feed_lines_total{result=\"refused\"} 2\n"));
}

/* A response is cached from its second request on. */
WITH_SERVICE(a_cached_page_is_not_served_after_a_feed)
{
	struct fixture *f = *state;
	char commit[60];
	for (int i = 0; i < 3; i++)
		assert_int_equal(api_get(f->api, "/checkout/abandoned?limit=1"), 200);
	feed(f, BASKET("1", "fed-1"), "{\"line\":1,\"seq\":1,\"result\":\"done\"}\n");
	for (int i = 0; i < 3; i++) {
		assert_int_equal(api_get(f->api, "/checkout/abandoned?limit=1"), 200);
		assert_string_equal(api_value(f->api, "items.0.id"), "fed-1");
	}
	feed(f, "{\"op\":\"remove\",\"kind\":\"basket\",\"seq\":2,\"id\":\"fed-1\"}",
	    "{\"line\":1,\"seq\":2,\"result\":\"done\"}\n");
	assert_int_equal(api_get(f->api, "/checkout/abandoned?limit=1"), 200);
	assert_string_not_equal(api_value(f->api, "items.0.id"), "fed-1");
	for (int i = 0; i < 3; i++)
		assert_int_equal(api_get(f->api, "/segments?path=/segments/premium"), 200);
	assert_int_equal(api_count(f->api, "items"), 1);
	snprintf(commit, sizeof(commit), "%s", api_value(f->api, "commitId"));
	feed(f, "{\"op\":\"remove\",\"kind\":\"segment\",\"seq\":3,\"path\":\"/segments/premium\"}",
	    "{\"line\":1,\"seq\":3,\"result\":\"done\"}\n");
	assert_int_equal(api_get(f->api, "/segments?path=/segments/premium"), 200);
	assert_int_equal(api_count(f->api, "items"), 0);
	assert_string_not_equal(api_value(f->api, "commitId"), commit);
}

/* A walk goes on after the item at which a page ended was removed. */
WITH_SERVICE(a_cursor_survives_the_removal_of_its_item)
{
	struct fixture *f = *state;
	char last[200], line[400], target[700];
	assert_int_equal(api_get(f->api, "/segments?opt.all=true&opt.pageSize=2"), 200);
	snprintf(last, sizeof(last), "%s", api_value(f->api, "items.1.path"));
	snprintf(target, sizeof(target),
	    "/segments?opt.all=true&opt.pageSize=2&opt.queryMoreFrom=%s&opt.queryMoreAlias=%s",
	    api_value(f->api, "queryMore.from"), api_value(f->api, "queryMore.alias"));
	assert_int_equal(api_get(f->api, target), 200);
	char next[200];
	snprintf(next, sizeof(next), "%s", api_value(f->api, "items.0.path"));
	snprintf(
	    line, sizeof(line), "{\"op\":\"remove\",\"kind\":\"segment\",\"path\":\"%s\"}", last);
	feed(f, line, "{\"line\":1,\"result\":\"done\"}\n");
	assert_int_equal(api_get(f->api, target), 200);
	assert_string_equal(api_value(f->api, "items.0.path"), next);
}

WITH_SERVICE(a_feed_needs_its_own_right)
{
	struct fixture *f = *state;
	auto_buf rooted = { 0 };
	assert_int_equal(
	    call(f, buf_z(&f->api->token), "POST", "/feed", LINES, BASKET("1", "x")), 403);
	assert_true(api_body_contains(f->api, "ingest"));
	assert_int_equal(
	    call(f, buf_z(&f->api->token), "GET", "/feed?source=shop", NULL, NULL), 403);
	assert_int_equal(call(f, NULL, "POST", "/feed", LINES, BASKET("1", "x")), 401);
	assert_int_equal(
	    call(f, buf_z(&f->token), "GET", "/api/checkout/abandoned", NULL, NULL), 403);
	feed(f,
	    "{\"kind\":\"owner\",\"item\":{\"id\":\"new\",\"root\":\"r\"}}\n"
	    "{\"kind\":\"identity\",\"item\":{\"data\":{\"iss\":\"i\",\"sub\":\"s\"},\"owner\":"
	    "\"new\",\"status\":\"active\",\"created\":\"2026-11-20T10:42:00Z\"}}\n",
	    "{\"line\":1,\"result\":\"done\"}\n"
	    "{\"line\":2,\"result\":\"refused\",\"error\":\"this needs a token with the scope "
	    "\\\"identity:admin\\\"\"}\n");
	service_token(f->api->service,
	    (const char *const[]){ "--scope", "ingest identity:admin", "--root", "r", NULL },
	    &rooted);
	assert_int_equal(call(f, buf_z(&rooted), "POST", "/feed", LINES,
			     "{\"op\":\"remove\",\"kind\":\"owner\",\"id\":\"new\"}\n"
			     "{\"op\":\"remove\",\"kind\":\"basket\",\"id\":\"none\"}\n"),
	    200);
	assert_string_equal(buf_z(&f->api->answer.body),
	    "{\"line\":1,\"result\":\"refused\",\"error\":\"this needs a token with the root *\"}\n"
	    "{\"line\":2,\"result\":\"unchanged\"}\n");
}

WITH_SERVICE(a_request_that_is_no_feed_is_refused)
{
	struct fixture *f = *state;
	auto_buf large = { 0 };
	const char *token = buf_z(&f->token);
	assert_int_equal(
	    call(f, token, "POST", "/feed", "Content-Type: application/json\r\n", BASKET("1", "x")),
	    415);
	assert_true(api_body_contains(f->api, "application/x-ndjson"));
	assert_int_equal(call(f, token, "POST", "/feed", LINES, " \n"), 400);
	assert_int_equal(call(f, token, "GET", "/feed", NULL, NULL), 400);
	assert_int_equal(call(f, token, "POST", "/feed?source=a%0ab", LINES, "{}"), 400);
	assert_int_equal(call(f, token, "DELETE", "/feed", NULL, NULL), 405);
	assert_int_equal(
	    call(f, token, "PUT", "/api/svc/catalogs/1/bulk-update", LINES, "{\"diffs\":[]}"), 415);
	while (large.n <= 1 << 20)
		buf_addz(&large, BASKET("1", "x"));
	assert_int_equal(call(f, token, "POST", "/feed", LINES, buf_z(&large)), 413);
	feed(f, BASKET("1", "x") "{\"seq\":2}",
	    "{\"line\":1,\"seq\":1,\"result\":\"done\"}\n"
	    "{\"line\":2,\"seq\":2,\"result\":\"refused\",\"error\":\"it has no \\\"kind\\\"\"}\n");
}
