/* Signing in with a browser that is redirected back to this machine: the address it opens, which
 * redirects are accepted and how often, and the requests to the issuer. */
#include "base/arena.h"
#include "base/digest.h"
#include "client/sign_in.h"
#include "lib/process.h"
#include "lib/sockets.h"
#include "lib/test.h"
#include "unit/client/moved_clock.h"
#include "unit/client/sign_in_bench.h"
#include "wire/query.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { CALLERS = 8 };

/* The address opened in the browser, parsed. */
struct sent {
	struct arena arena;
	struct query query;
	struct buf redirect, state;
	int port;
};

static void
read_address(struct sent *s, struct bench *b)
{
	struct err err;
	*s = (struct sent){ 0 };
	struct str address = buf_str(&b->address);
	size_t mark = str_find_char(address, '?');
	assert_true(mark != SIZE_MAX);
	assert_true(query_parse(&s->query, &s->arena, str_sub(address, mark + 1, SIZE_MAX), &err));
	buf_adds(&s->redirect, query_get(&s->query, STR("redirect_uri")));
	buf_adds(&s->state, query_get(&s->query, STR("state")));
	assert_int_equal(sscanf(buf_z(&s->redirect), "http://127.0.0.1:%d/signed-in", &s->port), 1);
}

static void
sent_free(struct sent *s)
{
	query_free(&s->query);
	arena_wipe(&s->arena);
	buf_free(&s->redirect);
	buf_free(&s->state);
}

static void
open_the_page(struct bench *b, struct sent *s)
{
	issuer_answers_json(&b->issuer, "/token", 0, 200,
	    "{\"access_token\":\"acc.ess\",\"refresh_token\":\"ref.resh\",\"expires_in\":60}");
	bench_start(b, SIGN_IN_BROWSER);
	assert_true(small_loop_until(&b->loop, bench_has_task, b, 20000));
	assert_int_equal(b->tasks, 1);
	read_address(s, b);
}

static void
begin(struct bench *b, struct sent *s)
{
	bench_begin(b);
	open_the_page(b, s);
}

/* ---- the browser's requests ---- */

/* The response on a connection, read to its end. */
struct heard {
	int fd;
	struct buf text;
	bool over;
};

static bool
has_read_response(void *ctx)
{
	struct heard *h = ctx;
	ssize_t n;
	while (
	    !h->over && (n = recv(h->fd, buf_reserve(&h->text, 4096), 4096, MSG_DONTWAIT)) >= 0) {
		h->text.n += (size_t)n;
		h->over = n == 0;
	}
	h->over = h->over || errno != EAGAIN;
	return h->over;
}

/* Sends bytes and returns the response's status; 0 if the connection was closed. */
static int
status_of(struct bench *b, int port, struct str bytes)
{
	struct heard h = { .fd = socket_connect(port) };
	int status = 0;
	assert_int_equal(send(h.fd, bytes.p, bytes.n, MSG_NOSIGNAL), bytes.n);
	assert_true(small_loop_until(&b->loop, has_read_response, &h, 20000));
	if (h.text.n)
		assert_int_equal(sscanf(buf_z(&h.text), "HTTP/1.1 %d", &status), 1);
	close(h.fd);
	buf_free(&h.text);
	return status;
}

