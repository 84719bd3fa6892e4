/* Walking JSON without changing a byte of it. */
#include "lib/test.h"
#include "wire/json_lex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "{ \"id\": \"a\\\"b\", \"n\":1.500e3 ,\"deep\":{\"list\":[1,{\"x\":null}],\"a.b\":true,"
    "\"u\\u0041\":-0}, \"empty\":{}, \"none\":[]}";

TEST(tokens_are_returned_in_order)
{
	static const struct {
		enum json_lex_kind kind;
		const char *name, *text;
		int depth;
	} want[] = { { JSON_LEX_OPEN, "", "{", 0 }, { JSON_LEX_VALUE, "\"id\"", "\"a\\\"b\"", 1 },
		{ JSON_LEX_VALUE, "\"n\"", "1.500e3", 1 }, { JSON_LEX_OPEN, "\"deep\"", "{", 1 },
		{ JSON_LEX_OPEN, "\"list\"", "[", 2 }, { JSON_LEX_VALUE, "", "1", 3 },
		{ JSON_LEX_OPEN, "", "{", 3 }, { JSON_LEX_VALUE, "\"x\"", "null", 4 },
		{ JSON_LEX_CLOSE, "", "}", 3 }, { JSON_LEX_CLOSE, "", "]", 2 },
		{ JSON_LEX_VALUE, "\"a.b\"", "true", 2 },
		{ JSON_LEX_VALUE, "\"u\\u0041\"", "-0", 2 }, { JSON_LEX_CLOSE, "", "}", 1 },
		{ JSON_LEX_OPEN, "\"empty\"", "{", 1 }, { JSON_LEX_CLOSE, "", "}", 1 },
		{ JSON_LEX_OPEN, "\"none\"", "[", 1 }, { JSON_LEX_CLOSE, "", "]", 1 },
		{ JSON_LEX_CLOSE, "", "}", 0 } };
	struct json_lex w;
	struct json_lex_token t;
	json_lex_start(&w, STR(text));
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		assert_true(json_lex_next(&w, &t));
		if (t.kind != want[i].kind || !str_eqz(t.name, want[i].name) ||
		    !str_eqz(t.text, want[i].text) || t.depth != want[i].depth)
			fail_msg("token %zu: %.*s at %d", i, STR_ARG(t.text), t.depth);
	}
	assert_false(json_lex_next(&w, &t));
}

TEST(skipping_returns_the_whole_container)
{
	struct json_lex w;
	struct json_lex_token t;
	json_lex_start(&w, STR("[{\"a\":[1,2]},3]"));
	assert_true(json_lex_next(&w, &t) && json_lex_next(&w, &t));
	assert_true(str_eqz(json_lex_skip(&w, &t), "{\"a\":[1,2]}"));
	assert_true(json_lex_next(&w, &t) && str_eqz(t.text, "3"));
}

TEST(finds_by_path)
{
	static const char *const cases[][2] = { { "id", "\"a\\\"b\"" }, { "n", "1.500e3" },
		{ "deep.list", "[1,{\"x\":null}]" }, { "deep.list.0", "1" },
		{ "deep.list.1.x", "null" }, { "deep.\"a.b\"", "true" }, { "deep.uA", "-0" },
		{ "empty", "{}" } };
	static const char *const absent[] = { "x", "id.x", "deep.list.2", "deep.list.-1",
		"deep.list.x", "deep.a.b", "none.0", "n.0", "", "deep." };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct str found = json_lex_find(STR(text), str_of(cases[i][0]));
		if (!str_eqz(found, cases[i][1]))
			fail_msg("%s: %.*s", cases[i][0], STR_ARG(found));
	}
	for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++)
		if (json_lex_find(STR(text), str_of(absent[i])).p)
			fail_msg("%s was found", absent[i]);
}

static void
add_value(void *ctx, struct str value)
{
	buf_addf(ctx, "%.*s;", STR_ARG(value));
}

