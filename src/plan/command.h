/*
 * plan.h - `backroom plan FILE --select VIEW RULE…`, `plan show FILE`, `plan check FILE`: bulk
 * price changes that are reviewed before anything is sent.
 */
#ifndef PLAN_COMMAND_H
#define PLAN_COMMAND_H

#include "cli/args.h"

int plan_run(struct args *args);

#endif
