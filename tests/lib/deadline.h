/*
 * deadline.h - how long a test waits before it fails: a time on the monotonic clock.
 *
 * Owns nothing. Times are milliseconds, multiplied by $BACKROOM_TEST_PATIENCE for slow machines.
 */
#ifndef TESTS_DEADLINE_H
#define TESTS_DEADLINE_H

#include "base/clock.h"

#include <stdlib.h>

/* ms times $BACKROOM_TEST_PATIENCE. */
static inline int64_t
scale_timeout(int64_t ms)
{
	const char *times = getenv("BACKROOM_TEST_PATIENCE");
	int64_t n = times ? strtol(times, NULL, 10) : 1;
	return ms * (n > 0 ? n : 1);
}

/* The time at which waiting ends: three times the ms that suffice on an idle machine, since a
 * busy machine must not fail a test. Use scale_timeout() or pty_watch_ms() to assert what a user
 * may expect. */
static inline int64_t
deadline_in(int64_t ms)
{
	return clock_ticks() + 3 * scale_timeout(ms);
}

/* The time left until the deadline, for poll(); never negative. */
static inline int
deadline_left(int64_t deadline)
{
	int64_t left = deadline - clock_ticks();
	return left > 0 ? (int)left : 0;
}

#endif
