/* Small documents as trees: their members and numbers, and texts that are not JSON. */
#include "wire/json.h"

#include "base/buf.h"
#include "unit/wire/json_cases.h"

#include <string.h>

static const cJSON *
parse(struct arena *a, const char *text)
{
	struct err err;
	const cJSON *tree = json_parse(a, str_of(text), &json_scan_client_rules, &err);
	assert_non_null(tree);
	return tree;
}

TEST(members)
{
	auto_arena a = { 0 };
	const cJSON *t = parse(&a,
	    " { \"a\" : \"x\" , \"ab\":[1, {\"c\":null} ,true,false],\"\":-1.50e1,\"a\":\"y\"} ");
	assert_true(cJSON_IsObject(t));
	assert_int_equal(cJSON_GetArraySize(t), 4);
	assert_str(json_get_text(t, "a"), "x");
	assert_true(cJSON_IsNumber(json_get(t, "")));
	assert_null(json_get(t, "abc"));
	assert_null(json_get(t, "A"));
	assert_null(json_get(json_get(t, "a"), "a"));
	assert_null(json_get(json_get(t, "ab"), "c"));
	assert_null(json_text(json_get(t, "ab")).p);
	assert_null(json_get_text(NULL, "a").p);
}

/* A tree does not depend on the parsed text, and flagged text is repaired. */
TEST(texts)
{
	for (size_t i = 0; i < COUNT(json_texts); i++) {
		auto_arena a = { 0 };
		struct err err;
		char *json = str_dup(str_of(json_texts[i].json));
		const cJSON *t = json_parse(&a, str_of(json), &json_scan_client_rules, &err);
		x_free(json);
		assert_str(json_text(t), json_texts[i].text);
		if (json_parse(&a, str_of(json_texts[i].json), &json_scan_service_rules, &err))
			assert_int_equal(json_texts[i].flags, 0);
	}
}

TEST(escaped_names)
{
	auto_arena a = { 0 };
	const cJSON *t = parse(&a, "{\"\\u0069d\":1,\"b\\/\":{\"c\":2}}");
	assert_non_null(json_get(t, "id"));
	assert_non_null(json_get(json_get(t, "b/"), "c"));
}

/* Two equal names are not repaired: the first counts. */
TEST(the_first_of_two_equal_names_counts)
{
	auto_arena a = { 0 };
	assert_str(json_get_text(parse(&a, "{\"a\":\"x\",\"\\u0061\":\"y\"}\n"), "a"), "x");
}

TEST(whole_numbers)
{
	for (size_t i = 0; i < COUNT(json_numbers); i++) {
		auto_arena a = { 0 };
		int64_t n = 0;
		bool whole = json_whole_number(parse(&a, json_numbers[i].json), &n);
		if (whole != json_numbers[i].is_whole_in_tree ||
		    n != (whole ? json_numbers[i].n : 0))
			fail_msg("%s: %d, %lld", json_numbers[i].json, whole, (long long)n);
	}
}

/* Some versions of cJSON read only 63 characters of a number. No number may be cut off. */
TEST(long_numbers_are_whole_or_refused)
{
	static const char *const texts[][2] = { { "{\"n\":", "}" }, { "[", "]" }, { "", "" } };
	auto_arena a = { 0 };
	auto_buf text = { 0 };
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct err err = { 0 };
		buf_reset(&text);
		buf_addz(&text, texts[i][0]);
		buf_pad(&text, '1', 70);
		buf_addz(&text, texts[i][1]);
		const cJSON *t = json_parse(&a, buf_str(&text), &json_scan_client_rules, &err);
		if (t && (t->child ? t->child : t)->valuedouble < 1e69)
			fail_msg("%s", buf_z(&text));
		if (!t && (err.kind != ERR_PROTOCOL || !strstr(err.text, "could not be read")))
			fail_msg("%s: %s", buf_z(&text), err.text);
	}
}

TEST(invalid_json_is_refused)
{
	static const char *const cases[] = { "", " ", "{", "[", "[1", "[1,", "[1 2]", "{\"a\"",
		"{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\" 1}", "{a:1}", "{1}", "\"", "\"a",
		"\"a\\", "\"a\\\"", "nul", "truth", "maybe", "?", "}", "]" };
	auto_buf deep = { 0 };
	auto_arena a = { 0 };
	struct err err;
	for (size_t i = 0; i < COUNT(cases); i++)
		if (json_parse(&a, str_of(cases[i]), &json_scan_client_rules, &err))
			fail_msg("%s", cases[i]);
	assert_null(json_parse(&a, STR_NONE, &json_scan_client_rules, &err));
	buf_pad(&deep, '[', 100000);
	assert_null(json_parse(&a, buf_str(&deep), &json_scan_client_rules, &err));
	assert_int_equal(err.kind, ERR_PROTOCOL);
}
