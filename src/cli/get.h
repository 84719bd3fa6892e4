/*
 * get.h - `backroom get VIEW`: reads pages over HTTP and prints them as they arrive.
 *
 * Uses the memory of a single page, except with sort=, which needs all rows first.
 */
#ifndef CLI_GET_H
#define CLI_GET_H

#include "cli/args.h"

/* Returns the exit status. */
int get_run(struct args *args);

#endif
