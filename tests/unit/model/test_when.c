/* Times: every accepted form, and those refused. */
#include "base/buf.h"
#include "lib/test.h"
#include "model/format.h"
#include "model/when.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t
at(const char *text)
{
	int64_t t = WHEN_NONE;
	if (!when_parse(str_of(text), &t))
		fail_msg("\"%s\" was refused", text);
	return t;
}

TEST(every_time_format_is_read)
{
	static const char *const forms[] = { "2026-11-20T10:42:00.000Z", "2026-11-20T10:42:00Z",
		"2026-11-20T10:42Z", "2026-11-20T10:42", "2026-11-20T10:42:00",
		"2026-11-20 10:42:00Z", "2026-11-20t10:42:00z", "2026-11-20T10:42:00,0Z",
		"2026-11-20T11:42:00+01:00", "2026-11-20T11:42:00+0100",
		"2026-11-20T11:42:00 01:00", "2026-11-20T05:12:00-05:30",
		"2026-11-20T10:42:00.0000000000Z" };
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		if (at(forms[i]) != 1795171320000)
			fail_msg("%s: %lld", forms[i], (long long)at(forms[i]));
}

TEST(dates_begin_at_midnight)
{
	assert_int_equal(at("1970-01-01"), 0);
	assert_int_equal(at("2026-11-20"), 1795171320000 - 38520000);
	assert_int_equal(at("1969-12-31T23:59:59.999Z"), -1);
	assert_int_equal(at("0000-01-01"), -62167219200000);
	assert_int_equal(at("9999-12-31T23:59:59.999Z"), 253402300799999);
}

TEST(fractions_are_truncated_to_milliseconds)
{
	assert_int_equal(at("1970-01-01T00:00:00.1Z"), 100);
	assert_int_equal(at("1970-01-01T00:00:00.0129Z"), 12);
	assert_int_equal(at("1970-01-01T00:00:00.9999Z"), 999);
}

TEST(leap_years_and_seconds)
{
	int64_t t;
	assert_int_equal(at("2024-02-29") + WHEN_DAY, at("2024-03-01"));
	assert_int_equal(at("2000-02-29") + WHEN_DAY, at("2000-03-01"));
	assert_false(when_parse(STR("2026-02-29"), &t));
	assert_false(when_parse(STR("1900-02-29"), &t));
	assert_int_equal(at("2016-12-31T23:59:60Z"), at("2017-01-01"));
}

TEST(other_formats_are_refused)
{
	static const char *const bad[] = { "", "2026", "2026-11", "2026-13-01", "2026-00-10",
		"2026-11-31", "2026-11-00", "26-11-20", "2026/11/20", "2026-11-20T",
		"2026-11-20T24:00", "2026-11-20T10:60", "2026-11-20T10:42:61", "2026-11-20T10",
		"2026-11-20T10:42:00.Z", "2026-11-20T10:42:00+1", "2026-11-20T10:42:00+24:00",
		"2026-11-20T10:42:00Zx", "2026-11-20T10:42:00 UTC", " 2026-11-20", "2026-11-20 ",
		"-026-11-20", "yesterday", "1795171320000", "2026-1-2", "2026-11-20T1:02",
		"2026-11-20T10:", "2026-11-20T10:42:", "2026-11-20T10:42+01:",
		"2026-11-20T10:+01:00", "2026-11-20x10:42", "2026-11-20x", "2026-11-2x",
		"2026-1120", "2026-11-20T10x42", "2026-11-20T10:4", "2026-11-20T10:42:0",
		"2026-11-20T10:42x", "2026-11-20T10:42+x1:00", "2026-11-20T10:42+01:x",
		"2026-11-20T10:42+01:60", "2026-11-20T10:42-01:00x" };
	int64_t t;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (when_parse(str_of(bad[i]), &t))
			fail_msg("\"%s\" was taken", bad[i]);
}

TEST(formatting_reverses_parsing)
{
	for (int64_t t = -62167219200000; t < 253402300799999; t += 86399999 * (int64_t)37) {
		auto_buf b = { 0 };
		struct when_parts p = when_split(t);
		when_write(&b, t);
		assert_true(at(buf_z(&b)) == t);
		assert_true(when_join(&p) == t);
		assert_int_equal(p.weekday,
		    ((t - p.ms) / 1000 / 86400 % 7 + 11 - ((t - p.ms) % WHEN_DAY < 0)) % 7);
	}
}