static int
send_redirect(struct bench *b, const struct sent *s, const char *target)
{
	auto_buf request = { 0 };
	buf_addf(&request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", target);
	int status = status_of(b, s->port, buf_str(&request));
	return status;
}

/* Sends a redirect with the correct state, followed by `rest`. */
static int
send_valid_redirect(struct bench *b, struct sent *s, const char *rest)
{
	auto_buf target = { 0 };
	buf_addf(&target, "/signed-in?state=%s%s", buf_z(&s->state), rest);
	int status = send_redirect(b, s, buf_z(&target));
	return status;
}

/* ---- the address opened ---- */

static void
expect_input(struct sent *s, const char *name, const char *value)
{
	struct str got = query_get(&s->query, str_of(name));
	if (!str_eqz(got, value))
		fail_msg("%s is %.*s, not %s", name, STR_ARG(got), value);
}

TEST(the_url_contains_the_request)
{
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	assert_int_equal(b.method, SIGN_IN_BROWSER);
	assert_int_equal(b.code.n + b.whole.n, 0);
	struct str url = str_of(hostile_url(b.issuer.server));
	assert_true(str_starts(buf_str(&b.address), url));
	assert_true(str_starts(str_sub(buf_str(&b.address), url.n, SIZE_MAX), STR("/authorize?")));
	expect_input(&s, "response_type", "code");
	expect_input(&s, "client_id", "console 1");
	expect_input(&s, "scope", "catalog.read offline_access");
	expect_input(&s, "code_challenge_method", "S256");
	assert_int_equal(query_get(&s.query, STR("code_challenge")).n, 43);
	assert_true(s.state.n >= 22);
	assert_null(query_get(&s.query, STR("code_verifier")).p);
}

TEST(query_parameters_of_the_page_are_kept)
{
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	bench_begin(&b);
	b.rules.oauth.authorize_url = "https://i.example/authorize?tenant=7";
	b.rules.oauth.audience = "https://api.example/ v1";
	b.rules.oauth.resource_indicator = "https://api.example/v1";
	bench_start(&b, SIGN_IN_BROWSER);
	assert_true(small_loop_until(&b.loop, bench_has_task, &b, 20000));
	read_address(&s, &b);
	expect_input(&s, "tenant", "7");
	expect_input(&s, "audience", "https://api.example/ v1");
	expect_input(&s, "resource", "https://api.example/v1");
	expect_input(&s, "response_type", "code");
}

/* The values of one sign-in reveal nothing about the next. */
TEST(state_and_challenge_are_new_each_time)
{
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent one, two;
	begin(&b, &one);
	bench_reset(&b);
	bench_start(&b, SIGN_IN_BROWSER);
	assert_true(small_loop_until(&b.loop, bench_has_task, &b, 20000));
	read_address(&two, &b);
	assert_string_not_equal(buf_z(&one.state), buf_z(&two.state));
	assert_false(str_eq(query_get(&one.query, STR("code_challenge")),
	    query_get(&two.query, STR("code_challenge"))));
}

TEST(an_issuer_without_a_browser_page_is_reported)
{
	auto_buf members = { 0 };
	CLEANUP(bench_end) struct bench b;
	bench_begin(&b);
	buf_addf(&members, ",\"token_endpoint\":\"%s/token\",\"authorization_endpoint\":\"%s\"",
	    hostile_url(b.issuer.server), "http://elsewhere.example/authorize");
	issuer_set_metadata(&b.issuer, buf_z(&members));
	bench_start(&b, SIGN_IN_BROWSER);
	assert_true(small_loop_until(&b.loop, bench_has_ended, &b, 20000));
	assert_int_equal(b.tasks, 0);
	assert_string_equal(b.err.text,
	    "the issuer does not support signing in with a browser; use a code instead");
}

/* ---- the redirect ---- */

/* The verifier in the token request must match the challenge in the address. */
static void
expect_exchange(const struct bench *b, struct sent *s)
{
	struct arena a = { 0 };
	struct query form = { 0 };
	struct err err;
	auto_buf challenge = { 0 };
	unsigned char digest[DIGEST_SIZE];
	const struct hostile_request *r = issuer_request(&b->issuer, "/token", 1);
	assert_non_null(r);
	assert_true(query_parse(&form, &a, str_of(r->body), &err));
	assert_true(str_eqz(query_get(&form, STR("grant_type")), "authorization_code"));
	assert_true(str_eqz(query_get(&form, STR("code")), "the code&"));
	assert_true(str_eqz(query_get(&form, STR("client_id")), "console 1"));
	assert_true(str_eqz(query_get(&form, STR("redirect_uri")), buf_z(&s->redirect)));
	struct str verifier = query_get(&form, STR("code_verifier"));
	assert_true(verifier.n >= 43 && verifier.n <= 128);
	digest_sha256(verifier, digest);
	base64url_encode(&challenge, str_from((const char *)digest, sizeof(digest)));
	expect_input(s, "code_challenge", buf_z(&challenge));
	query_free(&form);
	arena_wipe(&a);
}

TEST(the_right_redirect_signs_in)
{
	auto_buf kept = { 0 };
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	assert_int_equal(send_valid_redirect(&b, &s, "&code=the%20code%26"), 200);
	assert_true(small_loop_until(&b.loop, bench_has_ended, &b, 20000));
	assert_int_equal(b.err.kind, ERR_NONE);
	expect_exchange(&b, &s);
	assert_true(process_read_file(SIGN_IN_FILE, &kept));
	assert_non_null(strstr(buf_z(&kept), "\"refresh_token\":\"ref.resh\""));
}

/* None of these requests has an effect: a valid redirect is accepted afterwards. */
TEST(other_requests_change_nothing)
{
	static const struct {
		const char *target;
		int status;
	} cases[] = { { "/signed-in?state=wrong&code=evil", 400 }, { "/signed-in?code=evil", 400 },
		{ "/signed-in?state=&code=evil", 400 }, { "/signed-in", 400 },
		{ "/signed-in?", 400 }, { "/signed-in?state=wrong&error=access_denied", 400 },
		{ "/signed-in?state=%zz", 400 }, { "/", 404 }, { "/favicon.ico", 404 },
		{ "/signed-in/", 404 }, { "//signed-in?code=evil", 404 },
		{ "http://127.0.0.1/signed-in?code=evil", 404 } };
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		int status = send_redirect(&b, &s, cases[i].target);
		if (status != cases[i].status)
			fail_msg("%s: %d", cases[i].target, status);
		assert_int_equal(b.ends, 0);
	}
	assert_int_equal(issuer_count(&b.issuer, "/token"), 0);
	assert_int_equal(send_valid_redirect(&b, &s, "&code=the%20code%26"), 200);
	assert_true(small_loop_until(&b.loop, bench_has_ended, &b, 20000));
	assert_int_equal(b.err.kind, ERR_NONE);
	expect_exchange(&b, &s);
}

