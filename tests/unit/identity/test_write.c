/* One link or unlink: recorded before it is sent, completed by the response, retried with its
 * key. */
#include "identity/write.h"
#include "lib/hostile.h"
#include "unit/client/small_loop.h"
#include "unit/journal/journal_files.h"

#define BODY(sub) "{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\"" sub "\"}}"

/* A writer at a scripted server, with a journal in memory. */
struct bench {
	struct hostile *server;
	struct small_loop loop;
	struct client *client;
	struct journal journal;
	struct clock clock;
	struct identity_writer *writer;
	struct client_config config;

	int calls; /* calls: number of callbacks; last: their last result */
	struct write_result last;
};

static void
bench_open(struct bench *b, const struct hostile_rule *rules, size_t n)
{
	struct err err;
	*b = (struct bench){ .clock = { .fixed = true, .fixed_ms = AT } };
	b->server = hostile_start(rules, n);
	b->config = (struct client_config){ .base_url = hostile_url(b->server),
		.wire_names = wire_names_default(),
		.token_source = { .token = "t.o.k" } };
	small_loop_init(&b->loop);
	b->client = client_new(&b->config, &b->loop.io);
	assert_true(journal_open(&b->journal, false, &err));
	b->writer = identity_writer_new(b->client, &b->journal, &b->clock);
}

static void
bench_close(struct bench *b)
{
	identity_writer_free(b->writer);
	client_free(b->client);
	small_loop_free(&b->loop);
	journal_close(&b->journal);
	hostile_stop(b->server);
}

static void
on_write_result(void *ctx, const struct write_result *w)
{
	struct bench *b = ctx;
	b->calls++;
	b->last = *w;
	b->last.body = STR_NONE;
}

static bool
has_no_pending_write(void *ctx)
{
	return identity_count_pending(((struct bench *)ctx)->writer) == 0;
}

static void
wait_for_result(struct bench *b, int calls)
{
	assert_int_equal(identity_count_pending(b->writer), 1);
	assert_true(small_loop_until(&b->loop, has_no_pending_write, b, 20000));
	assert_int_equal(b->calls, calls);
}

static const struct journal_write *
write_one(struct bench *b, const struct journal_write *w)
{
	struct err err;
	int calls = b->calls;
	assert_true(identity_write(b->writer, w, on_write_result, b, &err));
	wait_for_result(b, calls + 1);
	return journal_find(&b->journal, b->last.write_number);
}

static void
retry_write(struct bench *b, unsigned number)
{
	int calls = b->calls;
	identity_write_retry(b->writer, number, on_write_result, b);
	wait_for_result(b, calls + 1);
	assert_int_equal(b->last.write_number, number);
}

static struct journal_write
link_entry_to_name(const char *owner, const char *sub)
{
	struct journal_write w = link_of(owner, sub);
	w.key = STR_NONE;
	return w;
}

static void
key_of(struct bench *b, size_t i, struct buf *out)
{
	assert_true(hostile_header(hostile_request(b->server, i), "Idempotency-Key", out));
}

TEST(a_done_write_is_recorded_with_its_response)
{
	auto_buf answer = { 0 }, first = { 0 }, second = { 0 };
	CLEANUP(bench_close) struct bench b;
	hostile_answer(&answer, 200, "X-Request-Id: r-17\r\n", STR("{\"id\":\"x\"}"));
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	bench_open(&b, &rule, 1);
	struct journal_write w = link_entry_to_name("id/1", "s-1");
	const struct journal_write *noted = write_one(&b, &w);
	assert_int_equal(b.last.write_status, CLIENT_WRITE_DONE);
	assert_int_equal(b.last.write_number, 1);
	assert_string_equal(b.last.request_id, "r-17");
	assert_int_equal(noted->status.state, JOURNAL_DONE);
	assert_int_equal(noted->status.http_status, 200);
	assert_int_equal(noted->recorded_at, AT);
	assert_true(str_eqz(noted->status.request_id, "r-17"));
	assert_true(str_eqz(noted->status.record, "{\"id\":\"x\"}"));
	w.is_unlink = true;
	write_one(&b, &w);
	const struct hostile_request *link = hostile_request(b.server, 0),
				     *unlink = hostile_request(b.server, 1);
	assert_string_equal(link->method, "POST");
	assert_string_equal(unlink->method, "DELETE");
	assert_string_equal(link->target, "/objects/externalidentity/id%2F1");
	assert_string_equal(link->body, BODY("s-1"));
	assert_string_equal(unlink->body, BODY("s-1"));
	/* Each write has its own key: the same link may be made, undone and made again. */
	key_of(&b, 0, &first);
	key_of(&b, 1, &second);
	assert_int_equal(first.n, 32);
	assert_string_not_equal(buf_z(&first), buf_z(&second));
	assert_true(str_eq(journal_find(&b.journal, 1)->key, buf_str(&first)));
}

