/*
 * clock.h - the time of day, which --now can fix and a demo can move, and a stopwatch.
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
	/* Added to the time; other threads may read the clock meanwhile. */
	_Atomic int64_t moved_ms;
};

/* Moves the clock, so that it is `now`; a clock that is not fixed runs on. */
void clock_move(struct clock *c, int64_t now);
/* Ends that. */
void clock_move_back(struct clock *c);

int64_t clock_now(const struct clock *c);
/* The machine's time of day, regardless of --now. */
int64_t clock_real(void);
/* Monotonic milliseconds, for timers. */
int64_t clock_ticks(void);
/* Monotonic microseconds. */
int64_t clock_ticks_us(void);

#endif
