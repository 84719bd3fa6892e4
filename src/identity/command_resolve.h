/*
 * resolve.h - `identity resolve [J-0412]`: retries writes without a response, with the same key.
 *
 * A service that remembers the key answers as it did the first time, so nothing is done twice. A
 * write whose key has expired is not retried: it could restore a link that was undone since.
 */
#ifndef IDENTITY_COMMAND_RESOLVE_H
#define IDENTITY_COMMAND_RESOLVE_H

#include "identity/command_job.h"

/* Returns the exit status of the first write that is not done. */
int identity_resolve_run(struct identity_job *job);

#endif
