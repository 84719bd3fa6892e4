/*
 * rehearsal.h - `identity link | unlink OWNER --dry-run`: what would be sent, and what is known that
 * speaks against it. Nothing is sent, and nothing is noted.
 */
#ifndef CLI_IDENTITY_REHEARSAL_H
#define CLI_IDENTITY_REHEARSAL_H

#include "cli/identity/job.h"

/* Gives the exit status. */
int identity_rehearse(struct identity_job *job, const struct identity_fields *identity);

#endif
