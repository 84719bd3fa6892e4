/*
 * whatif.h - `backroom whatif --segment PATH… [--unknown PATH…]`: which journey a visitor in these
 * segments would take, and where it leads. A simulation of the configuration.
 */
#ifndef CLI_WHATIF_H
#define CLI_WHATIF_H

#include "cli/args/args.h"

int whatif_run_command(struct args *args);

#endif
