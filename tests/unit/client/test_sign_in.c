/* Signing in with a code on another device: requests to the issuer, polling, and what is stored. */
#include "client/sign_in.h"
#include "lib/process.h"
#include "lib/test.h"
#include "unit/client/moved_clock.h"
#include "unit/client/sign_in_bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEVICE_GRANT "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
#define PENDING "{\"error\":\"authorization_pending\"}"
#define TOKENS                                                                          \
	"{\"access_token\":\"acc.ess-1\",\"token_type\":\"bearer\",\"expires_in\":300," \
	"\"refresh_token\":\"ref.resh-1\",\"scope\":\"catalog.read\"}"

static void
issuer_sends_code(struct bench *b, const char *members)
{
	auto_buf json = { 0 };
	buf_addf(&json,
	    "{\"device_code\":\"dev&ice\",\"user_code\":\"WDJB-MJHT\","
	    "\"verification_uri\":\"%s/go\"%s}",
	    hostile_url(b->issuer.server), members);
	issuer_answers_json(&b->issuer, "/device", 0, 200, buf_z(&json));
}

/* Starts a sign-in and waits until the code is there and the first poll is scheduled. */
static void
start(struct bench *b)
{
	bench_start(b, SIGN_IN_DEVICE);
	assert_int_equal(b->tasks + b->ends, 0); /* never called synchronously */
	assert_true(small_loop_until(&b->loop, bench_is_waiting, b, 20000));
}

/* Checks the time of the next poll, then moves the clock there and waits for the response. */
static void
check_poll_after(struct bench *b, int64_t ms)
{
	size_t before = hostile_count(b->issuer.server);
	assert_int_equal(b->loop.timers.n, 1);
	int64_t left = b->loop.timers.v[0].due - clock_ticks();
	if (left > ms || left < ms - 1000) /* the timer started a moment ago */
		fail_msg(
		    "the next question is in %lld ms, not %lld", (long long)left, (long long)ms);
	move_clock(left + 1);
	small_loop_ring(&b->loop);
	assert_true(small_loop_until(&b->loop, bench_is_waiting, b, 20000));
	assert_int_equal(hostile_count(b->issuer.server), before + 1);
}

/* ---- discovering the endpoints ---- */

/* The sign-in ends without a code, and with this message, which names only requested addresses. */
static void
expect_end(struct bench *b, enum err_kind kind, const char *words)
{
	bench_start(b, SIGN_IN_DEVICE);
	assert_true(small_loop_until(&b->loop, bench_has_ended, b, 20000));
	assert_int_equal(b->tasks, 0);
	assert_int_equal(b->ends, 1);
	assert_int_equal(b->err.kind, kind);
	if (!strstr(b->err.text, words))
		fail_msg("%s\nis not: %s", b->err.text, words);
	bench_reset(b);
}

TEST(the_issuer_must_return_its_exact_name)
{
	static const char *const names[] = { "https://other.example", "", "%s/", "%sx" };
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		auto_buf json = { 0 };
		const char *rest = strncmp(names[i], "%s", 2) == 0 ? names[i] + 2 : NULL;
		buf_addf(&json, "{\"issuer\":\"%s%s\",\"token_endpoint\":\"https://o.example/t\"}",
		    rest ? hostile_url(b.issuer.server) : names[i], rest ? rest : "");
		issuer_answers_json(&b.issuer, ISSUER_METADATA, 0, 200, buf_z(&json));
		expect_end(&b, ERR_PROTOCOL, "issuer in config.conf to exactly that");
	}
	assert_int_equal(hostile_count(b.issuer.server), issuer_count(&b.issuer, ISSUER_METADATA));
}

/* A trailing slash stays in the issuer's name, and does not change the document's address. */
TEST(a_trailing_slash_of_the_issuer_is_kept)
{
	auto_buf name = { 0 }, json = { 0 };
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	buf_addf(&name, "%s/", hostile_url(b.issuer.server));
	b.rules.oauth.issuer = buf_z(&name);
	buf_addf(&json, "{\"issuer\":\"%s\",\"token_endpoint\":\"%stoken\"}", buf_z(&name),
	    buf_z(&name));
	issuer_answers_json(&b.issuer, ISSUER_METADATA, 0, 200, buf_z(&json));
	expect_end(&b, ERR_AUTH, "does not support codes for other devices; use a browser instead");
	assert_string_equal(hostile_request(b.issuer.server, 0)->target, ISSUER_METADATA);
}

