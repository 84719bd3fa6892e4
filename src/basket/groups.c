#include "basket/groups.h"

#include "base/index.h"
#include "base/json_quote.h"
#include "basket/sent_links.h"
#include "model/decimal.h"

#include <string.h>
#include <time.h>

#define HOUR (WHEN_DAY / 24)

void
groups_free(struct groups *g)
{
	row_filter_free(&g->filter);
	view_free(&g->view);
	vec_free(&g->rows);
	vec_free(&g->median_inputs);
	arena_free(&g->text_arena);
	index_free(g->row_index);
	*g = (struct groups){ 0 };
}

bool
groups_init(struct groups *g, struct view *view, struct age_context ages, struct err *err)
{
	struct row_filter filter;
	if (!row_filter_init(&filter, view, ages, err)) {
		row_filter_free(&filter);
		return false;
	}
	*g = (struct groups){ .view = *view, .filter = filter, .level_count = view->group_keys.n,
		.ages = ages };
	*view = (struct view){ 0 };
	g->has_medians = view_sorts_by(&g->view, "median");
	for (size_t i = 0; i < g->view.columns.n; i++)
		g->has_medians = g->has_medians || str_eqz(g->view.columns.v[i].name, "median");
	for (size_t i = 0; i < g->level_count; i++) {
		g->keys[i] = group_key_find(g->view.group_keys.v[i]);
		g->filter.needs_json = g->filter.needs_json ||
		    g->keys[i] == &group_key_custom_field;
	}
	return true;
}

/* ---- time bins ---- */

static const struct {
	int64_t width_ms;
	const char *unit_name;
} bin_widths[] = {
	{ HOUR, "hour" },
	{ 4 * HOUR, "4 hours" },
	{ WHEN_DAY, "day" },
	{ 3 * WHEN_DAY, "3 days" },
	{ 7 * WHEN_DAY, "week" },
	{ 30 * WHEN_DAY, "30 days" },
};

/* The offset of the local time zone, which determines when days begin. */
static int64_t
zone_offset(int64_t now)
{
	struct tm tm = { 0 };
	time_t seconds = (time_t)(now / 1000);
	return localtime_r(&seconds, &tm) ? (int64_t)tm.tm_gmtoff * 1000 : 0;
}

static struct group_bins
make_trend_bins(int64_t now, int64_t oldest, bool whole)
{
	size_t i = 0, last = sizeof(bin_widths) / sizeof(*bin_widths) - 1;
	int64_t zone = zone_offset(now), span = oldest == WHEN_NONE ? 0 : now - oldest;
	while (i < last && span > bin_widths[i].width_ms * (GROUP_TREND_BIN_COUNT - 1))
		i++;
	struct group_bins b = { .width_ms = bin_widths[i].width_ms,
		.unit_name = bin_widths[i].unit_name,
		.end_ms = ((now + zone) / bin_widths[i].width_ms + 1) * bin_widths[i].width_ms -
		    zone,
		.oldest_read = whole ? WHEN_NONE : oldest };
	while (!whole && oldest != WHEN_NONE && b.first_complete_bin < GROUP_TREND_BIN_COUNT - 1 &&
	    b.end_ms - (GROUP_TREND_BIN_COUNT - b.first_complete_bin) * b.width_ms < oldest)
		b.first_complete_bin++;
	return b;
}

static void
count_in_bin(struct group_row *row, const struct group_bins *b, int64_t created)
{
	int64_t back = (b->end_ms - 1 - created) / b->width_ms;
	if (created < b->end_ms && back < GROUP_TREND_BIN_COUNT)
		row->bin_counts[GROUP_TREND_BIN_COUNT - 1 - back]++;
	int64_t period = (b->until - created) / (7 * WHEN_DAY);
	if (created <= b->until && period < GROUP_PERIODS)
		row->period_counts[period]++;
}

/* ---- counting ---- */

/* Returns the index in the row's sums; SIZE_MAX if the amount was not added. */
static size_t
add_sum(struct group_row *row, const struct basket_row *basket)
{
	const struct basket_total *due = basket_row_total(basket);
	bool several = str_find_char(due->text, '+') != SIZE_MAX;
	const struct sent_link *link = basket_row_sent_link(basket);
	size_t i = 0;
	if (link && link->became != SENT_LINK_COMPLETED)
		return SIZE_MAX;
	if (!due->money.known || several) {
		row->unpriced_count++;
		return SIZE_MAX;
	}
	while (i < row->sums_n && !str_eq(row->sums[i].currency, due->money.currency))
		i++;
	if (i == GROUP_CURRENCIES_MAX) {
		row->other_currency_count++;
		return SIZE_MAX;
	}
	struct group_sum *sum = &row->sums[i];
	int64_t amount = due->money.amount;
	if (i == row->sums_n) {
		*sum = (struct group_sum){
			.currency = due->money.currency, .least = amount, .most = amount
		};
		row->sums_n++;
	}
	sum->amount = decimal_add(sum->amount, amount);
	sum->least = amount < sum->least ? amount : sum->least;
	sum->most = amount > sum->most ? amount : sum->most;
	sum->count++;
	return i;
}

