/*
 * probe.h - `backroom config probe`: does the environment's service keep the contract? Reads only.
 */
#ifndef CLI_PROBE_H
#define CLI_PROBE_H

#include "cli/args/args.h"

/* A row for each read; EXIT_FAILED when one lacks something. */
int probe_run(struct args *args);

#endif