TEST(endpoints_that_would_leak_a_secret_are_refused)
{
	static const char *const addresses[] = { "http://other.example/t", "ftp://other.example/t",
		"//other.example/t", "/token", "https://me@other.example/t",
		"https://o.example/a b", "http://127.0.0.1.other.example/t", "javascript:alert(1)",
		"https://o.example/\xc3\xa4", "" };
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	for (size_t i = 0; i < sizeof(addresses) / sizeof(*addresses); i++) {
		auto_buf members = { 0 };
		buf_addf(&members, ",\"token_endpoint\":\"%s\"", addresses[i]);
		issuer_set_metadata(&b.issuer, buf_z(&members));
		expect_end(&b, ERR_PROTOCOL, "publishes no token endpoint for a client secret");
	}
}

TEST(invalid_metadata_is_reported)
{
	static const struct {
		int status;
		const char *body;
		enum err_kind kind;
		const char *words;
	} cases[] = {
		{ 404, "nothing", ERR_PROTOCOL,
		    "is not an issuer: it has no /.well-known/openid-configuration" },
		{ 200, "<html><title>Log in</title>", ERR_PROTOCOL,
		    "does not publish its sign-in endpoints: an HTML page titled \"Log in\" came from 127.0.0.1" },
		{ 200, "[]", ERR_PROTOCOL, "the issuer's response is not a JSON object" },
		{ 200, "", ERR_PROTOCOL, "an empty response" },
		{ 500, "{\"error\":\"server_error\",\"error_description\":\"it rains\"}",
		    ERR_UPSTREAM, "does not publish its sign-in endpoints: it rains" },
		{ 302, "", ERR_PROTOCOL, "redirects are not followed" },
	};
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		issuer_answers_json(&b.issuer, ISSUER_METADATA, 0, cases[i].status, cases[i].body);
		expect_end(&b, cases[i].kind, cases[i].words);
	}
}

TEST(configured_endpoints_override_the_issuers)
{
	auto_buf url = { 0 };
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	buf_addf(&url, "%s/mine", hostile_url(b.issuer.server));
	b.rules.oauth.device_url = buf_z(&url);
	issuer_answers_json(&b.issuer, "/mine", 0, 400, "{\"error\":\"invalid_scope\"}");
	expect_end(&b, ERR_AUTH, " refused: invalid_scope");
	assert_int_equal(issuer_count(&b.issuer, "/mine"), 1);
	assert_int_equal(issuer_count(&b.issuer, "/device"), 0);
}

/* ---- codes ---- */

TEST(a_code_is_requested_and_shown)
{
	auto_buf type = { 0 };
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(
	    &b, ",\"verification_uri_complete\":\"https://i.example/go?c=WDJB\",\"expires_in\":90");
	int64_t before = clock_real();
	start(&b);
	assert_int_equal(b.tasks, 1);
	assert_int_equal(b.method, SIGN_IN_DEVICE);
	assert_string_equal(buf_z(&b.code), "WDJB-MJHT");
	assert_non_null(strstr(buf_z(&b.address), "/go"));
	assert_string_equal(buf_z(&b.whole), "https://i.example/go?c=WDJB");
	assert_true(b.until_ms >= before + 90000 && b.until_ms <= clock_real() + 90000);
	const struct hostile_request *r = issuer_request(&b.issuer, "/device", 1);
	assert_string_equal(r->method, "POST");
	assert_string_equal(r->body, "scope=catalog.read%20offline_access&client_id=console%201");
	assert_true(hostile_header(r, "Content-Type", &type));
	assert_string_equal(buf_z(&type), "application/x-www-form-urlencoded");
	assert_false(hostile_header(r, "Authorization", &type));
}

