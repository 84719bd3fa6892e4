#include "base/regular_file.h"
#include "service/cmd/commands.h"

#include <sys/prctl.h>
#include <sys/resource.h>

/* The key that makes tokens and people's data are in this memory: no core file, and no other process
 * of the account looks in. The leak checker of a sanitizer build is such a process. */
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
	harden_process();
	if (!regular_file_reserve_standard_fds())
		return 1;
	return commands_run(argc, argv);
}
