#include "cli/cli.h"

#include "app/demo.h"
#include "base/buf.h"
#include "cli/check.h"
#include "cli/emit.h"
#include "cli/exits.h"
#include "cli/get.h"
#include "cli/help.h"
#include "cli/identity.h"
#include "cli/journal.h"
#include "cli/manual.h"
#include "cli/settings.h"
#include "cli/snapshot.h"
#include "cli/whatif.h"

#include <errno.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool
only_prints(const struct call *call)
{
	return call->values[OPTION_HELP] || call->values[OPTION_VERSION] ||
	    call->values[OPTION_MAN];
}

static bool
has_screen(const struct call *call)
{
	return call->values[OPTION_SCRIPT] || (isatty(0) && isatty(1));
}

static bool
is_console(const struct call *call)
{
	return call->command == COMMAND_CONSOLE || call->command == COMMAND_DEMO;
}

bool
cli_wants_console(const struct call *call)
{
	return is_console(call) && !only_prints(call) && has_screen(call);
}

/* The service's program takes the same words. Comes back only when it cannot be run. */
static int
hand_over(char *const *words, const char *last)
{
	struct buf path = { 0 };
	struct err err;
	VEC(const char *) argv = { 0 };
	if (!demo_service_path(&path, &err))
		return exit_with(&err, 0);
	vec_push(&argv, buf_z(&path));
	for (char *const *word = words; word && *word; word++)
		vec_push(&argv, *word);
	vec_push(&argv, last);
	vec_push(&argv, NULL);
	execv(buf_z(&path), (char *const *)(uintptr_t)argv.v);
	err_set(&err, ERR_IO, "%s: %s", buf_z(&path), strerror(errno));
	vec_free(&argv);
	buf_free(&path);
	return exit_with(&err, 0);
}

static int
print_text(void (*write)(struct buf *out, const struct call *call), const struct call *call)
{
	struct emit out = { 0 };
	write(&out.bytes, call);
	bool ok = emit_all(&out);
	emit_free(&out);
	return ok ? EXIT_OK : exit_with(&out.err, 0);
}

/* This program's page, and behind it the service's section. */
static int
print_manual(const struct call *call)
{
	int status = print_text(manual_write, call);
	return status == EXIT_OK ? hand_over(NULL, "manual") : status;
}

static void
write_version(struct buf *out, const struct call *call)
{
	(void)call;
	buf_addz(out, "backroom " BACKROOM_VERSION "\n");
}

/* The console was asked for where there is no terminal. */
static int
without_terminal(struct call *call)
{
	struct err err;
	struct launch launch;
	if (!call->demo) {
		if (launch_init(&launch, &call->launch, &err))
			err_set(&err, ERR_USAGE,
			    "the console needs a terminal; backroom get %s "
			    "prints",
			    call->launch.view ? call->launch.view : "baskets");
		launch_free(&launch);
		return exit_with(&err, 0);
	}
	fprintf(stderr, "There is no terminal for the console: the baskets are printed\n");
	if (!call->launch.view)
		call->launch.view = "baskets";
	return get_run(call);
}

/* Of the commands that print. */
static int (*const runs[COMMAND_COUNT])(struct call *call) = {
	[COMMAND_GET] = get_run,
	[COMMAND_CHECK] = check_run,
	[COMMAND_WHATIF] = whatif_run_command,
	[COMMAND_IDENTITY] = identity_run,
	[COMMAND_JOURNAL] = journal_run,
	[COMMAND_SNAPSHOT] = snapshot_run,
	[COMMAND_CONFIG] = settings_run,
};

int
cli_run(struct call *call)
{
	setlocale(LC_CTYPE, "");
	if (call->values[OPTION_VERSION])
		return print_text(write_version, call);
	if (call->values[OPTION_MAN])
		return print_manual(call);
	if (command_infos[call->command].elsewhere)
		return hand_over(call->rest, call->values[OPTION_HELP] ? "--help" : NULL);
	if (call->values[OPTION_HELP])
		return print_text(help_write, call);
	if (is_console(call))
		return without_terminal(call);
	return runs[call->command](call);
}
