#include "cli/cli.h"

#include "app/demo.h"
#include "base/buf.h"
#include "base/regular_file.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/help.h"
#include "cli/version.h"
#include "cli/writer.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool
command_only_prints(const struct args *args)
{
	return args->option_values[OPTION_HELP] || args->option_values[OPTION_VERSION];
}

static bool
has_screen(const struct args *args)
{
	return args->option_values[OPTION_SCRIPT] || args->option_values[OPTION_LINEAR] ||
	    (isatty(0) && isatty(1));
}

static bool
starts_console(const struct args *args)
{
	return args->command == COMMAND_CONSOLE || args->command == COMMAND_DEMO;
}

bool
cli_wants_console(const struct args *args)
{
	return starts_console(args) && !command_only_prints(args) && has_screen(args);
}

/* Runs the service's program with the given words. Returns only if it cannot be run. */
static int
exec_service(char *const *words, const char *last)
{
	struct buf path = { 0 };
	struct err err;
	VEC(const char *) argv = { 0 };
	if (!demo_service_path(&path, &err))
		return fail_with_exit_code(&err, 0);
	vec_push(&argv, buf_z(&path));
	for (char *const *word = words; word && *word; word++)
		vec_push(&argv, *word);
	vec_push(&argv, last);
	vec_push(&argv, NULL);
	execv(buf_z(&path), (char *const *)(uintptr_t)argv.v);
	err_set(&err, ERR_IO, "%s: %s", buf_z(&path), strerror(errno));
	vec_free(&argv);
	buf_free(&path);
	return fail_with_exit_code(&err, 0);
}

static int
print_text(void (*write)(struct buf *out, const struct args *args), const struct args *args)
{
	struct writer out = { 0 };
	if (write == help_write && !args->option_values[OPTION_NO_PAGER])
		paging_init(&out.paging);
	write(&out.pending_output, args);
	bool ok = writer_end(&out);
	writer_free(&out);
	return ok ? EXIT_OK : fail_with_exit_code(&out.err, 0);
}

/* Handles a call for the console without a terminal. */
static int
explain_missing_terminal(struct args *args)
{
	struct err err;
	struct app_context app;
	if (!args->is_demo) {
		args->app_options.save_session = NULL; /* there will be no session */
		if (app_context_init(&app, &args->app_options, &err))
			err_set(&err, ERR_USAGE,
			    "the console needs a terminal; without one, use backroom get %s",
			    args->app_options.view_line ? args->app_options.view_line : "baskets");
		app_context_free(&app);
		return fail_with_exit_code(&err, 0);
	}
	fprintf(stderr, "No terminal, so the baskets are printed instead\n");
	if (!args->app_options.view_line)
		args->app_options.view_line = "baskets";
	return get_run(args);
}

/* Answers a request of the completion scripts; the service's program knows its own options. */
static int
print_completion_candidates(void)
{
	enum { LINE_MAX_BYTES = 1 << 20 };
	struct writer out = { 0 };
	struct buf line = { 0 };
	regular_file_read(&line, STDIN_FILENO, LINE_MAX_BYTES);
	const char *elsewhere = completion_add_candidates(&out.pending_output, buf_str(&line));
	bool ok = writer_end(&out);
	writer_free(&out);
	buf_free(&line);
	if (ok && elsewhere)
		return exec_service(
		    (char *const[]){ (char *)(uintptr_t) "candidates", NULL }, elsewhere);
	return ok ? EXIT_OK : EXIT_FAILED;
}

static int
print_completion(struct args *args)
{
	struct writer out = { 0 };
	struct err err;
	struct str shell = args->positional_args.n == 1 ? str_of(args->positional_args.v[0])
							: STR_NONE;
	if (str_eqz(shell, "candidates"))
		return print_completion_candidates();
	if (!completion_write(&out.pending_output, shell, &err)) {
		writer_free(&out);
		return fail_with_exit_code(&err, 0);
	}
	bool ok = writer_write_all(&out);
	writer_free(&out);
	return ok ? EXIT_OK : fail_with_exit_code(&out.err, 0);
}

