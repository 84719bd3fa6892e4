/* Columns and boxes as one says them. */
#include "ui/linear/say.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
expect_spoken(const char *line, int labels, const char *want)
{
	struct buf out = { 0 };
	say_add_spoken(&out, str_of(line), labels);
	assert_string_equal(buf_z(&out), want);
	buf_free(&out);
}

static void
columns_are_parts_of_a_sentence(void **state)
{
	(void)state;
	expect_spoken(
	    "  All Access   11.99 monthly  -", SAY_NO_LABELS, "All Access, 11.99 monthly, -");
	expect_spoken(" 50 read \xC2\xB7 older exist", SAY_NO_LABELS, "50 read, older exist");
	expect_spoken("Asked:   what", SAY_NO_LABELS, "Asked: what");
	expect_spoken("GBP     3.99 monthly", SAY_NO_COLUMNS, "GBP 3.99 monthly");
	expect_spoken("", SAY_NO_LABELS, "");
	expect_spoken("     ", SAY_ANY_LABEL, "");
}

static void
labels_end_with_a_colon(void **state)
{
	(void)state;
	expect_spoken(
	    " Reach     mara@example.com   more", DOC_INDENT, "Reach: mara@example.com, more");
	/* What stands elsewhere is no label. */
	expect_spoken(" 1  Winback Digital", DOC_INDENT, "1, Winback Digital");
	expect_spoken("      ok   names this basket", SAY_ANY_LABEL, "ok: names this basket");
}

static void
lines_that_only_draw_are_left_out(void **state)
{
	(void)state;
	expect_spoken(
	    "-- Known from your journal -------", SAY_ANY_LABEL, "Known from your journal");
	expect_spoken("|", SAY_NO_LABELS, "");
	expect_spoken("|- charge monthly", SAY_NO_LABELS, "level 1, charge monthly");
	expect_spoken("|  `- tag /tags/cancel", SAY_NO_LABELS, "level 2, tag /tags/cancel");
	expect_spoken("70 %  ######....  /tags/save", SAY_NO_LABELS, "70 %, /tags/save");
	/* Numbers below zero, names with a bar, an amount in words. */
	expect_spoken("-1.00", SAY_NO_LABELS, "-1.00");
	expect_spoken("Print | Digital", SAY_NO_LABELS, "Print | Digital");
	expect_spoken("a - b", SAY_NO_LABELS, "a - b");
	/* What begins with such a sign and hangs from nothing. */
	expect_spoken("+44 20 7946 0000", SAY_NO_LABELS, "+44 20 7946 0000");
	expect_spoken("  |pipe|", SAY_NO_LABELS, "|pipe|");
	expect_spoken("`quoted`  mail", SAY_NO_LABELS, "`quoted`, mail");
	expect_spoken("+- 50 %  to /tags/save", SAY_NO_LABELS, "level 1, 50 %, to /tags/save");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_parts_of_a_sentence),
		cmocka_unit_test(labels_end_with_a_colon),
		cmocka_unit_test(lines_that_only_draw_are_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
