/* Texts as JSON strings: exactly the required characters are escaped. */
#include "base/json_quote.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
texts_become_json_strings(void **state)
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
	struct buf out = { 0 };
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		buf_reset(&out);
		json_quote(&out, cases[i].text);
		assert_string_equal(buf_z(&out), cases[i].json);
	}
	buf_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_become_json_strings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
