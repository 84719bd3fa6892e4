/*
 * cli.h - everything the program does without a screen: commands that print, and starting the
 * service's program.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/args.h"

/* True if the call starts the console: no printing command, no --help or similar option, and a
 * terminal or a script is available. */
bool cli_wants_console(const struct args *args);
/* Runs any other call and returns the exit status. serve and token do not return. */
int cli_run(struct args *args);

#endif
