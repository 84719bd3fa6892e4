/* The environment variables of a user command: the basket's values as sent, and nothing else. */
#include "basket/variables.h"
#include "lib/test.h"

#include <stdlib.h>
#include <string.h>

/* NULL if it is not set; fails if it is set twice. */
static const char *
value_of(const struct command_variables *v, const char *name)
{
	const char *found = NULL;
	size_t n = strlen(name);
	for (size_t i = 0; v->names_and_values.v[i]; i++) {
		if (strncmp(v->names_and_values.v[i], name, n) != 0 ||
		    v->names_and_values.v[i][n] != '=')
			continue;
		assert_null(found);
		found = v->names_and_values.v[i] + n + 1;
	}
	return found;
}

static void
make_variables(struct command_variables *v, const struct basket *b, struct str link)
{
	*v = (struct command_variables){ 0 };
	basket_variables_add(v, b, link);
	command_variables_finish(v);
}

static size_t
count_backroom_variables(const struct command_variables *v)
{
	size_t n = 0;
	for (size_t i = 0; v->names_and_values.v[i]; i++)
		n += strncmp(v->names_and_values.v[i], "BACKROOM_", 9) == 0;
	return n;
}

TEST(variables_describe_the_basket)
{
	const struct basket_item items[] = { { .name = STR("One $(month)") },
		{ .name = STR("Two") } };
	const struct basket_identity identities[] = {
		{ .sub = STR("auth|7"), .iss = STR("https://login.example/") },
		{ .sub = STR("other"), .iss = STR("https://else.example/") },
	};
	const struct basket b = { .id = STR("b1"),
		.created = 1795171320123,
		.email = STR("z\xC3\xB6@example.com; rm -rf /"),
		.first_name = STR("Zo\xC3\xAB"),
		.last_name = STR("O'Hara"),
		.company = STR("A\x1b[2J"),
		.items = items,
		.items_n = 2,
		.tag = STR("/tags/uk"),
		.start_page = STR("/offers/x y"),
		.identities = identities,
		.identities_n = 2,
		.custom_fields = STR("{\"a\":1}") };
	static const char *const wanted[][2] = { { "BACKROOM_ID", "b1" },
		{ "BACKROOM_CREATED", "2026-11-20T10:42:00.123Z" },
		{ "BACKROOM_EMAIL", "z\xC3\xB6@example.com; rm -rf /" },
		{ "BACKROOM_NAME", "Zo\xC3\xAB O'Hara" }, { "BACKROOM_FIRST_NAME", "Zo\xC3\xAB" },
		{ "BACKROOM_LAST_NAME", "O'Hara" }, { "BACKROOM_COMPANY", "A\x1b[2J" },
		{ "BACKROOM_ISSUER", "https://login.example/" }, { "BACKROOM_SUBJECT", "auth|7" },
		{ "BACKROOM_ITEMS", "One $(month)\nTwo" }, { "BACKROOM_TAG", "/tags/uk" },
		{ "BACKROOM_PAGE", "/offers/x y" }, { "BACKROOM_FIELDS", "{\"a\":1}" },
		{ "BACKROOM_LINK", "https://s.example/x" } };
	enum { WANTED = sizeof(wanted) / sizeof(*wanted) };
	CLEANUP(command_variables_free) struct command_variables v;
	make_variables(&v, &b, STR("https://s.example/x"));
	for (size_t i = 0; i < WANTED; i++) {
		assert_non_null(value_of(&v, wanted[i][0]));
		assert_string_equal(value_of(&v, wanted[i][0]), wanted[i][1]);
	}
	assert_int_equal(count_backroom_variables(&v), WANTED);
}

TEST(missing_values_are_not_set)
{
	const struct basket unnamed = { .id = STR("b1"), .created = WHEN_NONE };
	struct command_variables v;
	make_variables(&v, &unnamed, STR_NONE);
	assert_string_equal(value_of(&v, "BACKROOM_ID"), "b1");
	assert_int_equal(count_backroom_variables(&v), 1);
	command_variables_free(&v);
	const struct basket last_alone = {
		.id = STR("b1"), .created = WHEN_NONE, .last_name = STR("Ito")
	};
	make_variables(&v, &last_alone, STR_NONE);
	assert_string_equal(value_of(&v, "BACKROOM_NAME"), "Ito");
	assert_null(value_of(&v, "BACKROOM_FIRST_NAME"));
	command_variables_free(&v);
}

/* Variables of another basket, or meant only for this program, are not passed on. */
TEST(only_the_configuration_variable_is_passed_on)
{
	const struct basket unnamed = { .id = STR("b1"), .created = WHEN_NONE };
	CLEANUP(command_variables_free) struct command_variables v;
	setenv("BACKROOM_TOKEN", "secret", 1);
	setenv("BACKROOM_URL", "https://u:p@api.example", 1);
	setenv("BACKROOM_EMAIL", "somebody@else.example", 1);
	setenv("BACKROOM_CONFIG", "/etc/mine.conf", 1);
	setenv("OF_THE_SHELL", "a b", 1);
	make_variables(&v, &unnamed, STR_NONE);
	assert_null(value_of(&v, "BACKROOM_TOKEN"));
	assert_null(value_of(&v, "BACKROOM_URL"));
	assert_null(value_of(&v, "BACKROOM_EMAIL"));
	assert_string_equal(value_of(&v, "BACKROOM_CONFIG"), "/etc/mine.conf");
	assert_string_equal(value_of(&v, "OF_THE_SHELL"), "a b");
}

TEST(a_value_that_is_too_large_is_an_error)
{
	CLEANUP(command_variables_free) struct command_variables v = { 0 };
	struct err err;
	auto_buf large = { 0 };
	buf_pad(&large, 'x', 131072);
	command_variables_add(&v, "BACKROOM_ID", STR("b1"));
	command_variables_add(&v, "BACKROOM_ID", STR("b2"));
	command_variables_add(&v, "BACKROOM_NAME", STR_NONE);
	assert_int_equal(v.names_and_values.n, 1);
	assert_true(command_variables_check(&v, &err));
	command_variables_add(&v, "BACKROOM_JSON", buf_str(&large));
	assert_false(command_variables_check(&v, &err));
	assert_string_equal(err.text,
	    "BACKROOM_JSON would have 128 KiB, and a program gets at most 128 KiB in a variable");
}