/* Array elements may be addressed with or without numbers. */
TEST(walks_arrays)
{
	static const struct {
		const char *path, *values;
		bool walked;
	} cases[] = {
		{ "a.x", "1;2;", true },
		{ "a.[].x", "1;2;", true },
		{ "a.1.x", "2;", false },
		{ "a.[]", "{\"x\":1};{\"x\": 2,\"y\":[[3],[4]]};{};", true },
		{ "a.[].y.[].[]", "3;4;", true },
		{ "a.y.0.[]", "3;", true },
		{ "a", "[{\"x\":1},{\"x\": 2,\"y\":[[3],[4]]},{}];", false },
		{ "none.x", "", true },
		{ "none", "[];", false },
		{ "o.x", "5;", false },
		{ "o.[].x", "", false },
		{ "nowhere", "", false },
		{ "o.x.y", "", false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf values = { 0 };
		bool walked = json_lex_for_each(
		    STR("{\"a\":[{\"x\":1},{\"x\": 2,\"y\":[[3],[4]]},{}],\"none\":[],\"o\":{\"x\":5}}"),
		    str_of(cases[i].path), add_value, &values);
		if (walked != cases[i].walked || strcmp(buf_z(&values), cases[i].values) != 0)
			fail_msg("%s: %s", cases[i].path, buf_z(&values));
	}
}

TEST(unquotes)
{
	static const char *const cases[][2] = { { "\"\"", "" },
		{ "\"a\\n\\t\\\\\\/\\\"\"", "a\n\t\\/\"" }, { "\"\\u00e9\"", "\xC3\xA9" },
		{ "\"\\uD83D\\uDE00\"", "\xF0\x9F\x98\x80" }, { "\"\\uD83D\"", "\xEF\xBF\xBD" },
		{ "\"\\uDE00x\"", "\xEF\xBF\xBDx" },
		{ "\"\\uD83D\\u0041\"",
		    "\xEF\xBF\xBD"
		    "A" },
		{ "\"\\uD800\\uE000\"", "\xEF\xBF\xBD\xEE\x80\x80" },
		{ "\"\\uD800\\uDFFF\"", "\xF0\x90\x8F\xBF" },
		{ "\"\\uDBFF\\uDC00\"", "\xF4\x8F\xB0\x80" },
		{ "\"\\uDBFF\\uDBFF\"", "\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ "\"\\uDC00\\uDC00\"", "\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ "\"\\uD7FF\\uE000\"", "\xED\x9F\xBF\xEE\x80\x80" },
		{ "\"\\u0000\"", "\xEF\xBF\xBD" }, { "\"\xC3\xA9\"", "\xC3\xA9" },
		{ "\"a\xFF"
		  "b\"",
		    "a\xEF\xBF\xBD"
		    "b" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf b = { 0 };
		json_lex_unquote(&b, str_of(cases[i][0]));
		if (!str_eqz(buf_str(&b), cases[i][1]))
			fail_msg("%s: %s", cases[i][0], buf_z(&b));
	}
}

/* The memory ends with the text, so that reading past the end is detected. */
TEST(literals_end_at_the_end_of_the_text)
{
	static const char *const words[] = { "true", "12", "nul", "-", "\"a", "[1", "{\"a\":1" };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct json_lex w;
		struct json_lex_token t;
		size_t n = strlen(words[i]);
		char *exact = malloc(n);
		assert_non_null(exact);
		memcpy(exact, words[i], n);
		json_lex_start(&w, str_from(exact, n));
		while (json_lex_next(&w, &t))
			assert_true(t.text.p + t.text.n <= exact + n);
		assert_int_equal(w.offset, n);
		free(exact);
	}
}

/* Unchecked text must not cause a hang or an overrun. */
TEST(invalid_text_ends_the_tokens)
{
	static const char *const broken[] = { "{\"a", "{\"a\":", "[1,", "}}}}", "\"\\", "{]",
		":::", "[\x01" };
	for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++) {
		struct json_lex w;
		struct json_lex_token t;
		int n = 0;
		json_lex_start(&w, str_of(broken[i]));
		while (json_lex_next(&w, &t))
			assert_true(n++ < 20);
		json_lex_find(str_of(broken[i]), STR("a.b"));
	}
}
