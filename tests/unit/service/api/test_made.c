/* The response cache: which responses are cached, for how long, and for which requests. */
#include "service/api/response_cache.h"
#include "store/records.h"

#include "unit/service/set_faults.h"

enum { ROOM = 40000 };

static const struct route *const some_route = routes;

static void
make_response(struct response *rs, const char *text, size_t times)
{
	*rs = (struct response){ .status = 200, .operation = "getSome" };
	response_add_header(rs, "ETag", "W/\"1\"");
	for (size_t i = 0; i < times; i++)
		buf_addz(&rs->body, text);
}

/* Makes a response and offers it to the cache; true if it was cached. */
static bool
offer_to_cache(struct response_cache *m, const char *target, const char *list, size_t size)
{
	const struct response_cache_key key = { str_of(target), false };
	struct response rs;
	char name[STORE_COMMIT_ID_SIZE] = { 0 };
	snprintf(name, sizeof(name), "%s", list);
	make_response(&rs, "x", size);
	response_cache_put(m, &key, some_route, name, &rs);
	bool kept = rs.shared_body;
	assert_int_equal(response_body(&rs).n, size);
	response_free(&rs);
	return kept;
}

static bool
is_cached(struct response_cache *m, const char *target, const char *list)
{
	const struct response_cache_key key = { str_of(target), false };
	struct response rs = { 0 };
	bool given = response_cache_get(m, &key, list, &rs);
	if (given) {
		assert_int_equal(rs.status, 200);
		assert_string_equal(rs.operation, "getSome");
		assert_string_equal(rs.headers[0].value, "W/\"1\"");
		assert_true(response_body(&rs).n > 0);
	}
	response_free(&rs);
	return given;
}

TEST(a_response_is_cached_on_its_second_use)
{
	struct response_cache *m = response_cache_new(ROOM);
	char list[STORE_COMMIT_ID_SIZE];
	const struct response_cache_key key = { STR("/a"), false };
	assert_false(offer_to_cache(m, "/a", "1", 10));
	assert_null(response_cache_find(m, &key, list));
	assert_true(offer_to_cache(m, "/a", "1", 10));
	assert_ptr_equal(response_cache_find(m, &key, list), some_route);
	assert_string_equal(list, "1");
	assert_true(is_cached(m, "/a", "1"));
	assert_false(is_cached(m, "/a", "2"));
	assert_false(is_cached(m, "/b", "1"));
	response_cache_free(m);
}

TEST(a_newer_response_replaces_the_old_one)
{
	struct response_cache *m = response_cache_new(ROOM);
	offer_to_cache(m, "/a", "1", 10);
	offer_to_cache(m, "/a", "1", 10);
	assert_true(offer_to_cache(m, "/a", "2", 10));
	assert_false(is_cached(m, "/a", "1"));
	assert_true(is_cached(m, "/a", "2"));
	response_cache_free(m);
}

TEST(the_least_recently_used_response_is_evicted_first)
{
	static const char *const targets[] = { "/a", "/b", "/c", "/d" };
	struct response_cache *m = response_cache_new(ROOM);
	for (int i = 0; i < 3; i++) {
		offer_to_cache(m, targets[i], "1", 9900);
		assert_true(offer_to_cache(m, targets[i], "1", 9900));
	}
	assert_true(is_cached(m, "/a", "1"));
	offer_to_cache(m, "/d", "1", 9900);
	offer_to_cache(m, "/d", "1", 9900);
	assert_true(is_cached(m, "/a", "1"));
	assert_false(is_cached(m, "/b", "1"));
	assert_true(is_cached(m, "/c", "1"));
	assert_true(is_cached(m, "/d", "1"));
	response_cache_free(m);
}

/* A response being sent keeps its bytes when the cache drops it. */
TEST(large_responses_are_not_cached_and_evicted_ones_stay_readable)
{
	struct response_cache *m = response_cache_new(ROOM);
	const struct response_cache_key key = { STR("/a"), false };
	struct response rs = { 0 };
	assert_false(offer_to_cache(m, "/large", "1", ROOM / 4 + 1));
	assert_false(offer_to_cache(m, "/large", "1", ROOM / 4 + 1));
	offer_to_cache(m, "/a", "1", 5000);
	offer_to_cache(m, "/a", "1", 5000);
	assert_true(response_cache_get(m, &key, "1", &rs));
	response_cache_free(m);
	assert_int_equal(response_body(&rs).n, 5000);
	assert_int_equal(response_body(&rs).p[4999], 'x');
	response_free(&rs);
}