/* The first response leaves the result unknown; then each of these is the response to the retry. */
TEST(a_refused_retry_leaves_the_write_unknown)
{
	static const struct {
		int status;
		const char *body;
		enum client_write_status outcome;
		enum journal_state state;
	} cases[] = {
		{ 200, "{}", CLIENT_WRITE_DONE, JOURNAL_DONE },
		{ 204, "", CLIENT_WRITE_DONE, JOURNAL_DONE },
		{ 409, "{\"code\":\"identity_in_use\"}", CLIENT_WRITE_REFUSED, JOURNAL_REFUSED },
		{ 404, "{\"code\":\"not_found\"}", CLIENT_WRITE_REFUSED, JOURNAL_REFUSED },
		{ 422, "{\"code\":\"invalid\"}", CLIENT_WRITE_REFUSED, JOURNAL_REFUSED },
		{ 422, "{\"code\":\"idempotency_mismatch\"}", CLIENT_WRITE_UNKNOWN,
		    JOURNAL_UNKNOWN },
		{ 401, "", CLIENT_WRITE_UNKNOWN, JOURNAL_UNKNOWN },
		{ 403, "{\"code\":\"forbidden\"}", CLIENT_WRITE_UNKNOWN, JOURNAL_UNKNOWN },
		{ 429, "", CLIENT_WRITE_UNKNOWN, JOURNAL_UNKNOWN },
		{ 502, "<html>", CLIENT_WRITE_UNKNOWN, JOURNAL_UNKNOWN },
		{ 200, "{\"id\":", CLIENT_WRITE_UNKNOWN, JOURNAL_UNKNOWN },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf broken = { 0 }, answer = { 0 }, first = { 0 }, again = { 0 };
		CLEANUP(bench_close) struct bench b;
		hostile_answer(&broken, 502, "", STR("<html>"));
		hostile_answer(&answer, cases[i].status, "", str_of(cases[i].body));
		const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
			{ .answer = buf_str(&answer) } };
		bench_open(&b, rules, 2);
		const struct journal_write w = link_entry_to_name("id-1", "s-1");
		const struct journal_write *noted = write_one(&b, &w);
		assert_int_equal(b.last.write_status, CLIENT_WRITE_UNKNOWN);
		assert_true(journal_is_unknown(noted));
		retry_write(&b, 1);
		print_message("%d %s\n", cases[i].status, cases[i].body);
		assert_int_equal(b.last.write_status, cases[i].outcome);
		assert_int_equal(journal_find(&b.journal, 1)->status.state, cases[i].state);
		assert_int_equal(b.journal.writes.n, 1);
		key_of(&b, 0, &first);
		key_of(&b, 1, &again);
		assert_string_equal(buf_z(&first), buf_z(&again));
		assert_string_equal(hostile_request(b.server, 1)->body, BODY("s-1"));
	}
}

/* Each of these statuses refuses a first write: nothing was changed, and it may be sent again. */
TEST(a_refused_first_request_is_recorded_as_refused)
{
	static const int statuses[] = { 400, 401, 403, 404, 409, 422, 429 };
	for (size_t i = 0; i < sizeof(statuses) / sizeof(*statuses); i++) {
		auto_buf answer = { 0 };
		CLEANUP(bench_close) struct bench b;
		hostile_answer(&answer, statuses[i], "", STR("{\"code\":\"why\"}"));
		const struct hostile_rule rule = { .answer = buf_str(&answer) };
		bench_open(&b, &rule, 1);
		const struct journal_write w = link_entry_to_name("id-1", "s-1");
		const struct journal_write *noted = write_one(&b, &w);
		assert_int_equal(b.last.write_status, CLIENT_WRITE_REFUSED);
		assert_int_equal(noted->status.state, JOURNAL_REFUSED);
		assert_int_equal(noted->status.http_status, statuses[i]);
		assert_true(str_eqz(noted->status.code, "why"));
		assert_int_equal(noted->status.record.n, 0);
	}
}

/* Sending a write again while its result is unknown retries the first one under its key; once
 * the key has expired at the service, it is a new write. */
TEST(an_unknown_write_is_retried_with_its_key)
{
	auto_buf broken = { 0 };
	CLEANUP(bench_close) struct bench b;
	hostile_answer(&broken, 502, "", STR(""));
	const struct hostile_rule rule = { .answer = buf_str(&broken) };
	bench_open(&b, &rule, 1);
	struct journal_write w = link_of("id-1", "s-1");
	write_one(&b, &w);
	w.owner = STR("id-2"); /* ignored: the write as first sent counts */
	write_one(&b, &w);
	assert_int_equal(b.last.write_number, 1);
	assert_int_equal(b.journal.writes.n, 1);
	assert_string_equal(hostile_request(b.server, 1)->target, "/objects/externalidentity/id-1");
	b.clock.fixed_ms += journal_key_lifetime_ms;
	write_one(&b, &w);
	assert_int_equal(b.last.write_number, 2);
	assert_string_equal(hostile_request(b.server, 2)->target, "/objects/externalidentity/id-2");
}

