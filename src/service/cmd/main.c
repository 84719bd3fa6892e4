#include "base/plainfile.h"
#include "service/cmd/commands.h"

int
main(int argc, char **argv)
{
	if (!plainfile_reserve_standard())
		return 1;
	return commands_run(argc, argv);
}
