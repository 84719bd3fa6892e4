#include "ui/basket/group_doc.h"

#include "base/utf8.h"
#include "basket/sent_links.h"
#include "list/bar.h"
#include "model/decimal.h"
#include "model/format.h"

/* A step of the funnel: how many of the started baskets reached it. */
static void
add_funnel_step(struct doc *d, const char *label, uint32_t n, uint32_t of, const char *words)
{
	enum { BAR_CELLS = 20, AFTER_BAR_X = DOC_VALUE_COLUMN + 10 };
	const int64_t share = of ? n * 100 * DECIMAL_ONE / of : 0;
	struct buf count = { 0 };
	format_count(&count, n);
	doc_add_label(d, label);
	doc_add_aligned_number(d, DOC_VALUE_COLUMN + 7, ROLE_TEXT, buf_str(&count));
	doc_pad_to_column(d, AFTER_BAR_X);
	bar_add_to_doc(d, &share, 1, 0, BAR_CELLS);
	doc_printf(d, ROLE_LABEL, "  %s", words);
	buf_free(&count);
}

static void
add_results(struct doc *d, const struct group_row *row)
{
	static const char *const labels[SENT_LINK_RESULTS] = { "Open", "Completed", "Gone",
		"Not known" };
	static const char *const words[SENT_LINK_RESULTS] = { "still listed",
		"perhaps without the link", "no longer listed", "the basket was not read" };
	for (int i = 0; i < SENT_LINK_RESULTS; i++)
		if (i != SENT_LINK_UNKNOWN || row->result_counts[i])
			add_funnel_step(
			    d, labels[i], row->result_counts[i], row->basket_count, words[i]);
}

static void
add_funnel(struct doc *d, const struct group_row *row)
{
	if (view_is_of_sent_links(&row->groups->view)) {
		add_results(d, row);
		return;
	}
	add_funnel_step(d, "Started", row->basket_count, row->basket_count, "abandoned baskets");
	add_funnel_step(
	    d, "Known", row->identified_count, row->basket_count, "by e-mail or sign-in");
	add_funnel_step(
	    d, "By mail", row->reachable_count, row->basket_count, "reachable by e-mail");
	if (row->contacted_count)
		add_funnel_step(
		    d, "Contacted", row->contacted_count, row->basket_count, "in the contact log");
	if (row->recovered_count)
		add_funnel_step(
		    d, "Recovered", row->recovered_count, row->basket_count, "in the contact log");
	if (row->completed_count)
		add_funnel_step(
		    d, "Bought", row->completed_count, row->basket_count, "completed later");
}

static uint32_t
sum_bins(const struct group_row *row, int from, int to)
{
	uint32_t n = 0;
	for (int i = from; i < to; i++)
		n += row->bin_counts[i];
	return n;
}

/* A note if the last period is incomplete; NULL if it is complete. */
static const char *
last_bin_note(const struct groups *g)
{
	return g->bins.until == g->ages.now      ? "  so far"
	    : g->bins.until + 1 < g->bins.end_ms ? "  partial"
						 : NULL;
}

/* The widths of the texts before a count: "3 Nov"; "3 Nov 14:00" or "3 Nov 2026"; "3 Nov to 17 Nov". */
enum { DAY_CELLS = 6, LONG_TIME_CELLS = 12, PERIOD_CELLS = 16 };

/* The count of a period with its bar; `part` says if the period is incomplete. */
static void
add_count_bar(struct doc *d, uint32_t n, uint32_t most, int label_width, const char *part)
{
	enum { COUNT_CELLS = 5, BAR_CELLS = 20 };
	int end = DOC_VALUE_COLUMN + label_width + COUNT_CELLS;
	const int64_t share = most ? n * 100 * DECIMAL_ONE / most : 0;
	struct buf count = { 0 };
	format_count(&count, n);
	doc_add_aligned_number(d, end, ROLE_TEXT, buf_str(&count));
	doc_pad_to_column(d, end + 2);
	bar_add_to_doc(d, &share, 1, part ? 2 : 0, BAR_CELLS);
	doc_printf(d, ROLE_LABEL, "%s", part ? part : "");
	buf_free(&count);
}

