/*
 * json_cases.h - strings and numbers that both readers of JSON must read alike: values in their
 * text (value.h) and trees (json.h).
 */
#ifndef TESTS_UNIT_WIRE_JSON_CASES_H
#define TESTS_UNIT_WIRE_JSON_CASES_H

#include "lib/test.h"
#include "wire/json_scan.h"

#include <stdio.h>

#define COUNT(list) (sizeof(list) / sizeof(*(list)))

static inline void
assert_str(struct str is, const char *shall)
{
	char text[256];
	assert_true(is.p != NULL);
	snprintf(text, sizeof(text), "%.*s", STR_ARG(is));
	assert_string_equal(text, shall);
}

static const struct {
	const char *json, *text, *source;
	unsigned flags;
} json_texts[] = {
	{ "\"\"", "", "\"\"", 0 },
	{ "\"sixteen bytes or more of it\"", "sixteen bytes or more of it",
	    "\"sixteen bytes or more of it\"", 0 },
	{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
	    0 },
	{ "\"a long one, with \\u00e9 and \\ud83d\\ude00\"",
	    "a long one, with \xC3\xA9 and \xF0\x9F\x98\x80",
	    "\"a long one, with \\u00e9 and \\ud83d\\ude00\"", 0 },
	{ "\"a\xFF\"", "a\xEF\xBF\xBD", "\"a\xEF\xBF\xBD\"", SPAN_BAD_UTF8 },
	{ "\"\\u0000\"", "\xEF\xBF\xBD", "\"\\ufffd\"", SPAN_NUL },
	{ "\"\\ud800\"", "\xEF\xBF\xBD", "\"\\ufffd\"", SPAN_SURROGATE },
};

/* Whole numbers that a double holds exactly. A tree has rounded the number before: it refuses
 * those that another number could have become. */
static const struct {
	const char *json;
	int64_t n;
	bool is_whole, is_whole_in_tree;
} json_numbers[] = {
	{ "0", 0, true, true },
	{ "-0", 0, true, true },
	{ "0.00", 0, true, true },
	{ "0e999999", 0, true, true },
	{ "0e99999999999999999999", 0, true, true },
	{ "7", 7, true, true },
	{ "-12", -12, true, true },
	{ "100", 100, true, true },
	{ "1.0", 1, true, true },
	{ "1.50e1", 15, true, true },
	{ "1200e-2", 12, true, true },
	{ "1E+3", 1000, true, true },
	{ "-2e0", -2, true, true },
	{ "10.10", 0, false, false },
	{ "0.5", 0, false, false },
	{ "1e-1", 0, false, false },
	{ "9007199254740992", INT64_C(1) << 53, true, false },
	{ "-9007199254740992", -(INT64_C(1) << 53), true, false },
	{ "9007199254740993", 0, false, false },
	{ "90071992547409920", 0, false, false },
	{ "12345678901234567890123", 0, false, false },
	{ "1e400", 0, false, false },
	{ "1e99999999999999999999", 0, false, false },
	{ "1.00000000000000000000", 1, true, true },
	{ "\"1\"", 0, false, false },
	{ "true", 0, false, false },
	{ "null", 0, false, false },
	{ "9007199254740991", (INT64_C(1) << 53) - 1, true, true },
	{ "-9007199254740991", 1 - (INT64_C(1) << 53), true, true },
};

#endif
