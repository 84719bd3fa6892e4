/*
 * moved_clock.h - a clock that the test moves instead of waiting: replaces clock_gettime() for the
 * client, the loop and libcurl in the test's program.
 */
#ifndef TESTS_UNIT_CLIENT_MOVED_CLOCK_H
#define TESTS_UNIT_CLIENT_MOVED_CLOCK_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

static _Atomic int64_t
    moved_clock_ms; /* offset of both clocks; also read by a scripted server's thread */

static inline void
move_clock(int64_t ms)
{
	moved_clock_ms += ms;
}

int
clock_gettime(clockid_t id, struct timespec *out)
{
	static _Atomic(void *) real;
	int (*ask)(clockid_t, struct timespec *);
	int64_t ms = moved_clock_ms;
	if (!real)
		real = dlsym(RTLD_NEXT, "clock_gettime");
	*(void **)&ask = real;
	int rc = ask(id, out);
	out->tv_sec += ms / 1000;
	out->tv_nsec += ms % 1000 * 1000000;
	if (out->tv_nsec >= 1000000000) {
		out->tv_sec++;
		out->tv_nsec -= 1000000000;
	}
	return rc;
}

#endif
