/*
 * check.h - `backroom check catalog | journeys`: reads the data that the rules need and prints the
 * findings, sorted by rule and path.
 */
#ifndef CATALOG_COMMAND_H
#define CATALOG_COMMAND_H

#include "cli/args.h"

/* Returns EXIT_FAILED if there are findings. */
int check_run(struct args *args);

#endif
