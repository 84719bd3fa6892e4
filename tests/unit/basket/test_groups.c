/* Baskets counted in groups: each basket once per group, and nothing that is not known. */
#include "basket/groups.h"
#include "lib/test.h"

#include <stdlib.h>

enum { ROWS = 16 };
#define NOW INT64_C(1795521600000) /* 2026-11-24T12:00:00Z */
#define HOURS(n) ((n) * (WHEN_DAY / 24))

struct set {
	struct arena texts;
	struct basket_row rows[ROWS];
	struct str json[ROWS];
	size_t n;
	struct age_groups age_groups;
	struct groups groups;
};

static void
add(struct set *s, int64_t age, const char *members)
{
	auto_buf json = { 0 };
	buf_addf(&json, "{\"id\":\"basket-%zu\",\"created\":\"", s->n);
	when_write(&json, NOW - age);
	buf_addf(&json, "\"%s%s}", *members ? "," : "", members);
	s->json[s->n] = arena_str(&s->texts, buf_str(&json));
	basket_row_ops.fill_row(&s->rows[s->n], &s->texts, s->json[s->n], 0);
	s->n++;
}

static void
count(struct set *s, const char *line, bool whole)
{
	static const char *const limits[] = { "1h", "24h", "3d", "7d", NULL };
	const struct age_context ages = { NOW, &s->age_groups };
	struct view view;
	struct err err;
	int64_t oldest = WHEN_NONE;
	groups_free(&s->groups);
	if (!s->age_groups.n)
		assert_true(age_groups_read(&s->age_groups, limits));
	if (!view_parse(&view, str_of(line), &err) || !groups_init(&s->groups, &view, ages, &err))
		fail_msg("%s: %s", line, err.text);
	for (size_t i = 0; i < s->n; i++)
		if (oldest == WHEN_NONE || s->rows[i].created < oldest)
			oldest = s->rows[i].created;
	groups_begin(&s->groups, NOW, oldest, whole);
	for (size_t i = 0; i < s->n; i++)
		groups_add(&s->groups, &s->rows[i], s->json[i]);
	groups_end(&s->groups);
}

/* Formats the groups as "uk 2, none 1". */
static const char *
groups_text(const struct set *s)
{
	static struct buf out;
	buf_reset(&out);
	for (size_t i = 0; i < s->groups.rows.n; i++) {
		const struct group_row *row = &s->groups.rows.v[i];
		buf_addz(&out, i ? ", " : "");
		for (size_t k = 0; k < s->groups.level_count; k++)
			buf_addf(&out, "%.*s ", STR_ARG(group_row_name(row, k)));
		buf_addf(&out, "%u", row->basket_count);
	}
	return buf_z(&out);
}

static void
end(struct set *s)
{
	groups_free(&s->groups);
	arena_free(&s->texts);
}

#define TAG(tag) "\"tracking\":{\"tag\":\"" tag "\"}"
#define MAIL(name) "\"customerDetails\":{\"email\":\"" name "@example.com\"}"
#define ITEM(code) "{\"name\":\"" code "\",\"products\":[{\"productCode\":\"" code "\"}]}"

TEST(groups_are_largest_first_with_a_group_for_no_value)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, HOURS(1), TAG("fr"));
	add(&s, HOURS(2), TAG("uk") "," MAIL("a"));
	add(&s, HOURS(3), TAG("uk"));
	add(&s, HOURS(4), "");
	count(&s, "baskets group=tag", true);
	assert_string_equal(groups_text(&s), "uk 2, fr 1, none 1");
	assert_int_equal(s.groups.rows.v[0].reachable_count, 1);
	assert_int_equal(s.groups.rows.v[0].identified_count, 1);
	assert_int_equal(s.groups.total.basket_count, 4);
	assert_false(s.groups.overlapping);
	/* Each group's VIEW selects exactly its baskets. */
	auto_buf line = { 0 };
	group_row_write_view(&line, &s.groups.rows.v[2]);
	assert_string_equal(buf_z(&line), "baskets tag=\"\"");
	/* the same by the title of the column */
	count(&s, "baskets group=channel", true);
	assert_string_equal(groups_text(&s), "uk 2, fr 1, none 1");
	buf_reset(&line);
	group_row_write_view(&line, &s.groups.rows.v[2]);
	assert_string_equal(buf_z(&line), "baskets channel=\"\"");
	buf_addz(&line, " group=reach");
	count(&s, buf_z(&line), true);
	assert_string_equal(groups_text(&s), "nobody 1");
}

