/*
 * plan_baskets.h - `plan … --baskets`: reads the open baskets and counts those that the plan
 * affects.
 */
#ifndef PLAN_COMMAND_BASKETS_H
#define PLAN_COMMAND_BASKETS_H

#include "plan/command_job.h"
#include "plan/usage.h"

/* Reads all baskets. Returns false and sets err if they cannot be read to the end; j->tries is
 * the number of attempts. */
bool plan_baskets_read(struct plan_job *j, struct plan_usage *usage, struct err *err);
/* Prints "412 open baskets have it 31 times; due at their start: GBP 119.88 before, …" on
 * stderr. */
void plan_baskets_print_summary(const struct plan_job *j, const struct plan_usage *usage);

#endif
