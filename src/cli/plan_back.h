/*
 * plan_back.h - `plan rollback` and `plan approve`: two things that are done with a plan's file,
 * and send nothing.
 */
#ifndef CLI_PLAN_BACK_H
#define CLI_PLAN_BACK_H

#include "cli/plan_job.h"

/* Writes to `to` the plan that takes back what of the one at `path` was applied. Gives the exit
 * status, or -1 with err set before anything was printed. */
int plan_rollback_run(struct plan_job *j, const char *path, const char *to, struct err *err);
/* Adds this account's approval to the file, with its leave. */
int plan_approve_run(struct plan_job *j, const char *path, struct err *err);

#endif
