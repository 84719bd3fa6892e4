/* Groups as rows of a list: names, columns, order. */
#include "basket/groups.h"
#include "basket/sent_links.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/path.h"

#include <stddef.h>

struct str
group_row_name(const struct group_row *row, size_t level)
{
	if (level >= row->groups->level_count)
		return STR_NONE;
	return row->values[level].n ? row->values[level] : STR("none");
}

bool
group_row_is_private(const struct group_row *row, size_t level)
{
	return level < row->groups->level_count && row->groups->keys[level]->is_private;
}

/* Rounds to the currency's places, half up. */
static int64_t
round_amount(struct str currency, int64_t amount)
{
	int64_t unit = DECIMAL_ONE;
	int places = currency_places(currency);
	for (int i = 0; i < (places < 0 ? DECIMAL_PLACES : places); i++)
		unit /= 10;
	int64_t rest = amount % unit;
	rest += rest < 0 ? unit : 0;
	return amount - rest + (rest * 2 >= unit ? unit : 0);
}

static int64_t
amount_of(const struct group_sum *sum, enum group_amount which)
{
	switch (which) {
	case GROUP_SUM: return sum->amount;
	case GROUP_LEAST: return sum->least;
	case GROUP_MOST: return sum->most;
	case GROUP_AVERAGE: return round_amount(sum->currency, sum->amount / sum->count);
	case GROUP_MEDIAN: return round_amount(sum->currency, sum->median);
	}
	return 0;
}

void
group_sum_write(struct buf *out, const struct group_sum *sum, enum group_amount which)
{
	int places = currency_places(sum->currency);
	decimal_write_places(out, amount_of(sum, which), places < 0 ? 0 : places);
}

void
group_row_write_amounts(
    struct buf *out, const struct group_row *row, enum group_amount which, bool as_data)
{
	struct buf amount = { 0 };
	for (uint32_t i = 0; i < row->sums_n; i++) {
		buf_addf(out, "%s%.*s ", i ? " + " : "", STR_ARG(row->sums[i].currency));
		buf_reset(&amount);
		group_sum_write(&amount, &row->sums[i], which);
		if (as_data)
			buf_adds(out, buf_str(&amount));
		else
			format_amount(out, buf_str(&amount));
	}
	buf_free(&amount);
	if (row->sums_n && (row->unpriced_count || row->other_currency_count))
		buf_addz(out, " + ?");
}

void
group_row_write_results(struct buf *out, const struct group_row *row)
{
	struct buf due = { 0 };
	group_row_write_amounts(&due, row, GROUP_SUM, false);
	sent_link_append_results(out, row->result_counts);
	if (due.n)
		buf_addf(out, "; completed est. due %s", buf_z(&due));
	buf_free(&due);
}

void
group_row_write_share(struct buf *out, const struct group_row *row)
{
	uint64_t all = row->groups->total.basket_count;
	uint64_t tenths = all ? (row->basket_count * UINT64_C(2000) + all) / (2 * all) : 0;
	buf_addf(
	    out, "%llu.%llu", (unsigned long long)(tenths / 10), (unsigned long long)(tenths % 10));
}

void
group_row_write_trend(struct buf *out, const struct group_row *row, bool ascii)
{
	static const char *const blocks[] = { "\xC2\xB7", "\xE2\x96\x81", "\xE2\x96\x82",
		"\xE2\x96\x83", "\xE2\x96\x84", "\xE2\x96\x85", "\xE2\x96\x86", "\xE2\x96\x87",
		"\xE2\x96\x88" };
	static const char *const plain[] = { ".", "_", "_", "-", "-", "=", "=", "#", "#" };
	const uint32_t steps = sizeof(blocks) / sizeof(*blocks) - 1;
	uint32_t most = 1;
	for (int i = 0; i < GROUP_TREND_BIN_COUNT; i++)
		most = row->bin_counts[i] > most ? row->bin_counts[i] : most;
	for (uint32_t i = 0; i < GROUP_TREND_BIN_COUNT; i++) {
		uint32_t step = (row->bin_counts[i] * steps + most - 1) / most;
		if (i == GROUP_TREND_BIN_COUNT - 1)
			buf_addz(out, ascii ? "|" : "\xE2\x94\x8A");
		if (i < row->groups->bins.first_complete_bin && !row->bin_counts[i])
			buf_addc(out, ' ');
		else
			buf_addz(out, ascii ? plain[step] : blocks[step]);
	}
}

/* ---- columns ---- */

/* The path without the root that most rows share, as the lists of baskets show it. */
static struct str
path_without_common_root(struct str path)
{
	static const char *const roots[] = { "/offers/", "/offers2/", "/tags/", "/products/" };
	for (size_t i = 0; i < sizeof(roots) / sizeof(*roots); i++)
		if (str_starts(path, str_of(roots[i])))
			return path_below_root(path);
	return path;
}

