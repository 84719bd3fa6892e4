#include "base/regular_file.h"
#include "service/cmd/commands.h"

#include <sys/prctl.h>
#include <sys/resource.h>

/* This memory contains the signing key and personal data: allow no core dump and no access by
 * other processes of the account. The leak checker of a sanitizer build needs that access. */
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
	return commands_run(argc, argv, BACKROOM_COMMIT);
}