static void
add_bin(struct doc *d, const struct group_row *row, int i, uint32_t most, bool utc)
{
	const struct group_bins *b = &row->groups->bins;
	int64_t from = b->end_ms - (GROUP_TREND_BIN_COUNT - i) * b->width_ms;
	struct buf when = { 0 };
	(b->width_ms > 7 * WHEN_DAY ? format_date : format_day)(&when, from, utc);
	if (b->width_ms < WHEN_DAY) {
		buf_addc(&when, ' ');
		format_time_of_day(&when, from, utc);
	}
	doc_add_label(d, i == (int)b->first_complete_bin ? "Over time" : "");
	doc_printf(d, ROLE_LABEL, "%s", buf_z(&when));
	add_count_bar(d, row->bin_counts[i], most,
	    b->width_ms < WHEN_DAY || b->width_ms > 7 * WHEN_DAY ? LONG_TIME_CELLS : DAY_CELLS,
	    i == GROUP_TREND_BIN_COUNT - 1 ? last_bin_note(row->groups) : NULL);
	buf_free(&when);
}

/* The total of several complete periods: "15 to 19 Nov". */
static void
add_period(struct doc *d, const char *label, const struct group_row *row, int from, int to,
    uint32_t most, bool utc)
{
	const struct group_bins *b = &row->groups->bins;
	int64_t start = b->end_ms - (GROUP_TREND_BIN_COUNT - from) * b->width_ms;
	int64_t end = b->end_ms - (GROUP_TREND_BIN_COUNT - to) * b->width_ms;
	struct buf when = { 0 };
	bool days = b->width_ms >= WHEN_DAY;
	(days ? format_day : format_time_of_day)(&when, start, utc);
	buf_addz(&when, " to ");
	(days ? format_day : format_time_of_day)(&when, days ? end - 1 : end, utc);
	doc_add_label(d, label);
	doc_printf(d, ROLE_LABEL, "%s", buf_z(&when));
	add_count_bar(d, sum_bins(row, from, to), most, PERIOD_CELLS, NULL);
	buf_free(&when);
}

/* Compares the periods before the current one with the same number of periods before those; and
 * for days, today with the same day a week ago. Omitted if not all of that time was read. */
static void
add_comparison(struct doc *d, const struct group_row *row, bool utc)
{
	enum {
		BIN_TODAY = GROUP_TREND_BIN_COUNT - 1,
		BIN_PAIRS = BIN_TODAY / 2,
		BIN_WEEK_AGO = BIN_TODAY - 7
	};
	const struct group_bins *b = &row->groups->bins;
	uint32_t later = sum_bins(row, BIN_TODAY - BIN_PAIRS, BIN_TODAY);
	uint32_t before = sum_bins(row, BIN_TODAY - 2 * BIN_PAIRS, BIN_TODAY - BIN_PAIRS);
	uint32_t most = later > before ? later : before;
	struct buf day = { 0 };
	if (b->first_complete_bin > BIN_TODAY - 2 * BIN_PAIRS || !most)
		return;
	add_period(d, "Compared", row, BIN_TODAY - BIN_PAIRS, BIN_TODAY, most, utc);
	add_period(d, "", row, BIN_TODAY - 2 * BIN_PAIRS, BIN_TODAY - BIN_PAIRS, most, utc);
	if (b->width_ms == WHEN_DAY && b->until == row->groups->ages.now) {
		doc_add_label(d, "");
		format_day(
		    &day, b->end_ms - (GROUP_TREND_BIN_COUNT - BIN_WEEK_AGO) * b->width_ms, utc);
		doc_printf(d, ROLE_LABEL, "today so far %u; the whole day a week ago (%s): %u",
		    row->bin_counts[BIN_TODAY], buf_z(&day), row->bin_counts[BIN_WEEK_AGO]);
	}
	buf_free(&day);
}

static void
add_over_time(struct doc *d, const struct group_row *row, bool utc)
{
	const struct group_bins *b = &row->groups->bins;
	uint32_t most = 1;
	uint32_t drawn = 0;
	for (int i = 0; i < GROUP_TREND_BIN_COUNT; i++) {
		most = row->bin_counts[i] > most ? row->bin_counts[i] : most;
		drawn += row->bin_counts[i];
	}
	for (int i = (int)b->first_complete_bin; i < GROUP_TREND_BIN_COUNT; i++)
		add_bin(d, row, i, most, utc);
	doc_add_label(d, "");
	doc_printf(d, ROLE_LABEL, "one bar per %s%s", b->unit_name,
	    b->first_complete_bin ? view_is_of_sent_links(&row->groups->view)
		    ? "; earlier links are not in this VIEW"
		    : "; earlier baskets have not been read"
		: drawn < row->basket_count ? "; the others are older or their time is not known"
					    : "");
}

