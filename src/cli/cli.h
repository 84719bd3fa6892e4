/*
 * cli.h - everything the program does without a screen: commands that print, and handing over to
 * the service's program.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/args/args.h"

/* Is the call one for the console: no printing command, no --help and the like, and a terminal
 * or a script to work with? */
bool cli_wants_console(const struct args *args);
/* Runs any other call; gives the exit status. serve and token do not come back. */
int cli_run(struct args *args);

#endif
