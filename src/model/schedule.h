/*
 * schedule.h - when the payments of a charge are due and their totals, as far as the charge defines
 * them. Pure.
 *
 * Works in days only: a day is its first millisecond in UTC, so clock changes do not matter. Months
 * are always counted from the first payment and clipped to the end of the month, never from one
 * payment to the next: from 31 January to 28 (29) February, then 31 March; yearly from 29 February
 * to 28 February, and to the 29th again in leap years. A delay leads from the start day to the
 * first payment. A delay in months keeps the day of the month for all later payments: from 31
 * January with a delay of one month to 28 February, then 31 March. The order and the subscription
 * are assumed to start on the same day.
 *
 * A charge of type `onetime` is paid once, whatever its interval is; if its repeat_count is more
 * than 1, that is a contradiction and nothing is computed. A recurring charge whose repeat_count is
 * 0 or absent is endless. The trigger of a delay may be absent; that of the charge may not.
 */
#ifndef MODEL_SCHEDULE_H
#define MODEL_SCHEDULE_H

#include "base/buf.h"
#include "model/catalog.h"

#define SCHEDULE_NO_END INT64_MAX

enum { SCHEDULE_PAYMENTS_MAX = 1000 };

/* A number of months, or of days. */
struct schedule_step {
	int64_t months, days;
};

struct schedule {
	struct schedule_step delay, interval;
	int64_t payment_count; /* number of payments; 0: endless */
	int64_t amount;        /* amount of each payment, a value from decimal_read() */
};

/* Returns false if the schedule cannot be computed, and appends the reason to *why unless NULL.
 * The reason may contain text of the charge: clean it. */
bool schedule_read(struct schedule *s, const struct charge *c, struct buf *why);
/* The day of a payment, counted from 0; WHEN_NONE after the last payment and after the year
 * 9999. */
int64_t schedule_payment_day(const struct schedule *s, int64_t start, int64_t payment);
/* The day of the last payment; WHEN_NONE if it is endless. */
int64_t schedule_last_day(const struct schedule *s, int64_t start);
/* The number of payments due on or after `from` and before `to` (SCHEDULE_NO_END: no limit). */
int64_t schedule_count_payments(const struct schedule *s, int64_t start, int64_t from, int64_t to);
/* The day `months` later, clipped to the end of the month; WHEN_NONE after the year 9999. */
int64_t schedule_add_months(int64_t day, int64_t months);

/* The total due in one currency. */
struct schedule_total {
	struct str currency;
	int64_t amount;
	int64_t payment_count;
	int64_t last_day; /* latest last day of its charges that end; or WHEN_NONE */
	int decimals;     /* the currency's decimals, or more if an amount has more */
	bool endless;     /* some charge is endless: no total */
	bool overflowed;  /* the total overflows */
	bool incomplete;  /* some charge in this currency could not be computed */
};

/* The totals of the charges due on or after one day and before another, one per currency in
 * order of appearance; `out` has room for n. Returns their number. At most SCHEDULE_PAYMENTS_MAX
 * payments are counted; if there are more, the first total is marked as partial. */
size_t schedule_compute_totals(struct schedule_total *out, const struct charge *v, size_t n,
    int64_t start, int64_t from, int64_t to);

#endif
