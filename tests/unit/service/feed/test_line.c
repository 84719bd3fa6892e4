/* The lines of a feed: each is read, or refused with the reason. */
#include "lib/test.h"
#include "service/feed/line.h"

#include <string.h>

static void
read_line(struct feed_line *line, struct arena *a, const char *text)
{
	feed_line_read(line, a, str_of(text), STR("shop"));
}

TEST(operations_are_read_with_their_place_in_the_sequence)
{
	struct arena a = { 0 };
	struct feed_line l;
	read_line(&l, &a, "{\"kind\":\"owner\",\"item\":{\"id\":\"ann\",\"root\":\"r\"}}");
	assert_null(l.error.p);
	assert_int_equal(l.op, FEED_PUT);
	assert_int_equal(l.kind, OBJECT_OWNER);
	assert_int_equal(l.seq, -1);
	assert_true(str_eqz(l.object.owner.root, "r"));
	read_line(&l, &a,
	    "{\"op\":\"put\",\"kind\":\"offer\",\"published\":false,\"source\":\"crm\",\"seq\":0,"
	    "\"item\":{\"id\":\"1\",\"path\":\"/offers/x\"}}");
	assert_null(l.error.p);
	assert_int_equal(l.seq, 0);
	assert_true(str_eqz(l.source, "crm"));
	assert_false(l.object.item.published);
	assert_true(str_eqz(l.object.item.path, "/offers/x"));
	read_line(&l, &a,
	    "{\"op\":\"complete\",\"kind\":\"basket\",\"id\":\"b\",\"seq\":9223372036854775807,"
	    "\"at\":\"2026-11-20T10:42:00Z\"}");
	assert_null(l.error.p);
	assert_int_equal(l.op, FEED_COMPLETE);
	assert_int_equal(l.seq, INT64_MAX);
	assert_true(str_eqz(l.source, "shop"));
	assert_true(str_eqz(l.at, "\"2026-11-20T10:42:00Z\""));
	read_line(&l, &a, "{\"op\":\"remove\",\"kind\":\"journeys\"}");
	assert_null(l.error.p);
	assert_true(str_eqz(l.path, "/journeys"));
	arena_free(&a);
}

TEST(every_mistake_is_named)
{
	static const struct {
		const char *text, *error;
		int64_t seq;
	} lines[] = {
		{ "x", "not valid JSON", -1 },
		{ "[]", "it is not an object", -1 },
		{ "{\"kind\":\"basket\",\"seq\":1,\"seq\":2}", "two members", -1 },
		{ "{\"kind\":\"basket\",\"seq\":1,\"item\":{\"id\":\"\xff\"}}", "UTF-8", -1 },
		{ "{\"kind\":\"basket\",\"seq\":1,\"item\":{\"id\":\"\\u0000\"}}", "u0000", -1 },
		{ "{\"seq\":-1,\"kind\":\"basket\"}", "its seq must be an integer", -1 },
		{ "{\"seq\":\"1\",\"kind\":\"basket\"}", "its seq must be an integer", -1 },
		{ "{\"seq\":1e3,\"kind\":\"basket\"}", "its seq must be an integer", -1 },
		{ "{\"seq\":9223372036854775808,\"kind\":\"basket\"}",
		    "its seq must be an integer from 0 to 9223372036854775807", -1 },
		{ "{\"source\":7,\"kind\":\"basket\"}", "its source must be a string", -1 },
		{ "{\"source\":\"\",\"kind\":\"basket\"}", "a source's name has 1 to 100 bytes",
		    -1 },
		{ "{\"source\":\"a\\n\",\"kind\":\"basket\"}", "without control characters", -1 },
		{ "{\"seq\":1,\"op\":\"delete\",\"kind\":\"basket\"}",
		    "there is no op \"delete\": use put, complete or remove", 1 },
		{ "{\"seq\":2,\"op\":3,\"kind\":\"basket\"}", "its op must be a string", 2 },
		{ "{\"seq\":3,\"item\":{}}", "it has no \"kind\"", 3 },
		{ "{\"seq\":4,\"kind\":\"person\",\"item\":{}}", "there is no kind \"person\"", 4 },
		{ "{\"seq\":5,\"kind\":\"basket\",\"items\":{}}", "unknown member \"items\"", 5 },
		{ "{\"seq\":6,\"kind\":\"basket\",\"item\":[]}", "its \"item\" is not an object",
		    6 },
		{ "{\"seq\":7,\"kind\":\"basket\",\"item\":{\"id\":1}}", "its id must be a string",
		    7 },
		{ "{\"seq\":8,\"kind\":\"basket\",\"item\":{\"id\":\"b\",\"completed\":1}}",
		    "its completed must be true or false", 8 },
		{ "{\"seq\":9,\"kind\":\"offer\",\"published\":1,\"item\":{\"path\":\"/x\"}}",
		    "its published must be true or false", 9 },
		{ "{\"seq\":9,\"kind\":\"offer\",\"item\":{\"id\":\"x\"}}", "the item has no path",
		    9 },
		{ "{\"seq\":9,\"op\":\"complete\",\"kind\":\"offer\",\"id\":\"b\"}",
		    "only a basket is completed", 9 },
		{ "{\"seq\":9,\"op\":\"complete\",\"kind\":\"basket\"}", "it has no \"id\"", 9 },
		{ "{\"seq\":9,\"op\":\"complete\",\"kind\":\"basket\",\"id\":\"b\",\"at\":\"now\"}",
		    "its at must be a date-time", 9 },
		{ "{\"seq\":9,\"op\":\"complete\",\"kind\":\"basket\",\"id\":\"b\",\"item\":{}}",
		    "\"complete\" has no member \"item\"", 9 },
		{ "{\"seq\":9,\"op\":\"remove\",\"kind\":\"basket\",\"id\":\"b\",\"at\":\"\"}",
		    "\"remove\" has no member \"at\"", 9 },
		{ "{\"seq\":9,\"op\":\"remove\",\"kind\":\"basket\",\"path\":\"b\"}",
		    "a basket has no path", 9 },
		{ "{\"seq\":9,\"op\":\"remove\",\"kind\":\"offer\",\"id\":\"b\"}",
		    "it has no \"path\"", 9 },
		{ "{\"seq\":9,\"op\":\"remove\",\"kind\":\"identity\",\"id\":\"b\"}",
		    "an identity is not removed", 9 },
	};
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct arena a = { 0 };
		struct feed_line l;
		read_line(&l, &a, lines[i].text);
		assert_int_equal(l.outcome, FEED_REFUSED);
		if (!l.error.p || str_find(l.error, str_of(lines[i].error)) == SIZE_MAX)
			fail_msg("%s: %.*s", lines[i].text, STR_ARG(l.error));
		assert_int_equal(l.seq, lines[i].seq);
		arena_free(&a);
	}
}

TEST(a_number_needs_a_source)
{
	struct arena a = { 0 };
	struct feed_line l;
	feed_line_read(
	    &l, &a, STR("{\"seq\":1,\"kind\":\"basket\",\"item\":{\"id\":\"b\"}}"), STR(""));
	assert_true(str_eqz(l.error, "a seq needs a source"));
	arena_free(&a);
}
