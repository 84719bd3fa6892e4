/*
 * snapshot.h - `backroom snapshot save | diff`: the catalog in a file, and what has changed since.
 */
#ifndef CLI_SNAPSHOT_H
#define CLI_SNAPSHOT_H

#include "cli/args/args.h"

/* diff gives EXIT_FAILED when there are differences. */
int snapshot_run(struct args *args);

#endif
