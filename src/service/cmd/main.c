#include "service/cmd/commands.h"

int
main(int argc, char **argv)
{
	return commands_run(argc, argv);
}
