/* The command line: what each word means, and the messages for words that mean nothing. */
#include "app/keymap.h"
#include "cli/args.h"
#include "cli/exits.h"
#include "cli/help.h"
#include "lib/test.h"
#include "list/view.h"

#include <stdio.h>
#include <string.h>

/* The call borrows argv, which is valid in the enclosing block. */
#define READ(call, err, ...)                                                             \
	args_read((call), (int)(sizeof((char *[]){ __VA_ARGS__ }) / sizeof(char *)) + 1, \
	    (char *[]){ "backroom", __VA_ARGS__, NULL }, (err))

TEST(commands_and_views)
{
	struct args c;
	struct err err;
	assert_true(args_read(&c, 1, (char *[]){ "backroom", NULL }, &err));
	assert_int_equal(c.command, COMMAND_CONSOLE);
	assert_null(c.app_options.view_line);
	assert_null(c.app_options.demo_pack);
	args_free(&c);
	assert_true(READ(&c, &err, "-e", "prod", "baskets", "since=7d", "smith"));
	assert_int_equal(c.command, COMMAND_CONSOLE);
	assert_string_equal(c.app_options.environment, "prod");
	assert_string_equal(c.app_options.view_line, "baskets since=7d smith");
	args_free(&c);
	assert_true(
	    READ(&c, &err, "get", "baskets", "--all", "-ojson", "--max=5", "--fields", "a,b"));
	assert_int_equal(c.command, COMMAND_GET);
	assert_string_equal(c.option_values[OPTION_OUTPUT], "json");
	assert_string_equal(c.option_values[OPTION_MAX], "5");
	assert_string_equal(c.option_values[OPTION_FIELDS], "a,b");
	assert_string_equal(c.option_values[OPTION_ALL], "");
	args_free(&c);
	assert_true(READ(&c, &err, "get", "--", "baskets", "--all"));
	assert_string_equal(c.app_options.view_line, "baskets --all");
	assert_null(c.option_values[OPTION_ALL]);
	args_free(&c);
}

TEST(demo_and_its_arguments)
{
	struct args c;
	struct err err;
	assert_true(READ(&c, &err, "demo"));
	assert_int_equal(c.command, COMMAND_DEMO);
	assert_string_equal(c.app_options.demo_pack, "tour");
	args_free(&c);
	assert_true(READ(&c, &err, "demo", "--pack", "big", "--now", "2026-11-20T10:42:00Z", "--",
	    "get", "baskets", "-o", "csv"));
	assert_int_equal(c.command, COMMAND_GET);
	assert_string_equal(c.app_options.demo_pack, "big");
	assert_string_equal(c.app_options.now, "2026-11-20T10:42:00Z");
	assert_string_equal(c.option_values[OPTION_OUTPUT], "csv");
	args_free(&c);
	assert_true(READ(&c, &err, "demo", "--fault", "demo", "--living", "--short-tokens"));
	assert_string_equal(c.app_options.service_options[0], "--fault");
	assert_string_equal(c.app_options.service_options[1], "demo");
	assert_string_equal(c.app_options.service_options[2], "--living");
	assert_null(c.app_options.service_options[3]);
	assert_true(c.app_options.short_tokens);
	args_free(&c);
	assert_true(READ(&c, &err, "demo", "--living=5", "--", "get", "baskets"));
	assert_string_equal(c.app_options.service_options[0], "--living=5");
	assert_null(c.app_options.service_options[1]);
	args_free(&c);
	assert_false(READ(&c, &err, "get", "baskets", "--living"));
	args_free(&c);
	assert_true(READ(&c, &err, "demo", "--", "baskets", "smith"));
	assert_int_equal(c.command, COMMAND_CONSOLE);
	assert_true(c.is_demo);
	assert_string_equal(c.app_options.view_line, "baskets smith");
	args_free(&c);
	assert_false(READ(&c, &err, "demo", "--", "serve"));
	assert_non_null(strstr(err.text, "not serve"));
	args_free(&c);
}