TEST(a_response_without_a_usable_code_is_an_error)
{
	static const struct {
		const char *body, *words;
	} cases[] = {
		{ "{\"user_code\":\"A\",\"verification_uri\":\"https://i.example\"}",
		    "sent no code" },
		{ "{\"device_code\":\"a b\",\"user_code\":\"A\",\"verification_uri\":\"https://i.example\"}",
		    "sent no code" },
		{ "{\"device_code\":\"a\",\"verification_uri\":\"https://i.example\"}",
		    "sent no code" },
		{ "{\"device_code\":\"a\",\"user_code\":\"A\"}", "sent no address" },
		{ "{\"device_code\":\"a\",\"user_code\":\"A\",\"verification_uri\":\"http://i.example\"}",
		    "sent no address" },
		{ "{\"device_code\":\"a\",\"user_code\":\"A\",\"verification_uri\":\"https://a@i.example\"}",
		    "sent no address" },
		{ "{\"device_code\":\"a\",\"user_code\":\"A\",\"verification_uri\":\"https://i.example/\\u202e\"}",
		    "sent no address" },
		{ "{\"device_code\":\"a\",\"user_code\":\"A\",\"verification_uri\":\"javascript:x\"}",
		    "sent no address" },
		{ "{\"device_code\":\"a\",\"user_code\":\"A\","
		  "\"verification_uri\":\"https://i.example/\\u001b[2J\"}",
		    "sent no address" },
	};
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		issuer_answers_json(&b.issuer, "/device", 0, 200, cases[i].body);
		expect_end(&b, ERR_PROTOCOL, cases[i].words);
	}
}

/* The address that includes the code is only a convenience: an unsafe one is left out. */
TEST(an_unsafe_complete_url_is_left_out)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, ",\"verification_uri_complete\":\"http://elsewhere.example/\"");
	start(&b);
	assert_int_equal(b.tasks, 1);
	assert_int_equal(b.whole.n, 0);
}

/* ---- polling ---- */

TEST(the_issuer_is_polled_every_five_seconds_until_approval)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, "");
	issuer_answers_json(&b.issuer, "/token", 1, 400, PENDING);
	issuer_answers_json(&b.issuer, "/token", 2, 400, PENDING);
	issuer_answers_json(&b.issuer, "/token", 3, 200, TOKENS);
	start(&b);
	for (size_t i = 1; i <= 3; i++) {
		assert_int_equal(b.ends, 0);
		check_poll_after(&b, 5000);
		const struct hostile_request *r = issuer_request(&b.issuer, "/token", i);
		assert_string_equal(
		    r->body, DEVICE_GRANT "&device_code=dev%26ice&client_id=console%201");
	}
	assert_int_equal(b.ends, 1);
	assert_int_equal(b.err.kind, ERR_NONE);
	assert_int_equal(b.loop.timers.n, 0);
}

TEST(the_issuers_interval_is_used)
{
	static const struct {
		const char *members;
		int64_t ms;
	} cases[] = { { ",\"interval\":1", 1000 }, { ",\"interval\":30", 30000 },
		{ ",\"interval\":0", 5000 }, { ",\"interval\":-3", 5000 },
		{ ",\"interval\":\"2\"", 2000 }, { ",\"interval\":\"soon\"", 5000 },
		{ ",\"interval\":99999999", 600000 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(bench_end) struct bench b;
		auto_buf members = { 0 };
		bench_begin(&b);
		buf_addf(&members, "%s,\"expires_in\":3000", cases[i].members);
		issuer_sends_code(&b, buf_z(&members));
		issuer_answers_json(&b.issuer, "/token", 0, 400, PENDING);
		start(&b);
		check_poll_after(&b, cases[i].ms);
		assert_int_equal(b.ends, 0);
	}
}

TEST(slow_down_adds_five_seconds_for_good)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, "");
	issuer_answers_json(&b.issuer, "/token", 1, 400, "{\"error\":\"slow_down\"}");
	issuer_answers_json(&b.issuer, "/token", 2, 400, PENDING);
	issuer_answers_json(&b.issuer, "/token", 3, 400, "{\"error\":\"slow_down\"}");
	issuer_answers_json(&b.issuer, "/token", 0, 400, PENDING);
	start(&b);
	check_poll_after(&b, 5000);
	check_poll_after(&b, 10000);
	check_poll_after(&b, 10000);
	check_poll_after(&b, 15000);
}

