/*
 * visits.h - the times of visits to the shop: distributed over the hours of a day, fewer on
 * Mondays, none on the day the shop was down.
 */
#ifndef DEMO_VISITS_H
#define DEMO_VISITS_H

#include <stddef.h>
#include <stdint.h>

/* Fills in n times within the `days` before `now_ms`, newest first. */
void visits_spread(int64_t *times, size_t n, int64_t now_ms, int days);

#endif
