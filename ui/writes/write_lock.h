/*
 * write_lock.h - whether this console may write: locked until a reason unlocks it for some minutes,
 * never when it is read-only. Pure.
 *
 * An end is a time, not a countdown: nothing wakes up when it is reached.
 */
#ifndef UI_WRITES_WRITE_LOCK_H
#define UI_WRITES_WRITE_LOCK_H

#include "base/buf.h"

#include <stdint.h>

enum { WRITE_LOCK_MINUTES = 10 };

struct write_lock {
	bool read_only, masked;
	int64_t until;     /* ms since 1970; 0: locked */
	struct buf reason; /* of the unlocking */
};

void write_lock_free(struct write_lock *l);
bool write_lock_is_open(const struct write_lock *l, int64_t now);
/* Unlocks; an open one stays open as long as it was to be. */
void write_lock_open(struct write_lock *l, struct str reason, int64_t now);
void write_lock_close(struct write_lock *l);
/* "unlocked until 18:12 (INC-4711)", "locked", "read-only" */
void write_lock_words(struct buf *out, const struct write_lock *l, int64_t now, bool utc);
/* The reason why nothing can be sent, whatever is typed; NULL if there is none. The service
 * decides about the token's rights. */
const char *write_lock_why_not(const struct write_lock *l);

#endif
