/* More feeds at a time than the threads of other writers allow: the caller is told when to try
 * again. */
#include "unit/service/calls.h"

static int
feed(struct fixture *f)
{
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) },
		{ STR("Content-Type"), STR("application/x-ndjson") } };
	return answer(f,
	    (struct request){ .method = STR("POST"),
		.target = STR("/feed"),
		.headers = headers,
		.headers_n = 2,
		.body = STR("{\"kind\":\"basket\",\"item\":{\"id\":\"b\"}}") });
}

TEST_WITH(a_fifth_feed_is_told_to_wait, set_up, tear_down)
{
	struct fixture *f = *state;
	buf_reset(&f->token);
	add_token(&f->token, "ingest");
	feed_pace_init(&f->service.feed_pace);
	atomic_store(&f->service.feed_count, 4);
	assert_int_equal(feed(f), 503);
	assert_true(str_eq(json_lex_find(response_body(&f->rs), STR("code")), STR("\"busy\"")));
	assert_string_equal(f->rs.headers[0].name, "Retry-After");
	assert_string_equal(f->rs.headers[0].value, "1");
	assert_int_equal(atomic_load(&f->service.feed_count), 4);
	atomic_store(&f->service.feed_count, 3);
	assert_int_equal(feed(f), 200);
	assert_true(str_eq(json_lex_find(response_body(&f->rs), STR("result")), STR("\"done\"")));
	feed_pace_free(&f->service.feed_pace);
}
