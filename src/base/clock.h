/*
 * clock.h - the time of day, which --now can fix, and a stopwatch.
 *
 * Times are milliseconds since 1970 UTC. A fixed clock makes screens and demo data repeatable;
 * timers and token checks never use it.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct clock {
	bool fixed;
	int64_t fixed_ms; /* the time of a fixed clock */
};

int64_t clock_now(const struct clock *c);
/* The machine's time of day, regardless of --now. */
int64_t clock_real(void);
/* Monotonic milliseconds, for timers. */
int64_t clock_ticks(void);
/* Monotonic microseconds. */
int64_t clock_ticks_us(void);

#endif
