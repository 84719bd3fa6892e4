#include "model/schedule.h"

#include "model/currency.h"
#include "model/decimal.h"

#include <stdarg.h>

enum { SCHEDULE_YEARS_MAX = 1000, YEAR_MAX = 9999 };

static const char *const triggers[] = { "subscription_start", "order_date", NULL };

static const struct {
	const char *name;
	struct schedule_step step;
} units[] = {
	{ "days", { 0, 1 } },
	{ "weeks", { 0, 7 } },
	{ "months", { 1, 0 } },
	{ "years", { 12, 0 } },
};

/* ---- reading a charge ---- */

static bool set_schedule_error(struct buf *why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool
set_schedule_error(struct buf *why, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (why)
		buf_addv(why, format, args);
	va_end(args);
	return false;
}

static bool
refuse_text(struct buf *why, const char *member, struct str text)
{
	return text.n ? set_schedule_error(why, "%s \"%.*s\" is not known", member, STR_ARG(text))
		      : set_schedule_error(why, "no %s", member);
}

static bool
refuse_number(struct buf *why, const char *member, int64_t n)
{
	if (n == CHARGE_NONE)
		return set_schedule_error(why, "no %s", member);
	if (n == CHARGE_ODD)
		return set_schedule_error(why, "%s is not a whole number", member);
	return set_schedule_error(why, "%s %lld", member, (long long)n);
}

static bool
is_trigger(struct str text)
{
	for (size_t i = 0; triggers[i]; i++)
		if (str_eqz(text, triggers[i]))
			return true;
	return false;
}

static bool
is_span_in_range(struct schedule_step step, int64_t times)
{
	int64_t months, days;
	return !__builtin_mul_overflow(step.months, times, &months) &&
	    !__builtin_mul_overflow(step.days, times, &days) &&
	    months <= INT64_C(12) * SCHEDULE_YEARS_MAX && days <= INT64_C(366) * SCHEDULE_YEARS_MAX;
}

/* Sets the step to `n` units; both members are present. */
static bool
read_step(struct schedule_step *step, int64_t n, struct str unit, const char *const members[2],
    struct buf *why)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (!str_eqz(unit, units[i].name))
			continue;
		if (!is_span_in_range(units[i].step, n))
			return set_schedule_error(
			    why, "%s %lld is too large", members[0], (long long)n);
		*step = (struct schedule_step){ n * units[i].step.months, n * units[i].step.days };
		return true;
	}
	if (!unit.n)
		return set_schedule_error(
		    why, "%s %lld without %s", members[0], (long long)n, members[1]);
	return refuse_text(why, members[1], unit);
}

static bool
read_repeats(struct schedule *s, const struct charge *c, bool once, struct buf *why)
{
	static const char *const members[2] = { "repeat_interval", "repeat_interval_type" };
	int64_t times = c->repeat_count == CHARGE_NONE ? 0 : c->repeat_count;
	if (times < 0)
		return refuse_number(why, "repeat_count", times);
	if (once && times > 1)
		return set_schedule_error(
		    why, "type \"onetime\" with repeat_count %lld", (long long)times);
	s->payment_count = once ? 1 : times;
	if (once)
		return true;
	if (c->repeat_interval <= 0)
		return refuse_number(why, members[0], c->repeat_interval);
	if (!read_step(&s->interval, c->repeat_interval, c->interval_unit, members, why))
		return false;
	return is_span_in_range(s->interval, times) ||
	    set_schedule_error(why, "repeat_count %lld is too large", (long long)times);
}

static bool
read_delay(struct schedule *s, const struct charge *c, struct buf *why)
{
	static const char *const members[2] = { "delay_interval", "delay_interval_type" };
	if (c->delay == CHARGE_NONE && c->delay_trigger.n)
		return set_schedule_error(why, "delay_trigger without delay_interval");
	if (c->delay == CHARGE_NONE || c->delay == 0)
		return true;
	if (c->delay < 0)
		return refuse_number(why, members[0], c->delay);
	if (c->delay_trigger.n && !is_trigger(c->delay_trigger))
		return refuse_text(why, "delay_trigger", c->delay_trigger);
	return read_step(&s->delay, c->delay, c->delay_unit, members, why);
}

static bool
read_amount(struct schedule *s, const struct charge *c, struct buf *why)
{
	if (!c->value.n)
		return set_schedule_error(why, "no value");
	if (!decimal_is_valid(c->value))
		return set_schedule_error(
		    why, "value \"%.*s\" is not a decimal", STR_ARG(c->value));
	if (!decimal_read(c->value, &s->amount))
		return set_schedule_error(
		    why, "value \"%.*s\" has too many digits", STR_ARG(c->value));
	return c->currency.n || set_schedule_error(why, "no currencyCode");
}

