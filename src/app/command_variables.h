/*
 * command_variables.h - the environment variables of a user command (conf.h). Pure.
 *
 * Texts are as the service sent them: nothing is interpreted, and a program that passes them to a
 * shell must quote them. Absent values are not set. The only variable of Backroom itself that is
 * passed on is BACKROOM_CONFIG: no token, and nothing from another row.
 */
#ifndef APP_COMMAND_VARIABLES_H
#define APP_COMMAND_VARIABLES_H

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>

/* "NAME=value" texts; wiped when freed. */
struct command_variables {
	VEC(char *) names_and_values;
};

/* Adds a variable, unless the value is empty or the name was added before. */
void command_variables_add(struct command_variables *v, const char *name, struct str value);
/* Adds a time as 2026-11-20T10:42:00.000Z, unless it is WHEN_NONE. */
void command_variables_add_time(struct command_variables *v, const char *name, int64_t time);
/* False, and sets err, if a value is larger than a program can get. */
bool command_variables_check(const struct command_variables *v, struct err *err);
/* Adds the variables of this process, and NULL as the last one. */
void command_variables_finish(struct command_variables *v);
void command_variables_free(struct command_variables *v);

#endif
