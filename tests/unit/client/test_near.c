/* When compression is requested: on one machine compressing takes longer than it saves. */
#include "client/client.h"
#include "lib/deadline.h"
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/client/small_loop.h"

#include <string.h>

struct set {
	struct small_loop loop;
	struct hostile *server;
	struct client *client;
	int calls, refused;
};

static void
done(void *ctx, struct client_answer *answer)
{
	struct set *s = ctx;
	assert_int_equal(answer->err.kind, ERR_NONE);
	s->calls++;
}

static bool
was_called(void *ctx)
{
	return ((struct set *)ctx)->calls > 0;
}

static void
begin(struct set *s, const struct hostile_rule *rule)
{
	memset(s, 0, sizeof(*s));
	s->server = hostile_start(rule, 1);
	struct client_config config = { .base_url = hostile_url(s->server),
		.wire_names = wire_names_default(),
		.token_source = { .token = "tok.en.1" } };
	small_loop_init(&s->loop);
	s->client = client_new(&config, &s->loop.io);
}

static void
end(struct set *s)
{
	client_free(s->client);
	small_loop_free(&s->loop);
	hostile_stop(s->server);
}

static void
read_page(struct set *s)
{
	s->calls = 0;
	client_read(s->client, ENDPOINT_BASKETS, STR("?limit=50"), done, s);
	assert_true(small_loop_until(&s->loop, was_called, s, 20000));
}

static bool
was_asked_for_compressed(struct set *s, size_t request)
{
	auto_buf value = { 0 };
	assert_true(hostile_header(hostile_request(s->server, request), "Accept-Encoding", &value));
	bool packed = strstr(buf_z(&value), "gzip") != NULL;
	if (!packed)
		assert_string_equal(buf_z(&value), "identity");
	return packed;
}

/* A service that responds immediately is on this machine; through a tunnel the same address is
 * slower, and transfers take time. */
TEST(only_a_fast_service_is_asked_without_compression)
{
	auto_buf answer = { 0 };
	struct set s;
	hostile_json(&answer, "{\"items\":[]}");
	for (int far = 0; far < 2; far++) {
		const struct hostile_rule rule = { .answer = buf_str(&answer),
			.delay_ms = far ? 40 : 0 };
		int64_t until = deadline_in(10000);
		size_t last = 0;
		begin(&s, &rule);
		read_page(&s);
		assert_true(was_asked_for_compressed(&s, 0));
		do
			read_page(&s);
		while (was_asked_for_compressed(&s, ++last) &&
		    (far ? last < 5 : clock_ticks() < until));
		assert_int_equal(was_asked_for_compressed(&s, last), far);
		end(&s);
	}
}

static void
done_or_refused(void *ctx, struct client_answer *answer)
{
	struct set *s = ctx;
	s->refused += answer->err.kind == ERR_NOT_FOUND;
	s->calls++;
}

/* The local end of a tunnel reports at once that the remote service is away. */
TEST(a_fast_failure_does_not_count_as_fast_service)
{
	auto_buf gone = { 0 };
	CLEANUP(end) struct set s;
	hostile_answer(&gone, 404, "", STR("{\"message\":\"no way there\"}"));
	const struct hostile_rule rule = { .answer = buf_str(&gone) };
	begin(&s, &rule);
	for (int i = 0; i < 5; i++) {
		s.calls = 0;
		client_read(s.client, ENDPOINT_BASKETS, STR("?limit=50"), done_or_refused, &s);
		assert_true(small_loop_until(&s.loop, was_called, &s, 20000));
		assert_true(was_asked_for_compressed(&s, (size_t)i));
	}
	assert_int_equal(s.refused, 5);
}

/* A compressed response is accepted even if an uncompressed one was requested. */
TEST(a_compressed_response_is_always_decompressed)
{
	/* {"items":[]} compressed by gzip -9n */
	static const unsigned char packed[] = { 31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 202, 44,
		73, 205, 45, 86, 178, 138, 142, 173, 5, 0, 29, 31, 67, 234, 12, 0, 0, 0 };
	auto_buf answer = { 0 };
	CLEANUP(end) struct set s;
	hostile_answer(&answer, 200, "Content-Encoding: gzip\r\n",
	    str_from((const char *)packed, sizeof(packed)));
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	int64_t until = deadline_in(10000);
	begin(&s, &rule);
	size_t last = 0;
	do
		read_page(&s);
	while (was_asked_for_compressed(&s, last++) && clock_ticks() < until);
	assert_false(was_asked_for_compressed(&s, last - 1));
}
