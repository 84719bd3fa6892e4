/* Charges as days and amounts: what can be computed, and reasons if not; month ends, periods and
 * sums. */
#include "lib/test.h"
#include "model/decimal.h"
#include "model/schedule.h"

#include <stdio.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Woverride-init"

static int64_t
day(const char *text)
{
	int64_t t;
	if (!when_parse(str_of(text), &t))
		fail_msg("%s is no day", text);
	return t;
}

/* The usual charge, monthly without end, with further members. */
#define MONTHLY(...)                                                                        \
	{                                                                                   \
		.name = { "monthly", 7 }, .currency = { "GBP", 3 }, .value = { "9.99", 4 }, \
		.type = { "recurring", 9 }, .trigger = { "subscription_start", 18 },        \
		.repeat_interval = 1, .interval_unit = { "months", 6 }, .repeat_count = 0,  \
		.delay = CHARGE_NONE, .delay_unit = { "months", 6 }, __VA_ARGS__            \
	}
#define ONCE(...) MONTHLY(.type = STR("onetime"), .repeat_interval = 0, __VA_ARGS__)

/* ---- computable charges ---- */

static void
expect_why(const struct charge *c, const char *want)
{
	struct schedule s;
	auto_buf why = { 0 };
	bool computed = schedule_read(&s, c, &why);
	if (computed != (want == NULL) || !str_eqz(buf_str(&why), want ? want : ""))
		fail_msg("\"%s\" and not \"%s\"", buf_z(&why), want ? want : "");
}

/* At most a thousand years ahead, by repetition or by a delay. */
TEST(steps_reach_a_thousand_years)
{
	static const struct {
		const char *unit;
		int64_t most;
	} units[] = { { "days", 366000 }, { "weeks", 366000 / 7 }, { "months", 12000 },
		{ "years", 1000 } };
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		struct charge c = MONTHLY(.interval_unit = str_of(units[i].unit));
		char why[80];
		c.repeat_interval = units[i].most;
		expect_why(&c, NULL);
		snprintf(why, sizeof(why), "repeat_interval %lld is too large",
		    (long long)++c.repeat_interval);
		expect_why(&c, why);
		c.repeat_interval = 1;
		c.delay = units[i].most;
		c.delay_unit = str_of(units[i].unit);
		expect_why(&c, NULL);
		snprintf(
		    why, sizeof(why), "delay_interval %lld is too large", (long long)++c.delay);
		expect_why(&c, why);
		c.delay = INT64_MAX;
		snprintf(why, sizeof(why), "delay_interval %lld is too large", (long long)c.delay);
		expect_why(&c, why);
	}
}

