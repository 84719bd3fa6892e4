/*
 * clock.h - the time of day as the program is told it is, and a stopwatch.
 *
 * Times are milliseconds since 1970 UTC. A fixed clock (--now) makes screens and demo data
 * repeatable; timers and token checks never use it.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct clock {
	bool fixed;
	int64_t at_ms; /* when fixed */
};

int64_t clock_now(const struct clock *c);
/* The machine's time of day, whatever --now says. */
int64_t clock_real(void);
/* Milliseconds that only grow, for timers. */
int64_t clock_ticks(void);
/* As above in microseconds. */
int64_t clock_ticks_us(void);

#endif