TEST(terms_in_one_shell_argument_are_split)
{
	static const char *const cases[][2] = { { "path=/offers2/Gift & Holiday",
						    "path=\"/offers2/Gift & "
						    "Holiday\"" },
		{ "jane smith", "\"jane smith\"" }, { "!jane smith", "!\"jane smith\"" },
		{ "company:A \\ B", "company:\"A \\\\ B\"" }, { "tag=\"a b\"", "tag=\"a b\"" },
		{ "smith", "smith" }, { "due>GBP 50", "due>\"GBP 50\"" },
		{ "created<=2026-11-20 10:00", "created<=\"2026-11-20 10:00\"" },
		{ "company~al sab", "company~\"al sab\"" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(args_free) struct args c;
		struct err err;
		auto_buf want = { 0 };
		assert_true(READ(&c, &err, "get", "baskets", (char *)(uintptr_t)cases[i][0]));
		buf_addf(&want, "baskets %s", cases[i][1]);
		assert_string_equal(c.app_options.view_line, buf_z(&want));
	}
	CLEANUP(args_free) struct args c;
	struct err err;
	assert_true(READ(&c, &err, "get", "baskets jane smith"));
	assert_string_equal(
	    c.app_options.view_line, "baskets jane smith"); /* the whole VIEW in one argument */
	args_free(&c);
	assert_true(READ(&c, &err, "get", "baskets", "since=7d !channel=x customFields.a=1"));
	assert_string_equal(
	    c.app_options.view_line, "baskets since=7d !channel=x customFields.a=1");
	args_free(&c);
	/* One value, since b is not a key of baskets. */
	assert_true(READ(&c, &err, "get", "baskets", "company=A b=c"));
	assert_string_equal(c.app_options.view_line, "baskets company=\"A b=c\"");
}

TEST(serve_and_token_keep_their_arguments)
{
	CLEANUP(args_free) struct args c;
	struct err err;
	assert_true(READ(&c, &err, "serve", "--listen", "x", "--unknown", "--", "-z"));
	assert_int_equal(c.command, COMMAND_SERVE);
	assert_string_equal(c.all_words[0], "serve");
	assert_string_equal(c.all_words[1], "--listen");
	assert_string_equal(c.all_words[5], "-z");
	assert_null(c.all_words[6]);
}

TEST(mistakes)
{
	const struct {
		char *words[5];
		const char *said;
	} cases[] = { { { "get", "baskets", "--feilds" }, "did you mean --fields?" },
		{ { "--keympa=vim" }, "did you mean --keymap?" },
		{ { "get", "--zzzzzzzzz" }, "--help" },
		{ { "get", "baskets", "-o" }, "needs a value: FORMAT" },
		{ { "get", "baskets", "--all=yes" }, "takes no value" },
		{ { "get", "-x" }, "unknown option -x" },
		/* text attached to a short option is its argument, not part of its name */
		{ { "get", "-xy" }, "unknown option -x" },
		{ { "get", "--zzzzzzzzz=y" }, "unknown option --zzzzzzzzz" },
		/* not --iss, which belongs to another command */
		{ { "get", "--is" }, "unknown option --is; see backroom get --help" },
		{ { "journal", "--isss" }, "unknown option --isss; see backroom journal --help" },
		{ { "identity", "--isss" }, "did you mean --iss?" },
		{ { "--al", "get" }, "did you mean --all?" },
		{ { "baskets", "--all" }, "--all does not work with the console" },
		{ { "config", "check", "--max=1" }, "--max does not work with config" },
		{ { "get", "baskets", "--keymap=vim" }, "--keymap does not work with get" },
		{ { "get", "baskets", "--pack=big" }, "--pack does not work with get" },
		{ { "idntity", "link", "x" },
		    "there is no command or view \"idntity\"; did you mean identity?" },
		{ { "bakset since=7d" }, "view \"bakset\"; did you mean baskets?" },
		{ { "demo", "--", "offer" }, "did you mean offers?" },
		{ { "--", "offer" }, "did you mean offers?" },
		{ { "hel" }, "there is no command or view" },
		{ { "--verison" }, "did you mean --version?" },
		{ { "somebody" }, "view \"somebody\"; see backroom --help" },
		{ { "" }, "there is no command or view" },
		{ { "-e", "x", "serve" }, "--environment does not work with serve" },
		{ { "-e", "x", "demo" }, "--environment does not work with demo" },
		{ { "demo", "--", "get", "baskets", "-ex" }, "--environment does not work with demo" },
		{ { "tour", "list", "-e", "x" }, "--environment does not work with tour" },
		{ { "demo", "--theme", "dark", "--no-color" }, "use --theme or --no-color, not both" },
		{ { "get", "baskets", "--curl", "-ojson" }, "--curl prints a command: omit -o" },
		{ { "--mask", "token" }, "--mask does not work with token" },
		{ { "get", "baskets", "--limit" }, "unknown option --limit; use --max N" },
		{ { "get", "baskets", "--json" }, "--json; use -o json" },
		{ { "get", "baskets", "--since=7d" }, "--since; write it as a term: since=7d" },
		{ { "demo", "get", "baskets" }, "a command comes after --: backroom demo -- get" },
		{ { "check", "--limit" }, "unknown option --limit; see backroom check --help" },
		{ { "--man" }, "unknown option --man" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(args_free) struct args c;
		struct err err;
		char *argv[7] = { "backroom" };
		memcpy(argv + 1, cases[i].words, sizeof(cases[i].words));
		int argc = 1;
		while (argv[argc])
			argc++;
		if (args_read(&c, argc, argv, &err))
			fail_msg("%s %s was taken", cases[i].words[0], cases[i].words[1]);
		assert_int_equal(err.kind, ERR_USAGE);
		if (!strstr(err.text, cases[i].said))
			fail_msg("%s", err.text);
	}
}

/* ---- help compared with the tables ---- */

TEST(help_names_everything)
{
	for (int command = 0; command < COMMAND_COUNT; command++) {
		struct args c = { .command = (enum command)command };
		auto_buf text = { 0 };
		struct str rest, line;
		if (command_infos[command].run_by_service)
			continue;
		help_write(&text, &c);
		for (int o = 0; o < OPTION_COUNT; o++) {
			bool there = strstr(buf_z(&text), option_infos[o].name) != NULL;
			if (!there && option_is_for((enum option)o, c.command))
				fail_msg("%s --help lacks %s", command_infos[command].name,
				    option_infos[o].name);
		}
		rest = buf_str(&text);
		while (str_next(&rest, '\n', &line))
			if (line.n > 82)
				fail_msg("too long: %.*s", STR_ARG(line));
	}
}

TEST(error_kinds_have_exit_codes)
{
	static const struct {
		enum err_kind kind;
		int code;
	} cases[] = { { ERR_NONE, 0 }, { ERR_IO, 1 }, { ERR_CONFIG, 1 }, { ERR_INVALID, 1 },
		{ ERR_USAGE, 2 }, { ERR_AUTH, 4 }, { ERR_NOT_FOUND, 5 }, { ERR_UPSTREAM, 6 },
		{ ERR_NETWORK, 6 }, { ERR_PROTOCOL, 6 }, { ERR_DENIED, 7 }, { ERR_CONFLICT, 7 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct err err = { .kind = cases[i].kind };
		assert_int_equal(exit_code_of(&err), cases[i].code);
	}
}

/* `help` and `version` work as words, as in other programs. */
TEST(help_and_version_are_commands_too)
{
	static const struct {
		const char *words[3];
		enum command command;
		enum option option;
	} cases[] = {
		{ { "help" }, COMMAND_CONSOLE, OPTION_HELP },
		{ { "help", "get" }, COMMAND_GET, OPTION_HELP },
		{ { "version" }, COMMAND_CONSOLE, OPTION_VERSION },
		{ { "-V" }, COMMAND_CONSOLE, OPTION_VERSION },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(args_free) struct args c;
		struct err err;
		char *argv[5] = { "backroom" };
		int argc = 1;
		for (; argc < 4 && cases[i].words[argc - 1]; argc++)
			argv[argc] = (char *)(uintptr_t)cases[i].words[argc - 1];
		if (!args_read(&c, argc, argv, &err))
			fail_msg("%s: %s", cases[i].words[0], err.text);
		assert_int_equal(c.command, cases[i].command);
		assert_non_null(c.option_values[cases[i].option]);
	}
}
