/*
 * commands.h - the subcommands, one file each (command_<word>.c).
 */
#ifndef SERVICE_CMD_COMMANDS_H
#define SERVICE_CMD_COMMANDS_H

#include "service/cmd/options.h"

extern const struct service_command command_serve;
extern const struct service_command command_token;
extern const struct service_command command_import;
extern const struct service_command command_check;
extern const struct service_command command_audit;
extern const struct service_command command_store;
extern const struct service_command command_erase;

/* Runs the command line and returns the exit code (design: 0, 1, 2). `commit`: this program's. */
int commands_run(int argc, char **argv, const char *commit);

#endif
