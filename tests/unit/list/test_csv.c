/* CSV files as programs write them, and cells escaped so that they are not formulas. */
#include "lib/test.h"
#include "list/csv.h"

#include <string.h>

/* Writes fields in brackets, one record per line. */
static void
write_records(struct buf *out, struct str text)
{
	CLEANUP(csv_free) struct csv c;
	auto_arena a = { 0 };
	struct err err = { 0 };
	csv_start_any_separator(&c, text);
	while (csv_next(&c, &a, &err)) {
		buf_addf(out, "%zu:", c.line);
		for (size_t i = 0; i < c.fields.n; i++)
			buf_addf(out, "[%.*s]", STR_ARG(c.fields.v[i]));
		buf_addc(out, '\n');
	}
	buf_addz(out, err.kind ? err.text : "");
}

TEST(the_separator_is_detected)
{
	static const struct {
		const char *text, *records;
	} cases[] = {
		{ "a,b\n1,2\n", "1:[a][b]\n2:[1][2]\n" },
		{ "a;b\r\n1,5;2\r\n", "1:[a][b]\n2:[1,5][2]\n" },
		{ "a\tb\n1;5\t2,5\n", "1:[a][b]\n2:[1;5][2,5]\n" },
		{ "\xEF\xBB\xBF"
		  "a;b\n1;2",
		    "1:[a][b]\n2:[1][2]\n" },
		{ "sep=;\r\na,x;b\r\n1;2\r\n", "2:[a,x][b]\n3:[1][2]\n" },
		{ "sep=\t\na;x\tb\n", "2:[a;x][b]\n" },
		{ "\"a;b;c\",d\n1,2\n", "1:[a;b;c][d]\n2:[1][2]\n" },
		{ "\n\na;b\n\n1;2\n\n", "3:[a][b]\n5:[1][2]\n" },
		{ "one\n1,2\n", "1:[one]\n2:[1][2]\n" },
		{ "a;b\n\"1\n2\";\"3\"\"\"\n", "1:[a][b]\n2:[1\n2][3\"]\n" },
		{ "a;b\n\"1;2\n", "1:[a][b]\nline 2: a quote is not closed" },
		{ "", "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		write_records(&out, str_of(cases[i].text));
		assert_string_equal(buf_z(&out), cases[i].records);
	}
}

/* csv_add_unescaped() reverses csv_add(). */
TEST(escaped_cells_are_unescaped)
{
	static const char *const texts[] = { "=1+1", "-5", "+x", "@a", "plain", "it's", "'quoted'",
		"a;=b", "a\n-b", " =x", "-", "\tx", "a;'b", "\xEF\xBC\x9Dx", "'=x", "''-5", "'-5",
		"a;'=b", "a\n''=b", "'\tx", "'", "-5;-6", "" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		CLEANUP(csv_free) struct csv c;
		auto_arena a = { 0 };
		struct err err = { 0 };
		auto_buf line = { 0 }, bare = { 0 };
		csv_add(&line, str_of(texts[i]), CSV_FOREIGN);
		buf_addz(&line, ",x\n");
		csv_start(&c, buf_str(&line));
		assert_true(csv_next(&c, &a, &err));
		csv_add_unescaped(&bare, c.fields.v[0]);
		assert_string_equal(buf_z(&bare), texts[i]);
	}
}

/* A cell as written for each kind of reader. */
TEST(formulas_are_escaped_where_needed)
{
	static const struct {
		const char *text, *foreign, *mail;
	} cases[] = {
		{ "-0.50", "-0.50", "-0.50" },
		{ "-5", "-5", "-5" },
		{ "+5", "'+5", "+5" },
		{ "-5-6", "'-5-6", "-5-6" },
		{ "1.", "1.", "1." },
		{ "=1+1", "'=1+1", "'=1+1" },
		{ "@home GmbH", "'@home GmbH", "@home GmbH" },
		{ "@SUM(A1)", "'@SUM(A1)", "'@SUM(A1)" },
		{ "-2+cmd|'/C calc'!A0", "'-2+cmd|'/C calc'!A0", "'-2+cmd|'/C calc'!A0" },
		{ "-jane@example.org", "'-jane@example.org", "-jane@example.org" },
		{ "a;=b", "a;'=b", "a;'=b" },
		{ "a;-b", "a;'-b", "a;-b" },
		{ "'=x", "''=x", "'=x" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf foreign = { 0 }, mail = { 0 }, own = { 0 };
		csv_add(&foreign, str_of(cases[i].text), CSV_FOREIGN);
		csv_add(&mail, str_of(cases[i].text), CSV_MAIL);
		csv_add(&own, str_of(cases[i].text), CSV_OWN);
		assert_string_equal(buf_z(&foreign), cases[i].foreign);
		assert_string_equal(buf_z(&mail), cases[i].mail);
		assert_string_equal(buf_z(&own), cases[i].text);
	}
}

TEST(values_damaged_by_a_spreadsheet_are_detected)
{
	static const char *const damaged[] = { "1.23457E+17", "1,00E+05", " 8E+12 ", "-1.5E-7",
		"#N/A", "#n/a", "#REF!", "#####", "01-Sep", "Sep-01", "1-Sep-2026", "31-dec-26" };
	static const char *const sound[] = { "", "1E5", "12E+5", "1.5", "E+17", "1E+", "1E+5x", "#",
		"##", "#1", "sep", "01-Sept", "Sep-001", "2026-09-01", "01-09", "auth|66f2",
		"a-Sep", "1-Sep-x", "x-1-Sep" };
	for (size_t i = 0; i < sizeof(damaged) / sizeof(*damaged); i++)
		if (!csv_damage_reason(str_of(damaged[i])))
			fail_msg("%s", damaged[i]);
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		if (csv_damage_reason(str_of(sound[i])))
			fail_msg("%s", sound[i]);
}

/* Every text reads back from a line written here, in csv and in quoted tsv. */
TEST(random_cells_are_read_back)
{
	static const char *const pieces[] = { "=", "+", "-", "@", "'", "\"", ",", ";", "\n", "\r\n",
		"\t", " ", "1", ".5", "a", "\xC3\xA4", "\xC2\xA0", "\xEF\xBB\xBF", "\xEF\xBC\x9D",
		"(", "|", "sep=" };
	uint64_t seed = 20261126;
	for (int n = 0; n < 20000; n++) {
		struct buf texts[3] = { 0 }, line = { 0 };
		CLEANUP(csv_free) struct csv c;
		auto_arena a = { 0 };
		struct err err = { 0 };
		buf_addz(&line, "heading,b,c\n");
		for (int cell = 0; cell < 3; cell++) {
			for (unsigned k = 0; k < 6; k++) {
				seed = seed * 6364136223846793005u + 1442695040888963407u;
				if (seed >> 62)
					buf_addz(&texts[cell],
					    pieces[(seed >> 33) %
						(sizeof(pieces) / sizeof(*pieces))]);
			}
			csv_add(&line, buf_str(&texts[cell]), CSV_FOREIGN);
			buf_addc(&line, cell == 2 ? '\n' : ',');
		}
		csv_start_any_separator(&c, buf_str(&line));
		assert_true(csv_next(&c, &a, &err));
		bool blank = !texts[0].n && !texts[1].n && !texts[2].n;
		if (!csv_next(&c, &a, &err) && !blank)
			fail_msg("%d: %s", n, buf_z(&line));
		for (size_t cell = 0; cell < 3 && !blank; cell++) {
			auto_buf bare = { 0 };
			assert_int_equal(c.fields.n, 3);
			csv_add_unescaped(&bare, c.fields.v[cell]);
			if (!str_eq(buf_str(&bare), buf_str(&texts[cell])))
				fail_msg("%d: %s", n, buf_z(&line));
		}
		for (int cell = 0; cell < 3; cell++)
			buf_free(&texts[cell]);
		buf_free(&line);
	}
}
