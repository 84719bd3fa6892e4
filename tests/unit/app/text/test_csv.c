/* Sheets as programs write them, and cells that were kept from being formulas. */
#include "app/text/csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Fields in brackets, records on lines of their own. */
static void
write_records(struct buf *out, struct str text)
{
	struct csv c;
	struct arena a = { 0 };
	struct err err = { 0 };
	csv_start_any(&c, text);
	while (csv_next(&c, &a, &err)) {
		buf_addf(out, "%zu:", c.line);
		for (size_t i = 0; i < c.fields.n; i++)
			buf_addf(out, "[%.*s]", STR_ARG(c.fields.v[i]));
		buf_addc(out, '\n');
	}
	buf_addz(out, err.kind ? err.text : "");
	csv_free(&c);
	arena_free(&a);
}

static void
the_separator_is_found(void **state)
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
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buf out = { 0 };
		write_records(&out, str_of(cases[i].text));
		assert_string_equal(buf_z(&out), cases[i].records);
		buf_free(&out);
	}
}

/* What csv_add() makes of a text, csv_add_bare() takes away again. */
static void
guarded_cells_give_their_texts_back(void **state)
{
	static const char *const texts[] = { "=1+1", "-5", "+x", "@a", "plain", "it's", "'quoted'",
		"a;=b", "a\n-b", " =x", "-", "\tx", "a;'b", "\xEF\xBC\x9Dx", "'=x", "''-5", "'-5",
		"a;'=b", "a\n''=b", "'\tx", "'", "-5;-6", "" };
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct csv c;
		struct arena a = { 0 };
		struct err err = { 0 };
		struct buf line = { 0 }, bare = { 0 };
		csv_add(&line, str_of(texts[i]), CSV_FOREIGN);
		buf_addz(&line, ",x\n");
		csv_start(&c, buf_str(&line));
		assert_true(csv_next(&c, &a, &err));
		csv_add_bare(&bare, c.fields.v[0]);
		assert_string_equal(buf_z(&bare), texts[i]);
		csv_free(&c);
		arena_free(&a);
		buf_free(&line);
		buf_free(&bare);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_separator_is_found),
		cmocka_unit_test(guarded_cells_give_their_texts_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