/* Whatever the status, the error in the body decides; without one it counts as no response. */
TEST(a_response_is_judged_by_its_body)
{
	static const struct {
		int status;
		const char *body;
		int64_t next_ms;
	} cases[] = {
		{ 200, PENDING, 5000 }, { 408, PENDING, 5000 }, { 500, PENDING, 5000 },
		{ 200, "{\"error\":\"slow_down\"}", 10000 },
		{ 408, "", 10000 }, { 408, "{}", 10000 }, { 200, "{}", 10000 },
		{ 200, "{\"token_type\":\"Bearer\"}", 10000 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(bench_end) struct bench b;
		bench_begin(&b);
		issuer_sends_code(&b, "");
		issuer_answers_json(&b.issuer, "/token", 1, cases[i].status, cases[i].body);
		issuer_answers_json(&b.issuer, "/token", 2, 200, TOKENS);
		start(&b);
		check_poll_after(&b, 5000);
		assert_int_equal(b.ends, 0);
		check_poll_after(&b, cases[i].next_ms);
		assert_true(b.ends == 1 && b.err.kind == ERR_NONE);
	}
}

/* The interval doubles each time up to a minute, and is never shorter than the issuer's. */
TEST(without_a_response_the_interval_doubles)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, ",\"expires_in\":3000");
	issuer_answers_json(&b.issuer, "/token", 0, 503, "");
	start(&b);
	check_poll_after(&b, 5000);
	check_poll_after(&b, 10000);
	check_poll_after(&b, 20000);
	check_poll_after(&b, 40000);
	check_poll_after(&b, 60000);
	issuer_breaks_off(&b.issuer, "/token");
	check_poll_after(&b, 60000);
	assert_int_equal(b.ends, 0);
	issuer_answers_json(&b.issuer, "/token", 0, 200, TOKENS);
	check_poll_after(&b, 60000);
	assert_int_equal(b.ends, 1);
}

TEST(an_interval_over_a_minute_is_not_shortened)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, ",\"expires_in\":3000,\"interval\":100");
	issuer_answers_json(&b.issuer, "/token", 0, 503, "");
	start(&b);
	check_poll_after(&b, 100000);
	check_poll_after(&b, 100000);
}

static bool
has_token_request(void *ctx)
{
	return issuer_request(ctx, "/token", 1) != NULL;
}

/* No response at all. */
TEST(a_silent_server_is_retried_after_a_timeout)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, "");
	issuer_answers_with(&b.issuer, "/token", 0, STR_NONE);
	start(&b);
	move_clock(5000);
	assert_true(small_loop_until(&b.loop, has_token_request, &b.issuer, 20000));
	assert_true(b.loop.watches.n > 0);
	move_clock(20000);
	assert_true(small_loop_until(&b.loop, bench_is_waiting, &b, 20000));
	issuer_answers_json(&b.issuer, "/token", 0, 200, TOKENS);
	check_poll_after(&b, 10000);
	assert_int_equal(b.ends, 1);
	assert_int_equal(b.err.kind, ERR_NONE);
}

/* ---- results ---- */