/* RFC 9207: a response that names another issuer is refused, and ends the sign-in with a
 * message; an issuer that promises to send its name must send it. */
TEST(a_response_of_another_issuer_is_refused)
{
	static const struct {
		bool promised;
		const char *rest, *words; /* NULL: the response is accepted */
	} cases[] = {
		{ false, "&code=x&iss=https%3A%2F%2Fother.example",
		    "\"https://other.example\", not http" },
		{ false, "&error=access_denied&iss=https%3A%2F%2Fother.example", "another issuer" },
		{ false, "&code=x&iss=", "another issuer responded" },
		{ true, "&code=x", "does not name its issuer" },
		{ false, "&code=the%20code%26&iss=", NULL },
		{ true, "&code=the%20code%26&iss=", NULL },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf text = { 0 };
		CLEANUP(bench_end) struct bench b;
		CLEANUP(sent_free) struct sent s;
		const char *words = cases[i].words;
		bench_begin(&b);
		const char *url = hostile_url(b.issuer.server);
		buf_addf(&text,
		    ",\"token_endpoint\":\"%s/token\",\"authorization_endpoint\":\"%s/authorize\"%s",
		    url, url,
		    cases[i].promised ? ",\"authorization_response_iss_parameter_supported\":true"
				      : "");
		issuer_set_metadata(&b.issuer, buf_z(&text));
		open_the_page(&b, &s);
		buf_reset(&text);
		buf_addf(&text, "%s%s", cases[i].rest, words ? "" : url);
		assert_int_equal(send_valid_redirect(&b, &s, buf_z(&text)), words ? 400 : 200);
		assert_true(small_loop_until(&b.loop, bench_has_ended, &b, 20000));
		assert_int_equal(b.err.kind, words ? ERR_AUTH : ERR_NONE);
		if (words && !strstr(b.err.text, words))
			fail_msg("%s\nis not: %s", b.err.text, words);
		if (words)
			assert_int_equal(issuer_count(&b.issuer, "/token"), 0);
		else
			expect_exchange(&b, &s);
	}
}

