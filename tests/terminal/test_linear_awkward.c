/*
 * Awkward names and baskets in the console that is said line by line: each as text, and what
 * becomes of its link.
 */
#include "lib/talk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Names that try to command a terminal, hide or turn around; all rows, a detail, a source. */
static void
hostile_names_are_said_as_text(void **state)
{
	struct talk t;
	struct buf lines = { 0 };
	(void)state;
	for (int i = 0; i < 34; i++)
		buf_addz(&lines, "\n");
	buf_addz(&lines, "/WB\nlist\nin\ns\nmore\nmore\nout\nout\noffers\n");
	for (int i = 0; i < 20; i++)
		buf_addz(&lines, "more\n");
	talk_with(&t, "--pack awkward", NULL, buf_str(&lines));
	assert_int_equal(t.status, 0);
	hear(&t, "Row 1 of 329: ");
	hear(&t, "These were the last of 329\n");
	hear_nothing_of(&t, "\xe2\x80\xae");
	hear_nothing_of(&t, "\xe2\x80\x8b");
	hear_nothing_of(&t, "\xf3\xa0\x81\x81");
	end_talk(&t);
	buf_free(&lines);
}

/* Baskets that nobody expects, by their numbers: how the row is said, and what becomes of `y`. */
static const struct {
	const char *id, *row, *sent;
} cases[] = {
	{ "wb01-2100", "2 d ago, reach mail",
	    "Not sent: 2,100 bytes: some mail, SMS and chat cut it\n" },
	{ "wb02-data", "3 d ago, reach mail",
	    "Not sent: data: is not a link a customer can open\n" },
	{ "wb02-javascript", "", "Not sent: javascript: is not a link a customer can open\n" },
	{ "wb02-host", "", "Not sent: evil.example is no link host of demo\n" },
	{ "wb02-null", "", "This basket has no recovery link. Your clipboard is as before\n" },
	{ "wb02-empty", "", "This basket has no recovery link. Your clipboard is as before\n" },
	{ "wb03-other", "", "Not sent: names another basket " },
	{ "wb05-future", "in 3 d, reach mail", "basket=basket-wb05-future&key=" },
	{ "wb05-missing", "?, reach mail", "basket=basket-wb05-missing&key=" },
	{ "wb06-none", "3 d ago, reach mail, no items", "basket=basket-wb06-none&key=" },
	{ "wb06-many", "items All Access Monthly +119", "basket=basket-wb06-many&key=" },
	{ "wb07-many", "items Ad-free add-on\n", "basket=basket-wb07-many&key=" },
	{ "wb08-many", "reach both", "basket=basket-wb08-many&key=" },
	{ "wb10-fields", "reach mail", "basket=basket-wb10-fields&key=" },
	{ "wb11-missing", "3 d ago", "basket=basket-wb11-missing&key=" },
};

enum { CASES = sizeof(cases) / sizeof(*cases) };

static void
ask_for_cases(struct talk *t, const char *words)
{
	struct buf lines = { 0 };
	for (size_t i = 0; i < CASES; i++)
		buf_addf(&lines, "/id:basket-%s\ny\n<Esc>\n", cases[i].id);
	talk_with(t, words, NULL, buf_str(&lines));
	assert_int_equal(t->status, 0);
	buf_free(&lines);
}

static void
awkward_baskets_are_said(void **state)
{
	struct talk t;
	struct buf place = { 0 }, row = { 0 };
	(void)state;
	ask_for_cases(&t, "--pack awkward");
	for (size_t i = 0; i < CASES; i++) {
		buf_reset(&place);
		buf_reset(&row);
		buf_addf(&place, "Baskets, id:basket-%s: 1 match in all 329", cases[i].id);
		buf_addf(&row, "Row 1 of 1: %s@example.com, ", cases[i].id);
		hear(&t, buf_z(&place));
		hear(&t, buf_z(&row));
		hear(&t, cases[i].row);
		hear(&t, cases[i].sent);
	}
	buf_free(&place);
	buf_free(&row);
	end_talk(&t);
}

static void
awkward_baskets_are_masked(void **state)
{
	struct talk t;
	(void)state;
	ask_for_cases(&t, "--pack awkward --mask");
	for (size_t i = 0; i < CASES; i++)
		hear(&t, "DEMO baskets: ");
	hear_nothing_of(&t, "@example.com");
	hear_nothing_of(&t, "&key=");
	end_talk(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hostile_names_are_said_as_text),
		cmocka_unit_test(awkward_baskets_are_said),
		cmocka_unit_test(awkward_baskets_are_masked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
