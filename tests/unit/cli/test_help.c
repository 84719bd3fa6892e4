/* Both programs have the same name: help and version of each, also when passed on to the service.
 */
#include "app/embedded.h"
#include "cli/args.h"
#include "unit/cli/run.h"

#include <string.h>

TEST(help_names_every_keymap_and_theme)
{
	static const struct embedded *const lists[] = { embedded_keymaps, embedded_themes };
	auto_run_result r = { 0 };
	RUN(&r, NULL, "--help");
	for (size_t i = 0; i < 2; i++)
		for (const struct embedded *e = lists[i]; e->name; e++)
			if (!strstr(r.out.p, e->name))
				fail_msg("%s", e->name);
}

TEST(an_output_error_exits_with_1)
{
	static const char *const words[][3] = { { "--help" }, { "--version" },
		{ "serve", "--help" }, { "token", "--version" } };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		auto_run_result r = { 0 };
		run_to(&r, "/dev/full", NULL, NULL, words[i]);
		assert_int_equal(r.code, 1);
		assert_non_null(strstr(r.words.p, "stdout: "));
	}
}

TEST(help_and_version_can_precede_the_command)
{
	auto_run_result r = { 0 };
	EXITS(0, &r, NULL, "--help", "serve");
	assert_non_null(strstr(r.out.p, "Usage: backroom serve "));
	EXITS(0, &r, NULL, "--version", "serve");
	assert_true(str_starts(buf_str(&r.out), STR("backroom ")));
	EXITS(2, &r, NULL, "-e", "x", "serve");
	assert_non_null(strstr(r.words.p, "--environment does not work with serve"));
}

/* Three lines; the last one names the libraries of this program and not those of the other. */
static void
expect_version(const struct run_result *r, const char *own, const char *other)
{
	struct str rest = buf_str(&r->out), line;
	assert_true(str_next(&rest, '\n', &line) && str_eqz(line, "backroom " BACKROOM_VERSION));
	assert_true(str_next(&rest, '\n', &line) && str_starts(line, STR("commit ")));
	assert_true(str_next(&rest, '\n', &line) && str_starts(line, STR("libraries ")));
	assert_int_equal(rest.n, 0);
	assert_true(str_find(line, STR("OpenSSL ")) != SIZE_MAX);
	assert_true(str_find(line, str_of(own)) != SIZE_MAX);
	assert_true(str_find(line, str_of(other)) == SIZE_MAX);
}

TEST(version_names_the_libraries_of_its_program)
{
	auto_run_result r = { 0 };
	RUN(&r, NULL, "--version");
	expect_version(&r, "ncurses ", "SQLite");
	RUN(&r, NULL, "serve", "--version");
	expect_version(&r, "SQLite ", "ncurses");
}

/* Each example runs as a user would paste it. */
TEST(the_examples_work)
{
	remove("winback.jsonl"); /* examples write these and would not overwrite them */
	remove("shop.html");
	for (int c = 0; c < COMMAND_COUNT; c++) {
		const char *words[WORDS_MAX] = { 0 };
		const char *example = command_infos[c].example;
		char text[300] = "", *rest = text;
		size_t n = 0;
		auto_run_result r = { 0 };
		if (!example)
			continue;
		RUN(&r, NULL, command_infos[c].name, "--help");
		const char *last_line = strrchr(example, '\n') + 1;
		assert_non_null(strstr(r.out.p, last_line + strspn(last_line, " ")));
		snprintf(text, sizeof(text), "%s", example);
		for (char *word; (word = strtok_r(rest, " \\\n", &rest)) && n < WORDS_MAX - 2;)
			if (strcmp(word, "backroom") != 0)
				words[n++] = word;
		run_to(&r, NULL, NULL, NULL, words);
		if (r.code != 0)
			fail_msg("%s: %s", example, r.words.p);
	}
	assert_non_null(command_infos[COMMAND_IDENTITY].example);
}

TEST(a_mistyped_command_gets_a_suggestion)
{
	auto_run_result r = { 0 };
	EXITS(2, &r, NULL, "idntity", "link", "x", "--iss", "y");
	assert_string_equal(r.words.p,
	    "backroom: there is no command or view \"idntity\"; did you mean identity?\n");
}
