/* The demo's prepared owners. */
#include "ui/writes/situations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void
situations_are_found_by_their_owner(void **state)
{
	struct situations s = { 0 };
	(void)state;
	situations_add(&s,
	    STR("{\"name\":\"O1\",\"owner\":\"id-01\",\"story\":\"The first link.\",\"iss\":\"i\","
		"\"sub\":\"s\"}"),
	    0);
	situations_add(&s, STR("{\"name\":\"O2\",\"owner\":\"id-02\",\"story\":7}"), 0);
	assert_int_equal(s.list.n, 2);
	const struct situation *one = situations_find(&s, STR("id-01"));
	assert_true(str_eqz(one->name, "O1"));
	assert_true(str_eqz(one->story, "The first link."));
	assert_true(str_eqz(one->iss, "i"));
	assert_true(str_eqz(one->sub, "s"));
	assert_int_equal(situations_find(&s, STR("id-02"))->story.n, 0);
	assert_null(situations_find(&s, STR("id-0")));
	situations_free(&s);
}

static void
what_has_no_owner_is_no_situation(void **state)
{
	const struct str cases[] = { STR(""), STR("{}"), STR("[]"), STR("null"),
		STR("{\"owner\":7}"), STR("{\"owner\":\"\"}"), STR("{\"name\":\"O1\"}"),
		STR("{\"owner\":\"x\"") };
	struct situations s = { 0 };
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		situations_add(&s, cases[i], 0);
	assert_int_equal(s.list.n, 0);
	situations_free(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(situations_are_found_by_their_owner),
		cmocka_unit_test(what_has_no_owner_is_no_situation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
