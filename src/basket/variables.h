/*
 * variables.h - a basket as environment variables for a user command. Pure.
 */
#ifndef BASKET_VARIABLES_H
#define BASKET_VARIABLES_H

#include "app/command_variables.h"
#include "model/basket.h"

/* Adds the variables of a basket. `link` is the complete address; with `p` NULL it is left out. */
void basket_variables_add(struct command_variables *v, const struct basket *b, struct str link);

#endif
