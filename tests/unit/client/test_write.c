/* Writes: sent once, and their reported result. */
#include "client/client.h"
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/client/small_loop.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct seen {
	int calls;
	enum client_write_status outcome;
	struct err err;
	struct buf body;
};

static void
written(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct seen *seen = ctx;
	seen->calls++;
	seen->outcome = outcome;
	seen->err = answer->err;
	buf_adds(&seen->body, buf_str(&answer->page.body));
}

static bool
was_called(void *ctx)
{
	return ((struct seen *)ctx)->calls > 0;
}

/* Sends one unlink to the service at `url` and waits for its result. */
static void
send_to(struct seen *seen, const char *url, const struct session_source *token)
{
	const struct client_config config = {
		.base_url = url, .wire_names = wire_names_default(), .token_source = *token
	};
	CLEANUP(small_loop_free) struct small_loop loop;
	small_loop_init(&loop);
	struct client *c = client_new(&config, &loop.io);
	*seen = (struct seen){ 0 };
	client_write(c,
	    &(struct client_write){
		.endpoint = ENDPOINT_UNLINK,
		.owner = STR("id/1"),
		.body = STR("{\"a\":1}"),
		.idempotency_key = STR("key-1"),
		.if_match = STR("c1") },
	    written, seen);
	assert_int_equal(seen->calls, 0); /* never called synchronously */
	assert_true(small_loop_until(&loop, was_called, seen, 40000));
	assert_int_equal(seen->calls, 1);
	client_free(c);
}

static const struct session_source given = { .token = "t.o.k" };

TEST(a_delete_carries_its_body)
{
	auto_buf key = { 0 };
	struct seen seen;
	auto_hostile *server = hostile_start_json("{}");
	send_to(&seen, hostile_url(server), &given);
	const struct hostile_request *r = hostile_request(server, 0);
	assert_string_equal(r->method, "DELETE");
	assert_string_equal(r->target, "/objects/externalidentity/id%2F1");
	assert_string_equal(r->body, "{\"a\":1}");
	assert_true(hostile_header(r, "Idempotency-Key", &key));
	assert_string_equal(buf_z(&key), "key-1");
	buf_reset(&key);
	assert_true(hostile_header(r, "If-Match", &key));
	assert_string_equal(buf_z(&key), "\"c1\"");
	assert_int_equal(seen.outcome, CLIENT_WRITE_DONE);
	assert_string_equal(buf_z(&seen.body), "{}");
	buf_free(&seen.body);
}

static const struct {
	const char *name;
	int status; /* 0: no response; the connection is cut */
	const char *body;
	enum client_write_status outcome;
	enum err_kind kind;
} outcomes[] = {
	{ "done", 200, "{\"id\":\"x\"}", CLIENT_WRITE_DONE, ERR_NONE },
	{ "no content", 204, "", CLIENT_WRITE_DONE, ERR_NONE },
	{ "wrong", 400, "{\"message\":\"no\"}", CLIENT_WRITE_REFUSED, ERR_INVALID },
	{ "signed out", 401, "{\"message\":\"no\"}", CLIENT_WRITE_REFUSED, ERR_AUTH },
	{ "denied", 403, "{\"message\":\"no\"}", CLIENT_WRITE_REFUSED, ERR_DENIED },
	{ "does not exist", 404, "", CLIENT_WRITE_REFUSED, ERR_NOT_FOUND },
	{ "in use", 409, "{\"code\":\"identity_in_use\"}", CLIENT_WRITE_REFUSED, ERR_CONFLICT },
	{ "the first is under way", 409, "{\"code\":\"in_progress\"}", CLIENT_WRITE_UNKNOWN,
	    ERR_CONFLICT },
	{ "too many", 429, "", CLIENT_WRITE_REFUSED, ERR_UPSTREAM },
	{ "elsewhere", 302, "", CLIENT_WRITE_REFUSED, ERR_PROTOCOL },
	{ "upstream", 502, "<html>", CLIENT_WRITE_UNKNOWN, ERR_UPSTREAM },
	{ "broken", 500, "", CLIENT_WRITE_UNKNOWN, ERR_UPSTREAM },
	{ "late", 408, "", CLIENT_WRITE_UNKNOWN, ERR_INVALID },
	{ "no JSON", 200, "{\"id\":", CLIENT_WRITE_UNKNOWN, ERR_PROTOCOL },
	{ "cut off", 0, "{}", CLIENT_WRITE_UNKNOWN, ERR_NETWORK },
};

TEST(outcomes_are_distinguished_and_nothing_is_sent_twice)
{
	for (size_t i = 0; i < sizeof(outcomes) / sizeof(*outcomes); i++) {
		auto_buf answer = { 0 };
		struct seen seen;
		int status = outcomes[i].status;
		hostile_answer(
		    &answer, status ? status : 200, "Retry-After: 0\r\n", str_of(outcomes[i].body));
		const struct hostile_rule rule = {
			.answer = buf_str(&answer), .cut = status ? 0 : 10, .end = HOSTILE_CLOSE
		};
		auto_hostile *server = hostile_start(&rule, 1);
		send_to(&seen, hostile_url(server), &given);
		if (seen.outcome != outcomes[i].outcome)
			fail_msg("%s: %s, %s", outcomes[i].name,
			    client_write_status_names[seen.outcome], seen.err.text);
		if (seen.err.kind != outcomes[i].kind)
			fail_msg("%s: kind %d", outcomes[i].name, (int)seen.err.kind);
		assert_int_equal(hostile_count(server), 1);
		buf_free(&seen.body);
	}
}

TEST(a_write_that_was_never_sent_is_refused)
{
	const struct hostile_rule rule = { 0 };
	struct hostile *server = hostile_start(&rule, 1);
	char url[64];
	struct seen seen;
	snprintf(url, sizeof(url), "%s", hostile_url(server));
	hostile_stop(server); /* no server listens on its port now */
	send_to(&seen, url, &given);
	assert_int_equal(seen.outcome, CLIENT_WRITE_REFUSED);
	assert_int_equal(seen.err.kind, ERR_NETWORK);
	buf_free(&seen.body);
}

TEST(a_401_is_retried_once_with_a_new_token)
{
	auto_buf out = { 0 }, fine = { 0 };
	struct seen seen;
	hostile_answer(&out, 401, "", STR("{\"message\":\"expired\"}"));
	hostile_json(&fine, "{}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&out) },
		{ .nth = 2, .answer = buf_str(&fine) } };
	auto_hostile *server = hostile_start(rules, 2);
	int fd = open("token", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_int_equal(write(fd, "t.o.k", 5), 5);
	close(fd);
	const struct session_source file = { .token_file = "token" };
	send_to(&seen, hostile_url(server), &file);
	assert_int_equal(seen.outcome, CLIENT_WRITE_DONE);
	assert_int_equal(hostile_count(server), 2);
	assert_string_equal(hostile_request(server, 1)->body, "{\"a\":1}");
	buf_free(&seen.body);
}
