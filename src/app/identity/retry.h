/*
 * retry.h - may a write whose answer never came be asked again, and what does the answer
 * say then? identity_write_retry() asks, under the same Idempotency-Key: a service that remembers
 * the key answers as it did the first time, so nothing is done twice.
 */
#ifndef APP_IDENTITY_RETRY_H
#define APP_IDENTITY_RETRY_H

#include "app/identity/write.h"

/* Why it cannot be asked again: it went elsewhere, or so long ago that its key is forgotten. */
bool identity_can_retry(
    const struct journal_write *what, struct str service, int64_t now, struct err *err);
/* Does an answer that refuses speak of the write itself, and not of the asking? */
bool identity_retry_is_final(const struct write_result *w);

#endif