TEST(ages_in_the_largest_whole_unit)
{
	static const struct {
		int64_t age;
		const char *words;
	} cases[] = { { 0, "now" }, { 59999, "now" }, { 60000, "1 min" }, { 3599999, "59 min" },
		{ 3600000, "1 h" }, { 86399999, "23 h" }, { 86400000, "1 d" },
		{ 400 * WHEN_DAY, "400 d" }, { 730 * WHEN_DAY, "2 y" }, { -300000, "in 5 min" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf b = { 0 };
		when_write_age(&b, 1795171320000, 1795171320000 - cases[i].age);
		assert_string_equal(buf_z(&b), cases[i].words);
	}
	auto_buf b = { 0 };
	when_write_age(&b, 0, WHEN_NONE);
	assert_string_equal(buf_z(&b), "?");
}

TEST(times_typed_by_users_are_read)
{
	static const struct {
		const char *text;
		int64_t before;
	} cases[] = { { "30m", 1800000 }, { "1h", 3600000 }, { "7d", 7 * WHEN_DAY },
		{ "2w", 14 * WHEN_DAY }, { "today", 38520000 },
		{ "yesterday", 38520000 + WHEN_DAY }, { "2026-11-20T10:41:00Z", 60000 } };
	static const char *const bad[] = { "7", "d", "7x", "-7d", "7 d", "999999999d", "tomorrow",
		"" };
	int64_t now = 1795171320000, t;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (!when_parse_typed(str_of(cases[i].text), now, &t) || now - t != cases[i].before)
			fail_msg("%s", cases[i].text);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (when_parse_typed(str_of(bad[i]), now, &t))
			fail_msg("\"%s\" was taken", bad[i]);
}

/* Times as services send them: only hours, blanks, words, seconds and milliseconds. */
TEST(times_sent_by_services_are_read)
{
	static const char *const forms[] = { "2026-11-20T10:42:00Z", "2026-11-20T10:42:00+00",
		"2026-11-20 11:42:00 +01", "2026-11-20 10:42:00 +0000", "2026-11-20 10:42:00 UTC",
		"2026-11-20T10:42:00 GMT", " 2026-11-20T10:42 ", "1795171320", "1795171320.000",
		"1795171320000" };
	static const char *const bad[] = { "", "20261120", "179517132", "17951713200",
		"1795171320.", "1795171320000.5x", "-1795171320", "2026-11-20T10:42:00+0",
		"2026-11-20T10:42:00 CET", "2026-11-20T10:42:00+25", "yesterday", "01/11/2026",
		"Nov 26" };
	int64_t t;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		if (!when_parse_lenient(str_of(forms[i]), &t) || t != 1795171320000)
			fail_msg("%s", forms[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (when_parse_lenient(str_of(bad[i]), &t))
			fail_msg("\"%s\" was read", bad[i]);
}

static void
in_zone(const char *zone)
{
	setenv("TZ", zone, 1);
	tzset();
}

/* A typed day is in the user's time zone, also across a clock change; a typed zone has
 * precedence. */
TEST(typed_days_are_in_the_users_time_zone)
{
	static const struct {
		const char *zone, *now, *typed, *means;
	} cases[] = {
		{ "NZDT-13", "2026-11-30T12:00Z", "today", "2026-11-30T11:00Z" },
		{ "NZDT-13", "2026-11-30T10:00Z", "today", "2026-11-29T11:00Z" },
		{ "NZDT-13", "2026-11-30T12:00Z", "yesterday", "2026-11-29T11:00Z" },
		{ "NZDT-13", "2026-11-30T12:00Z", "2026-12-01", "2026-11-30T11:00Z" },
		{ "NZDT-13", "2026-11-30T12:00Z", "2026-12-01T01:30", "2026-11-30T12:30Z" },
		{ "NZDT-13", "2026-11-30T12:00Z", "2026-12-01T00:00Z", "2026-12-01T00:00Z" },
		{ "NZDT-13", "2026-11-30T12:00Z", "2026-12-01T00:00+01", "2026-11-30T23:00Z" },
		{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-26T12:00Z", "2026-10-25",
		    "2026-10-24T22:00Z" },
		{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T12:00Z", "today", "2026-10-24T22:00Z" },
		{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-26T12:00Z", "yesterday",
		    "2026-10-24T22:00Z" },
		{ "UTC0", "2026-11-30T12:00Z", "today", "2026-11-30" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		int64_t t;
		in_zone(cases[i].zone);
		if (!when_parse_typed(str_of(cases[i].typed), at(cases[i].now), &t) ||
		    t != at(cases[i].means))
			fail_msg("%s in %s", cases[i].typed, cases[i].zone);
	}
	in_zone("NZDT-13");
	assert_int_equal(when_local_date(at("2026-11-30T12:00Z")), at("2026-12-01"));
	assert_int_equal(when_local_date(at("2026-11-30T10:59:59.999Z")), at("2026-11-30"));
	in_zone("UTC0");
}

/* A console that was left open over night does not call its rows those of today. */
TEST(a_time_of_another_day_is_shown_with_its_day)
{
	static const struct {
		const char *zone, *time, *now, *shown;
	} cases[] = {
		{ "UTC0", "2026-11-20T10:42Z", "2026-11-20T23:59Z", "10:42" },
		{ "UTC0", "2026-11-20T10:42Z", "2026-11-21T00:01Z", "yesterday 10:42" },
		{ "UTC0", "2026-11-20T10:42Z", "2026-11-22T00:01Z", "20 Nov 10:42" },
		{ "UTC0", "2026-11-20T10:42Z", "2027-11-20T10:42Z", "20 Nov 10:42" },
		{ "UTC0", "2026-12-31T23:59Z", "2027-01-01T00:01Z", "yesterday 23:59" },
		{ "NZDT-13", "2026-11-20T10:42Z", "2026-11-20T11:42Z", "yesterday 23:42" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf shown = { 0 };
		in_zone(cases[i].zone);
		format_recent_time(&shown, at(cases[i].time), at(cases[i].now), false);
		assert_string_equal(buf_z(&shown), cases[i].shown);
	}
	in_zone("UTC0");
}
