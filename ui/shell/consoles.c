#include "app/state.h"
#include "base/utf8.h"
#include "ui/linear/linear.h"
#include "ui/shell/script.h"
#include "ui/shell/shell.h"
#include "ui/shell/tour.h"
#include "ui/term/crash.h"
#include "ui/term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The size of the off-screen surface in linear mode. */
enum { LINEAR_ROWS = 30, LINEAR_COLS = 100 };

/* Opens the terminal. It is opened once, for all environments that are switched to. */
static bool
open_terminal(struct console *c, struct err *err)
{
	struct term_options options = { .headless = c->script && !isatty(STDOUT_FILENO),
		.keeps_terminal_modes = c->linear,
		.rows = LINEAR_ROWS,
		.cols = LINEAR_COLS };
	if (c->script)
		script_read_size(c->script, &options.rows, &options.cols);
	return term_open(&options, err);
}

/* Prepares the next console in the environment that was switched to. If that failed, it uses the
 * old environment and shows the error. */
static void
run_next_console(struct shell *next, const struct shell *last, struct app_context *app)
{
	struct err err;
	struct script *script = last->console.script;
	struct linear *linear = last->console.linear;
	/* Masking that the user turned on applies to every environment. */
	app->options.mask = app->options.mask || (app->masked && !app->environment->mask);
	bool turned = app_context_switch_environment(app, last->next_environment, &err);
	x_free(last->next_environment);
	*next = (struct shell){ .console = { .nav = &shell_nav, .tabs = shell_tabs } };
	next->console.app = app;
	next->console.script = script;
	next->console.linear = linear;
	tour_move(&next->console, &last->console);
	next->is_after_switch = true;
	next->greeting_role = turned ? ROLE_TEXT : ROLE_BAD;
	if (turned)
		buf_addf(&next->greeting, "Switched to %s", app->badge);
	else if (app->missing_environment)
		buf_addz(&next->greeting, err.text);
	else
		buf_addf(&next->greeting, "Still in %s: %s", app->badge, err.text);
	if (turned && app->options.demo_pack)
		buf_reset(&next->greeting);
}

/* Runs a token command that may prompt the user: it gets the terminal before the console does,
 * and again after a switch. Its stderr is visible then; its error is shown when the token is
 * needed. */
static bool
ask_for_token(struct console *c, bool *opened, struct err *err)
{
	struct err ignored;
	if (c->script || !c->app->client_config.token_source.token_command)
		return *opened || (*opened = open_terminal(c, err));
	if (*opened)
		term_close();
	app_context_run_token_command(c->app, &ignored);
	*opened = open_terminal(c, err);
	return *opened;
}

static void
greet_unknown_terminal(struct shell *shell)
{
	struct buf type = { 0 };
	if (shell->greeting.n || !term_type_is_unknown())
		return;
	text_clean(&type, str_of(getenv("TERM")), true);
	buf_addf(&shell->greeting,
	    "This machine does not know the terminal type %s: xterm-256color is used", buf_z(&type));
	shell->greeting_role = ROLE_WARN;
	buf_free(&type);
}

/* Runs one console after the other until the user no longer switches environments. */
static int
run_consoles(struct shell *shell, struct app_context *app, struct err *err)
{
	bool opened = false, utf8 = utf8_set_locale();
	int status = 2;
	while (ask_for_token(&shell->console, &opened, err)) {
		greet_unknown_terminal(shell);
		status = shell_run(&shell->console, utf8, err);
		buf_free(&shell->greeting);
		buf_free(&shell->works_in);
		buf_free(&shell->console.caption);
		buf_free(&shell->console.caption_problem);
		if (!shell->is_switching_environment)
			break;
		struct shell last = *shell;
		run_next_console(shell, &last, app);
	}
	if (opened)
		term_close();
	return status;
}

/* True if the user can be asked which environment to use. */
static bool
can_ask_for_token(const struct app_context *app, const struct app_options *options)
{
	return app->missing_environment && !options->script && !options->view_line &&
	    !options->save_session;
}

/* The error may contain text from files and arguments: clean it. */
static void
print_error(const struct err *err)
{
	struct str rest = str_of(err->text), line;
	const char *head = "backroom: ";
	while (str_next(&rest, '\n', &line)) {
		struct buf clean = { 0 };
		text_clean(&clean, line, false);
		fprintf(stderr, "%s%s\n", head, buf_z(&clean));
		buf_free(&clean);
		head = "";
	}
}

static const char crash_file[] = "crash.txt";
static const char crash_report_file[] = "crash-report.txt";

/* Prepares a report for a crash. If the last console crashed, keeps its report and says so. */
static void
prepare_crash_report(struct shell *shell)
{
	struct buf path = { 0 }, kept = { 0 };
	struct err ignored;
	if (state_path(&path, crash_file, &ignored) &&
	    state_path(&kept, crash_report_file, &ignored)) {
		if (rename(buf_z(&path), buf_z(&kept)) == 0) {
			buf_addf(&shell->greeting,
			    "The last console crashed. Its report, without personal data: %s",
			    buf_z(&kept));
			shell->greeting_role = ROLE_WARN;
		}
		crash_prepare(buf_z(&path));
		if (shell->console.linear)
			crash_load_backtrace();
	}
	buf_free(&path);
	buf_free(&kept);
}

int
console_main(const struct app_options *options)
{
	struct shell shell = { .console = { .nav = &shell_nav, .tabs = shell_tabs } };
	struct console *c = &shell.console;
	struct app_context app;
	struct err err = { 0 };
	int status = 2;
	c->app = &app;
	bool ok = app_context_init(&app, options, &err);
	if (!ok && can_ask_for_token(&app, options)) {
		app_context_use_no_environment(&app);
		err = (struct err){ 0 };
		ok = true;
	}
	if (ok && options->script)
		ok = (c->script = script_open(options->script, &err)) != NULL;
	struct guided_tour *tour = ok && options->tour ? tour_open(options->tour, &err) : NULL;
	ok = ok && (tour || !options->tour);
	if (tour)
		tour_start(c, tour);
	struct script *script = c->script;
	struct linear *linear = NULL;
	if (ok && !script && (options->linear || app.config.linear))
		c->linear = linear = linear_new(STDIN_FILENO);
	if (ok && !script)
		prepare_crash_report(&shell);
	if (ok)
		status = run_consoles(&shell, &app, &err);
	tour_free(c->tour);
	script_free(script);
	if (linear_write_errno(linear))
		err_set(&err, ERR_IO, "stdout: %s", strerror(linear_write_errno(linear)));
	linear_free(linear);
	if (err.kind && status)
		print_error(&err);
	app_context_free(&app);
	return status;
}
