/* The push parser: what is JSON and what is not, and the position of each item. */
#include "lib/test.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <string.h>

static const char *const accepted[] = { "null", "true", "false", "0", "-0", "1", "-1", "10", "1.5",
	"-0.0", "1e1", "1E+1", "1e-10", "123456789012345678901234567890", "1.0000000000000000001",
	"\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\"", "\"\\uD83D\\uDE00\"",
	"\"\x7F\"", "\"\xC3\xA9\"", "\"\xF4\x8F\xBF\xBF\"", "\"\xE2\x80\xA8\"", "[]", "[ ]", "{}",
	"{ }", "[1]", "[1,2]", "[[]]", "[[],[[]]]", "{\"a\":1}", "{\"\":0}", "{\"a\":{\"b\":[]}}",
	"{\"a\":1,\"b\":2}", " [1 , 2 ] ", "\t\r\n1\n", "[null,true,false]", "[\"a\",{}]",
	"{\"a\":\"b\",\"c\":[1,{\"d\":null}]}" };

static const char *const refused[] = { "", " ", "nul", "nulll", "True", "tru e", "+1", "01", "-",
	"-a", "1.", ".5", "1e", "1e+", "1.e1", "0x1", "1 2", "NaN", "Infinity", "'a'", "\"", "\"a",
	"\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\", "[", "]", "[1", "[1,", "[1,]", "[,1]",
	"[1 2]", "[1}", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{,}", "{a:1}",
	"{1:1}", "{\"a\" 1}", "{\"a\":1]", "{\"a\":1 \"b\":2}", "[]]", "{}{}", "1,", "[1]x",
	"//c\n1", "[1]/**/", "\xEF\xBB[]", "[]\xEF\xBB\xBF", "\xEF\xBB\xBF",
	"\xEF\xBB\xBF\xEF\xBB\xBF[]",
	("\xC2\xA0"
	 "1"),
	"[\x0C]", "\"a\" \"b\"", "--1", "1.2.3", "[\"a\":1]" };

/* Texts that the service refuses and the client flags. */
static const struct {
	const char *text;
	unsigned flag;
} flagged[] = { { "\"\xFF\"", SPAN_BAD_UTF8 }, { "\"\xC0\xAF\"", SPAN_BAD_UTF8 },
	{ "\"\xED\xA0\x80\"", SPAN_BAD_UTF8 }, { "\"\xF4\x90\x80\x80\"", SPAN_BAD_UTF8 },
	{ "\"\xE2\x82\"", SPAN_BAD_UTF8 }, { "\"\xE2\x82\\n\"", SPAN_BAD_UTF8 },
	{ "\"\xE0\x80\x80\"", SPAN_BAD_UTF8 }, { "\"\xE0\x9F\xBF\"", SPAN_BAD_UTF8 },
	{ "\"\xF0\x80\x80\x80\"", SPAN_BAD_UTF8 }, { "\"\xF0\x8F\xBF\xBF\"", SPAN_BAD_UTF8 },
	{ "\"\xED\xBF\xBF\"", SPAN_BAD_UTF8 }, { "\"\xC1\xBF\"", SPAN_BAD_UTF8 },
	{ "\"\xF5\x80\x80\x80\"", SPAN_BAD_UTF8 }, { "\"\x80\"", SPAN_BAD_UTF8 },
	{ "\"a\nb\"", SPAN_BAD_UTF8 }, { "\"\t\"", SPAN_BAD_UTF8 }, { "\"\\u0000\"", SPAN_NUL },
	{ "\"\\uD800\"", SPAN_SURROGATE }, { "\"\\uDC00\"", SPAN_SURROGATE },
	{ "\"\\uD800\\u0041\"", SPAN_SURROGATE }, { "\"\\uD800x\"", SPAN_SURROGATE },
	{ "\"\\uD800\\n\"", SPAN_SURROGATE }, { "\"\\uD800\\uD800\\uDC00\"", SPAN_SURROGATE },
	{ "{\"a\":1,\"a\":1}", SPAN_DUPLICATE },
	{ "{\"a\":1,\"b\":{},\"\\u0061\":2}", SPAN_DUPLICATE },
	{ "{\"\xC3\xA9\":1,\"\\u00e9\":2}", SPAN_DUPLICATE },
	{ "{\"\xF0\x9F\x98\x80\":1,\"\\uD83D\\uDE00\":2}", SPAN_DUPLICATE },
	{ "{\"/\":1,\"\\/\":2}", SPAN_DUPLICATE },
	{ "[{\"a\":{\"b\":1,\"b\":2}}]", SPAN_DUPLICATE } };

#define COUNT(list) (sizeof(list) / sizeof(*(list)))

TEST(json_grammar_is_checked)
{
	struct err err;
	unsigned flags;
	assert_true(COUNT(accepted) + COUNT(refused) + COUNT(flagged) >= 60);
	for (size_t i = 0; i < COUNT(accepted); i++) {
		if (!json_scan_check(str_of(accepted[i]), &json_scan_service_rules, NULL, &err))
			fail_msg("%s: %s", accepted[i], err.text);
		if (!json_scan_check(str_of(accepted[i]), &json_scan_client_rules, &flags, &err) ||
		    flags)
			fail_msg("%s: flags %u", accepted[i], flags);
	}
	for (size_t i = 0; i < COUNT(refused); i++)
		if (json_scan_check(str_of(refused[i]), &json_scan_client_rules, NULL, &err))
			fail_msg("%s was taken", refused[i]);
	assert_false(
	    json_scan_check(str_from("[\"\\\0\"]", 6), &json_scan_client_rules, NULL, &err));
	assert_false(json_scan_check(str_from("[\0]", 3), &json_scan_client_rules, NULL, &err));
}

TEST(the_client_flags_what_the_service_refuses)
{
	struct err err;
	unsigned flags;
	for (size_t i = 0; i < COUNT(flagged); i++) {
		struct str text = str_of(flagged[i].text);
		if (json_scan_check(text, &json_scan_service_rules, NULL, &err))
			fail_msg("%s: the service took it", flagged[i].text);
		if (!json_scan_check(text, &json_scan_client_rules, &flags, &err))
			fail_msg("%s: %s", flagged[i].text, err.text);
		if (flags != flagged[i].flag)
			fail_msg("%s: flags %u", flagged[i].text, flags);
	}
}

TEST(the_same_name_in_different_objects_is_allowed)
{
	struct err err;
	unsigned flags = 1;
	assert_true(json_scan_check(STR("{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":1}]}"),
	    &json_scan_client_rules, &flags, &err));
	assert_int_equal(flags, 0);
}

