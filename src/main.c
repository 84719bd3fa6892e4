/*
 * The program: reads the words and hands over to the console or to a command.
 */
#include "base/regular_file.h"
#include "cli/cli.h"
#include "cli/exits.h"
#include "ui/shell/shell.h"
#include "ui/term/term.h"

#include <sys/prctl.h>
#include <sys/resource.h>

/* Tokens and recovery links are in this memory: no core file, and no other process looks in. The
 * leak checker of a sanitizer build is such a process. */
static void
harden_process(void)
{
	const struct rlimit none = { 0, 0 };
#ifndef BACKROOM_SANITIZED
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
	setrlimit(RLIMIT_CORE, &none);
}

int
main(int argc, char **argv)
{
	struct args call;
	struct err err;
	int status;
	if (!regular_file_reserve_standard_fds())
		return EXIT_FAILED;
	harden_process();
	bool is_valid = args_read(&call, argc, argv, &err);
	call.commit = BACKROOM_COMMIT;
	call.screen_library_version = term_library_version();
	if (!is_valid)
		status = fail_with_exit_code(&err, 0);
	else if (cli_wants_console(&call))
		status = console_main(&call.app_options);
	else
		status = cli_run(&call);
	args_free(&call);
	return status;
}
