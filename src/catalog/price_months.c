#include "catalog/price_months.h"

#include "base/mem.h"
#include "catalog/charge_words.h"
#include "list/svg.h"
#include "model/format.h"

enum { CHARGES_MAX = 100 };
enum { COLUMN_PITCH = 28, BAR_WIDTH = 20, BAR_X = 4, BAR_TOP = 20, BASELINE = 62, LABEL_Y = 78 };

/* ---- numbers ---- */

/* The first day of the nth month; SCHEDULE_NO_END after the calendar's last day. */
static int64_t
month_start(int64_t start_day, int n)
{
	struct when_parts day = when_split(start_day);
	int64_t first = start_day - (day.day - 1) * WHEN_DAY;
	int64_t later = schedule_add_months(first, n);
	return later == WHEN_NONE ? SCHEDULE_NO_END : later;
}

size_t
price_months_compute(
    struct price_months *out, size_t max, const struct charge *v, size_t n, int64_t start_day)
{
	if (n > CHARGES_MAX)
		return 0;
	struct schedule_total *sums = x_new_array(struct schedule_total, n + 1);
	size_t currencies = schedule_compute_totals(sums, v, n, start_day, 0, SCHEDULE_NO_END);
	size_t kept = currencies < max ? currencies : max;
	for (size_t i = 0; i < kept; i++)
		out[i] = (struct price_months){ .start_day = start_day, .total = sums[i] };
	for (int m = 0; m < PRICE_MONTHS; m++) {
		schedule_compute_totals(sums, v, n, start_day, month_start(start_day, m),
		    month_start(start_day, m + 1));
		for (size_t i = 0; i < kept; i++)
			out[i].months[m] = sums[i];
	}
	int64_t year = schedule_add_months(start_day, PRICE_MONTHS);
	schedule_compute_totals(
	    sums, v, n, start_day, 0, year == WHEN_NONE ? SCHEDULE_NO_END : year);
	for (size_t i = 0; i < kept; i++)
		out[i].first_year = sums[i];
	schedule_compute_totals(
	    sums, v, n, start_day, month_start(start_day, PRICE_MONTHS), SCHEDULE_NO_END);
	for (size_t i = 0; i < kept; i++)
		out[i].later = sums[i];
	x_free(sums);
	return currencies;
}

static int64_t
highest_amount(const struct price_months *p)
{
	int64_t highest = 0;
	for (int m = 0; m < PRICE_MONTHS; m++)
		if (p->months[m].amount > highest)
			highest = p->months[m].amount;
	return highest;
}

bool
price_months_can_be_drawn(const struct price_months *p)
{
	for (int m = 0; m < PRICE_MONTHS; m++)
		if (p->months[m].overflowed || p->months[m].incomplete || p->months[m].amount < 0)
			return false;
	return highest_amount(p) > 0;
}

/* ---- words ---- */

static bool
is_same_month(const struct schedule_total *a, const struct schedule_total *b)
{
	return (a->payment_count == 0) == (b->payment_count == 0) && a->amount == b->amount &&
	    a->overflowed == b->overflowed;
}

/* The number of months from `at` on that have the same payments. */
static int
run_length(const struct price_months *p, int at)
{
	int n = 1;
	while (at + n < PRICE_MONTHS && is_same_month(&p->months[at], &p->months[at + n]))
		n++;
	return n;
}

/* Appends "Nov 2026"; without the year if it is *year, the year of the month before in the text. */
static void
add_month(struct buf *out, const struct price_months *p, int at, int *year)
{
	int64_t day = month_start(p->start_day, at);
	if (day == SCHEDULE_NO_END) {
		buf_addz(out, "later");
		return;
	}
	struct when_parts parts = when_split(day);
	buf_addz(out, format_month(parts.month));
	if (parts.year != *year)
		buf_addf(out, " %d", parts.year);
	*year = parts.year;
}