/* Case WA24 of tests/README.md. */
TEST(wa24_charges_that_cannot_be_computed_have_a_reason)
{
	const struct {
		const char *why;
		struct charge charge;
	} cases[] = {
		{ NULL, MONTHLY(.repeat_count = 0) },
		{ NULL, MONTHLY(.repeat_count = CHARGE_NONE) },
		{ NULL, MONTHLY(.trigger = STR("order_date")) },
		{ NULL, MONTHLY(.delay = 3) },
		{ NULL, MONTHLY(.delay = 3, .delay_trigger = STR("order_date")) },
		{ NULL, MONTHLY(.delay = 0, .delay_unit = STR_NONE) },
		{ NULL, MONTHLY(.repeat_interval = 4, .interval_unit = STR("weeks")) },
		{ NULL, ONCE(.repeat_count = 0) },
		{ NULL, ONCE(.repeat_count = 1, .repeat_interval = 1) },
		{ NULL,
		    ONCE(.interval_unit = STR_NONE, .repeat_interval = CHARGE_NONE,
			.repeat_count = CHARGE_NONE) },
		{ "repeat_count -1", MONTHLY(.repeat_count = -1) },
		{ "repeat_count 2147483648 is too large", MONTHLY(.repeat_count = 2147483648) },
		{ "repeat_count is not a whole number", MONTHLY(.repeat_count = CHARGE_ODD) },
		{ "type \"onetime\" with repeat_count 12", ONCE(.repeat_count = 12) },
		{ "repeat_interval 0", MONTHLY(.repeat_interval = 0) },
		{ "repeat_interval -2", MONTHLY(.repeat_interval = -2) },
		{ "no repeat_interval", MONTHLY(.repeat_interval = CHARGE_NONE) },
		{ "repeat_interval is not a whole number", MONTHLY(.repeat_interval = CHARGE_ODD) },
		{ "repeat_interval 9007199254740992 is too large",
		    MONTHLY(.repeat_interval = 9007199254740992) },
		{ "repeat_interval 1 without repeat_interval_type",
		    MONTHLY(.interval_unit = STR_NONE) },
		{ "repeat_interval_type \"moons\" is not known",
		    MONTHLY(.interval_unit = STR("moons")) },
		{ "delay_interval 3 without delay_interval_type",
		    MONTHLY(.delay = 3, .delay_unit = STR_NONE) },
		{ "delay_interval_type \"month\" is not known",
		    MONTHLY(.delay = 1, .delay_unit = STR("month")) },
		{ "delay_interval -3", MONTHLY(.delay = -3) },
		{ "delay_interval is not a whole number", MONTHLY(.delay = CHARGE_ODD) },
		{ "delay_trigger without delay_interval",
		    MONTHLY(.delay_trigger = STR("order_date")) },
		{ "delay_trigger \"birth\" is not known",
		    MONTHLY(.delay = 1, .delay_trigger = STR("birth")) },
		{ "type \"usage\" is not known", MONTHLY(.type = STR("usage")) },
		{ "no type", MONTHLY(.type = STR_NONE) },
		{ "no trigger", MONTHLY(.trigger = STR_NONE) },
		{ "trigger \"full moon\" is not known", MONTHLY(.trigger = STR("full moon")) },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_why(&cases[i].charge, cases[i].why);
}

/* Cases WA22 and WA23 of tests/README.md. */
TEST(wa22_wa23_amounts_are_exact_or_refused)
{
	const struct {
		const char *why;
		struct charge charge;
	} cases[] = {
		{ NULL, ONCE(.value = STR("9.99"), .currency = STR("JPY")) },
		{ NULL, ONCE(.value = STR("3.2505"), .currency = STR("KWD")) },
		{ NULL, ONCE(.value = STR("-1")) },
		{ NULL, ONCE(.currency = STR("gbp")) },
		{ NULL, ONCE(.currency = STR("\xE2\x82\xAC")) },
		{ "value \"1e3\" is not a decimal", ONCE(.value = STR("1e3")) },
		{ "value \"1,99\" is not a decimal", ONCE(.value = STR("1,99")) },
		{ "value \" 5 \" is not a decimal", ONCE(.value = STR(" 5 ")) },
		{ "no value", ONCE(.value = STR("")) },
		{ "no value", ONCE(.value = STR_NONE) },
		{ "value \"1234567890123456789012345678901234567890\" has too many digits",
		    ONCE(.value = STR("1234567890123456789012345678901234567890")) },
		{ "value \"0.0000000001\" has too many digits",
		    ONCE(.value = STR("0.0000000001")) },
		{ "no currencyCode", ONCE(.currency = STR_NONE) },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_why(&cases[i].charge, cases[i].why);
}

/* ---- days ---- */

static void
expect_days(struct charge c, const char *start, const char *const *days)
{
	struct schedule s;
	assert_true(schedule_read(&s, &c, NULL));
	for (int64_t i = 0; days[i]; i++) {
		auto_buf got = { 0 };
		when_write(&got, schedule_payment_day(&s, day(start), i));
		if (!str_starts(buf_str(&got), str_of(days[i])))
			fail_msg("from %s, payment %lld: %s and not %s", start, (long long)i,
			    buf_z(&got), days[i]);
	}
}

#define DAYS(of, start, ...) \
	expect_days((struct charge)of, start, (const char *const[]){ __VA_ARGS__, NULL })

/* Case WA25 of tests/README.md. */
TEST(wa25_months_are_counted_from_the_first_day_and_clamped)
{
	DAYS(MONTHLY(.repeat_count = 0), "2027-01-31", "2027-01-31", "2027-02-28", "2027-03-31",
	    "2027-04-30", "2027-05-31");
	DAYS(MONTHLY(.repeat_count = 0), "2028-01-31", "2028-01-31", "2028-02-29", "2028-03-31");
	DAYS(MONTHLY(.interval_unit = STR("years")), "2028-02-29", "2028-02-29", "2029-02-28",
	    "2030-02-28", "2031-02-28", "2032-02-29");
	DAYS(MONTHLY(.repeat_interval = 12), "2096-02-29", "2096-02-29", "2097-02-28", "2098-02-28",
	    "2099-02-28", "2100-02-28", "2101-02-28", "2102-02-28", "2103-02-28", "2104-02-29");
	/* A delay of months keeps the day of the month for all payments. */
	DAYS(MONTHLY(.delay = 3), "2026-11-30", "2027-02-28", "2027-03-30", "2027-04-30");
	DAYS(MONTHLY(.delay = 1), "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30");
	DAYS(MONTHLY(.delay = 1, .delay_unit = STR("years")), "2028-02-29", "2029-02-28",
	    "2029-03-29");
	DAYS(MONTHLY(.delay = 10, .delay_unit = STR("days")), "2027-01-21", "2027-01-31",
	    "2027-02-28");
}

/* WA25: the clocks change on 28 March and 31 October 2027 in London. */
TEST(wa25_days_ignore_daylight_saving)
{
	DAYS(MONTHLY(.interval_unit = STR("days")), "2027-03-27", "2027-03-27", "2027-03-28",
	    "2027-03-29");
	DAYS(MONTHLY(.interval_unit = STR("weeks")), "2027-10-27", "2027-10-27", "2027-11-03");
	assert_int_equal(day("2027-03-29") - day("2027-03-28"), WHEN_DAY);
}

TEST(the_last_payment_and_the_end_of_the_calendar)
{
	struct schedule s;
	struct charge twelve = MONTHLY(.repeat_count = 12, .delay = 3),
		      for_ever = MONTHLY(.repeat_count = 0),
		      daily = MONTHLY(.interval_unit = STR("days"));
	assert_true(schedule_read(&s, &twelve, NULL));
	assert_int_equal(schedule_last_day(&s, day("2026-11-20")), day("2028-01-20"));
	assert_int_equal(schedule_payment_day(&s, day("2026-11-20"), 12), WHEN_NONE);
	assert_true(schedule_read(&s, &for_ever, NULL));
	assert_int_equal(schedule_last_day(&s, day("2026-11-20")), WHEN_NONE);
	assert_int_equal(schedule_payment_day(&s, day("9999-11-20"), 1), day("9999-12-20"));
	assert_int_equal(schedule_payment_day(&s, day("9999-11-20"), 2), WHEN_NONE);
	assert_int_equal(schedule_count_payments(&s, day("9999-11-20"), 0, SCHEDULE_NO_END), 2);
	assert_true(schedule_read(&s, &daily, NULL));
	assert_int_equal(schedule_count_payments(&s, day("9999-12-30"), 0, SCHEDULE_NO_END), 2);
	assert_int_equal(schedule_payment_day(&s, day("9999-12-30"), INT64_MAX), WHEN_NONE);
}

TEST(a_range_includes_its_first_day_and_excludes_its_last)
{
	struct schedule s;
	struct charge weekly = MONTHLY(.interval_unit = STR("weeks"));
	int64_t start = day("2026-11-20");
	assert_true(schedule_read(&s, &weekly, NULL));
	/* 20 and 27 November; 4, 11, 18 and 25 December. */
	assert_int_equal(
	    schedule_count_payments(&s, start, day("2026-11-01"), day("2026-12-01")), 2);
	assert_int_equal(
	    schedule_count_payments(&s, start, day("2026-12-01"), day("2027-01-01")), 4);
	assert_int_equal(
	    schedule_count_payments(&s, start, day("2026-12-04"), day("2026-12-18")), 2);
	assert_int_equal(
	    schedule_count_payments(&s, start, day("2026-10-01"), day("2026-11-20")), 0);
	/* 365 days are 52 weeks and one day: the 53rd payment is due on the last day. */
	assert_int_equal(schedule_count_payments(&s, start, start, day("2027-11-20")), 53);
}

/* ---- sums ---- */

static void
expect_sum(const struct schedule_total *sum, const char *want)
{
	auto_buf b = { 0 };
	buf_addf(&b, "%.*s ", STR_ARG(sum->currency));
	decimal_write_places(&b, sum->amount, sum->decimals);
	buf_addf(&b, " in %lld%s%s%s", (long long)sum->payment_count,
	    sum->endless ? " endless" : "", sum->overflowed ? " too large" : "",
	    sum->incomplete ? " partly" : "");
	assert_string_equal(buf_z(&b), want);
}

TEST(sums_are_exact_and_per_currency)
{
	const struct charge v[] = {
		ONCE(.value = STR("1.00")),
		ONCE(.value = STR("120"), .currency = STR("JPY")),
		MONTHLY(.repeat_count = 12, .delay = 3),
		ONCE(.value = STR("0.0005"), .currency = STR("KWD")),
		MONTHLY(.type = STR("usage"), .currency = STR("KWD")),
		MONTHLY(.value = STR("0.10"), .currency = STR("EUR")),
	};
	struct schedule_total sums[6];
	int64_t start = day("2026-11-20");
	/* 1.00, and nine times 9.99 from February to October */
	assert_int_equal(schedule_compute_totals(sums, v, 6, start, start, day("2027-11-20")), 4);
	expect_sum(&sums[0], "GBP 90.91 in 10");
	expect_sum(&sums[1], "JPY 120 in 1");
	expect_sum(&sums[2], "KWD 0.0005 in 1 partly");
	expect_sum(&sums[3], "EUR 1.20 in 12");
	/* 1.00 and 12 times 9.99 */
	assert_int_equal(schedule_compute_totals(sums, v, 6, start, start, SCHEDULE_NO_END), 4);
	expect_sum(&sums[0], "GBP 120.88 in 13");
	assert_int_equal(sums[0].last_day, day("2028-01-20"));
	expect_sum(&sums[3], "EUR 0.00 in 0 endless");
	assert_int_equal(sums[3].last_day, WHEN_NONE);
	assert_int_equal(schedule_compute_totals(sums, v, 0, start, start, SCHEDULE_NO_END), 0);
}

TEST(overflows_are_reported)
{
	struct charge large[10];
	struct schedule_total sum;
	for (size_t i = 0; i < 10; i++)
		large[i] = (struct charge)ONCE(.value = STR("999999999"));
	assert_int_equal(schedule_compute_totals(&sum, large, 9, 0, 0, SCHEDULE_NO_END), 1);
	expect_sum(&sum, "GBP 8999999991.00 in 9");
	assert_int_equal(schedule_compute_totals(&sum, large, 10, 0, 0, SCHEDULE_NO_END), 1);
	assert_true(sum.overflowed);
	large[0] = (struct charge)MONTHLY(.value = STR("-999999999"), .repeat_count = 10);
	assert_int_equal(schedule_compute_totals(&sum, large, 1, 0, 0, SCHEDULE_NO_END), 1);
	assert_true(sum.overflowed);
}

/* ---- compared with a day-by-day calendar ---- */

struct date {
	int y, m, d;
};

static int
length_of_month(int y, int m)
{
	if (m == 2)
		return y % 400 == 0 || (y % 4 == 0 && y % 100 != 0) ? 29 : 28;
	return m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
}

static void
next_day(struct date *at)
{
	if (++at->d <= length_of_month(at->y, at->m))
		return;
	at->d = 1;
	if (++at->m <= 12)
		return;
	at->m = 1;
	at->y++;
}

static int
months_between(struct date a, struct date b)
{
	return (b.y - a.y) * 12 + b.m - a.m;
}

/* True if `at`, which is `days` days after `from`, is a whole number of steps after it. */
static bool
is_step(struct date from, struct date at, int days, int step_days, int step_months)
{
	if (step_days)
		return days % step_days == 0;
	int last = length_of_month(at.y, at.m), want = from.d < last ? from.d : last;
	return at.d == want && months_between(from, at) % step_months == 0;
}

struct drawn {
	struct charge charge;
	struct date start;
	int delay_days, delay_months, step_days, step_months;
	bool once;
};

static unsigned
next_random(uint64_t *seed, unsigned below)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*seed >> 33) % below;
}

