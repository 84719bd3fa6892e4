/* Pages of baskets that a store would not return, WB04, WB12 and WB13, as `get` reads them in
 * lists, as persons and in groups, with and without --mask: no basket is lost or repeated, and
 * unknown data is reported. */
#include "lib/awkward.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>

enum { PAGES = 3 };

struct pages {
	struct buf answers[PAGES];
	struct hostile_rule rules[PAGES];
};

static struct hostile *
serve_pages(struct pages *s, const struct awkward_span *pages)
{
	*s = (struct pages){ 0 };
	for (size_t i = 0; i < PAGES; i++) {
		awkward_span_write(&s->answers[i], &pages[i]);
		s->rules[i] = (struct hostile_rule){ .nth = i + 1,
			.answer = buf_str(&s->answers[i]) };
	}
	return hostile_start(s->rules, PAGES);
}

static void
free_pages(struct pages *s)
{
	for (size_t i = 0; i < PAGES; i++)
		buf_free(&s->answers[i]);
}

/* The three kinds of output, and how each counts baskets. */
static const struct {
	const char *view;
	bool persons, groups;
} ways[] = {
	{ "baskets cols=id", false, false },
	{ "persons cols=email", true, false },
	{ "baskets group=tag cols=group,count", false, true },
};

/* One row per basket in a list and among persons, and one group with all. */
static void
expect_each_once(struct run_result *r, size_t way, int n)
{
	char line[60];
	size_t lines = 0;
	for (size_t i = 0; i < r->out.n; i++)
		lines += r->out.p[i] == '\n';
	if (ways[way].groups) {
		snprintf(line, sizeof(line), "group,count\n/tags/one,%d\n", n);
		assert_string_equal(buf_z(&r->out), line);
		return;
	}
	assert_int_equal(lines, n + 1);
	/* each masked person gets a different name */
	for (int i = 1; i <= n && !ways[way].persons; i++) {
		snprintf(line, sizeof(line), "\nbasket-%03d\n", i);
		if (!strstr(buf_z(&r->out), line))
			fail_msg("no %s in\n%s", line, buf_z(&r->out));
	}
}

struct scene {
	const struct awkward_span *pages;
	int n, code;
	size_t requests;
	const char *words;  /* must occur in the messages; or NULL */
	const char *second; /* must occur in the second request; or NULL */
};

/* Each kind of output, also masked, has the same number of baskets. */
static void
expect_scene(const struct scene *scene)
{
	static const char *const masks[] = { NULL, "--mask" };
	for (size_t i = 0; i < 2 * sizeof(ways) / sizeof(*ways); i++) {
		size_t way = i / 2;
		struct pages s;
		auto_run_result r = { 0 };
		struct hostile *h = serve_pages(&s, scene->pages);
		RUN(&r, hostile_url(h), "get", ways[way].view, "--all", "-o", "csv", "--now",
		    "2026-11-20T10:42:00Z", masks[i % 2]); /* a fixed time fixes the masks */
		if (r.code != scene->code)
			fail_msg("%s: %d: %s", ways[way].view, r.code, buf_z(&r.words));
		expect_each_once(&r, way, scene->n);
		if (scene->words && !strstr(buf_z(&r.words), scene->words))
			fail_msg("%s: %s", ways[way].view, buf_z(&r.words));
		if (i % 2)
			assert_null(strstr(buf_z(&r.out), "@example.com"));
		assert_int_equal(hostile_count(h), scene->requests);
		if (scene->second)
			assert_non_null(strstr(hostile_request(h, 1)->target, scene->second));
		hostile_stop(h);
		free_pages(&s);
	}
}

/* Sixty baskets of the same millisecond, on three pages. */
TEST(WB04_equal_times_over_pages_are_listed_once)
{
	static const struct awkward_span pages[PAGES] = { { 60, 41, ",\"queryMore\":\"a\"" },
		{ 40, 21, ",\"queryMore\":\"b\"" }, { 20, 1, "" } };
	expect_scene(&(struct scene){ pages, 60, 0, 3, NULL, NULL });
}

TEST(WB12_a_missing_cursor_ends_the_list)
{
	static const char *const none[] = { "", ",\"queryMore\":null", ",\"queryMore\":\"\"" };
	for (size_t i = 0; i < 3; i++) {
		const struct awkward_span pages[PAGES] = { { 3, 1, none[i] }, { 6, 4, "" },
			{ 9, 7, "" } };
		expect_scene(&(struct scene){ pages, 3, 0, 1, NULL, NULL });
	}
}

TEST(WB12_a_repeated_cursor_is_reported)
{
	static const struct awkward_span pages[PAGES] = { { 6, 4, ",\"queryMore\":\"c\"" },
		{ 3, 1, ",\"queryMore\":\"c\"" }, { 9, 7, "" } };
	expect_scene(&(struct scene){ pages, 6, 3, 2,
	    "6 baskets read; the service sent the same page twice after 2 pages, older baskets may be missing\n",
	    NULL });
}

/* No part of a cursor is decoded, and no part of it changes the address. */
TEST(WB12_a_cursor_with_blanks_is_sent_back_unchanged)
{
	static const struct awkward_span pages[PAGES] = {
		{ 6, 4, ",\"queryMore\":\"a b+c%2F&d=e?#\303\274\"" }, { 3, 1, "" }, { 9, 7, "" }
	};
	expect_scene(&(struct scene){
	    pages, 6, 0, 2, NULL, "queryMore=a%20b%2Bc%252F%26d%3De%3F%23%C3%BC" });
}

/* Five baskets arrive between the first page and the second: a service that counts from the
 * newest returns five again. */
TEST(WB13_baskets_that_arrive_while_reading_move_nothing)
{
	static const struct awkward_span pages[PAGES] = { { 20, 11, ",\"queryMore\":\"10\"" },
		{ 15, 6, ",\"queryMore\":\"20\"" }, { 5, 1, "" } };
	expect_scene(&(struct scene){ pages, 20, 0, 3,
	    "5 baskets appeared again on a later page and are printed once\n", NULL });
}
