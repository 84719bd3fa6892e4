/*
 * commands.h - what the first word can be.
 */
#ifndef SERVICE_COMMANDS_H
#define SERVICE_COMMANDS_H

#include "service/options.h"

extern const struct command commands[];
extern const size_t commands_n;

/* Runs the command line; returns the exit code (design: 0, 1, 2). */
int commands_run(int argc, char **argv);

#endif