TEST(age_groups_have_the_limits_of_the_configuration)
{
	static const char *const limits[] = { "30m", "12h", "2w", NULL };
	CLEANUP(end) struct set s = { 0 };
	CLEANUP(view_free) struct view view;
	struct row_filter filter;
	struct err err;
	assert_true(age_groups_read(&s.age_groups, limits));
	add(&s, HOURS(240), "");
	add(&s, HOURS(26), "");
	add(&s, HOURS(2), "");
	add(&s, HOURS(0), "");
	add(&s, HOURS(24 * 15), "");
	count(&s, "baskets group=bucket", true);
	assert_string_equal(
	    groups_text(&s), "last 30 min 1, 30 min to 12 h 1, 12 h to 14 days 2, older 1");
	count(&s, "baskets bucket=\"12 h to 14 days\" group=bucket", true);
	assert_string_equal(groups_text(&s), "12 h to 14 days 2");
	assert_true(view_parse(&view, STR("baskets bucket=\"1 to 3 days\""), &err));
	assert_false(row_filter_init(
	    &filter, &view, (struct age_context){ NOW, &s.age_groups }, &err));
	assert_string_equal(err.text, "bucket must be in the future, last 30 min, "
				      "30 min to 12 h, 12 h to 14 days or older");
	row_filter_free(&filter);
}

TEST(each_value_of_a_basket_counts_once)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, HOURS(1), "\"orderItems\":[" ITEM("A") "," ITEM("B") "," ITEM("A") "]");
	add(&s, HOURS(2), "\"orderItems\":[" ITEM("A") "]");
	count(&s, "baskets group=product", true);
	assert_string_equal(groups_text(&s), "A 2, B 1");
	assert_true(s.groups.overlapping);
	count(&s, "baskets product=B group=product", true);
	assert_string_equal(groups_text(&s), "A 1, B 1");
}

/* A basket that was completed after a call is in both groups, so that status=called finds all
 * baskets of its group; one without either is in none. */
TEST(a_basket_is_in_the_group_of_each_status)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, HOURS(1), "\"completed\":true");
	add(&s, HOURS(2), "\"completed\":true");
	add(&s, HOURS(3), MAIL("a"));
	add(&s, HOURS(4), MAIL("b"));
	s.rows[0].own_status = s.rows[2].own_status = CONTACT_CALLED;
	count(&s, "baskets group=status", true);
	assert_string_equal(groups_text(&s), "called 2, completed 2, none 1");
	assert_true(s.groups.overlapping);
	count(&s, "baskets status=called group=status", true);
	assert_string_equal(groups_text(&s), "called 2, completed 1");
}

TEST(time_groups_are_in_order_and_usable_as_terms)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, HOURS(0), "");
	add(&s, HOURS(5), "");
	add(&s, HOURS(26), "");
	add(&s, HOURS(27), "");
	add(&s, HOURS(240), "");
	count(&s, "baskets group=bucket", true);
	assert_string_equal(groups_text(&s), "last hour 1, 1 to 24 h 1, 1 to 3 days 2, older 1");
	count(&s, "baskets bucket=\"under 1 d\" group=bucket", true); /* as saved views may say */
	assert_string_equal(groups_text(&s), "1 to 24 h 1");
	count(&s, "baskets group=day", true);
	assert_string_equal(groups_text(&s), "2026-11-24 2, 2026-11-23 2, 2026-11-14 1");
	add(&s, -HOURS(1) / 120, ""); /* half a minute in the future: clocks differ */
	add(&s, -HOURS(48), "");
	count(&s, "baskets group=bucket", true);
	assert_string_equal(
	    groups_text(&s), "in the future 1, last hour 2, 1 to 24 h 1, 1 to 3 days 2, older 1");
	count(&s, "baskets bucket=\"in the future\" group=day", true);
	assert_string_equal(groups_text(&s), "2026-11-26 1");
	s.n -= 2;
	count(&s, "baskets day=2026-11-23 group=hour", true);
	assert_string_equal(groups_text(&s), "09 1, 10 1");
	count(&s, "baskets bucket:older group=week", true);
	assert_string_equal(groups_text(&s), "2026-W46 1");
	count(&s, "baskets group=day,hour", true);
	assert_string_equal(groups_text(&s),
	    "2026-11-24 07 1, 2026-11-24 12 1, 2026-11-23 09 1, 2026-11-23 10 1, "
	    "2026-11-14 12 1");
}

