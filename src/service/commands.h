/*
 * commands.h - what the first word can be: one file each (command_<word>.c), and what they share.
 */
#ifndef SERVICE_COMMANDS_H
#define SERVICE_COMMANDS_H

#include "service/options.h"

extern const struct command command_serve;
extern const struct command command_token;
extern const struct command command_import;
extern const struct command command_audit;

/* Runs the command line; returns the exit code (design: 0, 1, 2). */
int commands_run(int argc, char **argv);

/* Says what went wrong on stderr; the exit code for it. */
int command_fail(const struct err *err);
const char *command_value(const char *value, const char *otherwise);
/* This user's name. */
const char *command_user(void);
/* Appends the store's URL: as given, or the usual place. */
bool command_store(const char *text, struct buf *url, struct err *err);

/* What the tokens of a service name, and those of a demo, which is nobody's real one. */
extern const char command_default_iss[];
extern const char command_default_aud[];
extern const char command_demo_iss[];
extern const char command_demo_aud[];

#endif