static void
append_amount(struct buf *out, const struct group_sum *sum, enum group_amount which)
{
	struct buf amount = { 0 };
	group_sum_write(&amount, sum, which);
	format_amount(out, buf_str(&amount));
	buf_free(&amount);
}

/* Adds "Each  GBP 1.99 to 99.00, 12.34 on average": the amounts in the currency of most baskets. */
static void
add_spread(struct doc *d, const struct group_row *row)
{
	const struct group_sum *sum = &row->sums[0];
	struct buf text = { 0 };
	for (uint32_t i = 1; i < row->sums_n; i++)
		if (row->sums[i].count > sum->count)
			sum = &row->sums[i];
	if (!row->sums_n || sum->count < 2)
		return;
	text_clean(&text, sum->currency, false);
	buf_addc(&text, ' ');
	append_amount(&text, sum, GROUP_LEAST);
	if (sum->least != sum->most) {
		buf_addz(&text, " to ");
		append_amount(&text, sum, GROUP_MOST);
		buf_addz(&text, ", ");
		append_amount(&text, sum, GROUP_AVERAGE);
		buf_addz(&text, " on average");
	}
	if (row->sums_n > 1)
		buf_addf(&text, ", for the %u in %.*s", sum->count, STR_ARG(sum->currency));
	doc_add_labelled(d, "Each", buf_str(&text));
	buf_free(&text);
}

/* The names of the group, unless the title shows its only name; the funnel; the amounts due. */
static void
add_group_facts(struct doc *d, const struct group_row *row, int title_width)
{
	enum { TITLE_CELLS = 40 };
	size_t levels = row->groups->level_count;
	struct buf due = { 0 };
	bool in_title = levels == 1 && text_width(group_row_name(row, 0)) + TITLE_CELLS < title_width;
	for (size_t i = 0; i < levels && !in_title; i++)
		if (!d->hides_private || !group_row_is_private(row, i))
			doc_add_labelled(d, i ? "And" : "Group", group_row_name(row, i));
	add_funnel(d, row);
	group_row_write_amounts(&due, row, GROUP_SUM, false);
	if (due.n) {
		doc_add_labelled(d, "Est. due", buf_str(&due));
		if (row->unpriced_count)
			doc_printf(d, ROLE_LABEL, "   price not known for %u", row->unpriced_count);
	}
	add_spread(d, row);
	buf_free(&due);
}

/* Puts the course of time to the right of the facts if there is room. */
void
group_doc(struct doc *d, const struct group_row *row, bool utc)
{
	enum { TWO_COLUMNS_WIDTH_MIN = 118, RIGHT_CELLS = 55 };
	int column = d->width * 6 / 10;
	struct doc half = { .ascii = d->ascii, .hides_private = d->hides_private };
	if (d->width >= TWO_COLUMNS_WIDTH_MIN) {
		struct doc left = half, right = half;
		column = d->width - column < RIGHT_CELLS ? d->width - RIGHT_CELLS : column;
		left.width = column - 1;
		right.width = d->width - column - 1;
		add_group_facts(&left, row, d->width);
		doc_begin_line(&left);
		add_comparison(&left, row, utc);
		add_over_time(&right, row, utc);
		doc_add_side_by_side(d, &left, &right, column, true);
		doc_free(&left);
		doc_free(&right);
	} else {
		add_group_facts(d, row, d->width);
		doc_begin_line(d);
		add_over_time(d, row, utc);
		add_comparison(d, row, utc);
	}
	doc_begin_line(d);
	doc_add_label(d, "Counted");
	doc_add_value(d, ROLE_LABEL,
	    view_is_of_sent_links(&row->groups->view)
		? str_of(sent_links_limits_text)
		: STR("Abandoned baskets only. The API has no visits or orders, so there is no "
		      "conversion rate"));
}
