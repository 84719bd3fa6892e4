/* Values read from their text: kinds, texts, numbers, and members found in one pass. */
#include "wire/value.h"

#include "lib/test.h"
#include "wire/json_scan.h"

#include <stdio.h>

#define COUNT(list) (sizeof(list) / sizeof(*(list)))

static void
assert_str(struct str is, const char *shall)
{
	char text[256];
	assert_true(is.p != NULL);
	snprintf(text, sizeof(text), "%.*s", STR_ARG(is));
	assert_string_equal(text, shall);
}

TEST(members)
{
	auto_arena a = { 0 };
	struct member_reader r = { .a = &a, .scratch = &a };
	struct str text = value_of_text(&a,
	    STR(" { \"a\" : \"x\" , \"ab\":[1, {\"c\":null} ,true,false],\"\":-1.50e1,\"a\":\"y\"} "),
	    0);
	struct member_index o = read_members(&r, text);
	assert_int_equal(value_kind(text), JSON_OBJECT);
	assert_int_equal(o.n, 4);
	assert_str(read_text(&r, &o, "a"), "x");
	assert_int_equal(value_kind(member_get(&o, "")), JSON_NUMBER);
	assert_null(member_get(&o, "abc").p);
	struct str list = member_get(&o, "ab");
	assert_int_equal(value_kind(list), JSON_ARRAY);
	assert_str(list, "[1, {\"c\":null} ,true,false]");
	struct member_index elements = read_members(&r, list);
	assert_int_equal(elements.n, 4);
	struct member_index inner = read_members(&r, elements.v[1].value);
	assert_str(inner.v[0].name, "\"c\"");
	assert_int_equal(value_kind(inner.v[0].value), JSON_NULL);
	assert_str(elements.v[2].value, "true");
	assert_int_equal(value_kind(elements.v[3].value), JSON_BOOL);
	assert_null(value_text(&a, elements.v[3].value).p);
	assert_null(member_get(&elements, "a").p);
	assert_int_equal(value_kind(STR_NONE), JSON_ABSENT);
}

/* One pass finds the same as separate look-ups: the first member with each name, in any order. */
TEST(several_members_are_found_in_one_pass)
{
	static const char *const names[] = { "a", "b", "", "gone", "c" };
	static const char *const texts[] = { "{}", "[1]", "5", "{\"a\":1,\"b\":2,\"\":3,\"c\":4}",
		"{\"c\":4,\"\":3,\"b\":2,\"a\":1}", "{\"b\":1,\"b\":2,\"a\":3,\"b\":4,\"a\":5}",
		"{\"x\":{\"a\":1},\"c\":null,\"A\":2,\"aa\":3}",
		"{\"\\u0061\":1,\"a\":2,\"\\u0062b\":3,\"b\":4}" };
	auto_arena a = { 0 };
	struct member_reader r = { .a = &a, .scratch = &a };
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct member_index o = read_members(&r, str_of(texts[i]));
		for (size_t k = 0; k < COUNT(names); k++)
			assert_ptr_equal(member_get(&o, names[k]).p,
			    member_find(str_of(texts[i]), str_of(names[k])).p);
	}
}

/* Containers end at their own bracket: brackets in strings do not count, wherever they are. */
TEST(containers_are_skipped)
{
	static const char *const parts[] = { "[1,{\"a\":[]}]", "{\"a]\":\"}\"}",
		"[\"\\\"]\",\"\\\\\"]",
		"{\"\\\\\\\"}\":[\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"]}" };
	for (size_t i = 0; i < COUNT(parts); i++)
		for (int pad = 0; pad < 40; pad++) {
			auto_buf text = { 0 };
			struct member_walk w;
			struct member m;
			buf_addf(&text, "[%*s%s,\"%*s{\",%s%*s,7]", pad, "", parts[i], pad, "",
			    parts[i], pad, "");
			member_start(&w, buf_str(&text));
			assert_true(member_next(&w, &m) && str_eqz(m.value, parts[i]));
			assert_true(member_next(&w, &m) && m.value.n == (size_t)pad + 3);
			assert_true(member_next(&w, &m) && str_eqz(m.value, parts[i]));
			assert_true(member_next(&w, &m) && str_eqz(m.value, "7"));
			assert_false(member_next(&w, &m));
		}
}

/* A string without escapes equals its source; a flagged text is repaired. */
TEST(texts)
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
	for (size_t i = 0; i < COUNT(cases); i++) {
		auto_arena a = { 0 };
		struct str value = value_of_text(&a, str_of(cases[i].json), cases[i].flags);
		assert_str(value_text(&a, value), cases[i].text);
		assert_str(value, cases[i].source);
	}
}

TEST(escaped_names)
{
	auto_arena a = { 0 };
	struct member_reader r = { .a = &a, .scratch = &a };
	struct member_index o = read_members(&r, STR("{\"\\u0069d\":1,\"b\\/\":{\"c\":2}}"));
	assert_str(member_get(&o, "id"), "1");
	struct member_index inner = read_members(&r, member_get(&o, "b/"));
	assert_str(member_get(&inner, "c"), "2");
}

TEST(whole_numbers)
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
	for (size_t i = 0; i < COUNT(cases); i++) {
		int64_t n = 0;
		bool whole = value_whole_number(str_of(cases[i].json), &n);
		if (whole != cases[i].whole || n != cases[i].n)
			fail_msg("%s: %d, %lld", cases[i].json, whole, (long long)n);
	}
}

TEST(whole_parts)
{
	int64_t n = 0;
	assert_true(value_whole_part(STR("1895000000.25"), &n) && n == 1895000000);
	assert_true(value_whole_part(STR("1.895e9"), &n) && n == 1895000000);
	assert_true(value_whole_part(STR("-0.5"), &n) && n == -1);
	assert_false(value_whole_part(STR("1e400"), &n));
	assert_false(value_whole_part(STR("\"7\""), &n));
	assert_false(value_whole_part(STR_NONE, &n));
}
