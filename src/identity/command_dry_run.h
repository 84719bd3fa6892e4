/*
 * dry_run.h - `identity link | unlink OWNER --dry-run`: shows the request and the warnings. Nothing
 * is sent or recorded.
 */
#ifndef IDENTITY_COMMAND_DRY_RUN_H
#define IDENTITY_COMMAND_DRY_RUN_H

#include "identity/command_job.h"

/* Returns the exit status. */
int identity_dry_run(struct identity_job *job, const struct identity_fields *identity);

#endif
