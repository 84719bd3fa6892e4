/*
 * Awkward names and baskets in linear mode: each is printed as plain text, and its link is sent or
 * refused.
 */
#include "lib/awkward.h"
#include "lib/console.h"
#include "lib/talk.h"
#include "lib/test.h"

#include <stdio.h>

/* Names that contain control sequences, invisible or reversing characters, in rows, a detail and
 * a source. */
TEST(hostile_names_are_escaped)
{
	CLEANUP(talk_end) struct talk t;
	auto_buf lines = { 0 };
	for (int i = 0; i < 34; i++)
		buf_addz(&lines, "\n");
	buf_addz(&lines, "/WB\nlist\nin\ns\nmore\nmore\nout\nout\noffers\n");
	for (int i = 0; i < 20; i++)
		buf_addz(&lines, "more\n");
	talk_with_lines(&t, "--pack awkward", NULL, buf_str(&lines));
	assert_int_equal(t.status, 0);
	expect_spoken(&t, "Row 1 of 329: ");
	expect_spoken(&t, "That was the last of 329 rows\n");
	expect_never_spoken(&t, "\xe2\x80\xae");
	expect_never_spoken(&t, "\xe2\x80\x8b");
	expect_never_spoken(&t, "\xf3\xa0\x81\x81");
}

/* Odd baskets by number: the row's sentence, and the result of `y`. */
static const struct {
	const char *id, *row, *sent;
} cases[] = {
	{ "wb01-2100", "2 d ago, reach mail",
	    "Not sent: 2,100 bytes: some mail, SMS and chat apps cut it\n" },
	{ "wb02-data", "3 d ago, reach mail", "Not sent: data: customers cannot open this link\n" },
	{ "wb02-javascript", "", "Not sent: javascript: customers cannot open this link\n" },
	{ "wb02-host", "", "Not sent: evil.example is not an allowed host for demo\n" },
	{ "wb02-null", "", "This basket has no recovery link. Your clipboard is unchanged\n" },
	{ "wb02-empty", "", "This basket has no recovery link. Your clipboard is unchanged\n" },
	{ "wb03-other", "", "Not sent: names another basket " },
	{ "wb05-future", "in 3 d, reach mail", "basket=basket-wb05-future&key=" },
	{ "wb05-missing", "?, reach mail", "basket=basket-wb05-missing&key=" },
	{ "wb06-none", "3 d ago, reach mail, no items", "basket=basket-wb06-none&key=" },
	{ "wb06-many", "items All Access Monthly +119", "basket=basket-wb06-many&key=" },
	{ "wb07-many", "items Ad-free add-on\n", "basket=basket-wb07-many&key=" },
	{ "wb08-many", "reach both", "basket=basket-wb08-many&key=" },
	{ "wb10-fields", "reach mail", "basket=basket-wb10-fields&key=" },
	{ "wb11-missing", "3 d ago", "basket=basket-wb11-missing&key=" },
};

enum { CASES = sizeof(cases) / sizeof(*cases) };

static void
show_cases(struct talk *t, const char *words)
{
	auto_buf lines = { 0 };
	for (size_t i = 0; i < CASES; i++)
		buf_addf(&lines, "/id:basket-%s\ny\n<Esc>\n", cases[i].id);
	talk_with_lines(t, words, NULL, buf_str(&lines));
	assert_int_equal(t->status, 0);
}

TEST(awkward_baskets_are_listed)
{
	CLEANUP(talk_end) struct talk t;
	auto_buf place = { 0 }, row = { 0 };
	show_cases(&t, "--pack awkward");
	for (size_t i = 0; i < CASES; i++) {
		buf_reset(&place);
		buf_reset(&row);
		buf_addf(&place, "Baskets, id:basket-%s: 1 of 329 baskets", cases[i].id);
		buf_addf(&row, "Row 1 of 1: %s@example.com, ", cases[i].id);
		expect_spoken(&t, buf_z(&place));
		expect_spoken(&t, buf_z(&row));
		expect_spoken(&t, cases[i].row);
		expect_spoken(&t, cases[i].sent);
	}
}

TEST(awkward_baskets_are_masked)
{
	CLEANUP(talk_end) struct talk t;
	show_cases(&t, "--pack awkward --mask");
	for (size_t i = 0; i < CASES; i++)
		expect_spoken(&t, "DEMO baskets: ");
	expect_never_spoken(&t, "@example.com");
	expect_never_spoken(&t, "&key=");
}

/* ---- names that look like drawings ---- */

/* Bars, rules and branches are not read out, but a person's name is, whatever it is. */
TEST(names_like_drawings_are_read)
{
	static const char *const names[] = { "######", "......", "more ----", "|- branch", "--",
		"#=.+-|_" };
	enum { NAMES = sizeof(names) / sizeof(*names) };
	struct page_basket baskets[NAMES];
	auto_buf page = { 0 }, lines = { 0 }, said = { 0 };
	CLEANUP(talk_end) struct talk t;
	for (size_t i = 0; i < NAMES; i++) {
		baskets[i] = (struct page_basket){ names[i], NULL, NULL, NULL };
		buf_addf(&lines, "%zu\nin\nout\n", i + 1);
	}
	buf_addz(&lines, "1\nlist\nquit\n");
	page_answer(&page, baskets, NAMES, 0, NULL);
	auto_hostile *h = hostile_start_bytes(buf_str(&page));
	talk_to_server(&t, h, "", buf_z(&lines));
	for (size_t i = 0; i < NAMES; i++) {
		buf_reset(&said);
		buf_addf(&said, "Row %zu of %d: %s, ", i + 1, NAMES, names[i]);
		expect_spoken(&t, buf_z(&said));
		buf_reset(&said);
		buf_addf(&said, "Baskets, newest first, %s%s ", names[i],
		    str_ends(str_of(names[i]), STR(".")) ? "" : ",");
		expect_spoken(&t, buf_z(&said));
	}
	for (size_t i = 0; i < NAMES; i++) {
		buf_reset(&said);
		buf_addf(&said, "\n%zu. %s%s, ", i + 1, i ? "" : "selected, ", names[i]);
		expect_spoken(&t, buf_z(&said));
	}
}

