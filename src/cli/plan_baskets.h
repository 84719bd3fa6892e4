/*
 * plan_baskets.h - `plan … --baskets`: reads the open baskets for what a plan reaches.
 */
#ifndef CLI_PLAN_BASKETS_H
#define CLI_PLAN_BASKETS_H

#include "app/plan/plan_usage.h"
#include "cli/plan_job.h"

/* Reads all of them. False with err set where they cannot be read to their end; j->tries counts. */
bool plan_baskets_read(struct plan_job *j, struct plan_usage *usage, struct err *err);
/* "412 open baskets have it 31 times; due at their start: GBP 119.88 before, …" on stderr. */
void plan_baskets_print_summary(const struct plan_job *j, const struct plan_usage *usage);

#endif
