/*
 * resolve.h - `identity resolve [J-0412]`: writes whose answer never came, asked again
 * under the same key.
 *
 * A service that remembers the key answers as it did the first time, so nothing is done twice. One
 * that is older than keys are remembered is not asked: what was undone since would come back.
 */
#ifndef CLI_IDENTITY_RESOLVE_H
#define CLI_IDENTITY_RESOLVE_H

#include "cli/identity/job.h"

/* Gives the exit status: of the first that is not done. */
int identity_resolve_run(struct identity_job *job);

#endif
