/*
 * plan_back.h - `plan rollback` and `plan approve`, which write plan files and send nothing.
 */
#ifndef PLAN_COMMAND_BACK_H
#define PLAN_COMMAND_BACK_H

#include "plan/command_job.h"

/* Writes to `to` the plan that reverts the applied changes of the plan at `path`. Returns the
 * exit status, or -1 with err set before anything was printed. */
int plan_rollback_run(struct plan_job *j, const char *path, const char *to, struct err *err);
/* Adds this account's approval to the file, after a confirmation. */
int plan_approve_run(struct plan_job *j, const char *path, struct err *err);

#endif