/* Returns what add_sum() returns. */
static size_t
count_basket(struct group_row *row, const struct basket_row *basket, const struct group_bins *bins)
{
	row->basket_count++;
	if (basket_row_sent_link(basket))
		row->result_counts[basket_row_sent_link(basket)->became]++;
	row->identified_count += basket->reach != REACH_NONE;
	row->reachable_count += (basket->reach & REACH_EMAIL) != 0;
	row->completed_count += basket->completed;
	row->contacted_count += contact_statuses[basket->contact_status].is_contact ||
	    basket->contact_status == CONTACT_RECOVERED || basket->contact_status == CONTACT_LOST;
	row->recovered_count += basket->contact_status == CONTACT_RECOVERED;
	size_t sum = add_sum(row, basket);
	if (basket->created == WHEN_NONE)
		return sum;
	if (row->newest_created == WHEN_NONE || basket->created > row->newest_created)
		row->newest_created = basket->created;
	if (row->oldest_created == WHEN_NONE || basket->created < row->oldest_created)
		row->oldest_created = basket->created;
	count_in_bin(row, bins, basket->created);
	return sum;
}

static uint32_t
find_or_add_group(struct groups *g, const struct str value[GROUP_LEVELS_MAX])
{
	struct buf id = { 0 };
	for (size_t i = 0; i < g->level_count; i++)
		buf_addf(&id, "%zu %.*s", value[i].n, STR_ARG(value[i]));
	uint32_t at = index_get(g->row_index, buf_str(&id));
	if (at == UINT32_MAX) {
		struct group_row row = {
			.groups = g, .newest_created = WHEN_NONE, .oldest_created = WHEN_NONE
		};
		at = (uint32_t)g->rows.n;
		index_put(g->row_index, buf_str(&id), at);
		row.id = arena_str(&g->text_arena, buf_str(&id));
		for (size_t i = 0; i < g->level_count; i++)
			row.values[i] = arena_str(&g->text_arena, value[i]);
		vec_push(&g->rows, row);
	}
	buf_free(&id);
	return at;
}

/* The state of the recursion over a basket's values, level by level. */
struct level_walk {
	struct groups *g;
	const struct basket_row *row;
	struct str json;
	struct str values[GROUP_LEVELS_MAX];
	size_t level;
	bool has_value;
};

static void walk_level(struct level_walk *w);

static void
add_group(struct level_walk *w)
{
	struct groups *g = w->g;
	const size_t most = sizeof(g->basket_groups) / sizeof(*g->basket_groups);
	uint32_t at = find_or_add_group(g, w->values);
	for (size_t i = 0; i < g->basket_groups_n; i++)
		if (g->basket_groups[i] == at)
			return;
	if (g->basket_groups_n == most)
		return;
	g->basket_groups[g->basket_groups_n++] = at;
	size_t sum = count_basket(&g->rows.v[at], w->row, &g->bins);
	if (!g->has_medians || sum == SIZE_MAX)
		return;
	struct group_median_input input = { at, (uint32_t)sum,
		basket_row_total(w->row)->money.amount };
	vec_push(&g->median_inputs, input);
}

static void
add_value_of_level(void *ctx, struct str value)
{
	struct level_walk *w = ctx;
	w->has_value = true;
	w->values[w->level++] = value;
	walk_level(w);
	w->level--;
	w->has_value = true;
}

static void
walk_level(struct level_walk *w)
{
	const struct group_key *key;
	if (w->level == w->g->level_count) {
		add_group(w);
		return;
	}
	key = w->g->keys[w->level];
	w->has_value = false;
	if (key == &group_key_custom_field)
		group_custom_emit_values(
		    w->json, w->g->view.group_keys.v[w->level], add_value_of_level, w);
	else
		group_key_emit_values(key, w->row, w->g->ages, add_value_of_level, w);
	if (!w->has_value)
		add_value_of_level(w, STR_NONE);
}

/* Baskets before the VIEW's since= or after its until= are not requested: their counts are as
 * unknown as those that were not read. */
