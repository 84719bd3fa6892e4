/* Small JSON trees: their members, their source text, and texts that are not JSON. */
#include "wire/json.h"

#include "base/buf.h"
#include "wire/json_scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof(*(list)))

static void
assert_str(struct str is, const char *shall)
{
	char text[256];
	assert_true(is.p != NULL);
	snprintf(text, sizeof(text), "%.*s", STR_ARG(is));
	assert_string_equal(text, shall);
}

static const struct json_value *
parse(struct arena *a, const char *text, unsigned flags)
{
	struct err err;
	const struct json_value *tree = json_parse(a, str_of(text), flags, &err);
	assert_non_null(tree);
	return tree;
}

static void
members(void **state)
{
	struct arena a = { 0 };
	(void)state;
	const struct json_value *t = parse(&a,
	    " { \"a\" : \"x\" , \"ab\":[1, {\"c\":null} ,true,false],\"\":-1.50e1,\"a\":\"y\"} ",
	    0);
	assert_int_equal(json_kind(t), JSON_OBJECT);
	assert_int_equal(json_count(t), 4);
	assert_str(json_get_text(t, "a"), "x");
	assert_int_equal(json_kind(json_get(t, "")), JSON_NUMBER);
	assert_null(json_get(t, "abc"));
	assert_null(json_get(json_get(t, "a"), "a"));
	const struct json_value *list = json_get(t, "ab");
	assert_int_equal(json_kind(list), JSON_ARRAY);
	assert_str(json_source(list), "[1, {\"c\":null} ,true,false]");
	const struct json_value *v = json_next(json_first(list));
	assert_str(json_name(json_first(v)), "c");
	assert_int_equal(json_kind(json_first(v)), JSON_NULL);
	v = json_next(v);
	assert_true(json_is_true(v));
	v = json_next(v);
	assert_int_equal(json_kind(v), JSON_BOOL);
	assert_false(json_is_true(v));
	assert_null(json_next(v));
	assert_null(json_text(v).p);
	assert_null(json_source(NULL).p);
	assert_int_equal(json_kind(NULL), JSON_ABSENT);
	arena_free(&a);
}

/* One pass finds the same as separate look-ups: the first member with each name, in any order. */
static void
several_members_are_found_in_one_pass(void **state)
{
	static const char *const names[] = { "a", "b", "", "gone", "c" };
	static const char *const texts[] = { "{}", "[1]", "5", "{\"a\":1,\"b\":2,\"\":3,\"c\":4}",
		"{\"c\":4,\"\":3,\"b\":2,\"a\":1}", "{\"b\":1,\"b\":2,\"a\":3,\"b\":4,\"a\":5}",
		"{\"x\":{\"a\":1},\"c\":null,\"A\":2,\"aa\":3}" };
	enum { NAMES = sizeof(names) / sizeof(*names) };
	const struct json_value *found[NAMES];
	struct arena a = { 0 };
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		const struct json_value *t = parse(&a, texts[i], 0);
		json_pick(t, names, NAMES, found);
		for (size_t k = 0; k < NAMES; k++)
			assert_ptr_equal(found[k], json_get(t, names[k]));
	}
	json_pick(NULL, names, NAMES, found);
	assert_null(found[0]);
	arena_free(&a);
}

/* A tree does not depend on the parsed text; a string without escapes equals its source. */
static void
texts(void **state)
{
	static const struct {
		const char *json, *text, *source;
		unsigned flags;
	} cases[] = {
		{ "\"\"", "", "\"\"", 0 },
		{ "\"sixteen bytes or more of it\"", "sixteen bytes or more of it",
		    "\"sixteen bytes or more of it\"", 0 },
		{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t",
		    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", 0 },
		{ "\"a long one, with \\u00e9 and \\ud83d\\ude00\"",
		    "a long one, with \xC3\xA9 and \xF0\x9F\x98\x80",
		    "\"a long one, with \\u00e9 and \\ud83d\\ude00\"", 0 },
		{ "\"a\xFF\"", "a\xEF\xBF\xBD", "\"a\xEF\xBF\xBD\"", SPAN_BAD_UTF8 },
		{ "\"\\u0000\"", "\xEF\xBF\xBD", "\"\\ufffd\"", SPAN_NUL },
		{ "\"\\ud800\"", "\xEF\xBF\xBD", "\"\\ufffd\"", SPAN_SURROGATE },
	};
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct arena a = { 0 };
		struct err err;
		char *json = str_dup(str_of(cases[i].json));
		const struct json_value *t = json_parse(&a, str_of(json), cases[i].flags, &err);
		x_free(json);
		assert_str(json_text(t), cases[i].text);
		assert_str(json_source(t), cases[i].source);
		arena_free(&a);
	}
}

static void
escaped_names(void **state)
{
	struct arena a = { 0 };
	(void)state;
	const struct json_value *t = parse(&a, "{\"\\u0069d\":1,\"b\\/\":{\"c\":2}}", 0);
	assert_non_null(json_get(t, "id"));
	assert_non_null(json_get(json_get(t, "b/"), "c"));
	arena_free(&a);
}

static void
whole_numbers(void **state)
{
	static const struct {
		const char *json;
		int64_t n;
		bool whole;
	} cases[] = { { "0", 0, true }, { "-0", 0, true }, { "0.00", 0, true },
		{ "0e999999", 0, true }, { "0e99999999999999999999", 0, true }, { "7", 7, true },
		{ "-12", -12, true }, { "100", 100, true }, { "1.0", 1, true },
		{ "1.50e1", 15, true }, { "1200e-2", 12, true }, { "1E+3", 1000, true },
		{ "-2e0", -2, true }, { "10.10", 0, false }, { "0.5", 0, false },
		{ "1e-1", 0, false }, { "9007199254740992", INT64_C(1) << 53, true },
		{ "-9007199254740992", -(INT64_C(1) << 53), true },
		{ "9007199254740993", 0, false }, { "90071992547409920", 0, false },
		{ "12345678901234567890123", 0, false }, { "1e400", 0, false },
		{ "1e99999999999999999999", 0, false }, { "1e-99999999999999999999", 0, false },
		{ "1.00000000000000000000", 1, true }, { "1.00000000000000000001", 0, false },
		{ "\"1\"", 0, false }, { "true", 0, false }, { "null", 0, false } };
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct arena a = { 0 };
		int64_t n = 0;
		bool whole = json_whole_number(parse(&a, cases[i].json, 0), &n);
		if (whole != cases[i].whole || n != cases[i].n)
			fail_msg("%s: %d, %lld", cases[i].json, whole, (long long)n);
		arena_free(&a);
	}
}

static void
invalid_json_is_refused(void **state)
{
	static const char *const cases[] = { "", " ", "{", "[", "[1", "[1,", "[1 2]", "{\"a\"",
		"{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\" 1}", "{a:1}", "{1}", "\"", "\"a",
		"\"a\\", "\"a\\\"", "nul", "truth", "maybe", "?", "}", "]" };
	struct buf deep = { 0 };
	struct arena a = { 0 };
	struct err err;
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		if (json_parse(&a, str_of(cases[i]), 0, &err))
			fail_msg("%s", cases[i]);
	assert_null(json_parse(&a, STR_NONE, 0, &err));
	buf_pad(&deep, '[', 100000);
	assert_null(json_parse(&a, buf_str(&deep), 0, &err));
	assert_int_equal(err.kind, ERR_PROTOCOL);
	buf_free(&deep);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members),
		cmocka_unit_test(several_members_are_found_in_one_pass),
		cmocka_unit_test(texts),
		cmocka_unit_test(escaped_names),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(invalid_json_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
