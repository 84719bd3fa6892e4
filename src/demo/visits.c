#include "demo/visits.h"

#include "demo/rng.h"
#include "model/when.h"

#define MINUTE INT64_C(60000)
#define HOUR (60 * MINUTE)

/* Relative number of visits in each hour of the day: a peak in the evening and a small one at
 * noon. */
static const unsigned char hour_weights[24] = { 4, 2, 1, 1, 1, 2, 5, 9, 11, 10, 10, 12, 15, 12, 10,
	10, 11, 14, 20, 27, 30, 25, 16, 8 };

/* YOUNGEST_VISIT_AGE_MINUTES: no visit is newer, so that the tour's baskets are at the top of the
 * list. OUTAGE_DAYS_AGO: days ago when the shop was down. */
enum { YOUNGEST_VISIT_AGE_MINUTES = 25, OUTAGE_DAYS_AGO = 12 };

struct visit_period {
	int64_t midnight, now;
	int day_count;
};

/* The weight of an hour, reduced to the part between the oldest and the newest basket. */
static int64_t
weight_of(const struct visit_period *era, int day, int hour, int64_t *start, int64_t *end)
{
	int64_t date = era->midnight - day * WHEN_DAY;
	int64_t oldest = era->now - era->day_count * WHEN_DAY + HOUR;
	int64_t youngest = era->now - YOUNGEST_VISIT_AGE_MINUTES * MINUTE;
	*start = date + hour * HOUR;
	*end = *start + HOUR;
	if (*start < oldest)
		*start = oldest;
	if (*end > youngest)
		*end = youngest;
	if (*end <= *start || day == OUTAGE_DAYS_AGO)
		return 0;
	struct rng r = rng_start("day", (unsigned)day);
	bool monday = when_split(date).weekday == 1;
	unsigned factor = monday ? 9 : 14 + rng_below(&r, 13);
	return hour_weights[hour] * (*end - *start) / MINUTE * factor;
}

static int64_t
total_weight(const struct visit_period *era)
{
	int64_t total = 0, start, end;
	for (int day = 0; day <= era->day_count; day++)
		for (int hour = 23; hour >= 0; hour--)
			total += weight_of(era, day, hour, &start, &end);
	return total;
}

/* Visit k of n is at the time when the share k/n of the total weight is reached. */
void
visits_spread(int64_t *times, size_t n, int64_t now_ms, int days)
{
	const struct visit_period era = {
		.midnight = when_start_of_day(now_ms), .now = now_ms, .day_count = days
	};
	int64_t total = total_weight(&era), passed = 0, start, end;
	struct rng r = rng_start("times", 0);
	size_t k = 0;
	for (int day = 0; day <= days; day++)
		for (int hour = 23; hour >= 0; hour--) {
			int64_t weight = weight_of(&era, day, hour, &start, &end);
			for (; k < n && weight; k++) {
				int64_t want = total * (int64_t)(k * 1000 + 500) /
				    (int64_t)(n * 1000);
				if (want >= passed + weight)
					break;
				times[k] = end - 1 -
				    (want - passed) * (end - start - MINUTE) / weight -
				    (int64_t)rng_below(&r, (unsigned)MINUTE - 1);
			}
			passed += weight;
		}
}
