/*
 * variables.h - a basket as environment variables for a user command (conf.h). Pure.
 *
 * Texts are as the service sent them: nothing is interpreted, and a program that passes them to a
 * shell must quote them. Absent values are not set. The only variable of Backroom itself that is
 * passed on is BACKROOM_CONFIG: no token, and nothing from another basket.
 */
#ifndef BASKET_VARIABLES_H
#define BASKET_VARIABLES_H

#include "base/vec.h"
#include "model/basket.h"

/* "NAME=value" texts, NULL-terminated; wiped when freed. */
struct variables {
	VEC(char *) names_and_values;
};

/* Builds the variables of this process and those of the basket. `link` is the complete address;
 * with `p` NULL it is left out. */
void variables_make(
    struct variables *v, const struct basket *b, struct str link, const char *environment);
void variables_free(struct variables *v);

#endif
