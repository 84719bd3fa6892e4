/* The lists, keys and questions of user commands in config.conf. */
#include "app/conf.h"
#include "lib/test.h"

TEST(mistakes_in_lists_and_questions_of_commands_are_named)
{
	static const char *const cases[][2] = {
		{ "command \"a\" { run = {\"x\"}\n panes = {\"offers\", \"orders\"}\n}\n",
		    "config.conf:2: command \"a\": panes: there is no list \"orders\". There are: all, baskets, persons, campaigns, offers" },
		{ "command \"a\" { run = {\"x\"} panes = {} }\n",
		    "config.conf:1: command \"a\": panes must name a list" },
		{ "command \"a\" { run = {\"x\"}\n key = \"<F99>\"\n}\n",
		    "config.conf:2: command \"a\": key: '<F99>' is not a key" },
		{ "command \"a\" { run = {\"x\"}\n ask = {\"Ticket\", \"\"}\n}\n",
		    "config.conf:2: command \"a\": ask: question 2 must be a line of 1 to 200 bytes" },
		{ "command \"a\" { run = {\"x\"}\n ask = {\"a\\nb\"}\n}\n",
		    "config.conf:2: command \"a\": ask: question 1 must" },
		{ "command \"a\" { run = {\"x\"}\n ask = {\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", "
		  "\"8\", \"9\", \"10\"}\n}\n",
		    "config.conf:2: command \"a\": ask may have at most 9 questions" },
		{ "command \"a\" { run = {\"x\"}\n confirm = \"a\\nb\"\n}\n",
		    "config.conf:2: command \"a\": confirm must be a line" },
		{ "command \"a\" { run = {\"x\"}\n link = true\n panes = {\"all\"}\n}\n",
		    "config.conf:2: command \"a\": link works in baskets and persons only, not in campaigns" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(config_free) struct config c;
		struct err err;
		assert_false(config_parse(&c, cases[i][0], "config.conf", &err));
		if (!str_starts(str_of(err.text), str_of(cases[i][1])))
			fail_msg("%s: %s", cases[i][0], err.text);
	}
}

static void
expect_key_error(const char *text, const char *want)
{
	CLEANUP(config_free) struct config c;
	CLEANUP(keymap_free) struct keymap m = { 0 };
	struct err err;
	assert_true(config_parse(&c, text, "config.conf", &err));
	assert_true(keymap_load_builtin(&m, "default", &err));
	assert_false(keymap_add_commands(&m, &c, &err));
	assert_string_equal(err.text, want);
}

TEST(a_key_of_a_command_must_be_free_in_its_lists)
{
	expect_key_error("command \"a\" { run = {\"x\"}\n key = \"P\"\n panes = {\"offers\"}\n}\n",
	    "config.conf:2: command \"a\": key P is already assigned to plan (catalog)");
	expect_key_error("command \"a\" { run = {\"x\"}\n key = \"g\"\n}\n",
	    "config.conf:2: command \"a\": key g is already assigned to top (baskets)");
	expect_key_error("command \"a\" { run = {\"x\"}\n key = \"yx\"\n}\n",
	    "config.conf:2: command \"a\": key yx is already assigned to send-main (baskets)");
	expect_key_error("command \"a\" { run = {\"x\"} key = \"<F5>\" panes = {\"all\"} }\n"
			 "command \"b\" { run = {\"x\"}\n key = \"<F5>\" panes = {\"journal\"} }\n",
	    "config.conf:3: command \"b\": key F5 is already assigned to command \"a\" (journal)");
}

TEST(lists_of_one_scope_have_commands_on_the_same_key)
{
	CLEANUP(config_free) struct config c;
	CLEANUP(keymap_free) struct keymap m = { 0 };
	const struct user_command *found = NULL;
	const uint32_t keys[] = { 'g', 'x' };
	struct err err;
	assert_true(config_parse(&c,
	    "command \"a\" { run = {\"x\"} key = \"gx\" panes = {\"offers\"} }\n"
	    "command \"b\" { run = {\"x\"} key = \"gx\" panes = {\"campaigns\"} }\n"
	    "command \"c\" { run = {\"x\"} key = \"P\" }\n",
	    "config.conf", &err));
	assert_true(keymap_load_builtin(&m, "default", &err));
	assert_true(keymap_add_commands(&m, &c, &err));
	assert_int_equal(keymap_lookup_command(&m, "offers", keys, 1, &found), MATCH_PREFIX);
	assert_int_equal(keymap_lookup_command(&m, "offers", keys, 2, &found), MATCH_ACTION);
	assert_string_equal(found->name, "a");
	assert_int_equal(keymap_lookup_command(&m, "campaigns", keys, 2, &found), MATCH_ACTION);
	assert_string_equal(found->name, "b");
	assert_int_equal(keymap_lookup_command(&m, "products", keys, 2, &found), MATCH_NONE);
	assert_true(c.commands.v[2].writes && !c.commands.v[2].panes);
}