static const struct {
	const char *name;
	int days, months;
} drawn_units[] = { { "days", 1, 0 }, { "weeks", 7, 0 }, { "months", 0, 1 }, { "years", 0, 12 } };

/* Draws a random charge; days near month ends and leap years are frequent. */
static struct drawn
draw(uint64_t *seed)
{
	struct drawn c = { .charge = MONTHLY(.repeat_count = 0),
		.once = next_random(seed, 8) == 0 };
	unsigned unit = next_random(seed, 4), delay_unit = next_random(seed, 4);
	int every = 1 + (int)next_random(seed, 14), delay = (int)next_random(seed, 8) - 3;
	c.start = (struct date){ 2020 + (int)next_random(seed, 10), 1 + (int)next_random(seed, 12),
		1 };
	c.start.d = next_random(seed, 2)
	    ? length_of_month(c.start.y, c.start.m) - (int)next_random(seed, 3)
	    : 1 + (int)next_random(seed, 28);
	c.charge.repeat_interval = every;
	c.charge.interval_unit = str_of(drawn_units[unit].name);
	c.step_days = every * drawn_units[unit].days;
	c.step_months = every * drawn_units[unit].months;
	c.charge.repeat_count = c.once ? next_random(seed, 2) : next_random(seed, 20);
	if (c.once)
		c.charge.type = STR("onetime");
	if (delay >= 0) {
		c.charge.delay = delay;
		c.charge.delay_unit = str_of(drawn_units[delay_unit].name);
		c.delay_days = delay * drawn_units[delay_unit].days;
		c.delay_months = delay * drawn_units[delay_unit].months;
	}
	return c;
}

