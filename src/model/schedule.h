/*
 * schedule.h - when the payments of a charge are due and what they add up to, as far as the charge
 * says so. Pure.
 *
 * Days only: a day is its first millisecond in UTC, so no clock is ever put back. Months are
 * counted from the day of the first payment and clipped at a month's end, never from one payment
 * to the next: from 31 January on 28 (29) February, then 31 March; from 29 February every year on
 * 28 February in common years, and on the 29th again in leap years. A delay leads from the start
 * day to the first payment; one of months keeps the day of the month for all that follow: from 31
 * January with a delay of a month on 28 February, then 31 March. Order and subscription are taken to begin on one day.
 *
 * A charge of type `onetime` is paid once, whatever its interval is; a repeat_count over 1 says
 * otherwise and is not guessed at. A recurring one with a repeat_count of 0, or without one, has no
 * end. A delay's trigger may be absent; the charge's own may not.
 */
#ifndef MODEL_SCHEDULE_H
#define MODEL_SCHEDULE_H

#include "base/buf.h"
#include "model/catalog.h"

#define SCHEDULE_NO_END INT64_MAX

enum { SCHEDULE_PAYMENTS_MAX = 1000 };

/* So many months, or else days. */
struct schedule_step {
	int64_t months, days;
};

struct schedule {
	struct schedule_step delay, step;
	int64_t times;  /* payments in all; 0 without end */
	int64_t amount; /* of each, as decimal_read() has it */
};

/* False when it cannot be computed; then *why, unless NULL, gets the reason in words. They hold
 * text of the charge: clean them. */
bool schedule_read(struct schedule *s, const struct charge *c, struct buf *why);
/* The day of a payment, from 0; WHEN_NONE after the last one and after the year 9999. */
int64_t schedule_day(const struct schedule *s, int64_t start, int64_t payment);
/* The day of the last one; WHEN_NONE when there is no end. */
int64_t schedule_last(const struct schedule *s, int64_t start);
/* How many are due from a day on and before another (SCHEDULE_NO_END: all that follow). */
int64_t schedule_count(const struct schedule *s, int64_t start, int64_t from, int64_t to);
/* A day some months later, clipped; WHEN_NONE after the year 9999. */
int64_t schedule_add_months(int64_t day, int64_t months);

/* The amount due in one currency. */
struct schedule_total {
	struct str currency;
	int64_t amount;
	int64_t payments;
	int64_t last;   /* of all its payments that end, the last one's day; or WHEN_NONE */
	int places;     /* the currency's decimals, or more where an amount has more */
	bool endless;   /* it goes on for ever: nothing is added up */
	bool too_large; /* to add up */
	bool incomplete; /* some charge of this currency could not be computed */
};

/* The totals of the charges from a day on and before another, one sum per currency in the order
 * they appear; `out` has room for n. Returns their number. Only the first SCHEDULE_PAYMENTS_MAX
 * payments are counted: then the first sum is marked as partial. */
size_t schedule_totals(struct schedule_total *out, const struct charge *v, size_t n, int64_t start,
    int64_t from, int64_t to);

#endif
