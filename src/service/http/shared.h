/*
 * shared.h - bytes that several answers send at once, on whatever threads. They never change; the
 * last who lets go of them frees them.
 */
#ifndef SERVICE_HTTP_SHARED_H
#define SERVICE_HTTP_SHARED_H

#include "base/buf.h"

struct shared;

/* Takes the bytes over; the buf is empty afterwards. The caller is the first who holds them. */
struct shared *shared_new(struct buf *bytes);
/* One more who holds them; returns them. */
struct shared *shared_hold(struct shared *s);
/* NULL is nothing. */
void shared_let_go(struct shared *s);
struct str shared_str(const struct shared *s);

#endif