TEST(refusals_are_explained)
{
	static const struct {
		int status;
		const char *body;
		enum err_kind kind;
		const char *words;
	} cases[] = {
		{ 400, "{\"error\":\"access_denied\"}", ERR_AUTH, "the sign-in was denied" },
		{ 400, "{\"error\":\"access_denied\",\"error_description\":\"no scope\"}", ERR_AUTH,
		    "the sign-in was denied: \"no scope\"" },
		{ 400, "{\"error\":\"expired_token\"}", ERR_AUTH,
		    "the code has expired. Sign in again for a new one" },
		{ 400, "{\"error\":\"invalid_grant\",\"error_description\":\"who are you\"}",
		    ERR_AUTH, " refused: \"who are you\"" },
		{ 400, "{\"error\":\"authorization_declined\"}", ERR_AUTH, "was denied" },
		{ 200, "{\"error\":\"access_denied\"}", ERR_AUTH, "the sign-in was denied" },
		{ 400, "{\"error\":\"invalid_scope\"}", ERR_AUTH, " refused: invalid_scope" },
		{ 401, "{\"error\":\"invalid_client\",\"error_description\":\"no such client\"}",
		    ERR_AUTH, "no such client" },
		{ 200, "{\"access_token\":\"two words\"}", ERR_PROTOCOL, "sent no token" },
		{ 200, "{\"access_token\":\"a\",\"refresh_token\":\"b\\r\\nc\"}", ERR_PROTOCOL,
		    "sent no token" },
		{ 200, "{\"access_token\":\"a\",\"token_type\":\"DPoP\"}", ERR_PROTOCOL,
		    "the issuer sent a token of type \"DPoP\", not Bearer" },
		{ 200, "{\"access_token\":\"a\",\"token_type\":\"mac\"}", ERR_PROTOCOL,
		    "not Bearer" },
		{ 200, "<html>", ERR_PROTOCOL, "an HTML page came from" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(bench_end) struct bench b;
		bench_begin(&b);
		issuer_sends_code(&b, "");
		issuer_answers_json(&b.issuer, "/token", 0, cases[i].status, cases[i].body);
		start(&b);
		check_poll_after(&b, 5000);
		assert_int_equal(b.ends, 1);
		assert_int_equal(b.err.kind, cases[i].kind);
		if (!strstr(b.err.text, cases[i].words))
			fail_msg("%s\nis not: %s", b.err.text, cases[i].words);
		assert_int_not_equal(access(SIGN_IN_FILE, F_OK), 0);
		assert_int_equal(b.loop.timers.n, 0); /* no further poll */
	}
}

/* After the code expires there is no further request. */
TEST(a_code_ends_by_itself)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, ",\"expires_in\":7");
	issuer_answers_json(&b.issuer, "/token", 0, 400, PENDING);
	start(&b);
	check_poll_after(&b, 5000);
	move_clock(5000);
	assert_true(small_loop_until(&b.loop, bench_has_ended, &b, 20000));
	assert_int_equal(b.err.kind, ERR_AUTH);
	assert_string_equal(b.err.text, "the code has expired. Sign in again for a new one");
	assert_int_equal(issuer_count(&b.issuer, "/token"), 1);
}

/* ---- stored tokens ---- */

TEST(the_tokens_are_stored_in_a_private_file)
{
	auto_buf text = { 0 }, want = { 0 };
	struct stat st;
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, "");
	issuer_answers_json(&b.issuer, "/token", 0, 200, TOKENS);
	start(&b);
	check_poll_after(&b, 5000);
	int64_t now = clock_real();
	assert_int_equal(b.ends, 1);
	assert_int_equal(stat(SIGN_IN_FILE, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_true(process_read_file(SIGN_IN_FILE, &text));
	const char *since = strstr(buf_z(&text), "\"since\":");
	assert_non_null(since);
	long long at = strtoll(since + 8, NULL, 10);
	assert_true(at <= now && at > now - 20000);
	buf_addf(&want,
	    "{\"resource\":\"https://api.example/v1\",\"issuer\":\"%s\",\"client_id\":\"console 1\","
	    "\"access_token\":\"acc.ess-1\",\"refresh_token\":\"ref.resh-1\",\"scope\":\"catalog.read\","
	    "\"since\":%lld,\"until\":%lld}\n",
	    hostile_url(b.issuer.server), at, at + 300000);
	assert_string_equal(buf_z(&text), buf_z(&want));
}

/* Without a time from the issuer there is no expiry, and without a refresh token none is saved. */
TEST(missing_members_are_not_made_up)
{
	auto_buf text = { 0 };
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, "");
	issuer_answers_json(
	    &b.issuer, "/token", 0, 200, "{\"access_token\":\"abc\",\"expires_in\":\"soon\"}");
	start(&b);
	check_poll_after(&b, 5000);
	assert_int_equal(b.err.kind, ERR_NONE);
	assert_true(process_read_file(SIGN_IN_FILE, &text));
	assert_null(strstr(buf_z(&text), "until"));
	assert_non_null(strstr(buf_z(&text), "\"refresh_token\":\"\",\"scope\":\"\""));
}

/* The user may cancel before it ends: nothing is stored. */
TEST(a_cancelled_sign_in_stores_nothing)
{
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	issuer_sends_code(&b, "");
	bench_start(&b, SIGN_IN_DEVICE);
	bench_reset(&b);
	assert_int_equal(b.loop.timers.n + b.loop.watches.n, 0);
	start(&b);
	assert_int_equal(b.tasks, 1);
	bench_reset(&b);
	assert_int_equal(b.loop.timers.n + b.loop.watches.n, 0);
	assert_int_equal(b.ends, 0);
}
