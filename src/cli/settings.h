/*
 * settings.h - `backroom config check`, `show` and `probe`.
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/args/args.h"

/* check: a line for each file on stdout, mistakes on stderr; 1 when there is one. */
int settings_run(struct args *args);

#endif
