/*
 * snapshot.h - `backroom snapshot save | diff`: saves the catalog to a file, and shows the changes
 * since.
 */
#ifndef CLI_SNAPSHOT_H
#define CLI_SNAPSHOT_H

#include "cli/args/args.h"

/* diff returns EXIT_FAILED if there are differences. */
int snapshot_run(struct args *args);

#endif
