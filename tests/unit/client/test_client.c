/* Reads from servers that misbehave: which responses are accepted, refused or retried, and what
 * is sent. */
#include "base/clock.h"
#include "client/client.h"
#include "lib/deadline.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/test.h"
#include "model/when.h"
#include "unit/client/small_loop.h"
#include "wire/member.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct seen {
	int calls;
	struct client_answer last;
	size_t items;
	struct buf cursor;
};

struct set {
	struct small_loop loop;
	struct hostile *server;
	struct client *client;
	struct hostile_rule rule; /* used by one_answer() */
	struct seen seen;
};

/* The time without that in which this process was ready to run and had no processor. */
static int64_t
own_ticks(void)
{
	return clock_ticks() - process_wait_ms(getpid());
}

static void
done(void *ctx, struct client_answer *answer)
{
	struct seen *seen = ctx;
	seen->calls++;
	seen->items = answer->page.items.n;
	if (!answer->err.kind)
		member_read_text(
		    &seen->cursor, buf_str(&answer->page.envelope), STR("queryMore"));
	seen->last = *answer;
	memset(&seen->last.page, 0, sizeof(seen->last.page));
}

static bool
was_called(void *ctx)
{
	return ((struct seen *)ctx)->calls > 0;
}

static void
begin_at(struct set *s, const char *url, const struct session_source *source)
{
	struct client_config config = {
		.base_url = url, .wire_names = wire_names_default(), .token_source = *source
	};
	small_loop_init(&s->loop);
	s->client = client_new(&config, &s->loop.io);
}

static void
begin(
    struct set *s, const struct hostile_rule *rules, size_t n, const struct session_source *source)
{
	memset(s, 0, sizeof(*s));
	s->server = hostile_start(rules, n);
	begin_at(s, hostile_url(s->server), source);
}

static void
end(struct set *s)
{
	client_free(s->client);
	small_loop_free(&s->loop);
	hostile_stop(s->server);
	buf_free(&s->seen.cursor);
}

static const struct session_source given = { .token = "tok.en.1" };

/* Makes one read and waits for its end. */
static void
read_page(struct set *s)
{
	s->seen.calls = 0;
	buf_reset(&s->seen.cursor);
	client_read(s->client, ENDPOINT_BASKETS, STR("?limit=50"), done, &s->seen);
	assert_int_equal(s->seen.calls, 0); /* never called synchronously */
	assert_true(small_loop_until(&s->loop, was_called, &s->seen, 20000));
	assert_int_equal(s->seen.calls, 1);
}

static void
one_answer(struct set *s, const struct buf *answer)
{
	memset(s, 0, sizeof(*s));
	s->rule = (struct hostile_rule){ .answer = buf_str(answer), .end = HOSTILE_CLOSE };
	s->server = hostile_start(&s->rule, 1);
	begin_at(s, hostile_url(s->server), &given);
	read_page(s);
}

TEST(a_page_is_read_completely)
{
	auto_buf answer = { 0 }, header = { 0 };
	CLEANUP(end) struct set s;
	hostile_answer(&answer, 200, "X-Request-Id: r-17\r\n",
	    STR("{\"items\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"queryMore\":\"c 1\"}"));
	one_answer(&s, &answer);
	assert_int_equal(s.seen.last.err.kind, ERR_NONE);
	assert_int_equal(s.seen.items, 2);
	assert_string_equal(s.seen.last.request_id, "r-17");
	assert_string_equal(buf_z(&s.seen.cursor), "c 1");
	const struct hostile_request *r = hostile_request(s.server, 0);
	assert_string_equal(r->method, "GET");
	assert_string_equal(r->target, "/checkout/abandoned?limit=50");
	assert_true(hostile_header(r, "Authorization", &header));
	assert_string_equal(buf_z(&header), "Bearer tok.en.1");
}

TEST(pages_sent_in_small_pieces_are_read)
{
	auto_buf answer = { 0 };
	CLEANUP(end) struct set s;
	hostile_json(&answer, "{\"items\":[{\"id\":\"a\"},17],\"queryMore\":null}");
	const struct hostile_rule rule = { .answer = buf_str(&answer), .drip = 1, .drip_ms = 1 };
	begin(&s, &rule, 1, &given);
	read_page(&s);
	assert_int_equal(s.seen.last.err.kind, ERR_NONE);
	assert_int_equal(s.seen.items, 2);
	assert_int_equal(s.seen.cursor.n, 0);
}

