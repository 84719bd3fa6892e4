/*
 * settings.h - `backroom config check`, `show` and `probe`.
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/call.h"

/* check: a line for each file on stdout, mistakes on stderr; 1 when there is one. */
int settings_run(struct call *call);

#endif