/* A redirect that is opened twice causes one token request. */
TEST(a_state_works_once)
{
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	issuer_answers_with(&b.issuer, "/token", 0, STR_NONE);
	assert_int_equal(send_valid_redirect(&b, &s, "&code=one"), 200);
	assert_int_equal(send_valid_redirect(&b, &s, "&code=two"), 400);
	assert_int_equal(send_valid_redirect(&b, &s, "&error=access_denied"), 400);
	assert_int_equal(b.ends, 0);
	assert_true(hostile_wait(b.issuer.server, 2)); /* requests for the metadata and the token */
	assert_non_null(strstr(issuer_request(&b.issuer, "/token", 1)->body, "code=one"));
	assert_int_equal(issuer_count(&b.issuer, "/token"), 1);
}

TEST(only_get_requests_are_accepted)
{
	auto_buf request = { 0 };
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	buf_addf(&request, "POST /signed-in?state=%s&code=x HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
	    buf_z(&s.state));
	assert_int_equal(status_of(&b, s.port, buf_str(&request)), 404);
	assert_int_equal(b.ends, 0);
}

/* Any page in a browser can send nearly any request here. */
TEST(invalid_requests_are_answered_and_ignored)
{
	static const char *const lines[] = { "\r\n\r\n", "\n\r\n\r\n", "GET\r\n\r\n",
		"GET \r\n\r\n", " \r\n\r\n", " /signed-in\r\n\r\n", "\x16\x03\x01 hello\r\n\r\n" };
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	for (size_t i = 0; i < 64 * sizeof(lines) / sizeof(*lines); i++)
		assert_int_equal(status_of(&b, s.port, str_of(lines[i % 7])), 404);
	assert_int_equal(b.ends, 0);
}

TEST(a_refusal_by_the_issuer_is_reported)
{
	static const struct {
		const char *rest, *words;
	} cases[] = { { "&error=access_denied", "the sign-in was denied" },
		{ "&error=server_error&code=x", " refused: server_error" },
		{ "&error=login_required&error_description=Sign%20in%20anew",
		    " refused: login_required (\"Sign in anew\")" },
		{ "&error=", " refused: " } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(bench_end) struct bench b;
		CLEANUP(sent_free) struct sent s;
		begin(&b, &s);
		assert_int_equal(send_valid_redirect(&b, &s, cases[i].rest), 200);
		assert_int_equal(b.ends, 1);
		assert_int_equal(b.err.kind, ERR_AUTH);
		assert_true(str_ends(str_of(b.err.text), str_of(cases[i].words)));
		assert_int_equal(issuer_count(&b.issuer, "/token"), 0);
		assert_int_equal(b.loop.timers.n, 0);
	}
}

TEST(a_refused_code_ends_the_sign_in_with_the_issuers_message)
{
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	issuer_answers_json(&b.issuer, "/token", 0, 400,
	    "{\"error\":\"invalid_grant\",\"error_description\":\"the code was used\"}");
	assert_int_equal(send_valid_redirect(&b, &s, "&code=x"), 200);
	assert_true(small_loop_until(&b.loop, bench_has_ended, &b, 20000));
	assert_true(str_ends(str_of(b.err.text), STR(" refused: \"the code was used\"")));
	assert_int_equal(b.err.kind, ERR_AUTH);
	assert_int_not_equal(access(SIGN_IN_FILE, F_OK), 0);
}

TEST(the_sign_in_ends_after_ten_minutes)
{
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	assert_true(b.until_ms <= clock_real() + 600000 && b.until_ms > clock_real() + 590000);
	move_clock(589000);
	small_loop_turn(&b.loop, 0);
	assert_int_equal(b.ends, 0);
	move_clock(11000);
	small_loop_ring(&b.loop);
	assert_int_equal(b.ends, 1);
	assert_string_equal(b.err.text, "the browser did not return within ten minutes");
	assert_int_equal(send_valid_redirect(&b, &s, "&code=late"), 400);
	assert_int_equal(b.ends, 1);
	assert_int_equal(issuer_count(&b.issuer, "/token"), 0);
}

