/* The demo's prepared owners. */
#include "lib/test.h"
#include "ui/journal/write_session.h"

TEST(demo_owners_are_found_by_their_id)
{
	CLEANUP(demo_owners_free) struct demo_owners s = { 0 };
	demo_owners_add(&s,
	    STR("{\"name\":\"O1\",\"owner\":\"id-01\",\"story\":\"The first link.\",\"iss\":\"i\","
		"\"sub\":\"s\"}"));
	demo_owners_add(&s, STR("{\"name\":\"O2\",\"owner\":\"id-02\",\"story\":7}"));
	assert_int_equal(s.list.n, 2);
	const struct demo_owner *one = demo_owners_find(&s, STR("id-01"));
	assert_true(str_eqz(one->name, "O1"));
	assert_true(str_eqz(one->story, "The first link."));
	assert_true(str_eqz(one->iss, "i"));
	assert_true(str_eqz(one->sub, "s"));
	assert_int_equal(demo_owners_find(&s, STR("id-02"))->story.n, 0);
	assert_null(demo_owners_find(&s, STR("id-0")));
}

TEST(entries_without_an_owner_are_left_out)
{
	const struct str cases[] = { STR(""), STR("{}"), STR("[]"), STR("null"),
		STR("{\"owner\":7}"), STR("{\"owner\":\"\"}"), STR("{\"name\":\"O1\"}"),
		STR("{\"owner\":\"x\"") };
	CLEANUP(demo_owners_free) struct demo_owners s = { 0 };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		demo_owners_add(&s, cases[i]);
	assert_int_equal(s.list.n, 0);
}
