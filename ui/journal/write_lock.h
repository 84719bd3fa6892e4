/*
 * write_lock.h - whether this console may write: locked until the user gives a reason, then
 * unlocked for some minutes. A read-only console never unlocks. Pure.
 *
 * The end is a time that is compared, not a timer: no event occurs when it is reached.
 */
#ifndef UI_JOURNAL_WRITE_LOCK_H
#define UI_JOURNAL_WRITE_LOCK_H

#include "base/buf.h"

#include <stdint.h>

enum { WRITE_LOCK_MINUTES = 10 };

struct write_lock {
	bool read_only, masked;
	int64_t until;     /* ms since 1970; 0: locked */
	struct buf reason; /* the reason given for unlocking */
};

void write_lock_free(struct write_lock *l);
bool write_lock_is_open(const struct write_lock *l, int64_t now);
/* Unlocks; if already unlocked, the end does not change. */
void write_lock_open(struct write_lock *l, struct str reason, int64_t now);
void write_lock_close(struct write_lock *l);
/* Appends "unlocked until 18:12 (INC-4711)", "locked" or "read-only". */
void write_lock_words(struct buf *out, const struct write_lock *l, int64_t now, bool utc);
/* The reason why no write can be sent at all; NULL if writing is possible. The token's
 * permissions are checked by the service. */
const char *write_lock_why_not(const struct write_lock *l);

#endif