TEST(depth_is_limited)
{
	struct err err;
	auto_buf text = { 0 };
	buf_pad(&text, '[', JSON_SCAN_DEPTH_MAX);
	buf_pad(&text, ']', JSON_SCAN_DEPTH_MAX);
	assert_true(json_scan_check(buf_str(&text), &json_scan_client_rules, NULL, &err));
	buf_reset(&text);
	buf_pad(&text, '[', JSON_SCAN_DEPTH_MAX + 1);
	buf_pad(&text, ']', JSON_SCAN_DEPTH_MAX + 1);
	assert_false(json_scan_check(buf_str(&text), &json_scan_client_rules, NULL, &err));
	buf_reset(&text);
	buf_pad(&text, '[', 1000000);
	assert_false(json_scan_check(buf_str(&text), &json_scan_client_rules, NULL, &err));
}

TEST(size_is_limited)
{
	const struct json_scan_rules rules = {
		.max_bytes = 10, .max_depth = JSON_SCAN_DEPTH_MAX, .items_name = "items"
	};
	CLEANUP(json_scan_free) struct json_scan s;
	struct err err;
	json_scan_init(&s, &rules);
	assert_true(json_scan_push(&s, STR("[1,2,3,4,5"), &err));
	assert_false(json_scan_push(&s, STR("]"), &err));
	assert_int_equal(err.kind, ERR_PROTOCOL);
	assert_false(json_scan_push(&s, STR(""), &err));
}

static const char page[] =
    " {\"items\" : [ {\"id\":\"a\",\"n\":1.50} ,\n 17, \"x\" , [1,[2]], {} ],"
    " \"queryMore\":\"c1\", \"more\":{\"items\":[5]}} ";
static const char *const spans[] = { "{\"id\":\"a\",\"n\":1.50}", "17", "\"x\"", "[1,[2]]", "{}" };

static void
check_page(const struct json_scan *s)
{
	assert_int_equal(s->items.n, COUNT(spans));
	for (size_t i = 0; i < COUNT(spans); i++)
		assert_true(str_eqz(json_scan_item(s, i), spans[i]));
	assert_true(str_eqz(buf_str(&s->body), page));
	auto_buf dense = { 0 };
	for (size_t i = 0; i < s->envelope.n; i++)
		if (s->envelope.p[i] != ' ' && s->envelope.p[i] != '\n')
			buf_addc(&dense, s->envelope.p[i]);
	assert_string_equal(
	    buf_z(&dense), "{\"items\":[],\"queryMore\":\"c1\",\"more\":{\"items\":[5]}}");
}