TEST(responses_over_eight_million_bytes_are_refused)
{
	auto_buf answer = { 0 }, body = { 0 };
	CLEANUP(end) struct set s;
	buf_addz(&body, "{\"items\":[\"");
	buf_pad(&body, 'x', 9000000);
	buf_addz(&body, "\"]}");
	hostile_answer(&answer, 200, "", buf_str(&body));
	one_answer(&s, &answer);
	assert_int_equal(s.seen.last.err.kind, ERR_PROTOCOL);
	assert_non_null(strstr(s.seen.last.err.text, "larger than"));
	assert_int_equal(hostile_count(s.server), 1); /* no second request */
}

TEST(a_bomb_is_refused)
{
	auto_buf answer = { 0 };
	CLEANUP(end) struct set s;
	hostile_bomb(&answer, (size_t)100 << 20);
	one_answer(&s, &answer);
	assert_int_equal(s.seen.last.err.kind, ERR_PROTOCOL);
	assert_int_equal(hostile_count(s.server), 1);
}

TEST(redirects_are_not_followed)
{
	auto_buf answer = { 0 }, where = { 0 };
	struct set s;
	auto_hostile *trap = hostile_start_json("{\"items\":[]}");
	buf_addf(&where, "%s/checkout/abandoned", hostile_url(trap));
	static const int statuses[] = { 301, 302, 303, 307, 308 };
	for (size_t i = 0; i < 5; i++) {
		buf_reset(&answer);
		hostile_redirect(&answer, statuses[i], buf_z(&where));
		one_answer(&s, &answer);
		assert_int_equal(s.seen.last.err.kind, ERR_PROTOCOL);
		assert_non_null(strstr(s.seen.last.err.text, "redirects are not followed"));
		assert_int_equal(hostile_count(s.server), 1);
		end(&s);
	}
	assert_int_equal(hostile_count(trap), 0);
}

/* The caller waits: the total time of retries and pauses is limited. */
TEST(retries_and_pauses_have_a_total_limit)
{
	static const char *const waits[] = { "Retry-After: 99999999999\r\n", "Retry-After: 60\r\n",
		"Retry-After: 2\r\n", NULL };
	enum { TIMEOUT_MS = 400 };
	for (size_t i = 0; i < sizeof(waits) / sizeof(*waits); i++) {
		auto_buf answer = { 0 };
		CLEANUP(end) struct set s = { 0 };
		if (waits[i])
			hostile_answer(&answer, 503, waits[i], STR("{\"message\":\"later\"}"));
		s.rule = (struct hostile_rule){ .answer = waits[i] ? buf_str(&answer) : STR_NONE };
		s.server = hostile_start(&s.rule, 1);
		struct client_config config = { .base_url = hostile_url(s.server),
			.wire_names = wire_names_default(),
			.timeout_ms = TIMEOUT_MS,
			.token_source = given };
		small_loop_init(&s.loop);
		s.client = client_new(&config, &s.loop.io);
		int64_t began = own_ticks();
		client_read(s.client, ENDPOINT_BASKETS, STR_NONE, done, &s.seen);
		assert_true(small_loop_until(&s.loop, was_called, &s.seen, 20000));
		assert_true(own_ticks() - began < scale_timeout(3000));
		assert_int_equal(s.seen.last.err.kind, waits[i] ? ERR_UPSTREAM : ERR_NETWORK);
		assert_true(s.seen.last.attempt_count <= 2);
	}
}

TEST(bad_gateways_are_tried_four_times)
{
	auto_buf answer = { 0 };
	CLEANUP(end) struct set s;
	int64_t began = own_ticks();
	hostile_answer(&answer, 502, "Retry-After: 0\r\nX-Request-Id: r-9\r\n",
	    STR("{\"message\":\"upstream is away\"}"));
	one_answer(&s, &answer);
	assert_int_equal(s.seen.last.err.kind, ERR_UPSTREAM);
	assert_int_equal(s.seen.last.err.http_status, 502);
	assert_string_equal(s.seen.last.err.text, "upstream is away");
	assert_string_equal(s.seen.last.err.request_id, "r-9");
	assert_int_equal(s.seen.last.attempt_count, 4);
	assert_int_equal(hostile_count(s.server), 4);
	assert_true(
	    own_ticks() - began < scale_timeout(3000)); /* without the pauses of 0.3, 1 and 3 s */
}