/* The commands that print. */
static int (*const command_functions[COMMAND_COUNT])(struct args *args) = {
	[COMMAND_GET] = get_run,
	[COMMAND_CHECK] = check_run,
	[COMMAND_WHATIF] = whatif_run_command,
	[COMMAND_IDENTITY] = identity_run,
	[COMMAND_JOURNAL] = journal_run,
	[COMMAND_SNAPSHOT] = snapshot_run,
	[COMMAND_EXPORT] = export_run,
	[COMMAND_PLAN] = plan_run,
	[COMMAND_CONTACT] = contact_run,
	[COMMAND_API] = api_run,
	[COMMAND_LOGS] = logs_run,
	[COMMAND_LOGIN] = login_run,
	[COMMAND_LOGOUT] = logout_run,
	[COMMAND_WHOAMI] = whoami_run,
	[COMMAND_CONFIG] = settings_run,
	[COMMAND_COMPLETION] = print_completion,
	[COMMAND_BUG_REPORT] = bug_report_run,
	[COMMAND_TOUR] = tour_command,
};

/* True if the command may ask before a write. plan resume may have nothing to send. */
static bool
previews_write(const struct args *args)
{
	static const char *const plan_writes[] = { "apply", "approve", "run" };
	struct str verb = args->positional_args.n ? str_of(args->positional_args.v[0]) : STR_NONE;
	bool writes = verb.n &&
	    (args->command == COMMAND_IDENTITY
		    ? !str_eqz(verb, "list")
		    : args->command == COMMAND_API && args->positional_args.n > 1 &&
			!str_eq_nocase(verb, STR("get")));
	for (size_t i = 0; i < sizeof(plan_writes) / sizeof(*plan_writes); i++)
		writes = writes || (args->command == COMMAND_PLAN && str_eqz(verb, plan_writes[i]));
	return writes && !args->option_values[OPTION_DRY_RUN] && !args->option_values[OPTION_CURL];
}

static int
run_command_of_args(struct args *args)
{
	struct err err;
	if (previews_write(args) && !confirm_check_quiet(args, &err))
		return fail_with_exit_code(&err, 0);
	if (args->option_values[OPTION_QUIET])
		discard_messages();
	int status = command_functions[args->command](args);
	return writer_flush_stdio(&err) ? status : fail_with_exit_code(&err, 0);
}

/* Data, files and pipes are always UTF-8; if the terminal's locale has another encoding, all
 * output is ASCII. */
static void
set_locale(struct args *args)
{
	bool utf8 = utf8_set_locale();
	args->app_options.ascii = args->app_options.ascii || !utf8;
	if (!utf8 && isatty(STDOUT_FILENO))
		text_set_ascii_only();
}

/* check FILE; a mistyped subject has no slash or dot. */
static bool
checks_file(const struct args *args)
{
	const char *word = args->positional_args.n == 1 ? args->positional_args.v[0] : "";
	return args->command == COMMAND_CHECK && !args->is_demo &&
	    (strchr(word, '/') || strchr(word, '.') || strcmp(word, "-") == 0);
}

static int
check_file(const struct args *args)
{
	struct err err;
	if (!args->given_options.n)
		return exec_service(args->all_words, NULL);
	err_set(&err, ERR_USAGE, "check FILE takes no option, and %s was given",
	    option_infos[args->given_options.v[0].option].name);
	return fail_with_exit_code(&err, 0);
}

int
cli_run(struct args *args)
{
	set_locale(args);
	writer_catch_sigpipe();
	if (args->option_values[OPTION_VERSION])
		return print_text(cli_version_write, args);
	if (command_infos[args->command].run_by_service)
		return exec_service(
		    args->all_words, args->option_values[OPTION_HELP] ? "--help" : NULL);
	if (args->option_values[OPTION_HELP])
		return print_text(help_write, args);
	if (checks_file(args))
		return check_file(args);
	if (starts_console(args))
		return explain_missing_terminal(args);
	return run_command_of_args(args);
}