void
price_months_add_words(struct buf *out, const struct price_months *p)
{
	int year = -1;
	for (int m = 0, n; m < PRICE_MONTHS; m += n) {
		n = run_length(p, m);
		buf_addz(out, m ? ", " : "");
		add_month(out, p, m, &year);
		if (n > 1) {
			buf_addz(out, " to ");
			add_month(out, p, m + n - 1, &year);
		}
		buf_addz(out, ": ");
		if (p->months[m].payment_count == 0)
			buf_addz(out, p->months[m].incomplete ? "not known" : "nothing");
		else
			charge_words_add_sum_number(out, &p->months[m]);
		buf_addz(out, n > 1 && p->months[m].payment_count ? " each" : "");
	}
}

void
price_months_add_totals(struct buf *out, const struct price_months *p)
{
	charge_words_add_sum(out, &p->first_year, false);
	buf_addz(out, " in the first 12 months");
	if (p->total.endless) {
		buf_addz(out, ", then without an end");
	} else if (p->later.payment_count) {
		buf_addz(out, ", ");
		charge_words_add_sum(out, &p->total, false);
		buf_addz(out, " in total");
	}
	buf_addz(out, p->total.incomplete ? ", without charges that are not computed" : "");
}

/* ---- the chart ---- */

/* True if the bars there, if any, are lower than those of another month. */
static bool
is_lower(const struct price_months *p, int at, int than)
{
	return at < 0 || at >= PRICE_MONTHS || p->months[at].amount < p->months[than].amount;
}

/* Writes the amount over a run of equal months if there is room. */
static void
add_run_label(struct buf *out, const struct price_months *p, int at, int n, int top)
{
	struct buf text = { 0 };
	charge_words_add_sum_number(&text, &p->months[at]);
	int width = svg_text_width(buf_str(&text), SVG_SMALL_SIZE) + 2, room = n * COLUMN_PITCH,
	    x = at * COLUMN_PITCH + room / 2;
	if (is_lower(p, at - 1, at) && is_lower(p, at + n, at))
		room += COLUMN_PITCH;
	if (width <= room)
		svg_add_text(out, x < width / 2 ? width / 2 : x, top - 6, "c b i", buf_str(&text));
	buf_free(&text);
}

static int
bar_height(const struct price_months *p, int at, int64_t highest)
{
	double part = (double)p->months[at].amount / (double)highest;
	int height = (int)(part * (BASELINE - BAR_TOP));
	return height > 2 ? height : 2;
}

static void
add_bars(struct buf *out, const struct price_months *p)
{
	int64_t highest = highest_amount(p);
	buf_addz(out, "<path class=\"s1\" d=\"");
	for (int m = 0; m < PRICE_MONTHS; m++) {
		int height = bar_height(p, m, highest);
		if (p->months[m].amount)
			buf_addf(out, "M%d %dh%dv%dh-%dz", m * COLUMN_PITCH + BAR_X,
			    BASELINE - height, BAR_WIDTH, height, BAR_WIDTH);
	}
	buf_addz(out, "\"/>");
	for (int m = 0, n; m < PRICE_MONTHS; m += n) {
		n = run_length(p, m);
		if (p->months[m].payment_count)
			add_run_label(out, p, m, n, BASELINE - bar_height(p, m, highest));
	}
}

static void
add_axis(struct buf *out, const struct price_months *p)
{
	buf_addf(out, "<path class=\"l\" d=\"M0 %dH%d\"/>", BASELINE, PRICE_MONTHS * COLUMN_PITCH);
	for (int m = 0; m < PRICE_MONTHS; m++) {
		int64_t day = month_start(p->start_day, m);
		if (day != SCHEDULE_NO_END)
			svg_add_text(out, m * COLUMN_PITCH + COLUMN_PITCH / 2, LABEL_Y, "c m i",
			    str_of(format_month(when_split(day).month)));
	}
	if (p->later.payment_count || p->later.endless) /* an arrow: more is due later */
		buf_addf(out, "<path class=\"l\" d=\"M%d %dh10m-4 -4l4 4l-4 4\"/>",
		    PRICE_MONTHS * COLUMN_PITCH, BASELINE);
}

void
price_months_add_chart(struct buf *out, const struct price_months *p)
{
	add_bars(out, p);
	add_axis(out, p);
}
