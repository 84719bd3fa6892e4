#include "catalog/charge_words.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "model/decimal.h"
#include "model/format.h"

/* ---- parts ---- */

static void
add_text(struct buf *out, struct str text, bool ascii)
{
	text_clean(out, text.n ? text : STR("?"), ascii);
}

void
charge_words_add_amount(struct buf *out, const struct charge *c, bool ascii)
{
	add_text(out, c->currency, ascii);
	buf_addc(out, ' ');
	if (decimal_is_valid(c->value))
		format_amount(out, c->value);
	else
		add_text(out, c->value, ascii);
}

void
charge_words_add_sum_number(struct buf *out, const struct schedule_total *sum)
{
	struct buf digits = { 0 };
	if (sum->overflowed) {
		buf_addz(out, "too large to add up");
	} else {
		decimal_write_places(&digits, sum->amount, sum->decimals);
		format_amount(out, buf_str(&digits));
	}
	buf_free(&digits);
}

void
charge_words_add_sum(struct buf *out, const struct schedule_total *sum, bool ascii)
{
	add_text(out, sum->currency, ascii);
	buf_addc(out, ' ');
	charge_words_add_sum_number(out, sum);
}

/* Intervals in words, for a sentence and for a column; all others are "every 4 weeks". */
static const struct {
	const char *unit;
	int64_t interval;
	const char *adverb, *per_unit;
} intervals[] = {
	{ .unit = "days", .interval = 1, .adverb = "daily", .per_unit = "every day" },
	{ .unit = "weeks", .interval = 1, .adverb = "weekly", .per_unit = "every week" },
	{ .unit = "months", .interval = 1, .adverb = "monthly", .per_unit = "every month" },
	{ .unit = "months", .interval = 12, .adverb = "yearly", .per_unit = "every year" },
	{ .unit = "years", .interval = 1, .adverb = "yearly", .per_unit = "every year" },
};

static void
add_interval(struct buf *out, const struct charge *c, bool sentence)
{
	for (size_t i = 0; i < sizeof(intervals) / sizeof(*intervals); i++) {
		if (!str_eqz(c->interval_unit, intervals[i].unit) ||
		    c->repeat_interval != intervals[i].interval)
			continue;
		buf_addz(out, sentence ? intervals[i].per_unit : intervals[i].adverb);
		return;
	}
	buf_addf(out, "every %lld %.*s", (long long)c->repeat_interval, STR_ARG(c->interval_unit));
}

void
charge_words_add_interval(struct buf *out, const struct charge *c)
{
	add_interval(out, c, false);
}

/* Appends "after 3 months", "after 1 week"; the unit must be a known one, in the plural. */
static void
add_delay(struct buf *out, const struct charge *c)
{
	struct str unit = c->delay_unit;
	unit.n -= c->delay == 1;
	buf_addf(out, "after %lld %.*s", (long long)c->delay, STR_ARG(unit));
}

/* ---- the sentence ---- */

static bool
starts_at_order_date(const struct charge *c)
{
	return str_eqz(c->trigger, "order_date");
}

static void
add_one_time(struct buf *out, const struct charge *c)
{
	buf_addz(out, " once ");
	if (c->delay > 0)
		add_delay(out, c);
	else
		buf_addz(out, starts_at_order_date(c) ? "with the order" : "at the start");
}

static void
add_repeated_terms(struct buf *out, const struct charge *c, int64_t times)
{
	buf_addc(out, ' ');
	add_interval(out, c, true);
	if (times)
		buf_addf(out, ", %lld times", (long long)times);
	if (c->delay > 0) {
		buf_addz(out, ", beginning ");
		add_delay(out, c);
	} else {
		buf_addz(out,
		    starts_at_order_date(c) ? ", beginning with the order" : ", from the start");
	}
}

static void
add_course(struct buf *out, const struct charge *c, bool sentence)
{
	struct schedule s;
	if (!schedule_read(&s, c, NULL))
		return;
	if (s.payment_count == 1) {
		buf_addz(out, c->delay > 0 ? "once " : "once");
	} else {
		add_interval(out, c, sentence);
		buf_addz(out, ", ");
		if (s.payment_count)
			buf_addf(out, "%lld times", (long long)s.payment_count);
		else
			buf_addz(out, "no end");
		buf_addz(out, c->delay <= 0 ? "" : sentence ? ", beginning " : ", ");
	}
	if (c->delay > 0)
		add_delay(out, c);
}

void
charge_words_add_course(struct buf *out, const struct charge *c)
{
	add_course(out, c, true);
}

void
charge_words_add_short_course(struct buf *out, const struct charge *c)
{
	add_course(out, c, false);
}

static void
add_not_computed_note(struct buf *out, const struct charge *c, struct str why, bool ascii)
{
	buf_addc(out, ' ');
	add_text(out, c->type, ascii);
	buf_addz(out, " at ");
	add_text(out, c->trigger, ascii);
	buf_addz(out, " (not computed: ");
	text_clean(out, why, ascii);
	buf_addc(out, ')');
}

/* Appends how a charge is paid, after its amount. */
static void
add_payment_terms(
    struct buf *out, const struct charge *c, const struct schedule *s, struct str why, bool ascii)
{
	if (why.n)
		add_not_computed_note(out, c, why, ascii);
	else if (s->payment_count == 1)
		add_one_time(out, c);
	else
		add_repeated_terms(out, c, s->payment_count);
}

void
charge_words_add_terms(struct buf *out, const struct charge *c, bool ascii)
{
	struct buf words = { 0 }, why = { 0 };
	struct schedule s;
	schedule_read(&s, c, &why);
	add_payment_terms(&words, c, &s, buf_str(&why), ascii);
	buf_adds(out, str_trim(buf_str(&words)));
	buf_free(&words);
	buf_free(&why);
}