/* ---- other programs on this machine ---- */

static bool
has_all_callers(void *ctx)
{
	const struct bench *b = ctx;
	return b->loop.watches.n == 1 + CALLERS;
}

static bool
has_no_caller(void *ctx)
{
	const struct bench *b = ctx;
	return b->loop.watches.n == 1;
}

/* Connections that send nothing and take up all slots are closed after ten seconds. */
TEST(silent_connections_are_closed)
{
	int fds[CALLERS];
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	for (size_t i = 0; i < CALLERS; i++)
		fds[i] = socket_connect(s.port);
	assert_true(small_loop_until(&b.loop, has_all_callers, &b, 20000));
	move_clock(10000);
	small_loop_ring(&b.loop);
	assert_true(has_no_caller(&b));
	assert_int_equal(send_valid_redirect(&b, &s, "&code=the%20code%26"), 200);
	assert_true(small_loop_until(&b.loop, bench_has_ended, &b, 20000));
	assert_int_equal(b.err.kind, ERR_NONE);
	for (size_t i = 0; i < CALLERS; i++)
		close(fds[i]);
}

/* 20 KiB of headers are too much, in one line or several; none of it is kept. */
TEST(an_endless_request_is_closed)
{
	auto_buf bytes = { 0 };
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	buf_addf(&bytes, "GET /signed-in?state=%s&code=", buf_z(&s.state));
	buf_pad(&bytes, 'x', 20480);
	assert_int_equal(status_of(&b, s.port, buf_str(&bytes)), 0);
	assert_true(small_loop_until(&b.loop, has_no_caller, &b, 20000));
	assert_int_equal(b.loop.timers.n, 1); /* only the sign-in's own timer of ten minutes */
	assert_int_equal(b.ends, 0);
	assert_int_equal(send_valid_redirect(&b, &s, "&code=the%20code%26"), 200);
}

/* A request that arrives byte by byte is read completely. */
TEST(a_slow_request_is_read_completely)
{
	auto_buf request = { 0 };
	CLEANUP(bench_end) struct bench b;
	CLEANUP(sent_free) struct sent s;
	begin(&b, &s);
	buf_addf(&request, "GET /signed-in?state=%s&code=x HTTP/1.1\r\nHost: a\r\n\r\n",
	    buf_z(&s.state));
	struct heard h = { .fd = socket_connect(s.port) };
	for (size_t i = 0; i < request.n; i++) {
		assert_int_equal(send(h.fd, request.p + i, 1, MSG_NOSIGNAL), 1);
		small_loop_turn(&b.loop, 50);
	}
	assert_true(small_loop_until(&b.loop, has_read_response, &h, 20000));
	assert_non_null(strstr(buf_z(&h.text), "HTTP/1.1 200 OK\r\n"));
	assert_non_null(strstr(buf_z(&h.text), "Cache-Control: no-store\r\n"));
	assert_non_null(strstr(buf_z(&h.text), "Referrer-Policy: no-referrer\r\n"));
	assert_null(strstr(buf_z(&h.text), buf_z(&s.state)));
	close(h.fd);
	buf_free(&h.text);
}

/* Runs the test again without the sanitizer's fake stack, which is zeroed: the real stack has
 * old data in variables that are not initialized. */
static void
use_the_real_stack(char **argv)
{
	const char *options = getenv("ASAN_OPTIONS");
	if (!options || !strstr(options, "detect_stack_use_after_return=1"))
		return;
	setenv("ASAN_OPTIONS", "detect_stack_use_after_return=0:handle_segv=0:handle_abort=0", 1);
	execv("/proc/self/exe", argv);
}

int
main(int argc, char **argv)
{
	(void)argc;
	use_the_real_stack(argv);
	return run_all_tests(NULL, NULL);
}
