/* The parts of a response besides its body: headers, and when to retry. */
#include "client/transport.h"
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/client/small_loop.h"

#include <stdio.h>
#include <string.h>

struct told_wait {
	int ms;
};

static void
note_wait(void *ctx, struct transfer_result *answer)
{
	((struct told_wait *)ctx)->ms = answer->retry_after_ms;
}

static bool
has_wait(void *ctx)
{
	return ((struct told_wait *)ctx)->ms != -2;
}

/* A date is relative to the service's clock, which may be years off. */
TEST(retry_after_dates_are_relative_to_the_service_clock)
{
	static const struct {
		const char *headers;
		int ms; /* -1: there is no delay */
	} cases[] = {
		{ "Date: Thu, 01 Jan 2015 10:00:00 GMT\r\nRetry-After: Thu, 01 Jan 2015 10:00:07 GMT\r\n",
		    7000 },
		{ "Retry-After: Thu, 01 Jan 2015 10:00:07 GMT\r\nDate: Thu, 01 Jan 2015 10:00:00 GMT\r\n",
		    7000 },
		{ "Date: Thu, 01 Jan 2015 10:00:00 GMT\r\nRetry-After: Fri, 02 Jan 2015 10:00:00 GMT\r\n",
		    60000 },
		{ "Date: Thu, 01 Jan 2015 10:00:00 GMT\r\nRetry-After: Thu, 01 Jan 2015 09:00:00 GMT\r\n",
		    0 },
		{ "Retry-After: soon\r\n", -1 },
		{ "Retry-After: -5\r\n", -1 },
		{ "Retry-After: 7\r\n", 7000 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf answer = { 0 };
		struct hostile_rule rule = { 0 };
		CLEANUP(small_loop_free) struct small_loop loop;
		struct told_wait told = { .ms = -2 };
		hostile_answer(&answer, 503, cases[i].headers, STR("{}"));
		rule.answer = buf_str(&answer);
		auto_hostile *server = hostile_start(&rule, 1);
		small_loop_init(&loop);
		struct transport *t = transport_new(&loop.io, &(struct transport_rules){ 0 });
		transport_start(t,
		    &(struct http_request){
			.method = "GET", .url = hostile_url(server), .timeout_ms = 20000 },
		    note_wait, &told);
		assert_true(small_loop_until(&loop, has_wait, &told, 20000));
		/* A second of the machine's clock may pass between the header and its
		 * evaluation. */
		if (told.ms != cases[i].ms && (cases[i].ms <= 0 || told.ms != cases[i].ms - 1000))
			fail_msg("%s: %d ms", cases[i].headers, told.ms);
		transport_free(t);
	}
}

/* ---- the request ---- */

struct sent {
	struct http_request exchange;
	struct transport_rules rules;
	const char *const headers[10]; /* names and values alternate; value NULL: is not sent */
};

static const char json_body[] = "{\"a\":1}";

static void
expect_headers(const struct hostile_request *r, const char *const *headers)
{
	for (; headers[0]; headers += 2) {
		auto_buf value = { 0 };
		bool is_sent = hostile_header(r, headers[0], &value);
		if (is_sent != (headers[1] != NULL) ||
		    (is_sent && strcmp(buf_z(&value), headers[1]) != 0))
			fail_msg("%s: %s", headers[0], is_sent ? buf_z(&value) : "is not sent");
	}
}

static void
exchange(const struct sent *sent)
{
	auto_buf answer = { 0 };
	struct hostile_rule rule = { 0 };
	CLEANUP(small_loop_free) struct small_loop loop;
	struct told_wait told = { .ms = -2 };
	struct http_request x = sent->exchange;
	hostile_json(&answer, "{}");
	rule.answer = buf_str(&answer);
	auto_hostile *server = hostile_start(&rule, 1);
	small_loop_init(&loop);
	struct transport *t = transport_new(&loop.io, &sent->rules);
	x.url = hostile_url(server);
	x.timeout_ms = 20000;
	transport_start(t, &x, note_wait, &told);
	assert_true(small_loop_until(&loop, has_wait, &told, 20000));
	const struct hostile_request *r = hostile_request(server, 0);
	assert_string_equal(r->method, x.method);
	assert_string_equal(r->body, x.body.p ? json_body : "");
	expect_headers(r, sent->headers);
	transport_free(t);
}

TEST(headers_are_sent_with_their_requests_only)
{
	const struct str body = str_of(json_body);
	const struct sent cases[] = {
		{ { .method = "GET" }, { 0 },
		    { "Accept", "application/json", "User-Agent", "backroom/" BACKROOM_VERSION,
			"Authorization", NULL, "Content-Type", NULL } },
		{ { .method = "GET",
		      .idempotency_key = STR("k"),
		      .if_match = STR("m"),
		      .token = STR("t.o.k") },
		    { 0 },
		    { "Idempotency-Key", "k", "If-Match", "\"m\"", "Authorization", "Bearer t.o.k",
			"Content-Type", NULL } },
		{ { .method = "POST", .body = body, .token = STR("t.o.k") },
		    { .sends_bare_token = true },
		    { "Content-Type", "application/json", "Expect", NULL, "Authorization", "t.o.k",
			"Accept", "application/json" } },
		{ { .method = "POST",
		      .body = body,
		      .body_is_form = true,
		      .token = STR("t.o.k"),
		      .basic_credentials = STR("dTpw") },
		    { 0 },
		    { "Content-Type", "application/x-www-form-urlencoded", "Authorization",
			"Basic dTpw", "Idempotency-Key", NULL, "If-Match", NULL } },
		/* a text that would end its line or its quotes is left out */
		{ { .method = "DELETE",
		      .body = body,
		      .idempotency_key = STR("a\r\nX: y"),
		      .if_match = STR("a\"b") },
		    { 0 },
		    { "Idempotency-Key", NULL, "If-Match", NULL, "X", NULL, "Content-Type",
			"application/json" } },
		{ { .method = "PUT",
		      .body = body,
		      .idempotency_key = STR("a\x7f"),
		      .if_match = STR("a b~") },
		    { 0 }, { "Idempotency-Key", NULL, "If-Match", "\"a b~\"" } },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		exchange(&cases[i]);
}
