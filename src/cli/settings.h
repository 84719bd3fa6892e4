/*
 * settings.h - `backroom config check`, `show`, `edit` and `probe`.
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/args.h"

int settings_run(struct args *args);

#endif
