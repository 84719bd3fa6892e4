/*
 * tries.h - counts recent wrong secrets by sender and name.
 *
 * Bounded: there are TRIES_COUNTERS counters; a new one replaces the counter with the fewest tries,
 * so that a flood of new names does not evict a counter that has reached its limit. Unknown names
 * are counted like known ones. Not thread-safe: the owner must lock.
 */
#ifndef SERVICE_AUTH_TRIES_H
#define SERVICE_AUTH_TRIES_H

#include "base/str.h"
#include "service/http/remote.h"

enum { TRIES_COUNTERS = 2048, TRIES_MAX = 10, TRIES_WINDOW_MS = 60000 };

struct tries;

struct tries *tries_new(void);
void tries_free(struct tries *t);

/* True if TRIES_MAX wrong secrets were counted and the minute since the first is not over.
 * now_ms is monotonic. */
bool tries_are_used_up(struct tries *t, const struct remote *from, struct str name, int64_t now_ms);
/* Counts a wrong secret. */
void tries_add(struct tries *t, const struct remote *from, struct str name, int64_t now_ms);

#endif