bool
schedule_read(struct schedule *s, const struct charge *c, struct buf *why)
{
	bool once = str_eqz(c->type, "onetime");
	*s = (struct schedule){ 0 };
	if (!once && !str_eqz(c->type, "recurring"))
		return refuse_text(why, "type", c->type);
	if (!is_trigger(c->trigger))
		return refuse_text(why, "trigger", c->trigger);
	return read_amount(s, c, why) && read_repeats(s, c, once, why) &&
	    read_delay(s, c, why);
}

/* ---- days ---- */

int64_t
schedule_add_months(int64_t day, int64_t months)
{
	struct when_parts p = when_split(day);
	int64_t month = (int64_t)p.year * 12 + p.month - 1 + months;
	if (month < 0 || month / 12 > YEAR_MAX)
		return WHEN_NONE;
	p.year = (int)(month / 12);
	p.month = (int)(month % 12) + 1;
	int days = when_month_days(p.year, p.month);
	p.day = p.day < days ? p.day : days;
	return when_join(&p);
}

static int64_t
add_steps(int64_t day, struct schedule_step step, int64_t times)
{
	static const struct when_parts end = { .year = YEAR_MAX + 1, .month = 1, .day = 1 };
	if (day == WHEN_NONE || step.months)
		return day == WHEN_NONE ? day : schedule_add_months(day, step.months * times);
	int64_t room = (when_join(&end) - 1 - day) / WHEN_DAY;
	if (step.days && times > room / step.days)
		return WHEN_NONE;
	return day + step.days * times * WHEN_DAY;
}

int64_t
schedule_payment_day(const struct schedule *s, int64_t start, int64_t payment)
{
	if (s->payment_count && payment >= s->payment_count)
		return WHEN_NONE;
	/* Add the months of the delay and of the steps together, so that the day of the month is
	 * kept. */
	if (s->delay.months && s->interval.months)
		return schedule_add_months(start, s->delay.months + s->interval.months * payment);
	return add_steps(add_steps(start, s->delay, 1), s->interval, payment);
}

int64_t
schedule_last_day(const struct schedule *s, int64_t start)
{
	return s->payment_count ? schedule_payment_day(s, start, s->payment_count - 1) : WHEN_NONE;
}

/* The number of payments due before a day; a binary search, because their days only increase. */
static int64_t
count_payments_before(const struct schedule *s, int64_t start, int64_t day)
{
	int64_t low = 0, high = s->payment_count ? s->payment_count : INT64_C(366) * (YEAR_MAX + 1);
	while (low < high) {
		int64_t middle = low + (high - low) / 2,
			due = schedule_payment_day(s, start, middle);
		if (due != WHEN_NONE && due < day)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int64_t
schedule_count_payments(const struct schedule *s, int64_t start, int64_t from, int64_t to)
{
	return count_payments_before(s, start, to) - count_payments_before(s, start, from);
}

/* ---- totals ---- */

static struct schedule_total *
find_total(struct schedule_total *sums, size_t *n, struct str currency)
{
	for (size_t i = 0; i < *n; i++)
		if (str_eq(sums[i].currency, currency))
			return &sums[i];
	sums[*n] = (struct schedule_total){
		.currency = currency, .decimals = currency_places(currency), .last_day = WHEN_NONE
	};
	return &sums[(*n)++];
}

static void
add_payments(struct schedule_total *sum, const struct schedule *s, int64_t start, int64_t payments)
{
	int64_t amount, last = schedule_last_day(s, start);
	sum->payment_count += payments;
	sum->last_day = last != WHEN_NONE && last > sum->last_day ? last : sum->last_day;
	if (__builtin_mul_overflow(s->amount, payments, &amount) ||
	    __builtin_add_overflow(sum->amount, amount, &sum->amount))
		sum->overflowed = true;
}

size_t
schedule_compute_totals(struct schedule_total *out, const struct charge *v, size_t n, int64_t start,
    int64_t from, int64_t to)
{
	size_t sums = 0, most = n < SCHEDULE_PAYMENTS_MAX ? n : SCHEDULE_PAYMENTS_MAX;
	for (size_t i = 0; i < most; i++) {
		struct schedule_total *sum = find_total(out, &sums, v[i].currency);
		struct schedule s;
		if (!schedule_read(&s, &v[i], NULL)) {
			sum->incomplete = true;
			continue;
		}
		int places = decimal_places(v[i].value);
		sum->decimals = places > sum->decimals ? places : sum->decimals;
		if (to == SCHEDULE_NO_END && !s.payment_count)
			sum->endless = true;
		else
			add_payments(sum, &s, start, schedule_count_payments(&s, start, from, to));
	}
	if (n > most)
		out[0].incomplete = true;
	return sums;
}
