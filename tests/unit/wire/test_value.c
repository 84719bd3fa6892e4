/* Values read from their text: kinds, texts, numbers, and members found in one pass. */
#include "wire/value.h"

#include "unit/wire/json_cases.h"

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
	for (size_t i = 0; i < COUNT(json_texts); i++) {
		auto_arena a = { 0 };
		struct str value = value_of_text(
		    &a, str_of(json_texts[i].json), json_texts[i].flags);
		assert_str(value_text(&a, value), json_texts[i].text);
		assert_str(value, json_texts[i].source);
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
	for (size_t i = 0; i < COUNT(json_numbers); i++) {
		int64_t n = 0;
		bool whole = value_whole_number(str_of(json_numbers[i].json), &n);
		if (whole != json_numbers[i].is_whole || n != json_numbers[i].n)
			fail_msg("%s: %d, %lld", json_numbers[i].json, whole, (long long)n);
	}
	int64_t n;
	assert_false(value_whole_number(STR("1e-99999999999999999999"), &n));
	assert_false(value_whole_number(STR("1.00000000000000000001"), &n));
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