TEST(any_custom_field_can_be_a_group)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, HOURS(1), "\"customFields\":{\"a\":{\"b\":5},\"days\":[\"Sat\",\"Sun\"]}");
	add(&s, HOURS(2), "\"customFields\":{\"a\":{\"b\":5},\"days\":[]}");
	add(&s, HOURS(3), "");
	count(&s, "baskets group=customFields.a.b", true);
	assert_string_equal(groups_text(&s), "5 2, none 1");
	count(&s, "baskets group=customFields.days", true);
	assert_string_equal(groups_text(&s), "none 2, Sat 1, Sun 1");
	count(&s, "baskets customFields.a.b=\"\" group=reach", true);
	assert_string_equal(groups_text(&s), "nobody 1");
}

/* The narrowest period is used with which eleven periods reach back to the oldest basket. */
TEST(trend_periods_fit_the_range_read)
{
	static const struct {
		const char *one;
		int64_t width;
	} pieces[] = { { "hour", HOURS(1) }, { "4 hours", HOURS(4) }, { "day", HOURS(24) },
		{ "3 days", HOURS(3 * 24) }, { "week", HOURS(7 * 24) },
		{ "30 days", HOURS(30 * 24) } };
	const size_t n = sizeof(pieces) / sizeof(*pieces);
	for (size_t i = 0; i < n; i++)
		for (int over = 0; over < 2; over++) {
			CLEANUP(end) struct set s = { 0 };
			size_t fit = i + (size_t)over < n ? i + (size_t)over : n - 1;
			add(&s, pieces[i].width * (GROUP_TREND_BIN_COUNT - 1) + over, "");
			count(&s, "baskets group=reach", true);
			const struct group_bins *bins = &s.groups.bins;
			assert_string_equal(bins->unit_name, pieces[fit].one);
			assert_int_equal(bins->width_ms, pieces[fit].width);
			/* The last bin is the current period. */
			assert_true(bins->end_ms > NOW && bins->end_ms - bins->width_ms <= NOW);
		}
}

/* A period that was not read is blank, not 0, and the current period is kept apart. */
TEST(periods_not_read_are_blank)
{
	CLEANUP(end) struct set s = { 0 };
	auto_buf trend = { 0 };
	add(&s, 0, "");
	add(&s, HOURS(3), "");
	add(&s, HOURS(3), "");
	count(&s, "baskets group=reach", true);
	group_row_write_trend(&trend, &s.groups.rows.v[0], true);
	assert_string_equal(buf_z(&trend), "........#..|-");
	buf_reset(&trend);
	count(&s, "baskets group=reach", false);
	group_row_write_trend(&trend, &s.groups.rows.v[0], true);
	assert_string_equal(buf_z(&trend), "        #..|-");
}

