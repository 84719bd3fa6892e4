/* Members found and replaced in place: all other bytes stay. */
#include "lib/test.h"
#include "wire/member.h"

#include <string.h>

static void
check_set(const char *object, const char *name, const char *value, const char *want)
{
	auto_buf out = { 0 };
	member_set(&out, str_of(object), str_of(name), str_of(value));
	assert_string_equal(buf_z(&out), want);
}

TEST(setting_a_member_keeps_every_other_byte)
{
	check_set("{\"a\": 1e400 , \"b\":[1, 2]}", "b", "\"x\"", "{\"a\": 1e400 , \"b\":\"x\"}");
	check_set("{\"a\":1,\"b\":2,\"c\":-0}", "a", "7", "{\"a\":7,\"b\":2,\"c\":-0}");
	check_set("{}", "a", "7", "{\"a\":7}");
	check_set("{ }", "a", "7", "{\"a\":7 }");
	check_set("{\"a\":{\"z\":1}}", "b", "7", "{\"a\":{\"z\":1},\"b\":7}");
	check_set("{\"a\":1}", "q\"uote\n", "7", "{\"a\":1,\"q\\\"uote\\n\":7}");
}

TEST(removing_a_member_removes_one_comma)
{
	check_set("{\"a\":1,\"b\":2,\"c\":3}", "a", NULL, "{\"b\":2,\"c\":3}");
	check_set("{\"a\":1,\"b\":2,\"c\":3}", "b", NULL, "{\"a\":1,\"c\":3}");
	check_set("{\"a\":1,\"b\":2,\"c\":3}", "c", NULL, "{\"a\":1,\"b\":2}");
	check_set("{\"a\":[{\"a\":2}]}", "a", NULL, "{}");
	check_set("{\"a\":1}", "b", NULL, "{\"a\":1}");
}

TEST(names_are_compared_unescaped)
{
	check_set("{\"\\u0061\":1,\"b\":2}", "a", "7", "{\"\\u0061\":7,\"b\":2}");
	check_set("{\"x\":{\"a\":1},\"a\":2}", "a", "7", "{\"x\":{\"a\":1},\"a\":7}");
	assert_true(str_eqz(member_find(STR("{\"a\\\"b\":[1]}"), STR("a\"b")), "[1]"));
	assert_null(member_find(STR("{\"ab\":1}"), STR("a")).p);
	assert_null(member_find(STR("[\"a\",1]"), STR("a")).p);
	assert_null(member_find(STR_NONE, STR("a")).p);
}

TEST(missing_objects_on_the_path_are_created)
{
	static const char *const below[] = { "data", "attributes", "x", NULL };
	auto_buf out = { 0 };
	member_set_below(&out, STR("{\"id\":\"1\",\"data\":{\"k\":2}}"), below, STR("3"));
	assert_string_equal(
	    buf_z(&out), "{\"id\":\"1\",\"data\":{\"k\":2,\"attributes\":{\"x\":3}}}");
	assert_true(str_eqz(member_find_below(buf_str(&out), below), "3"));
}