TEST(the_result_does_not_depend_on_the_piece_size)
{
	struct str whole = STR(page);
	struct err err;
	for (size_t piece = 1; piece <= whole.n; piece++) {
		CLEANUP(json_scan_free) struct json_scan s;
		json_scan_init(&s, &json_scan_client_rules);
		for (size_t at = 0; at < whole.n; at += piece)
			if (!json_scan_push(&s, str_sub(whole, at, piece), &err))
				fail_msg("pieces of %zu: %s", piece, err.text);
		assert_true(json_scan_end(&s, &err));
		check_page(&s);
	}
}

TEST(a_top_level_array_is_a_list)
{
	CLEANUP(json_scan_free) struct json_scan s;
	struct err err;
	json_scan_init(&s, &json_scan_client_rules);
	assert_true(
	    json_scan_push(&s, STR("[1,22,{\"a\":[]},3]"), &err) && json_scan_end(&s, &err));
	assert_int_equal(s.items.n, 4);
	assert_true(str_eqz(json_scan_item(&s, 1), "22"));
	assert_true(str_eqz(json_scan_item(&s, 3), "3"));
}

TEST(every_truncation_is_noticed)
{
	struct str whole = str_trim(STR(page));
	struct err err;
	for (size_t n = 0; n < whole.n; n++)
		if (json_scan_check(str_sub(whole, 0, n), &json_scan_client_rules, NULL, &err))
			fail_msg("the first %zu bytes were taken for the whole", n);
	assert_true(json_scan_check(whole, &json_scan_client_rules, NULL, &err));
}

TEST(a_flag_applies_to_its_item_only)
{
	CLEANUP(json_scan_free) struct json_scan s;
	struct err err;
	json_scan_init(&s, &json_scan_client_rules);
	assert_true(json_scan_push(&s,
	    STR("{\"items\":[{\"a\":1},{\"a\":\"\xFF\"},{\"a\":1,\"a\":2},\"\\u0000\","
		"1],\"q\":1}"),
	    &err));
	assert_true(json_scan_end(&s, &err));
	const unsigned want[] = { 0, SPAN_BAD_UTF8, SPAN_DUPLICATE, SPAN_NUL, 0 };
	assert_int_equal(s.items.n, COUNT(want));
	for (size_t i = 0; i < COUNT(want); i++)
		assert_int_equal(s.items.v[i].flags, want[i]);
	assert_int_equal(s.envelope_flags, 0);
}

/* The flags found when the text is pushed in pieces. */
static unsigned
flags_in_pieces(struct str text, size_t piece)
{
	CLEANUP(json_scan_free) struct json_scan s;
	struct err err;
	json_scan_init(&s, &json_scan_client_rules);
	for (size_t at = 0; at < text.n; at += piece)
		assert_true(json_scan_push(&s, str_sub(text, at, piece), &err));
	assert_true(json_scan_end(&s, &err));
	assert_int_equal(s.items.n, 1);
	unsigned flags = s.items.v[0].flags;
	return flags;
}

/* Names of any length, with or without escapes, however they are split. */
TEST(different_names_are_distinguished)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	for (size_t n = 1; n < sizeof(letters) - 1; n++) {
		auto_buf other = { 0 }, same = { 0 };
		int len = (int)n;
		buf_addf(&other, "{\"items\":[{\"%.*s\":1,\"%.*s\":\"v\",\"%.*sX\":[]}]}", len,
		    letters, len + 1, letters, len - 1, letters);
		buf_addf(&same, "{\"items\":[{\"%.*s\":1,\"x\":{},\"%.*s\\u%04x\":2}]}", len,
		    letters, len - 1, letters, letters[n - 1]);
		for (size_t piece = 1; piece <= same.n; piece++) {
			assert_int_equal(flags_in_pieces(buf_str(&other), piece), 0);
			assert_int_equal(flags_in_pieces(buf_str(&same), piece), SPAN_DUPLICATE);
		}
	}
}

TEST(errors_have_their_byte_offset)
{
	struct err err;
	assert_false(json_scan_check(STR("[1,2,x]"), &json_scan_client_rules, NULL, &err));
	assert_non_null(strstr(err.text, "byte 5"));
}
