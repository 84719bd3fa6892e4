/* Texts and lists in cells of a sheet: unchanged, or the new value. */
#include "lib/test.h"
#include "plan/sheet_text.h"

#include <string.h>

static const char comma[] = "an item of the list contains a comma: write a JSON array";
static const char backslash[] =
    "in a sheet with tabs, a backslash is ambiguous (\\n): save the sheet with commas";

static const struct text_case {
	const char *value, *cell;
	bool tabs;
	const char *text; /* NULL: unchanged if there is no reason */
	const char *why;
} cases[] = {
	{ "\"old\"", "old", false, NULL, NULL },
	{ "\"old\"", "new", false, "new", NULL },
	{ "\"=1\"", "'=1", false, NULL, NULL },
	{ "\"=1\"", "=1", false, NULL, NULL },
	{ "\"'=1\"", "''=1", false, NULL, NULL },
	{ "\"'=1\"", "'=1", false, NULL, NULL },
	{ "\"'=1\"", "=1", false, "=1", NULL },
	{ "[\"a\\n'+\",\"b\"]", "a\n''+, b", false, NULL, NULL },
	{ "\"a\\nb\"", "a\r\nb", false, NULL, NULL },
	{ "\"a\\nb\"", "a\r\nc", false, "a\nc", NULL },
	{ "\"a\"", "'=2", false, "=2", NULL },
	{ "\"a\\tb\"", "a\\tb", true, NULL, NULL },
	{ "\"a\"", "a\\b", true, NULL, backslash },
	{ "\"a\"", "a\\b", false, "a\\b", NULL },
	{ "[\"uk\",\"de\"]", "uk, de", false, NULL, NULL },
	{ "[\"uk\",\"de\"]", "[\"uk\",\"de\"]", false, NULL, NULL },
	{ "[\"uk\",\"de\"]", "uk,fr", false, "uk,fr", NULL },
	{ "[\"a,b\",\"c\"]", "a,b, c", false, NULL, NULL },
	{ "[\"a,b\",\"c\"]", "a,b, d", false, NULL, comma },
	{ "[\"a,b\",\"c\"]", "[\"a,b\",\"d\"]", false, "[\"a,b\",\"d\"]", NULL },
	{ "true", "TRUE", false, NULL, NULL },
	{ "true", "FALSE", false, "false", NULL },
	{ "3", "3.0", false, NULL, NULL },
	{ "3", "4", false, "4", NULL },
	{ "null", "x", false, "x", NULL },
	{ NULL, "x", false, "x", NULL },
	{ "{\"a\": 1}", "{\"a\": 1}", false, NULL, NULL },
};

TEST(texts_are_unchanged_or_read)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct text_case *c = &cases[i];
		struct str value = str_of(c->value), cell = str_of(c->cell);
		auto_buf out = { 0 };
		bool untouched = !c->text && !c->why;
		if (sheet_text_is_same(cell, value, c->tabs) != untouched)
			fail_msg("%zu: %s", i, c->cell);
		if (!untouched && sheet_text_read(&out, cell, value, c->tabs) != !c->why)
			fail_msg("%zu: %s", i, c->cell);
		if (!untouched)
			assert_string_equal(buf_z(&out), c->why ? c->why : c->text);
	}
}