TEST(compressed_and_plain_responses_are_cached_separately)
{
	struct response_cache *m = response_cache_new(ROOM);
	const struct response_cache_key packed = { STR("/a"), true };
	struct response rs = { 0 };
	offer_to_cache(m, "/a", "1", 10);
	offer_to_cache(m, "/a", "1", 10);
	assert_false(response_cache_get(m, &packed, "1", &rs));
	response_cache_free(m);
}

/* ---- through the routes ---- */

static int
set_up_made(void **state)
{
	int failed = set_up(state);
	struct fixture *f = *state;
	f->service.response_cache = response_cache_new(1 << 20);
	return failed;
}

static int
tear_down_made(void **state)
{
	struct fixture *f = *state;
	response_cache_free(f->service.response_cache);
	return tear_down(state);
}

/* True if the request was answered from the cache, and not refused. */
static bool
is_answered_from_cache(struct fixture *f, const struct request *rq)
{
	return dispatch_if_quick(&f->service, rq, &f->rs) == HTTP_ANSWERED &&
	    f->rs.status < 400;
}

static bool
is_quick_with(
    struct fixture *f, const char *method, const char *target, const char *name, const char *value)
{
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) },
		{ str_of(name ? name : "Accept"), str_of(value ? value : "*/*") } };
	const struct request rq = { .method = str_of(method),
		.target = str_of(target),
		.headers = headers,
		.headers_n = 2,
		.id = "test-id" };
	response_free(&f->rs);
	return is_answered_from_cache(f, &rq);
}

static bool
is_quick(struct fixture *f, const char *target)
{
	return is_quick_with(f, "GET", target, NULL, NULL);
}

static void
ask_three_times(struct fixture *f, const char *target, struct buf *body)
{
	for (int i = 0; i < 3; i++)
		assert_int_equal(ask(f, "GET", target), 200);
	buf_adds(body, response_body(&f->rs));
}

static void
put_link(struct fixture *f)
{
	struct store_link link = { .iss = STR("i"),
		.sub = STR("s"),
		.owner = STR("o"),
		.state = LINK_REMOVED,
		.json = STR("{}") };
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(f->service.store, &tx, STORE_WRITE, &err));
	assert_true(store_put_link(&tx, &link, &err));
	assert_true(store_end(&tx, true, &err));
}

static void
put_basket(struct fixture *f)
{
	struct store_basket b = {
		.created = NOW + 1000, .id = STR("new-1"), .json = STR("{\"id\":\"new-1\"}")
	};
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(f->service.store, &tx, STORE_WRITE, &err));
	assert_true(store_put_basket(&tx, &b, &err));
	assert_true(store_end(&tx, true, &err));
}

#define WITH_MADE(name) TEST_WITH(name, set_up_made, tear_down_made)

WITH_MADE(the_cached_response_is_sent_until_the_list_changes)
{
	struct fixture *f = *state;
	auto_buf before = { 0 };
	assert_false(is_quick(f, "/api/checkout/abandoned"));
	ask_three_times(f, "/api/checkout/abandoned", &before);
	assert_true(is_quick(f, "/api/checkout/abandoned"));
	assert_true(str_eq(response_body(&f->rs), buf_str(&before)));
	assert_string_equal(f->rs.operation, "getAbandonedCheckouts");
	assert_true(is_quick_with(f, "HEAD", "/api/checkout/abandoned", NULL, NULL));
	put_basket(f);
	assert_false(is_quick(f, "/api/checkout/abandoned"));
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 200);
	assert_true(str_find(response_body(&f->rs), STR("new-1")) != SIZE_MAX);
}

/* An unrelated write makes the next request check the revision, and then the cached response is
 * used. */
WITH_MADE(an_unrelated_write_costs_one_revision_check)
{
	struct fixture *f = *state;
	auto_buf before = { 0 };
	ask_three_times(f, "/api/offers", &before);
	put_link(f);
	assert_false(is_quick(f, "/api/offers"));
	assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	assert_non_null(f->rs.shared_body);
	assert_true(str_eq(response_body(&f->rs), buf_str(&before)));
	assert_true(is_quick(f, "/api/offers"));
}

