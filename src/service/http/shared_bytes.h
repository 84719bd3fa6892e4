/*
 * shared_bytes.h - reference-counted bytes that several responses send at once, on any threads.
 * Immutable; the last reference frees them.
 */
#ifndef SERVICE_HTTP_SHARED_BYTES_H
#define SERVICE_HTTP_SHARED_BYTES_H

#include "base/buf.h"

struct shared_bytes;

/* Takes over the bytes and leaves the buf empty. The caller holds the first reference. */
struct shared_bytes *shared_bytes_new(struct buf *bytes);
/* Adds a reference; returns s. */
struct shared_bytes *shared_bytes_ref(struct shared_bytes *s);
/* Drops a reference; frees the bytes with the last one. NULL is allowed. */
void shared_bytes_unref(struct shared_bytes *s);
struct str shared_bytes_str(const struct shared_bytes *s);

#endif
