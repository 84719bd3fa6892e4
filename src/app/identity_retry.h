/*
 * identity_retry.h - a write whose answer never came, asked again under the same Idempotency-Key: a
 * service that remembers the key answers as it did the first time, so nothing is done twice.
 */
#ifndef APP_IDENTITY_RETRY_H
#define APP_IDENTITY_RETRY_H

#include "app/identity_write.h"

/* Asks again for a write that is not known. What refuses the asking says nothing of the write: that
 * stays unknown. */
void identity_retry(struct identity_writer *w, unsigned number, written_fn *done, void *ctx);
/* Why it cannot be asked again: it went elsewhere, or so long ago that its key is forgotten. */
bool identity_may_retry(
    const struct journal_write *what, struct str service, int64_t now, struct err *err);
/* Does an answer that refuses speak of the write itself, and not of the asking? */
bool identity_retry_settles(const struct written *w);

#endif