WITH_MADE(cached_responses_keep_their_headers_and_answer_304)
{
	struct fixture *f = *state;
	auto_buf body = { 0 }, etag = { 0 };
	ask_three_times(f, "/api/offers?nonsense=1", &body);
	assert_true(is_quick(f, "/api/offers?nonsense=1"));
	assert_string_equal(header(f, "X-Ignored-Params"), "nonsense");
	buf_addz(&etag, header(f, "ETag"));
	assert_true(
	    is_quick_with(f, "GET", "/api/offers?nonsense=1", "If-None-Match", buf_z(&etag)));
	assert_int_equal(f->rs.status, 304);
	assert_int_equal(response_body(&f->rs).n, 0);
	assert_true(
	    is_quick_with(f, "GET", "/api/offers?nonsense=1", "If-None-Match", "\"other\""));
	assert_int_equal(f->rs.status, 200);
}

/* A client with a current copy sends the same condition for days. */
WITH_MADE(a_conditional_request_is_answered_from_the_cache)
{
	struct fixture *f = *state;
	auto_buf etag = { 0 };
	assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	buf_addz(&etag, header(f, "ETag"));
	response_cache_free(f->service.response_cache);
	f->service.response_cache = response_cache_new(1 << 20);
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) },
		{ STR("If-None-Match"), buf_str(&etag) } };
	for (int i = 0; i < 2; i++)
		assert_int_equal(answer(f,
				     (struct request){ .method = STR("GET"),
					 .target = STR("/api/offers"),
					 .headers = headers,
					 .headers_n = 2 }),
		    304);
	assert_true(is_quick_with(f, "GET", "/api/offers", "If-None-Match", buf_z(&etag)));
	assert_int_equal(f->rs.status, 304);
	assert_string_equal(header(f, "ETag"), buf_z(&etag));
	/* the full response is not cached */
	assert_false(is_quick(f, "/api/offers"));
	assert_int_equal(f->rs.headers_n, 0);
	assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	assert_true(is_quick(f, "/api/offers"));
	assert_true(is_quick_with(f, "GET", "/api/offers", "If-None-Match", buf_z(&etag)));
	assert_true(is_quick(f, "/api/offers"));
}

WITH_MADE(cached_responses_need_the_right_to_read)
{
	struct fixture *f = *state;
	struct buf body = { 0 }, good = f->token;
	ask_three_times(f, "/api/offers", &body);
	f->token = (struct buf){ 0 };
	assert_false(is_quick(f, "/api/offers"));
	add_token(&f->token, "catalog:write");
	assert_int_equal(ask(f, "GET", "/api/offers"), 403);
	assert_false(is_quick(f, "/api/offers"));
	buf_reset(&f->token);
	add_token(&f->token, "read other");
	assert_false(is_quick(f, "/api/offers")); /* not requested before */
	assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	assert_true(is_quick(f, "/api/offers"));
	buf_free(&f->token);
	f->token = good;
	buf_free(&body);
}

WITH_MADE(other_requests_bypass_the_cache)
{
	struct fixture *f = *state;
	auto_buf body = { 0 };
	ask_three_times(f, "/api/offers", &body);
	assert_false(is_quick_with(f, "POST", "/api/offers", NULL, NULL));
	assert_false(is_quick_with(f, "GET", "/api/offers", "Accept-Encoding", "gzip"));
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) } };
	struct request rq = { .method = STR("GET"),
		.target = STR("/api/offers"),
		.headers = headers,
		.headers_n = 1,
		.id = "test-id",
		.after_shutdown_began = true };
	response_free(&f->rs);
	assert_false(is_answered_from_cache(f, &rq));
}

WITH_MADE(compressed_responses_are_cached_compressed)
{
	struct fixture *f = *state;
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) },
		{ STR("Accept-Encoding"), STR("gzip") } };
	struct request rq = { .method = STR("GET"),
		.target = STR("/api/offers"),
		.headers = headers,
		.headers_n = 2,
		.id = "test-id" };
	for (int i = 0; i < 3; i++) {
		response_free(&f->rs);
		dispatch_request(&f->service, &rq, &f->rs);
		assert_true(f->rs.gzipped);
		assert_memory_equal(response_body(&f->rs).p, "\x1f\x8b", 2);
	}
	response_free(&f->rs);
	assert_true(is_answered_from_cache(f, &rq));
	assert_true(f->rs.gzipped);
	assert_memory_equal(response_body(&f->rs).p, "\x1f\x8b", 2);
}

WITH_MADE(responses_with_test_faults_or_delays_are_not_cached)
{
	struct fixture *f = *state;
	auto_buf body = { 0 };
	set_faults(f, "502:0%");
	ask_three_times(f, "/api/checkout/abandoned", &body);
	assert_false(is_quick(f, "/api/checkout/abandoned"));
	set_faults(f, "* delay=1ms");
	ask_three_times(f, "/api/offers", &body);
	assert_false(is_quick(f, "/api/offers"));
}
