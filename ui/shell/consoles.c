#include "base/utf8.h"
#include "ui/linear/linear.h"
#include "ui/shell/script.h"
#include "ui/shell/shell.h"
#include "ui/term/term.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The invisible screen of linear mode. */
enum { LINEAR_ROWS = 30, LINEAR_COLS = 100 };

/* The terminal of a console, opened once for all environments it switches to. */
static bool
open_terminal(struct console *c, struct err *err)
{
	struct term_options options = { .headless = c->script && !isatty(STDOUT_FILENO),
		.plain = c->linear,
		.rows = LINEAR_ROWS,
		.cols = LINEAR_COLS };
	if (c->script)
		script_size(c->script, &options.rows, &options.cols);
	return term_open(&options, err);
}

/* The next console: in the environment that was turned to, or where that cannot be, in the old one,
 * which says why. */
static void
turn(struct shell *next, const struct shell *last, struct launch *launch)
{
	struct err err;
	struct script *script = last->console.script;
	struct linear *linear = last->console.linear;
	/* Masking that the user turned on applies to every environment. */
	launch->options.mask = launch->options.mask ||
	    (launch->masked && !launch->environment->mask);
	bool turned = launch_turn(launch, last->turn_to, &err);
	x_free(last->turn_to);
	*next = (struct shell){ .console = { .nav = &shell_nav, .tabs = shell_tabs } };
	next->console.launch = launch;
	next->console.script = script;
	next->console.linear = linear;
	next->turned = true;
	next->greeting_role = turned ? ROLE_TEXT : ROLE_BAD;
	if (turned)
		buf_addf(&next->greeting, "You are in %s now", launch->badge);
	else if (launch->lack)
		buf_addz(&next->greeting, err.text);
	else
		buf_addf(&next->greeting, "Still in %s: %s", launch->badge, err.text);
	if (turned && launch->options.pack)
		buf_reset(&next->greeting);
}

/* A token command may have to prompt: it gets the terminal before the console does, or again.
 * Its stderr is visible there, and its error is shown when the token is needed. */
static bool
ask_for_token(struct console *c, bool *opened, struct err *err)
{
	struct err ignored;
	if (c->script || !c->launch->client.token.command)
		return *opened || (*opened = open_terminal(c, err));
	if (*opened)
		term_close();
	launch_ask_token(c->launch, &ignored);
	*opened = open_terminal(c, err);
	return *opened;
}

/* One console after the other, as long as they turn to another environment. */
static int
run_all(struct shell *shell, struct launch *launch, struct err *err)
{
	bool opened = false, utf8 = utf8_set_locale();
	int status = 2;
	while (ask_for_token(&shell->console, &opened, err)) {
		status = shell_run(&shell->console, utf8, err);
		buf_free(&shell->greeting);
		if (!shell->turns)
			break;
		struct shell last = *shell;
		turn(shell, &last, launch);
	}
	if (opened)
		term_close();
	return status;
}

/* Can the user be asked which environment is meant? */
static bool
can_ask(const struct launch *launch, const struct launch_options *options)
{
	return launch->lack && !options->script && !options->view;
}

/* Words of files and arguments may be in it. */
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

int
console_main(const struct launch_options *options)
{
	struct shell shell = { .console = { .nav = &shell_nav, .tabs = shell_tabs } };
	struct console *c = &shell.console;
	struct launch launch;
	struct err err = { 0 };
	int status = 2;
	c->launch = &launch;
	bool ok = launch_init(&launch, options, &err);
	if (!ok && can_ask(&launch, options)) {
		launch_nowhere(&launch);
		err = (struct err){ 0 };
		ok = true;
	}
	if (ok && options->script)
		ok = (c->script = script_open(options->script, &err)) != NULL;
	struct script *script = c->script;
	struct linear *linear = NULL;
	if (ok && !script && (options->linear || launch.config.linear))
		c->linear = linear = linear_new(STDIN_FILENO);
	if (ok)
		status = run_all(&shell, &launch, &err);
	script_free(script);
	if (linear_failed(linear))
		err_set(&err, ERR_IO, "stdout: %s", strerror(linear_failed(linear)));
	linear_free(linear);
	if (err.kind && status)
		print_error(&err);
	launch_free(&launch);
	return status;
}
