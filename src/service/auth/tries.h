/*
 * tries.h - how often a wrong secret was tried lately, by who tried it and for which name.
 *
 * Bounded: it keeps TRIES_COUNTERS counters, and when a new one needs a place the one with the
 * fewest tries goes, so that a crowd of fresh names does not wash off one that is used up. A name
 * counts whether anybody has it or not. Not thread-safe: its owner locks.
 */
#ifndef SERVICE_AUTH_TRIES_H
#define SERVICE_AUTH_TRIES_H

#include "base/str.h"
#include "service/http/remote.h"

enum { TRIES_COUNTERS = 2048, TRIES_MAX = 10, TRIES_MS = 60000 };

struct tries;

struct tries *tries_new(void);
void tries_free(struct tries *t);

/* Have TRIES_MAX been wrong, and is the minute of the first of them not over? now_ms only grows. */
bool tries_are_used_up(struct tries *t, const struct remote *from, struct str name, int64_t now_ms);
/* Counts a wrong one. */
void tries_add(struct tries *t, const struct remote *from, struct str name, int64_t now_ms);

#endif
