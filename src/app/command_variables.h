/*
 * command_variables.h - the environment variables of a user command (conf.h). Pure.
 *
 * Texts are as the service sent them: nothing is interpreted, and a program that passes them to a
 * shell must quote them. Absent values are not set. The only variable of Backroom itself that is
 * passed on is BACKROOM_CONFIG: no token, and nothing from another row.
 */
#ifndef APP_COMMAND_VARIABLES_H
#define APP_COMMAND_VARIABLES_H

#include "base/str.h"
#include "base/vec.h"

/* "NAME=value" texts; wiped when freed. */
struct command_variables {
	VEC(char *) names_and_values;
};

/* Adds a variable; an empty value is left out. */
void command_variables_add(struct command_variables *v, const char *name, struct str value);
/* Adds the variables of this process, and NULL as the last one. */
void command_variables_finish(struct command_variables *v);
void command_variables_free(struct command_variables *v);

#endif
