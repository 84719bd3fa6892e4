/*
 * whatif.h - `backroom whatif --segment PATH… [--unknown PATH…]`: the journey that a visitor in
 * these segments would take, and its destinations. A simulation based on the configuration.
 */
#ifndef JOURNEY_COMMAND_H
#define JOURNEY_COMMAND_H

#include "cli/args.h"

int whatif_run_command(struct args *args);

#endif
