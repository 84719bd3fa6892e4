/*
 * shared_bytes.h - bytes that several answers send at once, on whatever threads. They never change; the
 * last who lets go of them frees them.
 */
#ifndef SERVICE_HTTP_SHARED_BYTES_H
#define SERVICE_HTTP_SHARED_BYTES_H

#include "base/buf.h"

struct shared_bytes;

/* Takes the bytes over; the buf is empty afterwards. The caller is the first who holds them. */
struct shared_bytes *shared_bytes_new(struct buf *bytes);
/* One more who holds them; returns them. */
struct shared_bytes *shared_bytes_ref(struct shared_bytes *s);
/* NULL is nothing. */
void shared_bytes_unref(struct shared_bytes *s);
struct str shared_bytes_str(const struct shared_bytes *s);

#endif
