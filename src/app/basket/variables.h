/*
 * variables.h - a basket as environment variables for a user command (conf.h). Pure.
 *
 * Texts are as the service sent them: nothing is interpreted, and a program that passes them to a
 * shell must quote them. Absent values are not set. The only variable of Backroom's own that is
 * passed on is BACKROOM_CONFIG: no token, and nothing of another basket.
 */
#ifndef APP_BASKET_VARIABLES_H
#define APP_BASKET_VARIABLES_H

#include "base/vec.h"
#include "model/basket.h"

/* For the manual; the last has no name. */
struct basket_variable_info {
	const char *name, *help;
};
extern const struct basket_variable_info basket_variables[];

/* "NAME=value", NULL at the end; wiped when it is freed. */
struct variables {
	VEC(char *) list;
};

/* Those of this process and the basket's. `link` is its whole address; p NULL: it is not told. */
void variables_make(
    struct variables *v, const struct basket *b, struct str link, const char *environment);
void variables_free(struct variables *v);

#endif
