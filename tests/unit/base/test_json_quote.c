/* Texts as JSON strings: exactly the required characters are escaped. */
#include "base/json_quote.h"
#include "lib/test.h"

TEST(texts_become_json_strings)
{
	const struct {
		struct str text;
		const char *json;
	} cases[] = {
		{ STR(""), "\"\"" },
		{ STR("a/b 'c'"), "\"a/b 'c'\"" },
		{ STR("\"\\"), "\"\\\"\\\\\"" },
		{ STR("\b\t\n\f\r"), "\"\\b\\t\\n\\f\\r\"" },
		{ STR("a\0b\v\x1B\x7F"), "\"a\\u0000b\\u000b\\u001b\\u007f\"" },
		{ STR("\u00e9 \u4e16 \U0001F600"), "\"\u00e9 \u4e16 \U0001F600\"" },
		{ STR("a\xFF\xC3"), "\"a\xEF\xBF\xBD\xEF\xBF\xBD\"" },
	};
	auto_buf out = { 0 };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		buf_reset(&out);
		json_quote(&out, cases[i].text);
		assert_string_equal(buf_z(&out), cases[i].json);
	}
}
