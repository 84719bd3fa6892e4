/*
 * snapshot.h - `backroom snapshot save | diff`: saves the catalog to a file, and shows the changes
 * since.
 */
#ifndef SNAPSHOT_COMMAND_H
#define SNAPSHOT_COMMAND_H

#include "cli/args.h"

/* diff returns EXIT_FAILED if there are differences. */
int snapshot_run(struct args *args);

#endif