static int64_t
ms_of(struct date at)
{
	const struct when_parts p = { .year = at.y, .month = at.m, .day = at.d };
	return when_join(&p);
}

/* Walks six years from the start day by day; returns the number of payments between two days,
 * and compares each with the computed day. */
static int64_t
walk(const struct drawn *c, const struct schedule *s, int from, int to)
{
	struct date at = c->start, first = { 0 };
	int64_t due = 0, in_window = 0;
	int64_t times = c->once ? 1 : c->charge.repeat_count;
	int since_first = -1;
	for (int n = 0; n < 6 * 366; n++, next_day(&at)) {
		bool begins = c->delay_months ? months_between(c->start, at) == c->delay_months &&
			is_step(c->start, at, n, 0, c->delay_months)
					      : n == c->delay_days;
		if (since_first < 0 && !begins)
			continue;
		first = since_first < 0 ? at : first;
		if (c->delay_months && c->step_months) /* keeps the start's day of the month */
			first.d = c->start.d;
		since_first++;
		if ((times && due == times) ||
		    (since_first && !is_step(first, at, since_first, c->step_days, c->step_months)))
			continue;
		if (schedule_payment_day(s, ms_of(c->start), due) != ms_of(at))
			fail_msg(
			    "payment %lld is not on %d-%d-%d", (long long)due, at.y, at.m, at.d);
		due++;
		in_window += n >= from && n < to;
	}
	return in_window;
}

TEST(ten_thousand_charges_agree_with_a_calendar)
{
	uint64_t seed = 7;
	for (int i = 0; i < 10000; i++) {
		struct drawn c = draw(&seed);
		struct schedule s;
		int from = (int)next_random(&seed, 900), to = from + (int)next_random(&seed, 1200);
		int64_t start = ms_of(c.start);
		assert_true(schedule_read(&s, &c.charge, NULL));
		int64_t want = walk(&c, &s, from, to),
			got = schedule_count_payments(
			    &s, start, start + from * WHEN_DAY, start + to * WHEN_DAY);
		if (got != want)
			fail_msg("charge %d: %lld payments and not %lld", i, (long long)got,
			    (long long)want);
	}
}
