/*
 * retry.h - decides whether a write without a response may be retried, and what the response to the
 * retry means. identity_write_retry() sends it with the same Idempotency-Key: a service that
 * remembers the key answers as it did the first time, so nothing is done twice.
 */
#ifndef IDENTITY_RETRY_H
#define IDENTITY_RETRY_H

#include "identity/write.h"

/* Returns false and sets err if it cannot be retried: it was sent to another service, or so long
 * ago that its key has expired. */
bool identity_can_retry(
    const struct journal_write *what, struct str service, int64_t now, struct err *err);
/* True if an error response refuses the write itself, rather than only the retry. */
bool identity_retry_is_final(const struct write_result *w);

#endif
