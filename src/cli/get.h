/*
 * get.h - `backroom get VIEW`: reads pages over HTTP and prints them as they come.
 *
 * Memory stays that of a page, except under sort=, which needs all rows first.
 */
#ifndef CLI_GET_H
#define CLI_GET_H

#include "cli/args/args.h"

/* Gives the exit status. */
int get_run(struct args *args);

#endif
