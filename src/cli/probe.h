/*
 * probe.h - `backroom config probe`: checks whether the environment's service follows the contract.
 * Only reads.
 */
#ifndef CLI_PROBE_H
#define CLI_PROBE_H

#include "cli/args.h"

/* Prints a row for each read; returns EXIT_FAILED if a read violates the contract. */
int probe_run(struct args *args);

#endif