TEST(a_second_try_may_succeed)
{
	auto_buf bad = { 0 }, good = { 0 };
	CLEANUP(end) struct set s;
	hostile_answer(&bad, 503, "", STR("{}"));
	hostile_json(&good, "{\"items\":[1]}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&bad) },
		{ .answer = buf_str(&good) } };
	begin(&s, rules, 2, &given);
	int64_t from = clock_ticks();
	read_page(&s);
	assert_int_equal(s.seen.last.err.kind, ERR_NONE);
	assert_int_equal(s.seen.items, 1);
	assert_true(clock_ticks() - from >= 300); /* not at once */
	assert_int_equal(hostile_count(s.server), 2);
}

TEST(permanent_errors_are_not_retried)
{
	static const struct {
		int status;
		enum err_kind kind;
	} cases[] = { { 400, ERR_INVALID }, { 403, ERR_DENIED }, { 404, ERR_NOT_FOUND },
		{ 409, ERR_CONFLICT }, { 422, ERR_INVALID } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf answer = { 0 };
		CLEANUP(end) struct set s;
		hostile_answer(&answer, cases[i].status, "",
		    STR("{\"requestId\":\"r\",\"code\":\"c\",\"message\":\"no\"}"));
		one_answer(&s, &answer);
		assert_int_equal(s.seen.last.err.kind, cases[i].kind);
		assert_int_equal(hostile_count(s.server), 1);
	}
}

/* A port that is bound but has no listener. */
static int
dead_port(int *fd)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t n = sizeof(at);
	*fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(*fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(getsockname(*fd, (struct sockaddr *)&at, &n), 0);
	return ntohs(at.sin_port);
}

TEST(a_refused_connection_is_not_retried)
{
	struct set s = { 0 };
	char url[64];
	int fd;
	snprintf(url, sizeof(url), "http://127.0.0.1:%d", dead_port(&fd));
	begin_at(&s, url, &given);
	read_page(&s);
	assert_int_equal(s.seen.last.err.kind, ERR_NETWORK);
	assert_int_equal(s.seen.last.attempt_count, 1);
	assert_non_null(strstr(s.seen.last.err.text, "connection refused"));
	assert_null(strstr(s.seen.last.err.text, "tok.en"));
	end(&s);
	close(fd);
}

TEST(a_hanging_read_can_be_cancelled)
{
	const struct hostile_rule silent = { .answer = STR_NONE };
	CLEANUP(end) struct set s;
	begin(&s, &silent, 1, &given);
	unsigned id = client_read(s.client, ENDPOINT_BASKETS, STR(""), done, &s.seen);
	int64_t until = deadline_in(20000);
	while (hostile_count(s.server) == 0 && clock_ticks() < until)
		small_loop_turn(&s.loop, 20);
	assert_int_equal(hostile_count(s.server), 1);
	int64_t from = own_ticks();
	client_cancel(s.client, id);
	assert_true(own_ticks() - from < scale_timeout(1000));
	small_loop_turn(&s.loop, 20);
	assert_int_equal(s.seen.calls, 0);
	client_cancel(s.client, id); /* already unknown: has no effect */
}

TEST(a_client_can_be_freed_during_reads)
{
	const struct hostile_rule silent = { .answer = STR_NONE };
	struct set s;
	begin(&s, &silent, 1, &given);
	for (int i = 0; i < 5; i++)
		client_read(s.client, ENDPOINT_BASKETS, STR(""), done, &s.seen);
	small_loop_turn(&s.loop, 20);
	end(&s);
	assert_int_equal(s.seen.calls, 0);
}

TEST(invalid_responses_are_protocol_errors)
{
	static const char *const bodies[] = { "{\"items\":[{\"id\":\"a\"}", "{\"items\":[",
		"<html></html>", "", "{\"items\":[1,]}", "nonsense" };
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		auto_buf answer = { 0 };
		CLEANUP(end) struct set s;
		hostile_json(&answer, bodies[i]);
		one_answer(&s, &answer);
		if (s.seen.last.err.kind != ERR_PROTOCOL)
			fail_msg("%s: kind %d", bodies[i], (int)s.seen.last.err.kind);
	}
}

TEST(broken_utf8_keeps_the_other_items)
{
	auto_buf answer = { 0 };
	CLEANUP(end) struct set s;
	hostile_json(&answer, "{\"items\":[{\"id\":\"a\"},{\"id\":\"\xFF\"},{\"id\":\"c\"}]}");
	one_answer(&s, &answer);
	assert_int_equal(s.seen.last.err.kind, ERR_NONE);
	assert_int_equal(s.seen.items, 3);
}

