/*
 * command_schedule.h - `plan list` and `plan run`: plans with a date, from files and folders.
 */
#ifndef PLAN_COMMAND_SCHEDULE_H
#define PLAN_COMMAND_SCHEDULE_H

#include "base/err.h"

struct plan_job;

/* Writes the plan that undoes the one at `path` to `to`, as `plan rollback` does. */
typedef int plan_rollback_fn(struct plan_job *j, const char *path, const char *to, struct err *err);

/* Each returns the exit status, or -1 with err set before anything was printed. */
int plan_schedule_list(struct plan_job *j, struct err *err);
int plan_schedule_run(struct plan_job *j, plan_rollback_fn *rollback, struct err *err);

#endif