static void
write_level(struct buf *out, const void *of, const struct cell_context *c, size_t level)
{
	const struct group_row *row = of;
	if (c->hides_private && group_row_is_private(row, level)) {
		buf_addz(out, "hidden");
		return;
	}
	struct str name = c->uncleaned ? row->values[level] : group_row_name(row, level);
	cell_add_text(out, c->as_data || c->is_printed ? name : path_without_common_root(name), c);
}

static void
write_group(struct buf *out, const void *of, const struct cell_context *c)
{
	write_level(out, of, c, 0);
}

static void
write_second_level(struct buf *out, const void *of, const struct cell_context *c)
{
	write_level(out, of, c, 1);
}

static void
write_share(struct buf *out, const void *of, const struct cell_context *c)
{
	group_row_write_share(out, of);
	buf_addz(out, c->as_data ? "" : " %");
}

static void
write_trend_cell(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct group_row *row = of;
	if (!c->as_data)
		group_row_write_trend(out, row, c->ascii);
	for (int i = 0; c->as_data && i < GROUP_TREND_BIN_COUNT; i++)
		buf_addf(out, "%s%u", i ? " " : "", row->bin_counts[i]);
}

bool
group_period_is_known(const struct group_bins *b, enum group_period period)
{
	/* A VIEW of exactly 7 days ends 1 ms before its until=. */
	return b->oldest_read == WHEN_NONE ||
	    b->oldest_read <= b->until + 1 - ((int64_t)period + 1) * 7 * WHEN_DAY;
}

static void
write_period(struct buf *out, const struct group_row *row, enum group_period period)
{
	if (group_period_is_known(&row->groups->bins, period))
		buf_addf(out, "%u", row->period_counts[period]);
}

static void
write_last_7_days(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	write_period(out, of, GROUP_LAST_7_DAYS);
}

static void
write_7_days_before(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	write_period(out, of, GROUP_7_DAYS_BEFORE);
}

static void
write_amounts(
    struct buf *out, const void *of, const struct cell_context *c, enum group_amount which)
{
	struct buf words = { 0 };
	const struct group_row *row = of;
	if (which == GROUP_MEDIAN && !row->groups->has_medians)
		return; /* not computed */
	group_row_write_amounts(&words, row, which, c->as_data);
	cell_add_text(out, buf_str(&words), c);
	buf_free(&words);
}

static void
write_newest(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct group_row *row = of;
	if (row->newest_created != WHEN_NONE)
		cell_add_time(out, row->newest_created, c);
}

static void
write_oldest(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct group_row *row = of;
	if (row->oldest_created != WHEN_NONE)
		cell_add_time(out, row->oldest_created, c);
}

/* ---- order ---- */

static int
by_group(const void *x, const void *y)
{
	const struct group_row *a = x, *b = y;
	return row_compare_texts(a->values[0], b->values[0]);
}

static int
by_second_level(const void *x, const void *y)
{
	const struct group_row *a = x, *b = y;
	return row_compare_texts(a->values[1], b->values[1]);
}

static int
by_period(const void *x, const void *y, enum group_period period)
{
	const struct group_row *a = x, *b = y;
	return (a->period_counts[period] > b->period_counts[period]) -
	    (a->period_counts[period] < b->period_counts[period]);
}

static int
by_last_7_days(const void *x, const void *y)
{
	return by_period(x, y, GROUP_LAST_7_DAYS);
}

static int
by_7_days_before(const void *x, const void *y)
{
	return by_period(x, y, GROUP_7_DAYS_BEFORE);
}

/* The trend is sorted by the number of baskets. */
static int
by_count(const void *x, const void *y)
{
	const struct group_row *a = x, *b = y;
	return (a->basket_count > b->basket_count) - (a->basket_count < b->basket_count);
}

static struct row_money
first_currency_amount(const struct group_row *row, enum group_amount which)
{
	struct row_money sum = { .known = row->sums_n > 0 };
	if (sum.known) {
		sum.currency = row->sums[0].currency;
		sum.amount = amount_of(&row->sums[0], which);
	}
	return sum;
}

static int
compare_amounts(const void *a, const void *b, enum group_amount which)
{
	const struct row_money x = first_currency_amount(a, which),
			       y = first_currency_amount(b, which);
	return row_compare_money(&x, &y);
}

static void
write_sum(struct buf *out, const void *of, const struct cell_context *c)
{
	write_amounts(out, of, c, GROUP_SUM);
}

static int
by_sum(const void *a, const void *b)
{
	return compare_amounts(a, b, GROUP_SUM);
}