TEST(a_flood_of_headers_is_refused)
{
	auto_buf answer = { 0 };
	CLEANUP(end) struct set s;
	buf_addz(&answer, "HTTP/1.1 200 OK\r\n");
	for (int i = 0; i < 4000; i++)
		buf_addf(&answer, "X-Flood-%d: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", i);
	buf_addz(&answer, "Content-Length: 2\r\n\r\n{}");
	one_answer(&s, &answer);
	assert_int_equal(s.seen.last.err.kind, ERR_PROTOCOL);
}

TEST(a_truncated_response_is_retried)
{
	auto_buf answer = { 0 }, good = { 0 };
	CLEANUP(end) struct set s;
	hostile_json(&answer, "{\"items\":[1,2,3]}");
	hostile_json(&good, "{\"items\":[1,2]}");
	const struct hostile_rule rules[] = {
		{ .nth = 1, .answer = buf_str(&answer), .cut = answer.n - 5, .end = HOSTILE_CLOSE },
		{ .answer = buf_str(&good) }
	};
	begin(&s, rules, 2, &given);
	read_page(&s);
	assert_int_equal(s.seen.last.err.kind, ERR_NONE);
	assert_int_equal(s.seen.items, 2);
	assert_int_equal(s.seen.last.attempt_count, 2);
}

TEST(without_a_source_no_token_is_sent)
{
	static const struct session_source none = { 0 };
	auto_buf answer = { 0 }, header = { 0 };
	CLEANUP(end) struct set s;
	hostile_answer(&answer, 401, "",
	    STR("{\"requestId\":\"r-4\",\"code\":\"missing_credentials\","
		"\"message\":\"who are you?\"}"));
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	begin(&s, &rule, 1, &none);
	read_page(&s);
	assert_int_equal(s.seen.last.err.kind, ERR_AUTH);
	assert_string_equal(s.seen.last.err.text, "who are you?");
	assert_string_equal(s.seen.last.err.request_id, "r-4");
	assert_false(hostile_header(hostile_request(s.server, 0), "Authorization", &header));
	assert_int_equal(hostile_count(s.server), 1);
}

TEST(the_address_can_change)
{
	auto_buf answer = { 0 }, header = { 0 }, curl = { 0 };
	CLEANUP(end) struct set s;
	hostile_json(&answer, "{\"items\":[]}");
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	memset(&s, 0, sizeof(s));
	s.server = hostile_start(&rule, 1);
	begin_at(&s, NULL, &(struct session_source){ 0 });
	assert_false(client_has_address(s.client));
	client_redirect(s.client, hostile_url(s.server), "new.token");
	assert_true(client_has_address(s.client));
	read_page(&s);
	assert_int_equal(s.seen.last.err.kind, ERR_NONE);
	assert_true(hostile_header(hostile_request(s.server, 0), "Authorization", &header));
	assert_string_equal(buf_z(&header), "Bearer new.token");
	client_append_curl(&curl, s.client, ENDPOINT_BASKETS, STR("?limit=5"));
	assert_non_null(strstr(buf_z(&curl), "$BACKROOM_TOKEN"));
	assert_null(strstr(buf_z(&curl), "new.token"));
	assert_non_null(strstr(buf_z(&curl), "/checkout/abandoned?limit=5'"));
}

TEST(a_scheme_less_token_is_sent_without_bearer)
{
	auto_buf answer = { 0 }, header = { 0 }, curl = { 0 };
	CLEANUP(end) struct set s = { 0 };
	hostile_json(&answer, "{\"items\":[]}");
	s.rule = (struct hostile_rule){ .answer = buf_str(&answer) };
	s.server = hostile_start(&s.rule, 1);
	struct client_config config = { .base_url = hostile_url(s.server),
		.wire_names = wire_names_default(),
		.token_source = given,
		.transport_rules = { .sends_bare_token = true } };
	small_loop_init(&s.loop);
	s.client = client_new(&config, &s.loop.io);
	read_page(&s);
	assert_int_equal(s.seen.last.err.kind, ERR_NONE);
	assert_true(hostile_header(hostile_request(s.server, 0), "Authorization", &header));
	assert_string_equal(buf_z(&header), "tok.en.1");
	client_append_curl(&curl, s.client, ENDPOINT_BASKETS, STR_NONE);
	assert_non_null(strstr(buf_z(&curl), "\"Authorization: $BACKROOM_TOKEN\""));
}