/* ---- more such names than a store would hold ---- */

/* The input lines, and the start of a row after its number; repeated spaces count as one. */
static const struct {
	const char *lines, *place;
	bool marks;
} surfaces[] = {
	{ "list\nmore\nmore\n", "Baskets, newest first: 25 baskets, all read, ", true },
	{ "persons\nlist\nmore\nmore\n",
	    "Baskets > Persons, newest first: 25 persons, 25 baskets read\n", true },
	{ "group customFields.said\nlist\nmore\nmore\n",
	    "Baskets > Groups, group=customFields.said: 25 groups, 25 baskets read\n", false },
};

static void
show_surface(struct talk *t, size_t surface, const char *words)
{
	auto_buf page = { 0 };
	awkward_page(&page, false);
	auto_hostile *h = hostile_start_bytes(buf_str(&page));
	talk_to_server(t, h, words, surfaces[surface].lines);
	expect_spoken(t, surfaces[surface].place);
}

TEST(WA01_to_WA18_are_escaped)
{
	for (size_t s = 0; s < sizeof(surfaces) / sizeof(*surfaces); s++) {
		CLEANUP(talk_end) struct talk t;
		show_surface(&t, s, "");
		size_t from = t.heard;
		for (size_t i = 0; i < awkward_texts_n; i++) {
			auto_buf row = { 0 };
			bool mark = surfaces[s].marks && awkward_texts[i].marked;
			buf_addf(&row, "%s", mark ? "! " : "");
			awkward_plain(&row, awkward_texts[i].shown);
			buf_addz(&row, ", ");
			t.heard = from; /* groups are sorted differently */
			expect_spoken(&t, buf_z(&row));
		}
	}
}

TEST(WA01_to_WA18_are_masked)
{
	for (size_t s = 0; s < sizeof(surfaces) / sizeof(*surfaces); s++) {
		CLEANUP(talk_end) struct talk t;
		show_surface(&t, s, "--mask");
		for (size_t i = 0; i < awkward_texts_n; i++)
			if (awkward_texts[i].secret)
				expect_never_spoken(&t, awkward_texts[i].secret);
		expect_never_spoken(&t, "@example.com");
	}
}

/* The list, its persons and its groups: how many baskets each has for WB04, WB12 and WB13. */
TEST(unusual_pages_are_described)
{
	enum { PAGES = 3 };
	static const struct {
		const char *number;
		struct awkward_span pages[PAGES];
		const char *persons, *group, *list;
	} rows[] = {
		{ "WB04",
		    { { 60, 41, ",\"queryMore\":\"a\"" }, { 40, 21, ",\"queryMore\":\"b\"" },
			{ 20, 1, "" } },
		    "60 persons, 60 baskets read\n", "Row 1 of 1: one, baskets 60, ",
		    "60 baskets, all read, " },
		{ "WB12 null", { { 3, 1, ",\"queryMore\":null" }, { 6, 4, "" }, { 9, 7, "" } },
		    "3 persons, 3 baskets read\n", "Row 1 of 1: one, baskets 3, ",
		    "3 baskets, all read, " },
		{ "WB12 empty", { { 3, 1, ",\"queryMore\":\"\"" }, { 6, 4, "" }, { 9, 7, "" } },
		    "3 persons, 3 baskets read\n", "Row 1 of 1: one, baskets 3, ",
		    "3 baskets, all read, " },
		{ "WB12 twice",
		    { { 6, 4, ",\"queryMore\":\"c\"" }, { 3, 1, ",\"queryMore\":\"c\"" },
			{ 9, 7, "" } },
		    "6 persons, 6 baskets read", "Row 1 of 1: one, baskets 6, ",
		    "the service sent the same page twice" },
		{ "WB13",
		    { { 20, 11, ",\"queryMore\":\"10\"" }, { 15, 6, ",\"queryMore\":\"20\"" },
			{ 5, 1, "" } },
		    "20 persons, 20 baskets read\n", "Row 1 of 1: one, baskets 20, ",
		    "20 baskets, all read, " },
	};
	static const char *const masks[] = { "", "--mask" };
	for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(*rows); i++) {
		struct buf answers[PAGES + 1] = { 0 };
		struct hostile_rule rules[PAGES + 1];
		struct talk t;
		for (size_t p = 0; p < PAGES; p++) {
			awkward_span_write(&answers[p], &rows[i / 2].pages[p]);
			rules[p] = (struct hostile_rule){
				.path = "/checkout", .nth = p + 1, .answer = buf_str(&answers[p])
			};
		}
		hostile_json(&answers[PAGES], "{\"items\":[],\"commitId\":\"1\"}");
		rules[PAGES] = (struct hostile_rule){ .answer = buf_str(&answers[PAGES]) };
		struct hostile *h = hostile_start(rules, PAGES + 1);
		print_message("%s %s\n", rows[i / 2].number, masks[i % 2]);
		talk_to_server(&t, h, masks[i % 2], "persons\ngroup tag\nout\nbaskets\nquit\n");
		expect_spoken(&t, rows[i / 2].persons);
		expect_spoken(&t, rows[i / 2].group);
		expect_spoken(&t, rows[i / 2].list);
		hostile_stop(h);
		talk_end(&t);
		for (size_t p = 0; p <= PAGES; p++)
			buf_free(&answers[p]);
	}
}