static void
compute_trend_range(const struct groups *g, int64_t *now, int64_t *oldest, bool *whole)
{
	for (size_t i = 0; i < g->filter.terms.n; i++) {
		const struct row_term *t = &g->filter.terms.v[i];
		if (g->view.terms.v[i].negated)
			continue;
		if (row_term_has_key(t, "until") && t->time < *now)
			*now = t->time - 1; /* until= is exclusive */
		if (row_term_has_key(t, "since") &&
		    (*whole || *oldest == WHEN_NONE || t->time > *oldest)) {
			*oldest = t->time;
			*whole = false;
		}
	}
}

void
groups_begin(struct groups *g, int64_t now, int64_t oldest, bool whole)
{
	int64_t end = now;
	compute_trend_range(g, &end, &oldest, &whole);
	index_free(g->row_index);
	g->row_index = index_new();
	arena_reset(&g->text_arena);
	g->rows.n = 0;
	g->median_inputs.n = 0;
	g->ages.now = now;
	g->overlapping = false;
	g->bins = make_trend_bins(end, oldest, whole);
	g->bins.until = end;
	g->total = (struct group_row){
		.groups = g, .newest_created = WHEN_NONE, .oldest_created = WHEN_NONE
	};
}

void
groups_add(struct groups *g, const struct basket_row *row, struct str json)
{
	struct level_walk w = { .g = g, .row = row, .json = json };
	if (!row_filter_match(&g->filter, row, json))
		return;
	count_basket(&g->total, row, &g->bins);
	g->basket_groups_n = 0;
	walk_level(&w);
	g->overlapping = g->overlapping || g->basket_groups_n > 1;
}

/* ---- order of groups ---- */

static int
by_name(const struct group_row *a, const struct group_row *b, size_t level)
{
	const struct group_key *key = a->groups->keys[level];
	if (key->compare)
		return key->compare(
		    a->groups->ages.groups, a->values[level], b->values[level]);
	int order = row_compare_texts(a->values[level], b->values[level]);
	return key->descending ? row_order_reversed(order) : order;
}

static int
by_count(const struct group_row *a, const struct group_row *b)
{
	return (a->basket_count < b->basket_count) - (a->basket_count > b->basket_count);
}

/* Sorts times by time, other groups by size, largest first; with two levels, groups with the
 * same first value may be apart. */
static int
compare_by_default_order(const struct group_row *a, const struct group_row *b)
{
	bool timed = a->groups->keys[0]->sort_by_name;
	int order = timed ? by_name(a, b, 0) : by_count(a, b);
	for (size_t i = timed; !order && i < a->groups->level_count; i++)
		order = a->groups->keys[i]->sort_by_name || !timed ? by_name(a, b, i)
								   : by_count(a, b);
	return order < 0 ? -1 : order > 0;
}

static int
compare_by_order_then_id(const void *a, const void *b, void *ctx)
{
	(void)ctx;
	int order = compare_by_default_order(a, b);
	return order
	    ? order
	    : str_cmp(((const struct group_row *)a)->id, ((const struct group_row *)b)->id);
}

/* ---- medians ---- */

static int
compare_median_inputs(const void *x, const void *y, void *ctx)
{
	const struct group_median_input *a = x, *b = y;
	(void)ctx;
	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->sum != b->sum)
		return a->sum < b->sum ? -1 : 1;
	return (a->amount > b->amount) - (a->amount < b->amount);
}

static void
compute_medians(struct groups *g)
{
	const struct group_median_input *v = g->median_inputs.v;
	vec_sort(&g->median_inputs, compare_median_inputs, NULL);
	for (size_t i = 0, n; i < g->median_inputs.n; i += n) {
		for (n = 1; i + n < g->median_inputs.n && v[i + n].row == v[i].row &&
		     v[i + n].sum == v[i].sum;)
			n++;
		int64_t low = v[i + (n - 1) / 2].amount, high = v[i + n / 2].amount;
		g->rows.v[v[i].row].sums[v[i].sum].median = low + (high - low) / 2;
	}
}

void
groups_end(struct groups *g)
{
	compute_medians(g);
	vec_sort(&g->rows, compare_by_order_then_id, NULL);
}

void
groups_count_sent_links(struct groups *g, const struct sent_links *l, int64_t now)
{
	int64_t oldest = WHEN_NONE;
	for (size_t i = 0; i < l->rows.n; i++)
		if (oldest == WHEN_NONE || l->rows.v[i].created < oldest)
			oldest = l->rows.v[i].created;
	groups_begin(g, now, oldest, true);
	for (size_t i = 0; i < l->rows.n; i++)
		groups_add(g, &l->rows.v[i], STR_NONE);
	groups_end(g);
}

void
group_row_write_view(struct buf *out, const struct group_row *row)
{
	struct view_term t = { .op = VIEW_EXACT };
	const struct groups *g = row->groups;
	buf_addf(out, "%s ", g->view.term_resource->name);
	view_write_terms(out, &g->view);
	for (size_t i = 0; i < g->level_count; i++) {
		t.key = g->view.group_keys.v[i];
		t.value = row->values[i];
		buf_addz(out, str_ends(buf_str(out), STR(" ")) ? "" : " ");
		view_write_term(out, g->view.term_resource, &t);
	}
}

