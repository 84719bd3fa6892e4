/* Time placeholders in the packs' texts: every form is replaced, all other bytes stay, and
 * similar text is left alone. */
#include "demo/pack.h"
#include "lib/test.h"
#include "model/when.h"

#define NOW INT64_C(1795171320000) /* 2026-11-20T10:42:00Z */

TEST(each_placeholder_is_filled_with_a_time)
{
	static const struct {
		const char *json, *filled;
	} rows[] = {
		{ "\"{now}\"", "\"2026-11-20T10:42:00.000Z\"" },
		{ "\"{now-18m}\"", "\"2026-11-20T10:24:00.000Z\"" },
		{ "\"{now-3s}\"", "\"2026-11-20T10:41:57.000Z\"" },
		{ "\"{now-5h}\"", "\"2026-11-20T05:42:00.000Z\"" },
		{ "\"{now-1d}\"", "\"2026-11-19T10:42:00.000Z\"" },
		{ "\"{now-1ms}\"", "\"2026-11-20T10:41:59.999Z\"" },
		{ "\"{now+3d}\"", "\"2026-11-23T10:42:00.000Z\"" },
		{ "\"{now-26d3h40s417ms}\"", "\"2026-10-25T07:41:19.583Z\"" },
		{ "\"{now-3650d}\"", "\"2016-11-22T10:42:00.000Z\"" },
		{ "\"{now-90m}\"", "\"2026-11-20T09:12:00.000Z\"" },
		{ "\"{now-0s}\"", "\"2026-11-20T10:42:00.000Z\"" },
		{ "\"{midnight}\"", "\"2026-11-20T00:00:00.000Z\"" },
		{ "\"{midnight+8h}\"", "\"2026-11-20T08:00:00.000Z\"" },
		{ "\"{midnight-6d+6h40m}\"", "\"2026-11-14T06:40:00.000Z\"" },
		{ "\"{now-1d+2h-30m}\"", "\"2026-11-19T12:12:00.000Z\"" },
	};
	struct time_placeholder_clock clock = { .now = NOW };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		auto_buf out = { 0 };
		struct err err;
		if (!time_placeholder_fill(&out, str_of(rows[i].json), &clock, &err))
			fail_msg("%s: %s", rows[i].json, err.text);
		assert_string_equal(buf_z(&out), rows[i].filled);
	}
}

static int64_t
time_of(const char *json, struct time_placeholder_clock *clock)
{
	auto_buf out = { 0 };
	struct err err;
	int64_t t;
	assert_true(time_placeholder_fill(&out, str_of(json), clock, &err));
	assert_true(when_parse(str_sub(buf_str(&out), 1, out.n - 2), &t));
	return t;
}

/* Visits go back in time from the newest; an offset counts from its visit. */
TEST(visits_are_in_time_order)
{
	struct time_placeholder_clock clock = { .now = NOW };
	int64_t before = NOW;
	for (unsigned i = 1; i <= TIME_PLACEHOLDER_VISIT_COUNT; i++) {
		auto_buf mark = { 0 };
		buf_addf(&mark, "\"{visit %u}\"", i);
		int64_t t = time_of(buf_z(&mark), &clock);
		assert_true(t < before && t > NOW - 30 * WHEN_DAY);
		before = t;
	}
	assert_int_equal(
	    time_of("\"{visit 92+7m}\"", &clock), time_of("\"{visit 92}\"", &clock) + 7 * 60000);
	assert_int_equal(
	    time_of("\"{visit 1-2d}\"", &clock), time_of("\"{visit 1}\"", &clock) - 2 * WHEN_DAY);
}

TEST(other_bytes_are_unchanged)
{
	static const char *const texts[] = {
		"{}",
		"{\"a\":1e400,\"b\":[-0,0.10,1.0E+2],\"c\":\"\\u001b[2J\"}",
		"{\"a\":\"say \\\"{now}\\\"\",\"b\":\"\\\\\\\"{now\"}",
		"{\"a\":\" {now}\",\"b\":\"p { color: red }\",\"c\":\"\\u007bnow}\"}",
		"[\"\303\251\",\"\",null]",
	};
	struct time_placeholder_clock clock = { .now = NOW };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		auto_buf out = { 0 };
		struct err err;
		assert_true(time_placeholder_fill(&out, str_of(texts[i]), &clock, &err));
		assert_string_equal(buf_z(&out), texts[i]);
	}
}

TEST(invalid_placeholders_are_refused)
{
	static const char *const marks[] = {
		"{}",
		"{",
		"{now",
		"{Now}",
		"{now }",
		"{now-}",
		"{now-18}",
		"{now-m}",
		"{now-18x}",
		"{now18m}",
		"{now--18m}",
		"{now-18 m}",
		"{now-1.5h}",
		"{now-18m}}",
		"{now-18m} ",
		"{now-18m\\u007d",
		"{now-1000000000s}",
		"{now-999999999d}",
		"{now+999999999d}",
		"{now+999999999d-999999999d}",
		"{now-2100d999999999d999999999d1d}",
		"{midnight6h}",
		"{tomorrow}",
		"{visit}",
		"{visit 0}",
		"{visit 215}",
		"{visit -1}",
		"{visit  1}",
		"{visit 1.5}",
		"{visit 99999999999999999999}",
		"{2026-11-20}",
	};
	struct time_placeholder_clock clock = { .now = NOW };
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		auto_buf out = { 0 }, json = { 0 }, words = { 0 };
		struct err err;
		buf_addf(&json, "{\"created\":\"%s\",\"id\":\"a\"}", marks[i]);
		buf_addf(&words, "\"%s\" is not a time: write \"{now-18m}\", ", marks[i]);
		if (time_placeholder_fill(&out, buf_str(&json), &clock, &err))
			fail_msg("%s: %s", marks[i], buf_z(&out));
		assert_int_equal(err.kind, ERR_INVALID);
		if (!str_starts(str_of(err.text), buf_str(&words)))
			fail_msg("%s: %s", marks[i], err.text);
	}
}

/* A long text that only starts like a placeholder is cut in the error. */
TEST(a_long_text_is_cut_in_the_error)
{
	struct time_placeholder_clock clock = { .now = NOW };
	auto_buf out = { 0 }, json = { 0 };
	struct err err;
	buf_addz(&json, "[\"{");
	buf_pad(&json, 'x', 5000);
	buf_addz(&json, "\"]");
	assert_false(time_placeholder_fill(&out, buf_str(&json), &clock, &err));
	assert_true(str_find(str_of(err.text), STR("{visit 37}")) < 200);
}
