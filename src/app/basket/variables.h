/*
 * variables.h - a basket as environment variables, for a program of the user's own (conf.h, struct
 * outside_command). Pure.
 *
 * Texts are as the service sent them: nothing is interpreted on the way, and a program that hands them
 * on to a shell has to quote them. What the basket has not is not set. Of Backroom's own variables only
 * BACKROOM_CONFIG is handed on: no token, and nothing of another basket.
 */
#ifndef APP_BASKET_VARIABLES_H
#define APP_BASKET_VARIABLES_H

#include "base/vec.h"
#include "model/basket.h"

/* For the manual; the last has no name. */
struct basket_variable {
	const char *name, *help;
};
extern const struct basket_variable basket_variables[];

/* "NAME=value", NULL at the end; wiped when it is freed. */
struct variables {
	VEC(char *) list;
};

/* Those of this process and the basket's. `link` is its whole address; p NULL: it is not told. */
void variables_make(
    struct variables *v, const struct basket *b, struct str link, const char *environment);
void variables_free(struct variables *v);

#endif