void
charge_words_add_sentence(struct buf *out, const struct charge *v, size_t n, bool ascii)
{
	struct buf why = { 0 };
	int64_t before = 0;
	for (size_t i = 0; i < n; i++) {
		struct schedule s;
		buf_reset(&why);
		bool computed = schedule_read(&s, &v[i], &why);
		int64_t first = computed ? schedule_payment_day(&s, 0, 0) : before;
		if (i)
			buf_addz(out, first > before ? "; then " : "; and ");
		before = first;
		charge_words_add_amount(out, &v[i], ascii);
		add_payment_terms(out, &v[i], &s, buf_str(&why), ascii);
	}
	buf_free(&why);
}

/* ---- columns ---- */

/* The only charge paid on the start day, whose amount is shown as sent; NULL if there is none,
 * or several. */
static const struct charge *
find_only_start_charge(const struct charge *v, size_t n)
{
	const struct charge *found = NULL;
	for (size_t i = 0; i < n; i++) {
		struct schedule s;
		if (!schedule_read(&s, &v[i], NULL) ||
		    schedule_count_payments(&s, 0, 0, WHEN_DAY) == 0)
			continue;
		if (found)
			return NULL;
		found = &v[i];
	}
	return found;
}

static void
add_start(struct buf *out, const struct charge *v, size_t n, const struct schedule_total *due,
    size_t currencies, bool ascii)
{
	const struct charge *only = find_only_start_charge(v, n);
	if (currencies > 1)
		format_plural(out, currencies, "currency", "currencies");
	else if (only)
		charge_words_add_amount(out, only, ascii);
	else
		charge_words_add_sum(out, due, ascii);
}

void
charge_words_add_start(struct buf *out, const struct charge *v, size_t n, bool ascii)
{
	struct schedule_total *sums = x_new_array(struct schedule_total, n);
	size_t all = schedule_compute_totals(sums, v, n, 0, 0, WHEN_DAY), currencies = 0;
	const struct schedule_total *due = NULL;
	bool partly = false;
	for (size_t i = 0; i < all; i++) {
		partly = partly || sums[i].incomplete;
		currencies += sums[i].payment_count > 0;
		due = sums[i].payment_count > 0 ? &sums[i] : due;
	}
	if (due)
		add_start(out, v, n, due, currencies, ascii);
	else if (n && !partly)
		buf_addz(out, "nothing");
	if (partly)
		buf_addz(out, due ? " + ?" : "?");
	x_free(sums);
}

void
charge_words_add_start_parts(
    struct buf *number, struct buf *currency, const struct charge *v, size_t n)
{
	struct schedule_total *sums = x_new_array(struct schedule_total, n);
	size_t all = schedule_compute_totals(sums, v, n, 0, 0, WHEN_DAY), due = 0;
	const struct charge *only = find_only_start_charge(v, n);
	bool known = all > 0;
	for (size_t i = 0; i < all; i++) {
		known = known && !sums[i].incomplete && !sums[i].overflowed;
		due += sums[i].payment_count > 0;
	}
	for (size_t i = 0; i < all; i++) {
		bool is_it = sums[i].payment_count > 0 || (!due && all == 1);
		buf_addz(currency, is_it && currency->n ? ", " : "");
		buf_adds(currency, is_it ? sums[i].currency : STR_NONE);
		if (!is_it || !known || due == 0 || (due == 1 && only))
			continue;
		buf_addz(number, number->n ? ", " : "");
		decimal_write_places(number, sums[i].amount, sums[i].decimals);
	}
	if (known && only && due == 1)
		buf_adds(number, only->value);
	else if (known && due == 0)
		buf_addc(number, '0');
	x_free(sums);
}

void
charge_words_add_schedule(struct buf *out, const struct charge *c)
{
	struct schedule s;
	bool computed = schedule_read(&s, c, NULL);
	if (computed && s.payment_count == 1) {
		buf_addz(out, "once");
		return;
	}
	add_interval(out, c, false);
	if (s.payment_count)
		buf_addf(out, " x%lld", (long long)s.payment_count);
}

void
charge_words_add_short(struct buf *out, const struct charge *c, bool ascii)
{
	struct schedule s;
	if (!schedule_read(&s, c, NULL)) {
		buf_addc(out, '?');
		return;
	}
	charge_words_add_amount(out, c, ascii);
	buf_addc(out, ' ');
	charge_words_add_schedule(out, c);
}

bool
charge_is_later(const struct charge *c)
{
	struct schedule s;
	return !schedule_read(&s, c, NULL) || s.payment_count != 1 ||
	    schedule_payment_day(&s, 0, 0) > 0;
}

static const struct charge *
find_later(const struct charge *v, size_t n, size_t *count)
{
	const struct charge *later = NULL;
	for (size_t i = 0; i < n; i++) {
		if (!charge_is_later(&v[i]))
			continue;
		later = &v[i];
		(*count)++;
	}
	return later;
}

const struct charge *
charge_words_find_only_later(const struct charge *v, size_t n)
{
	size_t count = 0;
	const struct charge *later = find_later(v, n, &count);
	return count == 1 ? later : NULL;
}

void
charge_words_add_later(struct buf *out, const struct charge *v, size_t n, bool ascii)
{
	size_t count = 0;
	const struct charge *later = find_later(v, n, &count);
	if (count == 1)
		charge_words_add_short(out, later, ascii);
	else if (count)
		format_plural(out, count, "charge", "charges");
}