TEST(totals_are_by_currency_and_unknown_ones_are_reported)
{
	const struct basket_total gbp = { STR("GBP 3.50"),
		{ STR("GBP"), INT64_C(3500000000), true } };
	const struct basket_total jpy = { STR("JPY 1200"),
		{ STR("JPY"), INT64_C(1200000000000), true } };
	const struct basket_total both = { STR("GBP 1 + JPY 2"),
		{ STR("GBP"), INT64_C(1000000000), true } };
	CLEANUP(end) struct set s = { 0 };
	auto_buf due = { 0 };
	for (int i = 0; i < 3; i++)
		add(&s, HOURS(i), "");
	s.rows[0].total = s.rows[1].total = &gbp;
	s.rows[2].total = &jpy;
	count(&s, "baskets group=reach", true);
	group_row_write_amounts(&due, &s.groups.rows.v[0], GROUP_SUM, true);
	assert_string_equal(buf_z(&due), "GBP 7.00 + JPY 1200");
	buf_reset(&due);
	group_row_write_amounts(&due, &s.groups.rows.v[0], GROUP_SUM, false);
	assert_string_equal(buf_z(&due), "GBP 7.00 + JPY 1,200");
	buf_reset(&due);
	s.rows[2].total = &both;
	count(&s, "baskets group=reach", true);
	group_row_write_amounts(&due, &s.groups.rows.v[0], GROUP_SUM, true);
	assert_string_equal(buf_z(&due), "GBP 7.00 + ?");
}

/* The average and the median are rounded to the places of the currency. */
TEST(amounts_of_a_group_by_currency)
{
	static const int64_t cents[] = { 100, 399, 1000, 250, 1 };
	struct basket_total totals[6];
	CLEANUP(end) struct set s = { 0 };
	for (int i = 0; i < 6; i++)
		add(&s, HOURS(1), "");
	for (int i = 0; i < 5; i++) {
		totals[i] = (struct basket_total){ STR("GBP"),
			{ STR("GBP"), cents[i] * 10000000, true } };
		s.rows[i].total = &totals[i];
	}
	totals[5] = (struct basket_total){ STR("JPY"),
		{ STR("JPY"), INT64_C(680000000000), true } };
	s.rows[5].total = &totals[5];
	static const char *const expected[] = { "GBP 17.50 + JPY 680", "GBP 0.01 + JPY 680",
		"GBP 10.00 + JPY 680", "GBP 3.50 + JPY 680", "GBP 2.50 + JPY 680" };
	count(&s, "baskets group=reach cols=group,median", true);
	for (enum group_amount a = GROUP_SUM; a <= GROUP_MEDIAN; a++) {
		auto_buf text = { 0 };
		group_row_write_amounts(&text, &s.groups.rows.v[0], a, true);
		assert_string_equal(buf_z(&text), expected[a]);
	}
	auto_buf json = { 0 };
	s.groups.has_amounts = true;
	group_row_write(&json, &s.groups.rows.v[0]);
	assert_non_null(strstr(buf_z(&json),
	    "\"dueOf\":{\"GBP\":{\"baskets\":5,\"least\":\"0.01\",\"most\":\"10.00\","
	    "\"average\":\"3.50\",\"median\":\"2.50\"},\"JPY\":{\"baskets\":1,"));
	s.rows[4].total = NULL; /* of an even number the two in the middle: 1.00 2.50 3.99 10.00 */
	count(&s, "baskets group=reach sort=-median", true);
	auto_buf even = { 0 };
	group_row_write_amounts(&even, &s.groups.rows.v[0], GROUP_MEDIAN, true);
	assert_string_equal(buf_z(&even), "GBP 3.25 + JPY 680 + ?"); /* 3.245, half up */
}

TEST(unknown_groups_are_refused_with_the_known_ones)
{
	static const struct {
		const char *line, *says;
	} rows[] = {
		{ "baskets group=tga", "unknown group \"tga\"; did you mean tag?" },
		{ "baskets group=tag,tag", "group= names tag twice" },
		{ "baskets group=tag,day,hour", "group= can have at most 2 names" },
		{ "offers group=tag", "only baskets can be grouped, not offers" },
		{ "baskets group=tag sort=person", "unknown column \"person\"" },
		{ "baskets group=tag smith=1", "unknown key \"smith\"" },
	};
	struct view view;
	struct err err;
	auto_buf again = { 0 };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_false(view_parse(&view, str_of(rows[i].line), &err));
		view_free(&view);
		if (str_find(str_of(err.text), str_of(rows[i].says)) == SIZE_MAX)
			fail_msg("%s: %s", rows[i].line, err.text);
	}
	/* The columns are those of groups, wherever group= is in the line. */
	const char *line =
	    "baskets smith person:x group=tag,customFields.a.b sort=-share cols=then";
	assert_true(view_parse(&view,
	    STR("baskets sort=-share cols=then smith group=tag,customFields.a.b "
		"person:x"),
	    &err));
	view_write(&again, &view);
	assert_string_equal(buf_z(&again), line);
	view_free(&view);
}

