/* The start of a run: which environment is used, and switching to another. */
#include "app/app_context.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char good[] =
    "environment \"prod\" {\n url = \"https://api.example/api\"\n token-command = {\"pass\"}\n"
    " link-base = \"https://shop.example\"\n authorization = \"bare\"\n}\n"
    "environment \"test\" { url = \"http://127.0.0.1:1/api\" role = \"test\" token-file = \"/t\" }\n";

static void
write_config(const char *text)
{
	write_file("own.conf", text);
	setenv("BACKROOM_CONFIG", "own.conf", 1);
}

static bool
app(struct app_context *l, const char *environment, struct err *err)
{
	return app_context_init(l, &(struct app_options){ .environment = environment }, err);
}

TEST(missing_configuration_is_explained_in_three_lines)
{
	CLEANUP(app_context_free) struct app_context l;
	struct err err;
	int lines = 1;
	unsetenv("BACKROOM_CONFIG");
	assert_false(app(&l, NULL, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	for (const char *p = err.text; *p; p++)
		lines += *p == '\n';
	assert_int_equal(lines, 3);
	assert_non_null(strstr(err.text, "backroom demo"));
	assert_non_null(strstr(err.text, "BACKROOM_URL"));
	assert_non_null(strstr(err.text, "config.conf"));
}

TEST(environments_are_selected_by_name_and_option)
{
	struct app_context l;
	struct err err;
	write_config(good);
	assert_false(app(&l, NULL, &err));
	assert_non_null(strstr(err.text, "prod, test"));
	app_context_free(&l);
	assert_false(app(&l, "live", &err));
	assert_non_null(strstr(err.text, "\"live\""));
	app_context_free(&l);
	assert_int_equal(l.missing_environment, MISSING_NOTHING);
	assert_false(app(&l, NULL, &err));
	assert_int_equal(l.missing_environment, MISSING_CHOICE);
	app_context_free(&l);
	assert_true(app(&l, "test", &err));
	assert_string_equal(l.badge, "TEST");
	assert_string_equal(l.environment_role, "test");
	assert_string_equal(l.client_config.token_source.token_file, "/t");
	app_context_free(&l);
	setenv("BACKROOM_ENV", "prod", 1);
	setenv("BACKROOM_TOKEN", " tok\n", 1);
	assert_true(app(&l, NULL, &err));
	assert_string_equal(l.environment_name, "prod");
	assert_string_equal(l.client_config.token_source.token, "tok");
	assert_null(getenv("BACKROOM_TOKEN"));
	assert_true(l.client_config.transport_rules.sends_bare_token);
	assert_string_equal(l.link_rules.link_base, "https://shop.example");
	app_context_free(&l);
	unsetenv("BACKROOM_ENV");
}

TEST(the_default_environment_is_used_if_none_is_named)
{
	struct app_context l;
	struct err err;
	auto_buf text = { 0 };
	buf_addf(&text, "default = \"test\"\n%s", good);
	write_config(buf_z(&text));
	assert_true(app(&l, NULL, &err));
	assert_string_equal(l.environment_name, "test");
	app_context_free(&l);
	assert_true(app(&l, "prod", &err));
	assert_string_equal(l.environment_name, "prod");
	app_context_free(&l);
}

/* A token from a variable is only for the environment it was given for; switching keeps nothing
 * of the old environment. */
TEST(switching_environments_leaves_nothing_of_the_old_one)
{
	CLEANUP(app_context_free) struct app_context l;
	struct err err;
	write_config(good);
	setenv("BACKROOM_TOKEN", "tok", 1);
	assert_true(app(&l, "prod", &err));
	assert_string_equal(l.client_config.token_source.token, "tok");
	assert_true(app_context_switch_environment(&l, "test", &err));
	assert_string_equal(l.badge, "TEST");
	assert_string_equal(l.client_config.base_url, "http://127.0.0.1:1/api");
	assert_null(l.client_config.token_source.token);
	assert_string_equal(l.client_config.token_source.token_file, "/t");
	assert_null(l.link_rules.link_base);
	assert_false(app_context_switch_environment(&l, "live", &err));
	assert_string_equal(l.environment_name, "test"); /* unchanged */
	write_config("ui { theme = ");
	assert_false(app_context_switch_environment(&l, "prod", &err));
	assert_int_equal(err.kind, ERR_CONFIG);
	assert_string_equal(l.client_config.base_url, "http://127.0.0.1:1/api");
	write_config(good);
	assert_true(app_context_switch_environment(&l, NULL, &err));
	assert_string_equal(l.badge, "DEMO");
	assert_string_equal(l.options.demo_pack, "tour");
	assert_null(l.client_config.base_url);
	assert_null(l.client_config.token_source.token);
	assert_true(app_context_switch_environment(&l, "prod", &err));
	assert_string_equal(l.client_config.token_source.token, "tok");
	assert_null(l.options.demo_pack);
}

/* The same name with another host is another service: a token for the first is not sent to it. */
TEST(a_token_is_sent_to_its_address_only)
{
	static const char other[] =
	    "environment \"prod\" { url = \"https://other.example/api\" }\n"
	    "environment \"test\" { url = \"http://127.0.0.1:1/api\" token-file = \"/t\" }\n";
	CLEANUP(app_context_free) struct app_context l;
	struct err err;
	write_config(good);
	setenv("BACKROOM_TOKEN", "tok", 1);
	assert_true(app(&l, "prod", &err));
	assert_string_equal(l.client_config.token_source.token, "tok");
	write_config(other);
	assert_true(app_context_switch_environment(&l, "prod", &err));
	assert_string_equal(l.client_config.base_url, "https://other.example/api");
	assert_null(l.client_config.token_source.token);
	write_config(good);
	assert_true(app_context_switch_environment(&l, "prod", &err));
	assert_string_equal(l.client_config.token_source.token, "tok");
}

/* No environment is chosen at the start: the first one chosen gets the token. */
TEST(a_given_token_goes_to_the_first_environment_chosen)
{
	CLEANUP(app_context_free) struct app_context l;
	struct err err;
	write_config(good);
	setenv("BACKROOM_TOKEN", "tok", 1);
	assert_false(app(&l, NULL, &err));
	app_context_use_no_environment(&l);
	assert_null(l.client_config.token_source.token);
	assert_true(app_context_switch_environment(&l, "prod", &err));
	assert_string_equal(l.client_config.token_source.token, "tok");
	assert_true(app_context_switch_environment(&l, "test", &err));
	assert_null(l.client_config.token_source.token);
}

/* A run that starts with the demo has chosen it: no other environment gets the token. */
TEST(a_demo_token_is_not_used_elsewhere)
{
	struct app_context l;
	struct err err;
	write_config(good);
	for (int i = 0; i < 3; i++) {
		bool asked = i == 2;
		setenv("BACKROOM_TOKEN", "tok", 1);
		if (i == 1)
			setenv("BACKROOM_URL", "https://api.example/api", 1);
		if (asked) {
			assert_false(app(&l, NULL, &err));
			app_context_use_no_environment(&l);
			assert_true(app_context_switch_environment(&l, NULL, &err));
		} else {
			assert_true(app_context_init(
			    &l, &(struct app_options){ .demo_pack = "tour" }, &err));
		}
		unsetenv("BACKROOM_URL");
		assert_null(l.client_config.token_source.token);
		assert_true(app_context_switch_environment(&l, "test", &err));
		assert_null(l.client_config.token_source.token);
		assert_true(app_context_switch_environment(&l, "prod", &err));
		assert_null(l.client_config.token_source.token);
		assert_true(app_context_switch_environment(&l, NULL, &err));
		assert_null(l.client_config.token_source.token);
		app_context_free(&l);
	}
}

static void
write_open_file(const char *name)
{
	write_file(name, "0123456789abcdef0123456789abcdef\n");
	assert_int_equal(chmod(name, 0666), 0);
}

#define CERT "client-cert = \"/c.pem\""

/* A late failure, here in reading a file, must not leave the environment half switched. */
TEST(a_failed_switch_changes_nothing)
{
	static const struct {
		const char *option, *file, *more, *words;
	} late[] = {
		{ "ca-file", ".", "", "is a folder, not a file" },
		{ "client-key", "open.key", CERT, "others can read" },
		{ "client-key", "none.key", CERT, "none.key" },
	};
	char here[512];
	assert_non_null(getcwd(here, sizeof(here)));
	write_open_file("open.key");
	for (size_t i = 0; i < sizeof(late) / sizeof(*late); i++) {
		auto_buf text = { 0 };
		CLEANUP(app_context_free) struct app_context l;
		struct err err;
		write_config(good);
		assert_true(app(&l, "test", &err));
		buf_addf(&text,
		    "%senvironment \"late\" { url = \"https://late.example/api\"\n"
		    " %s = \"%s/%s\" %s }\n",
		    good, late[i].option, here, late[i].file, late[i].more);
		write_config(buf_z(&text));
		if (app_context_switch_environment(&l, "late", &err))
			fail_msg("it turned to one with %s", late[i].option);
		if (!strstr(err.text, late[i].words))
			fail_msg("%s: %s", late[i].option, err.text);
		assert_string_equal(l.environment_name, "test");
		assert_string_equal(l.badge, "TEST");
		assert_string_equal(l.client_config.base_url, "http://127.0.0.1:1/api");
		assert_string_equal(l.client_config.token_source.token_file, "/t");
		assert_string_equal(l.environment->name, "test");
		assert_false(l.masked);
	}
	assert_int_equal(remove("open.key"), 0);
}

TEST(a_url_option_is_its_own_environment)
{
	static const char *const bad[] = { "ftp://x/api", "nonsense", "http://",
		"https://u:pass@x/api", "https://u@x/api", "https://:pass@x/api",
		"https://@x/api" };
	struct app_context l;
	struct err err;
	write_config(good);
	setenv("BACKROOM_URL", "https://api2.example:8443/api//", 1);
	assert_true(app(&l, NULL, &err));
	assert_string_equal(l.client_config.base_url, "https://api2.example:8443/api");
	assert_string_equal(l.environment_name, "api2.example:8443");
	assert_string_equal(l.environment_role, "prod");
	assert_null(l.client_config.token_source.token_command); /* not used for another address */
	app_context_free(&l);
	assert_false(app(&l, "prod", &err)); /* environment and address exclude each other */
	assert_int_equal(err.kind, ERR_USAGE);
	app_context_free(&l);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		setenv("BACKROOM_URL", bad[i], 1);
		if (app(&l, NULL, &err))
			fail_msg("%s was taken", bad[i]);
		assert_int_equal(err.kind, ERR_USAGE);
		assert_null(strstr(err.text, "pass@"));
		app_context_free(&l);
	}
	unsetenv("BACKROOM_URL");
	write_config("environment \"prod\" { url = \"https://u:pass@x/api\" }\n");
	assert_false(app(&l, NULL, &err));
	assert_non_null(
	    strstr(err.text, "environment \"prod\": its url has a user name or password"));
	assert_null(strstr(err.text, "pass@"));
	app_context_free(&l);
}

TEST(invalid_settings_are_refused)
{
	struct app_context l;
	struct err err;
	write_config("ui { timezone = \"Mars/Olympus\" }\n");
	assert_false(app(&l, NULL, &err));
	assert_int_equal(err.kind, ERR_CONFIG);
	app_context_free(&l);
	write_config(good);
	assert_false(app_context_init(
	    &l, &(struct app_options){ .environment = "test", .now = "noon" }, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	app_context_free(&l);
	assert_true(app_context_init(&l,
	    &(struct app_options){ .environment = "test", .now = "2026-11-20T10:42:00Z" }, &err));
	assert_true(clock_now(&l.clock) == 1795171320000);
	app_context_free(&l);
	setenv("BACKROOM_CONFIG", "missing.conf", 1);
	assert_false(app(&l, NULL, &err));
	assert_non_null(strstr(err.text, "missing.conf"));
	app_context_free(&l);
}