/* ---- JSON ---- */

static void
write_member(struct buf *out, struct str name, struct str value)
{
	json_quote(out, name);
	buf_addc(out, ':');
	if (value.n)
		json_quote(out, value);
	else
		buf_addz(out, "null");
	buf_addc(out, ',');
}

static void
write_time_member(struct buf *out, const char *name, int64_t t)
{
	struct buf when = { 0 };
	if (t != WHEN_NONE)
		when_write(&when, t);
	write_member(out, str_of(name), buf_str(&when));
	buf_free(&when);
}

static void
write_sums(struct buf *out, const struct group_row *row)
{
	static const char *const names[] = { [GROUP_LEAST] = "least", [GROUP_MOST] = "most",
		[GROUP_AVERAGE] = "average", [GROUP_MEDIAN] = "median" };
	enum group_amount last = row->groups->has_medians ? GROUP_MEDIAN + 1 : GROUP_MEDIAN;
	buf_addz(out, "\"due\":{");
	for (uint32_t i = 0; i < row->sums_n; i++) {
		buf_addz(out, i ? "," : "");
		json_quote(out, row->sums[i].currency);
		buf_addz(out, ":\"");
		group_sum_write(out, &row->sums[i], GROUP_SUM);
		buf_addc(out, '"');
	}
	buf_addf(out, "},\"dueNotKnown\":%u,\"dueOf\":{",
	    row->unpriced_count + row->other_currency_count);
	for (uint32_t i = 0; i < row->sums_n; i++) {
		buf_addz(out, i ? "," : "");
		json_quote(out, row->sums[i].currency);
		buf_addf(out, ":{\"baskets\":%u", row->sums[i].count);
		for (enum group_amount a = GROUP_LEAST; a < last; a++) {
			buf_addf(out, ",\"%s\":\"", names[a]);
			group_sum_write(out, &row->sums[i], a);
			buf_addc(out, '"');
		}
		buf_addc(out, '}');
	}
	buf_addz(out, "},");
}

static void
write_trend(struct buf *out, const struct group_row *row)
{
	const struct group_bins *b = &row->groups->bins;
	buf_addz(out, "\"trend\":[");
	for (uint32_t i = b->first_complete_bin; i < GROUP_TREND_BIN_COUNT; i++) {
		buf_addz(out, i > b->first_complete_bin ? ",{\"from\":\"" : "{\"from\":\"");
		when_write(out, b->end_ms - (GROUP_TREND_BIN_COUNT - i) * b->width_ms);
		buf_addf(out, "\",\"count\":%u}", row->bin_counts[i]);
	}
	buf_addc(out, ']');
}

static void
write_periods(struct buf *out, const struct group_row *row)
{
	static const char *const names[GROUP_PERIODS] = { "last7", "before7" };
	for (int i = 0; i < GROUP_PERIODS; i++)
		if (group_period_is_known(&row->groups->bins, i))
			buf_addf(out, "\"%s\":%u,", names[i], row->period_counts[i]);
		else
			buf_addf(out, "\"%s\":null,", names[i]);
}

static void
write_results(struct buf *out, const struct group_row *row)
{
	for (int i = 0; i < SENT_LINK_RESULTS; i++)
		buf_addf(out, ",\"%s\":%u", sent_link_result_words[i], row->result_counts[i]);
	buf_addc(out, ',');
}

void
group_row_write(struct buf *out, const struct group_row *row)
{
	const struct groups *g = row->groups;
	buf_addc(out, '{');
	for (size_t i = 0; i < g->level_count; i++)
		write_member(out, g->view.group_keys.v[i], row->values[i]);
	buf_addf(out, "\"count\":%u,\"share\":", row->basket_count);
	group_row_write_share(out, row);
	if (view_is_of_sent_links(&g->view))
		write_results(out, row);
	else
		buf_addf(out, ",\"identified\":%u,\"reachable\":%u,\"completed\":%u,",
		    row->identified_count, row->reachable_count, row->completed_count);
	if (g->has_contact_status)
		buf_addf(out, "\"contacted\":%u,\"recovered\":%u,", row->contacted_count,
		    row->recovered_count);
	if (g->has_amounts)
		write_sums(out, row);
	write_time_member(out, "newest", row->newest_created);
	write_time_member(out, "oldest", row->oldest_created);
	if (!view_is_of_sent_links(&g->view))
		write_periods(out, row);
	write_trend(out, row);
	buf_addc(out, '}');
}
