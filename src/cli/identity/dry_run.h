/*
 * dry_run.h - `identity link | unlink OWNER --dry-run`: shows the request and the warnings. Nothing
 * is sent or recorded.
 */
#ifndef CLI_IDENTITY_DRY_RUN_H
#define CLI_IDENTITY_DRY_RUN_H

#include "cli/identity/job.h"

/* Returns the exit status. */
int identity_dry_run(struct identity_job *job, const struct identity_fields *identity);

#endif