TEST(a_response_that_contains_the_token_is_not_recorded)
{
	auto_buf answer = { 0 };
	CLEANUP(bench_close) struct bench b;
	hostile_answer(&answer, 200, "X-Request-Id: t.o.k\r\n", STR("{\"id\":\"t.o.k\"}"));
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	bench_open(&b, &rule, 1);
	const struct journal_write w = link_entry_to_name("id-1", "s-1");
	const struct journal_write *noted = write_one(&b, &w);
	assert_int_equal(noted->status.state, JOURNAL_DONE);
	assert_int_equal(noted->status.request_id.n, 0);
	assert_int_equal(noted->status.record.n, 0);
}

TEST(blanks_around_a_response_object_are_accepted)
{
	static const char *const bodies[] = { " {\"id\":\"x\"}", "\r\n\t{}\n", "{} ", "\n" };
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		auto_buf answer = { 0 };
		CLEANUP(bench_close) struct bench b;
		hostile_answer(&answer, *bodies[i] == '\n' ? 204 : 200, "",
		    *bodies[i] == '\n' ? STR_NONE : str_of(bodies[i]));
		const struct hostile_rule rule = { .answer = buf_str(&answer) };
		bench_open(&b, &rule, 1);
		const struct journal_write w = link_entry_to_name("id-1", "s-1");
		write_one(&b, &w);
		if (b.last.write_status != CLIENT_WRITE_DONE)
			fail_msg("%zu: %s", i, b.last.err.text);
	}
}

/* A response that is not an object may come from a proxy in between. */
TEST(a_response_that_is_not_an_object_leaves_the_write_unknown)
{
	static const char *const bodies[] = { "[1]", " [] ", "\"done\"", "1", "true", "null" };
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++) {
		auto_buf answer = { 0 };
		CLEANUP(bench_close) struct bench b;
		hostile_json(&answer, bodies[i]);
		const struct hostile_rule rule = { .answer = buf_str(&answer) };
		bench_open(&b, &rule, 1);
		const struct journal_write w = link_entry_to_name("id-1", "s-1");
		const struct journal_write *noted = write_one(&b, &w);
		assert_int_equal(b.last.write_status, CLIENT_WRITE_UNKNOWN);
		assert_int_equal(b.last.err.kind, ERR_PROTOCOL);
		assert_string_equal(b.last.err.text, "it is not a JSON object");
		assert_true(journal_is_unknown(noted));
		assert_int_equal(noted->status.http_status, 200);
		assert_int_equal(noted->status.record.n, 0);
	}
}

TEST(a_write_that_cannot_be_recorded_is_not_sent)
{
	static char reason[JOURNAL_REASON_SIZE_MAX + 1];
	const struct hostile_rule rule = { 0 };
	CLEANUP(bench_close) struct bench b;
	struct err err;
	memset(reason, 'x', sizeof(reason));
	bench_open(&b, &rule, 1);
	struct journal_write w = link_entry_to_name("id-1", "s-1");
	w.reason = str_from(reason, sizeof(reason));
	assert_false(identity_write(b.writer, &w, on_write_result, &b, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_int_equal(identity_count_pending(b.writer), 0);
	assert_int_equal(b.journal.writes.n, 0);
	assert_int_equal(b.calls, 0);
}

static bool
has_request(void *ctx)
{
	return hostile_count(((struct bench *)ctx)->server) == 1;
}

TEST(quitting_during_a_write_leaves_it_unknown_in_the_journal)
{
	const struct hostile_rule rule = { 0 };
	CLEANUP(bench_close) struct bench b;
	struct err err;
	bench_open(&b, &rule, 1);
	const struct journal_write w = link_entry_to_name("id-1", "s-1");
	assert_true(identity_write(b.writer, &w, on_write_result, &b, &err));
	assert_true(small_loop_until(&b.loop, has_request, &b, 20000));
	assert_int_equal(b.calls, 0);
	assert_true(journal_is_unknown(journal_find(&b.journal, 1)));
	client_free(b.client);
	identity_writer_free(b.writer);
	b.client = NULL;
	b.writer = NULL;
	assert_int_equal(b.calls, 0);
	assert_int_equal(b.journal.unknown_write_count, 1);
}

TEST(a_retry_goes_to_the_same_service_within_the_key_lifetime)
{
	const struct {
		struct str service;
		int64_t after;
		const char *why; /* NULL: a retry is allowed */
	} cases[] = {
		{ SERVICE, 0, NULL },
		{ SERVICE, journal_key_lifetime_ms - 1, NULL },
		{ SERVICE, journal_key_lifetime_ms,
		    "J-0412 is over a day old, so it can no longer be retried safely. Link or "
		    "unlink again instead" },
		{ STR("https://test.example"), 0,
		    "J-0412 was sent to another service: prod at https://api.example" },
	};
	struct journal_write w = link_of("id-1", "s-1");
	w.number = 412;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct err err = { 0 };
		assert_int_equal(
		    identity_can_retry(&w, cases[i].service, AT + cases[i].after, &err),
		    !cases[i].why);
		if (cases[i].why)
			assert_string_equal(err.text, cases[i].why);
	}
}
