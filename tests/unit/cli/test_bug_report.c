/* A report of a fault: the facts in it, and that no text of the user is among them. */
#include "app/settings.h"
#include "unit/cli/run.h"

#include <string.h>
#include <sys/stat.h>

#define CANARY "kEsTrElSeCrEt"

static void
report(struct run_result *r, const char *log)
{
	const char *argv[] = { getenv("BACKROOM_BIN"), "bug-report", log, NULL };
	const char *env[] = { "BACKROOM_URL=https://me:" CANARY "@" CANARY ".example/api",
		"BACKROOM_TOKEN=" CANARY, "BACKROOM_ENV=" CANARY, "http_proxy=http://" CANARY,
		"BROWSER=" CANARY, "TERM=" CANARY " " CANARY, "SSH_CONNECTION=" CANARY,
		"BACKROOM_CONFIG=", NULL };
	run_program(r, argv, env, open_new("out"), 20000);
	if (strstr(r->out.p, CANARY) || strstr(r->words.p, CANARY))
		fail_msg("%s%s", r->out.p, r->words.p);
}

/* Appends a section with a canary in every text, and the allowed word where there is a choice. */
static void
append_section(struct buf *out, const struct setting *settings, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct setting *s = &settings[i];
		if (s->allowed_values)
			buf_addf(out, "%s = \"%s\"\n", s->name, s->allowed_values[1]);
		else if (s == &environment_settings[ENVIRONMENT_NAMESPACE])
			buf_addf(out, "%s = \"" CANARY "\"\n", s->name);
		else if (s->kind == SETTING_PATH)
			buf_addf(out, "%s = \"/srv/" CANARY "\"\n", s->name);
		else if (s->kind == SETTING_TEXT)
			buf_addf(out, "%s = \"https://" CANARY ".example/\"\n", s->name);
		else if (s->kind == SETTING_LIST)
			buf_addf(out, "%s = {\"" CANARY "\", \"" CANARY "\"}\n", s->name);
		else if (s->kind == SETTING_PROGRAM)
			buf_addf(out, "%s = {\"/bin/" CANARY "\"}\n", s->name);
	}
}

/* NULL removes it. */
static void
write_config(const char *text)
{
	auto_buf path = { 0 };
	buf_addf(&path, "%s/backroom", getenv("XDG_CONFIG_HOME"));
	mkdir(buf_z(&path), 0700);
	buf_addz(&path, "/config.conf");
	if (text)
		write_file(buf_z(&path), text);
	else
		unlink(buf_z(&path));
}

static void
write_full_config(void)
{
	auto_buf text = { 0 };
	buf_addz(&text, "environment \"" CANARY "\" {\ntimeout = 7\n");
	for (size_t i = 0; i < ENVIRONMENT_SETTINGS; i++)
		if (environment_settings[i].token_method == TOKEN_METHOD_ANY ||
		    environment_settings[i].token_method == TOKEN_METHOD_SIGN_IN)
			append_section(&text, &environment_settings[i], 1);
	buf_addz(&text, "paths { offers = \"/" CANARY "\" }\n}\ncommand \"" CANARY "\" {\n");
	append_section(&text, command_settings, COMMAND_SETTINGS);
	/* these two must be valid: the last value of a setting counts */
	buf_addz(&text,
	    "panes = {\"baskets\"}\nkey = \"<F5>\"\n}\nui { theme = \"dark\" keymap = \"" CANARY
	    "\" timezone = \"" CANARY "\" start = \"" CANARY "\" }\n");
	write_config(buf_z(&text));
}

static void
expect_line(const struct run_result *r, const char *line)
{
	if (!strstr(r->out.p, line))
		fail_msg("%s is missing in:\n%s", line, r->out.p);
}

TEST(no_text_of_the_user_is_in_it)
{
	auto_run_result r = { 0 };
	write_full_config();
	report(&r, NULL);
	assert_int_equal(r.code, 0);
	expect_line(&r, "backroom " BACKROOM_VERSION "\ncommit ");
	expect_line(&r, "  distribution  ");
	expect_line(&r, "  size          no terminal\n");
	expect_line(&r, "  TERM          …\n");
	expect_line(&r, "  set           SSH_CONNECTION\n");
	expect_line(&r, "  config.conf   ");
	expect_line(&r, "  variables     BACKROOM_URL, BACKROOM_TOKEN, BACKROOM_ENV, ");
	expect_line(&r, "  # read: $XDG_CONFIG_HOME/backroom/config.conf\n");
	expect_line(&r, "  environment \"…\" {\n");
	expect_line(&r, "      url = \"https://…\"\n");
	expect_line(&r, "      role = \"test\"\n");
	expect_line(&r, "      timeout = 7\n");
	expect_line(&r, "      link-hosts = {\"…\", \"…\"}\n");
	expect_line(&r, "          offers = \"…\"\n");
	expect_line(&r, "      theme = \"dark\"\n");
	expect_line(&r, "      keymap = \"…\"\n");
	write_config(NULL);
}

TEST(a_configuration_that_cannot_be_read_is_not_quoted)
{
	auto_run_result r = { 0 };
	write_config(CANARY " = \"" CANARY "\"\n");
	report(&r, NULL);
	assert_int_equal(r.code, 0);
	expect_line(&r, "  not readable: backroom config check says why\n");
	write_config(NULL);
}

TEST(of_a_log_only_what_the_program_wrote_is_in_it)
{
	auto_run_result r = { 0 };
	auto_buf log = { 0 };
	buf_addz(&log,
	    CANARY "\n{\"event\":\"" CANARY "\"}\n"
		   "{\"at\":\"2026-11-20T10:42:00.000Z\",\"level\":\"info\",\"event\":\"exchange\","
		   "\"method\":\"GET\",\"path\":\"/" CANARY "\",\"status\":502,\"ms\":7,"
		   "\"request\":\"" CANARY "\"}\n");
	for (int i = 0; i < 30; i++)
		buf_addf(&log,
		    "{\"at\":\"2026-11-20T10:42:%02d.000Z\",\"level\":\"info\",\"event\":"
		    "\"exchange\",\"method\":\"GET\",\"path\":\"/offers\",\"status\":200,\"ms\":3}\n",
		    i);
	write_file("run.log", buf_z(&log));
	report(&r, "run.log");
	assert_int_equal(r.code, 0);
	expect_line(&r, "\nLog\n  2026-11-20T10:42:10.000Z GET ");
	expect_line(&r, "  2026-11-20T10:42:29.000Z GET ");
	assert_null(strstr(r.out.p, "10:42:09"));
	report(&r, "missing.log");
	assert_int_equal(r.code, 1);
	assert_non_null(strstr(r.words.p, "missing.log: No such file"));
	unlink("run.log");
}
