/*
 * dry_run.h - `identity link | unlink OWNER --dry-run`: what would be sent, and what is known that
 * speaks against it. Nothing is sent, and nothing is noted.
 */
#ifndef CLI_IDENTITY_DRY_RUN_H
#define CLI_IDENTITY_DRY_RUN_H

#include "cli/identity/job.h"

/* Gives the exit status. */
int identity_dry_run(struct identity_job *job, const struct identity_fields *identity);

#endif