/* A week that was not read is blank, not 0. */
TEST(two_weeks_are_compared)
{
	CLEANUP(end) struct set s = { 0 };
	auto_buf json = { 0 };
	add(&s, -HOURS(1), ""); /* in the future: in neither */
	add(&s, HOURS(5), "");
	add(&s, HOURS(7 * 24) - 1, "");
	add(&s, HOURS(7 * 24), "");
	add(&s, HOURS(8 * 24), "");
	add(&s, HOURS(14 * 24) - 1, "");
	add(&s, HOURS(14 * 24), "");
	count(&s, "baskets group=tag", true);
	const struct group_row *row = &s.groups.rows.v[0];
	assert_int_equal(row->basket_count, 7);
	assert_int_equal(row->period_counts[GROUP_LAST_7_DAYS], 2);
	assert_int_equal(row->period_counts[GROUP_7_DAYS_BEFORE], 3);
	group_row_write(&json, row);
	assert_non_null(strstr(buf_z(&json), "\"last7\":2,\"before7\":3,"));
	count(&s, "baskets since=7d group=tag", true);
	buf_reset(&json);
	group_row_write(&json, &s.groups.rows.v[0]);
	assert_non_null(strstr(buf_z(&json), "\"last7\":2,\"before7\":null,"));
	count(&s, "baskets since=2026-11-10T12:00:00Z until=2026-11-24T12:00:00Z group=tag", true);
	assert_true(group_period_is_known(&s.groups.bins, GROUP_7_DAYS_BEFORE));
	count(&s, "baskets since=2026-11-11T12:00:00Z until=2026-11-24T12:00:00Z group=tag", true);
	assert_false(group_period_is_known(&s.groups.bins, GROUP_7_DAYS_BEFORE));
	count(&s, "baskets since=3d group=tag", true);
	assert_false(group_period_is_known(&s.groups.bins, GROUP_LAST_7_DAYS));
}

/* Time that a VIEW excludes is as unknown as time that was not read: blank, not 0. */
TEST(time_excluded_by_a_view_is_not_known)
{
	CLEANUP(end) struct set s = { 0 };
	auto_buf trend = { 0 };
	add(&s, HOURS(5), "");
	add(&s, HOURS(24 + 5), "");
	add(&s, HOURS(8 * 24), "");
	count(&s, "baskets since=3d group=tag", true);
	assert_int_equal(s.groups.rows.v[0].basket_count, 2);
	assert_string_equal(s.groups.bins.unit_name, "day");
	assert_int_equal(s.groups.bins.until, NOW);
	/* the VIEW covers half of the first of three days */
	assert_int_equal(s.groups.bins.first_complete_bin, GROUP_TREND_BIN_COUNT - 3);
	group_row_write_trend(&trend, &s.groups.rows.v[0], true);
	assert_true(str_starts(buf_str(&trend), STR("         ")));
	/* The VIEW covers more time than the baskets read; the time read decides. */
	count(&s, "baskets since=30d group=tag", false);
	assert_int_equal(s.groups.bins.first_complete_bin, GROUP_TREND_BIN_COUNT - 8);
	/* the last bin ends at the VIEW's end and is not a current period */
	count(&s, "baskets until=2026-11-23T12:00:00Z group=tag", true);
	assert_int_equal(s.groups.rows.v[0].basket_count, 2);
	assert_int_equal(s.groups.bins.until, NOW - HOURS(24) - 1);
	assert_true(s.groups.bins.end_ms <= NOW);
	assert_int_equal(s.groups.rows.v[0].bin_counts[GROUP_TREND_BIN_COUNT - 1], 1);
	assert_int_equal(s.groups.bins.first_complete_bin, 0);
}

int
main(void)
{
	setenv("TZ", "UTC", 1);
	return run_all_tests(NULL, NULL);
}
