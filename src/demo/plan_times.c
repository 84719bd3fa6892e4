#include "demo/plan.h"
#include "demo/rng.h"
#include "model/when.h"

#define MINUTE INT64_C(60000)
#define HOUR (60 * MINUTE)

/* How many come in each hour of the day: an evening peak, a small one at noon. */
static const unsigned char hour_weights[24] = { 4, 2, 1, 1, 1, 2, 5, 9, 11, 10, 10, 12, 15, 12, 10,
	10, 11, 14, 20, 27, 30, 25, 16, 8 };

/* No ordinary basket is younger, so that the ones with a story stand on top. */
enum { YOUNGEST_MIN = 25 };

struct era {
	int64_t midnight, now;
	int days, zero_day;
};

static int64_t
midnight_of(int64_t now)
{
	return now - ((now % WHEN_DAY) + WHEN_DAY) % WHEN_DAY;
}

/* Weight of one hour: how much of it lies between the oldest and the youngest basket. */
static int64_t
weight_of(const struct era *era, int day, int hour, int64_t *start, int64_t *end)
{
	int64_t date = era->midnight - day * WHEN_DAY;
	int64_t oldest = era->now - era->days * WHEN_DAY + HOUR;
	int64_t youngest = era->now - YOUNGEST_MIN * MINUTE;
	*start = date + hour * HOUR;
	*end = *start + HOUR;
	if (*start < oldest)
		*start = oldest;
	if (*end > youngest)
		*end = youngest;
	if (*end <= *start || day == era->zero_day)
		return 0;
	struct rng r = rng_start("day", (unsigned)day);
	bool monday = when_split(date).weekday == 1;
	unsigned factor = monday ? 9 : 14 + rng_below(&r, 13);
	return hour_weights[hour] * (*end - *start) / MINUTE * factor;
}

static int64_t
total_weight(const struct era *era)
{
	int64_t total = 0, start, end;
	for (int day = 0; day <= era->days; day++)
		for (int hour = 23; hour >= 0; hour--)
			total += weight_of(era, day, hour, &start, &end);
	return total;
}

/* Slot k of n lies where the share k/n of all weight does. */
void
plan_spread(struct slot *slots, size_t n, int64_t now, int days, int zero_day)
{
	const struct era era = {
		.midnight = midnight_of(now), .now = now, .days = days, .zero_day = zero_day
	};
	int64_t total = total_weight(&era), passed = 0, start, end;
	struct rng r = rng_start("times", 0);
	size_t k = 0;
	int64_t want = 0;
	for (int day = 0; day <= days; day++)
		for (int hour = 23; hour >= 0; hour--) {
			int64_t weight = weight_of(&era, day, hour, &start, &end);
			for (; k < n && weight; k++) {
				want = total * (int64_t)(k * 1000 + 500) / (int64_t)(n * 1000);
				if (want >= passed + weight)
					break;
				slots[k].created = end - 1 -
				    (want - passed) * (end - start - MINUTE) / weight -
				    (int64_t)rng_below(&r, (unsigned)MINUTE - 1);
			}
			passed += weight;
		}
}

/* The mail went out in the morning of the spike day. */
static void
set_spike(struct slot *slots, int64_t midnight)
{
	struct rng r = rng_start("spike", 0);
	int64_t at = midnight - PLAN_SPIKE_DAY * WHEN_DAY + 6 * HOUR + 40 * MINUTE;
	for (size_t i = SLOT_SPIKE; i < SLOT_REST; i++) {
		at += (int64_t)(i - SLOT_SPIKE) * MINUTE + (int64_t)rng_below(&r, 6 * MINUTE);
		slots[i].created = at;
	}
}

/* A few hours after the first basket of the same person. */
static void
set_completed(struct slot *slots)
{
	for (size_t i = PLAN_OPEN; i < PLAN_SLOTS; i++)
		for (size_t k = 0; k < PLAN_OPEN; k++)
			if (slots[k].reach != REACH_NOBODY && slots[k].person == slots[i].person &&
			    (slots[i].created == 0 || slots[k].created < slots[i].created))
				slots[i].created = slots[k].created;
	for (size_t i = PLAN_OPEN; i < PLAN_SLOTS; i++)
		slots[i].created += (int64_t)(i - PLAN_OPEN + 1) * 7 * MINUTE;
}

void
plan_set_times(struct slot *slots, int64_t now)
{
	slots[SLOT_NEWEST].created = now - 4 * MINUTE - 11207;
	slots[SLOT_MARA].created = now - 18 * MINUTE - 23551;
	slots[SLOT_MARA + 1].created = now - 3 * WHEN_DAY - 94 * MINUTE - 8123;
	slots[SLOT_MARA + 2].created = now - 26 * WHEN_DAY - 3 * HOUR - 40417;
	set_spike(slots, midnight_of(now));
	plan_spread(slots + SLOT_REST, PLAN_OPEN - SLOT_REST, now, PLAN_DAYS, PLAN_ZERO_DAY);
	set_completed(slots);
}