static void
write_least(struct buf *out, const void *of, const struct cell_context *c)
{
	write_amounts(out, of, c, GROUP_LEAST);
}

static int
by_least(const void *a, const void *b)
{
	return compare_amounts(a, b, GROUP_LEAST);
}

static void
write_most(struct buf *out, const void *of, const struct cell_context *c)
{
	write_amounts(out, of, c, GROUP_MOST);
}

static int
by_most(const void *a, const void *b)
{
	return compare_amounts(a, b, GROUP_MOST);
}

static void
write_average(struct buf *out, const void *of, const struct cell_context *c)
{
	write_amounts(out, of, c, GROUP_AVERAGE);
}

static int
by_average(const void *a, const void *b)
{
	return compare_amounts(a, b, GROUP_AVERAGE);
}

static void
write_median(struct buf *out, const void *of, const struct cell_context *c)
{
	write_amounts(out, of, c, GROUP_MEDIAN);
}

static int
by_median(const void *a, const void *b)
{
	return compare_amounts(a, b, GROUP_MEDIAN);
}

/* The number of baskets with an amount. */
static void
write_priced(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct group_row *row = of;
	(void)c;
	buf_addf(out, "%u",
	    row->basket_count - row->unpriced_count - row->other_currency_count);
}

/* Newest first, as for ages. */
static int
by_newest(const void *x, const void *y)
{
	const struct group_row *a = x, *b = y;
	return row_order_reversed(row_compare_times(a->newest_created, b->newest_created));
}

static int
by_oldest(const void *x, const void *y)
{
	const struct group_row *a = x, *b = y;
	return row_order_reversed(row_compare_times(a->oldest_created, b->oldest_created));
}

#define COUNT(member) .count_offset = offsetof(struct group_row, member)

#define AMOUNT_COLUMN(name, heading, suffix)                              \
	{                                                                 \
		COLUMN(name, heading, 19, 41, ASKED),                     \
		    .flags = COLUMN_NEEDS_CATALOG | COLUMN_SUMS,          \
		    .write_cell = write_##suffix, .compare = by_##suffix  \
	}

/* The columns shared by groups of one level and of two. */
#define COUNTED                                                                                   \
	{ COLUMN("count", "BASKETS", 7, 7, ALWAYS), .alias = "baskets",                           \
		.flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, COUNT(basket_count) },            \
	    { COLUMN("share", "SHARE", 7, 7, ALWAYS),                                             \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, .write_cell = write_share },  \
	    { COLUMN("trend", "OVER TIME  NOW", GROUP_TREND_BIN_COUNT + 1,                        \
		  GROUP_TREND_BIN_COUNT + 1, ROOM), /* NOW is above the current period */         \
		    .alias = "time", .flags = COLUMN_NEVER_CUT | COLUMN_CHART,                    \
		    .write_cell = write_trend_cell, .compare = by_count },                        \
	    { COLUMN("reachable", "BY MAIL", 7, 7, ROOM), .alias = "mail",                        \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, COUNT(reachable_count) },     \
	    { COLUMN("due", "EST. DUE", 19, 41, ROOM),                                            \
		    .alias = "sum", .flags = COLUMN_NEEDS_CATALOG | COLUMN_SUMS,                  \
		    .write_cell = write_sum, .compare = by_sum },                                 \
	    AMOUNT_COLUMN("least", "LEAST DUE", least),                                           \
	    AMOUNT_COLUMN("most", "MOST DUE", most),                                              \
	    AMOUNT_COLUMN("average", "AVERAGE DUE", average),                                     \
	    AMOUNT_COLUMN("median", "MEDIAN DUE", median),                                        \
	    { COLUMN("priced", "PRICED", 6, 6, ASKED),                                            \
		    .flags = COLUMN_NEEDS_CATALOG | COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,        \
		    .write_cell = write_priced },                                                 \
	    { COLUMN("newest", "NEWEST", 6, 12, ROOM),                                            \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, .write_cell = write_newest,   \
		    .time_offset = offsetof(struct group_row, newest_created),                    \
		    .compare = by_newest },                                                       \
	    { COLUMN("oldest", "OLDEST", 6, 12, ROOM),                                            \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, .write_cell = write_oldest,   \
		    .time_offset = offsetof(struct group_row, oldest_created),                    \
		    .compare = by_oldest },                                                       \
	    { COLUMN("identified", "KNOWN", 7, 7, ROOM), .alias = "known",                        \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, COUNT(identified_count) },    \
	    { COLUMN("last7", "LAST 7 D", 8, 8, ROOM),                                            \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,                               \
		    .write_cell = write_last_7_days, .compare = by_last_7_days },                 \
	    { COLUMN("before7", "7 D BEFORE", 10, 10, ROOM),                                      \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,                               \
		    .write_cell = write_7_days_before, .compare = by_7_days_before },             \
	    { COLUMN("contacted", "CONTACTED", 9, 9, ASKED),                                      \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, COUNT(contacted_count) },     \
	    { COLUMN("recovered", "RECOVERED", 9, 9, ASKED),                                      \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, COUNT(recovered_count) },     \
	{                                                                                         \
		COLUMN("completed", "BOUGHT", 7, 7, ASKED),                                       \
		    .alias = "bought", .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,            \
		    COUNT(completed_count)                                                        \
	}

