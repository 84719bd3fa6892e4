/* Output formats: JSON that keeps values unchanged, and csv and tsv cells. */
#include "cli/fields.h"
#include "lib/random_text.h"
#include "lib/test.h"
#include "list/csv.h"
#include "wire/json_scan.h"
#include "wire/json_text.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

TEST(json_texts)
{
	static const struct {
		unsigned how;
		const char *in, *out;
	} cases[] = {
		{ 0, "{\n \"a\" : 1.50 }", "{\n \"a\" : 1.50 }" },
		{ 0, "\"\xFF\n\"", "\"\xFF\n\"" },
		{ JSON_ONE_LINE, "{\r\n  \"a\" : [1.500e3,\n\t2] }", "{\"a\" : [1.500e3,2] }" },
		{ JSON_ONE_LINE, "\"a \\n b\"", "\"a \\n b\"" },
		{ JSON_ONE_LINE, "\"a\nb\"", "\"a\\u000ab\"" },
		{ JSON_ONE_LINE, "\"\\\"\n\"", "\"\\\"\\u000a\"" },
		{ JSON_ONE_LINE, "\"\\\\\"\n", "\"\\\\\"" },
		{ JSON_REPAIR, "\"a\xFF\x01\"\n", "\"a\xEF\xBF\xBD\\u0001\"\n" },
		{ JSON_REPAIR, "\"\xC2\x9B\"", "\"\xC2\x9B\"" },
		{ JSON_TERMINAL_SAFE, "\"\xC2\x9B\x1B\x7F\"", "\"\\u009b\\u001b\\u007f\"" },
		{ JSON_TERMINAL_SAFE, "\"\xE2\x80\xAE\"", "\"\\u202e\"" },
		{ JSON_TERMINAL_SAFE, "\"\xF3\xA0\x81\x81\"", "\"\\udb40\\udc41\"" },
		{ JSON_TERMINAL_SAFE, "\"Zo\xC3\xAB \xF0\x9F\x98\x80\"",
		    "\"Zo\xC3\xAB \xF0\x9F\x98\x80\"" },
		{ JSON_TERMINAL_SAFE, "\"e\xCC\x81\"", "\"e\xCC\x81\"" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		json_text_add(&out, str_of(cases[i].in), cases[i].how);
		if (!str_eqz(buf_str(&out), cases[i].out))
			fail_msg("%s: %s", cases[i].in, buf_z(&out));
	}
}

/* Every byte at every position of an otherwise plain string: an invalid byte is always visible. */
TEST(invalid_bytes_are_repaired_at_any_position)
{
	for (int byte = 1; byte < 256; byte++)
		for (size_t at = 1; at < 20; at++) {
			char in[] = "\"plain plain plain p\"";
			auto_buf out = { 0 }, expected = { 0 };
			if (byte == '"' || byte == '\\')
				continue;
			in[at] = (char)byte;
			buf_add(&expected, in, at);
			if (byte < ' ')
				buf_addf(&expected, "\\u%04x", (unsigned)byte);
			else if (byte >= 0x80)
				buf_addz(&expected, "\xEF\xBF\xBD");
			else
				buf_addc(&expected, (char)byte);
			buf_addz(&expected, in + at + 1);
			json_text_add(&out, str_of(in), JSON_REPAIR | JSON_ONE_LINE);
			assert_string_equal(buf_z(&out), buf_z(&expected));
		}
}

/* Whatever the client accepts is printed as one line of JSON that the service would accept too. */
TEST(repaired_text_is_valid_json)
{
	static const char letters[] = "a\"\\un0\n\r\t \x01\x7F\xFF\xC3\xA9\xE2\x80\xAE{}[],:";
	uint64_t seed = 7;
	size_t taken = 0;
	for (int round = 0; round < 300000; round++) {
		auto_buf in = { 0 }, out = { 0 };
		struct err err;
		buf_addc(&in, '"');
		for (uint64_t n = random_below(&seed, 6); n; n--)
			buf_addc(&in, letters[random_below(&seed, sizeof(letters) - 1)]);
		buf_addc(&in, '"');
		if (json_scan_check(buf_str(&in), &json_scan_client_rules, NULL, &err)) {
			taken++;
			json_text_add(
			    &out, buf_str(&in), JSON_ONE_LINE | JSON_REPAIR | JSON_TERMINAL_SAFE);
			if (!json_scan_check(buf_str(&out), &json_scan_service_rules, NULL, &err))
				fail_msg("%s", err.text);
			assert_true(str_find_char(buf_str(&out), '\n') == SIZE_MAX);
			assert_true(str_find_char(buf_str(&out), '\x7F') == SIZE_MAX);
		}
	}
	assert_true(taken > 10000);
}

static const struct {
	const char *text, *csv, *tsv;
	bool foreign;
} cell_texts[] = {
	{ "plain", "plain", "plain", true },
	{ "", "", "", true },
	{ "a,b", "\"a,b\"", "a,b", true },
	{ "say \"x\"", "\"say \"\"x\"\"\"", "say \"x\"", true },
	{ "a\nb", "\"a\nb\"", "a\\nb", true },
	{ "a\rb", "\"a\rb\"", "a\\rb", true },
	{ "a\tb\\", "a\tb\\", "a\\tb\\\\", true },
	{ " a", "\" a\"", " a", true },
	{ "=1+1", "'=1+1", "'=1+1", true },
	{ "+44 20", "'+44 20", "'+44 20", true },
	{ "-x", "'-x", "'-x", true },
	{ "@SUM(1)", "'@SUM(1)", "'@SUM(1)", true },
	{ "\t=1", "'\t=1", "'\\t=1", true },
	{ "=a,b", "\"'=a,b\"", "'=a,b", true },
	{ "-12.50", "-12.50", "-12.50", false },
	{ "-", "-", "-", true },
	/* characters that a spreadsheet trims before checking for a formula */
	{ "\n=1", "\"'\n'=1\"", "'\\n=1", true },
	{ "\r=1", "\"'\r'=1\"", "'\\r=1", true },
	{ "\r\n=1", "\"'\r'\n'=1\"", "'\\r\\n=1", true },
	{ "\nx", "\"'\nx\"", "'\\nx", true },
	{ " =1", "\"' =1\"", "' =1", true },
	{ "  -x", "\"'  -x\"", "'  -x", true },
	{ "\v=1", "'\v=1", "'\v=1", true },
	{ "\xC2\xA0=1", "'\xC2\xA0=1", "'\xC2\xA0=1", true },
	{ "\xE3\x80\x80=1", "'\xE3\x80\x80=1", "'\xE3\x80\x80=1", true },
	{ "\xE2\x80\x8B=1", "'\xE2\x80\x8B=1", "'\xE2\x80\x8B=1", true },
	{ "\xEF\xBB\xBF=1", "'\xEF\xBB\xBF=1", "'\xEF\xBB\xBF=1", true },
	{ " =", "\" =\"", " =", true },
	/* the full-width equals sign */
	{ "\xEF\xBC\x9D"
	  "1",
	    "'\xEF\xBC\x9D"
	    "1",
	    "'\xEF\xBC\x9D"
	    "1",
	    true },
	{ "\xEF\xBC\x8B"
	  "1",
	    "'\xEF\xBC\x8B"
	    "1",
	    "'\xEF\xBC\x8B"
	    "1",
	    true },
	{ "\xEF\xBC\x8D"
	  "1",
	    "'\xEF\xBC\x8D"
	    "1",
	    "'\xEF\xBC\x8D"
	    "1",
	    true },
	{ "\xEF\xBC\xA0"
	  "A",
	    "'\xEF\xBC\xA0"
	    "A",
	    "'\xEF\xBC\xA0"
	    "A",
	    true },
	{ "\xEF\xBC\x9D", "\xEF\xBC\x9D", "\xEF\xBC\x9D", true },
	{ "\xEF\xBC\x9C"
	  "1",
	    "\xEF\xBC\x9C"
	    "1",
	    "\xEF\xBC\x9C"
	    "1",
	    true },
	/* a cell that is split at its semicolon or line break */
	{ "x;=1", "x;'=1", "x;'=1", true },
	{ "x; =1", "x;' =1", "x;' =1", true },
	{ "x;;@A", "x;;'@A", "x;;'@A", true },
	{ "x;\"=1\"", "\"x;'\"\"=1\"\"\"", "x;'\"=1\"", true },
	{ "x;\xEF\xBC\x9D"
	  "1",
	    "x;'\xEF\xBC\x9D"
	    "1",
	    "x;'\xEF\xBC\x9D"
	    "1",
	    true },
	{ "=1;=2", "'=1;'=2", "'=1;'=2", true },
	{ "x\n=1", "\"x\n'=1\"", "x\\n=1", true },
	{ "x;y", "x;y", "x;y", true },
	{ "x;-", "x;-", "x;-", true },
	{ "x;=1", "x;=1", "x;=1", false },
	{ "a=1", "a=1", "a=1", true },
};

TEST(cells)
{
	for (size_t i = 0; i < sizeof(cell_texts) / sizeof(*cell_texts); i++) {
		auto_buf csv = { 0 }, tsv = { 0 };
		csv_add(&csv, str_of(cell_texts[i].text), cell_texts[i].foreign);
		tsv_add(&tsv, str_of(cell_texts[i].text), cell_texts[i].foreign);
		assert_string_equal(buf_z(&csv), cell_texts[i].csv);
		assert_string_equal(buf_z(&tsv), cell_texts[i].tsv);
	}
}

TEST(fields_are_split_outside_quotes)
{
	static const char *const bad[] = { "", "a,", ",a", "a,,b", ".a", "a.", "\"a" };
	struct fields f = { 0 };
	struct err err;
	assert_true(fields_read(&f, STR("id,customFields.\"a,b.c\",x.0"), &err));
	assert_int_equal(f.n, 3);
	assert_true(str_eqz(f.v[1].path, "customFields.\"a,b.c\""));
	fields_free(&f);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		CLEANUP(fields_free) struct fields other = { 0 };
		if (fields_read(&other, str_of(bad[i]), &err))
			fail_msg("%s was taken", bad[i]);
	}
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
