/*
 * check.h - `backroom check catalog | journeys`: reads what the rules need and prints what they
 * find, in the order rule, path.
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/args/args.h"

/* EXIT_FAILED when there are findings. */
int check_run(struct args *args);

#endif