#define FIRST                                                                                    \
	{                                                                                        \
		COLUMN("group", "GROUP", 16, 24, ALWAYS),                                        \
		    .flags = COLUMN_SHOWN_IF_EMPTY | COLUMN_WHOLE_FIRST,                         \
		    .write_cell = write_group, .compare = by_group                               \
	}

#define SECOND                                                            \
	{                                                                 \
		COLUMN("then", "THEN", 10, 20, ALWAYS),                   \
		    .write_cell = write_second_level, .compare = by_second_level \
	}

static const struct column group_columns[] = { FIRST, COUNTED, { .id = NULL } };
static const struct column pair_columns[] = { FIRST, SECOND, COUNTED, { .id = NULL } };

/* The columns of groups of sent links; the amounts are those of completed baskets. */
#define RESULTS                                                                               \
	{ COLUMN("count", "LINKS", 6, 6, ALWAYS), .alias = "links baskets",                   \
		.flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT, COUNT(basket_count) },        \
	    { COLUMN("open", "OPEN", 6, 6, ALWAYS),                                           \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,                           \
		    COUNT(result_counts[SENT_LINK_OPEN]) },                                  \
	    { COLUMN("completed", "COMPLETED", 9, 9, ALWAYS),                                 \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,                           \
		    COUNT(result_counts[SENT_LINK_COMPLETED]) },                                   \
	    { COLUMN("gone", "GONE", 6, 6, ALWAYS),                                           \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,                           \
		    COUNT(result_counts[SENT_LINK_GONE]) },                                        \
	    { COLUMN("unknown", "NOT KNOWN", 9, 9, ALWAYS),                                   \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,                           \
		    COUNT(result_counts[SENT_LINK_UNKNOWN]) },                                     \
	    { COLUMN("due", "COMPLETED EST. DUE", 19, 41, ROOM),                              \
		    .alias = "sum", .flags = COLUMN_NEEDS_CATALOG | COLUMN_SUMS,              \
		    .write_cell = write_sum, .compare = by_sum },                             \
	    { COLUMN("trend", "OVER TIME  NOW", GROUP_TREND_BIN_COUNT + 1,                    \
		  GROUP_TREND_BIN_COUNT + 1, ROOM),                                           \
		    .alias = "time", .flags = COLUMN_NEVER_CUT | COLUMN_CHART,                \
		    .write_cell = write_trend_cell, .compare = by_count },                    \
	{                                                                                     \
		COLUMN("newest", "NEWEST", 6, 12, ROOM),                                      \
		    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,                           \
		    .write_cell = write_newest,                                               \
		    .time_offset = offsetof(struct group_row, newest_created),                \
		    .compare = by_newest                                                      \
	}

static const struct column link_group_columns[] = { FIRST, RESULTS, { .id = NULL } };
static const struct column link_pair_columns[] = { FIRST, SECOND, RESULTS, { .id = NULL } };

/* Keeps the order that groups_end() made. */
static int
compare_groups(const void *a, const void *b)
{
	return (a > b) - (a < b);
}

/* Always true: groups.c applies the terms to the baskets. */
static bool
match_group(const struct row_term *t, const void *row, struct str json)
{
	(void)t;
	(void)row;
	(void)json;
	return true;
}

static const struct row_ops group_row_ops = {
	.size = sizeof(struct group_row),
	.id_offset = offsetof(struct group_row, id),
	.match_term = match_group,
	.compare = compare_groups,
};

#define GROUPED(of, columns_, prefix)                                                     \
	{                                                                                 \
		.name = (of), .singular = "group", .plural = "groups",                    \
		.endpoint = ENDPOINT_BASKETS, .key_prefix = (prefix), .columns = (columns_), \
		.row_ops = &group_row_ops,                                                \
	}

const struct view_resource basket_groups_resource = GROUPED(
    "baskets", group_columns, "customFields.");
const struct view_resource basket_group_pairs_resource = GROUPED(
    "baskets", pair_columns, "customFields.");
const struct view_resource sent_link_groups_resource = GROUPED(
    "sent-links", link_group_columns, NULL);
const struct view_resource sent_link_group_pairs_resource = GROUPED(
    "sent-links", link_pair_columns, NULL);
