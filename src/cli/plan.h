/*
 * plan.h - `backroom plan FILE --select VIEW RULE…`, `plan show FILE`, `plan check FILE`: bulk
 * price changes that are reviewed before anything is sent.
 */
#ifndef CLI_PLAN_H
#define CLI_PLAN_H

#include "cli/args/args.h"

int plan_run(struct args *args);

#endif
