/* Journeys drawn and read back as plain text: the position of each part at several widths, and
 * no line wider than its space. */
#include "list/bar.h"
#include "ui/journey/flow_doc.h"

#include "base/utf8.h"
#include "lib/test.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TEXT(literal)                        \
	{                                    \
		literal, sizeof(literal) - 1 \
	}
#define SEGMENT(path)                       \
	{                                   \
		TEXT("segment"), TEXT(path) \
	}
#define TO(path, split)                    \
	{                                  \
		TEXT(path), TEXT(split), 0 \
	}
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const struct journey_condition lapsed_uk[] = { SEGMENT("/segments/lapsed-365"),
	SEGMENT("/segments/region-uk") };
static const struct journey_condition student[] = { SEGMENT("/segments/student") };
static const struct journey_destination save[] = { TO("/tags/save", "70"),
	TO("/tags/uk/newsletter", "30") };
static const struct journey_destination half[] = { TO("/tags/a", "60"), TO("/tags/b", "30") };
static const struct journey_destination thirds[] = { TO("/tags/a", "33.33"), TO("/tags/b", "33.33"),
	TO("/tags/c", "33.33") };

static struct journeys
journeys_of(const struct journey *v, size_t n)
{
	return (struct journeys){ .starting_point = TEXT("/subscribe/"),
		.fallback_tag = TEXT("/tags/uk/direct"),
		.v = v,
		.n = n };
}

static struct journey
journey_of(const struct journey_condition *c, size_t c_n, const struct journey_destination *to,
    size_t to_n)
{
	return (struct journey){ .id = TEXT("j"),
		.conditions = c,
		.conditions_n = c_n,
		.destinations = to,
		.destinations_n = to_n,
		.actions_n = 1 };
}

/* The flow as text; asserts that every line fits the width. */
static char *
draw_at(const struct flow_doc_context *context, size_t at, int width, bool ascii)
{
	CLEANUP(doc_free) struct doc d = { .width = width, .ascii = ascii };
	struct buf out = { 0 };
	flow_doc(&d, context, at);
	for (size_t i = 0; i < d.lines.n; i++) {
		auto_buf line = { 0 };
		doc_write_line(&line, &d, i);
		if (text_width(buf_str(&line)) > width)
			fail_msg(
			    "%d cells in %d: %s", text_width(buf_str(&line)), width, buf_z(&line));
		while (line.n && line.p[line.n - 1] == ' ')
			line.n--;
		buf_addf(&out, "%.*s\n", STR_ARG(buf_str(&line)));
	}
	return buf_detach(&out);
}

static void
expect_flow(
    const struct flow_doc_context *context, size_t at, int width, bool ascii, const char *expected)
{
	char *text = draw_at(context, at, width, ascii);
	assert_string_equal(text, expected);
	x_free(text);
}

TEST(the_tours_third_journey)
{
	const struct journey v[] = { journey_of(student, 1, save, 2),
		journey_of(lapsed_uk, 2, save, 2), journey_of(student, 1, half, 2) };
	const struct journeys all = journeys_of(v, 3);
	const struct flow_doc_context context = { .journeys = &all };
	expect_flow(&context, 1, 60, false,
	    " /subscribe/\n"
	    "   │\n"
	    "   ◆ segment is /segments/lapsed-365\n"
	    "   ◆ and segment is /segments/region-uk\n"
	    "   │\n"
	    "   ├─ 70 % ██████████████······ ─▸ /tags/save\n"
	    "   ├─ 30 % ▒▒▒▒▒▒·············· ─▸ /tags/uk/newsletter\n"
	    "   └─  0 % remainder ────────── ─▸ /tags/uk/direct\n"
	    "                                      the fallback\n"
	    "\n"
	    " no match: journey 3\n");
	expect_flow(&context, 1, 60, true,
	    " /subscribe/\n"
	    "   |\n"
	    "   * segment is /segments/lapsed-365\n"
	    "   * and segment is /segments/region-uk\n"
	    "   |\n"
	    "   +- 70 % ##############...... -> /tags/save\n"
	    "   +- 30 % ======.............. -> /tags/uk/newsletter\n"
	    "   `-  0 % remainder ---------- -> /tags/uk/direct\n"
	    "                                      the fallback\n"
	    "\n"
	    " no match: journey 3\n");
}

TEST(wj01_wj03_a_remainder_falls_back)
{
	const struct journey v[] = { journey_of(student, 1, half, 2),
		journey_of(student, 1, thirds, 3) };
	const struct journeys all = journeys_of(v, 2);
	const struct flow_doc_context context = { .journeys = &all };
	expect_flow(&context, 0, 60, false,
	    " /subscribe/\n"
	    "   │\n"
	    "   ◆ segment is /segments/student\n"
	    "   │\n"
	    "   ├─ 60 % ████████████········ ─▸ /tags/a\n"
	    "   ├─ 30 % ▒▒▒▒▒▒·············· ─▸ /tags/b\n"
	    "   └─ 10 % remainder ────────── ─▸ /tags/uk/direct\n"
	    "                                      the fallback\n"
	    "\n"
	    " no match: journey 2\n");
	expect_flow(&context, 1, 60, false,
	    " /subscribe/\n"
	    "   │\n"
	    "   ◆ segment is /segments/student\n"
	    "   │\n"
	    "   ├─ 33.33 % ███████············· ─▸ /tags/a\n"
	    "   ├─ 33.33 % ▒▒▒▒▒▒▒············· ─▸ /tags/b\n"
	    "   ├─ 33.33 % ░░░░░░░············· ─▸ /tags/c\n"
	    "   └─  0.01 % remainder ────────── ─▸ /tags/uk/direct\n"
	    "                                         the fallback\n"
	    "   rounding: the splits add up to 99.99\n"
	    "\n"
	    " no match: the fallback\n");
}

static void
expect_in(const struct flow_doc_context *context, int width, const char *const *texts)
{
	char *text = draw_at(context, 0, width, false);
	for (; *texts; texts++)
		if (str_find(str_of(text), str_of(*texts)) == SIZE_MAX)
			fail_msg("no \"%s\" in:\n%s", *texts, text);
	x_free(text);
}

#define EXPECT_IN(v, n, ...)                                                         \
	do {                                                                         \
		const struct journeys all = journeys_of((v), (n));                   \
		const struct flow_doc_context context = { .journeys = &all };        \
		expect_in(&context, 60, (const char *const[]){ __VA_ARGS__, NULL }); \
	} while (0)

TEST(wj02_splits_over_100_are_cut_and_show_the_sent_value)
{
	const struct journey_destination over[] = { TO("/tags/a", "80"), TO("/tags/b", "40") };
	const struct journey_destination negative[] = { TO("/tags/a", "-10"),
		TO("/tags/b", "110") };
	const struct journey_destination nothing[] = { TO("/tags/a", "0"), TO("/tags/b", "0") };
	const struct journey_destination words[] = { TO("/tags/a", "50%"), TO("/tags/b", "0,5") };
	const struct journey a = journey_of(student, 1, over, 2);
	const struct journey b = journey_of(student, 1, negative, 2);
	const struct journey c = journey_of(student, 1, nothing, 2);
	const struct journey d = journey_of(student, 1, words, 2);
	EXPECT_IN(&a, 1, "├─ 80 %", "├─ 20 %", "! sent as 40", "└─  0 % remainder");
	EXPECT_IN(&b, 1, "├─   0 % ····················", "! sent as -10",
	    "├─ 100 % ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒", "! sent as 110");
	EXPECT_IN(&c, 1, "├─   0 %", "└─ 100 % remainder");
	EXPECT_IN(&d, 1, "├─   ? %", "! sent as 50%: not a number", "! sent as 0,5: not a number");
}

TEST(wj04_many_values_no_value_and_no_action)
{
	struct journey_destination forty[40];
	char tags[40][16];
	for (int i = 0; i < 40; i++) {
		snprintf(tags[i], sizeof(tags[i]), "/tags/t%d", i);
		forty[i] = (struct journey_destination){ str_of(tags[i]), TEXT("2.5"), 0 };
	}
	const struct journey many = journey_of(student, 1, forty, 40);
	const struct journey none = journey_of(student, 1, NULL, 0);
	EXPECT_IN(&many, 1, "├─ 2.5 % █··················· ─▸ /tags/t0\n", "─▸ /tags/t39\n");
	EXPECT_IN(&none, 1, "! no destination", "└─ 100 % remainder");
}

TEST(wj05_an_unknown_type_is_shown_as_sent)
{
	const struct journey_condition odd[] = { { TEXT("country"), TEXT("GB") },
		{ TEXT("jwt"), { NULL, 0 } }, { TEXT("segment"), TEXT("") } };
	const struct journey j = journey_of(odd, 3, save, 2);
	EXPECT_IN(&j, 1, "◆ country is GB\n   │    ? unknown type\n", "◆ and jwt is \"\"\n",
	    "◆ and segment is \"\"");
}

TEST(wj05_wj07_missing_segments_and_loops_are_marked)
{
	const struct journey_destination loop[] = { TO("/subscribe/", "100") };
	const struct journey v[] = { journey_of(student, 1, loop, 1),
		journey_of(lapsed_uk, 1, save, 2) };
	const struct catalog_item lapsed = { .id = TEXT("s"),
		.path = TEXT("/segments/lapsed-365") };
	const struct catalog_item offer = { .id = TEXT("o"),
		.path = TEXT("/offers2/o"),
		.labels = { (const struct str[]){ TEXT("save") }, 1 } };
	struct journeys all = journeys_of(v, 2);
	CLEANUP(graph_free) struct graph g;
	graph_init(&g);
	graph_add_item(&g, GRAPH_SEGMENT, &lapsed, 0);
	graph_add_item(&g, GRAPH_OFFER, &offer, 0);
	graph_add_journeys(&g, &all);
	graph_link_labels(&g);
	const struct flow_doc_context context = { .journeys = &all, .graph = &g };
	expect_in(&context, 70,
	    (const char *const[]){ "segment is /segments/student (missing)",
		"─▸ /subscribe/\n   │    ! goes back to the start", NULL });
	expect_flow(&context, 1, 60, false,
	    " /subscribe/\n"
	    "   │\n"
	    "   ◆ segment is /segments/lapsed-365\n"
	    "   │\n"
	    "   ├─ 70 % ██████████████······ ─▸ /tags/save\n"
	    "   │                                  1 offer\n"
	    "   ├─ 30 % ▒▒▒▒▒▒·············· ─▸ /tags/uk/newsletter\n"
	    "   │                                  no offer has this tag\n"
	    "   └─  0 % remainder ────────── ─▸ /tags/uk/direct\n"
	    "                        no offer has this tag, the fallback\n"
	    "\n"
	    " no match: the fallback\n");
	all.fallback_tag = STR_NONE;
	all.starting_point = STR_NONE;
	expect_in(
	    &context, 60, (const char *const[]){ "! no starting point", "! no fallback", NULL });
}

/* Two decimals on the screen, with the value as sent below if it has more. */
TEST(shares_have_two_decimals_at_most)
{
	const struct journey_destination fine[] = { TO("/tags/a", "33.333333"),
		TO("/tags/b", "66.665"), TO("/tags/c", "0.001") };
	const struct journey v[] = { journey_of(student, 1, fine, 3),
		journey_of(student, 1, half, 2) };
	const struct journeys all = journeys_of(v, 2);
	const struct whatif_policy scaled = { .scales_splits = true };
	struct flow_doc_context context = { .journeys = &all };
	auto_buf goes = { 0 };
	expect_in(&context, 60,
	    (const char *const[]){ "├─ 33.33 %", "exactly 33.333333\n", "├─ 66.67 %",
		"exactly 66.665\n", "├─ <0.01 %", "exactly 0.001\n", NULL });
	/* shares of 60 and 30, scaled to 100 % */
	flow_append_destinations(&goes, &all, &v[1], &scaled, false);
	assert_string_equal(buf_z(&goes), "66.67 a · 33.33 b");
}

TEST(wj08_without_conditions_everybody_matches)
{
	const struct journey j = journey_of(NULL, 0, save, 2);
	EXPECT_IN(&j, 1, "◆ everyone (no conditions)");
}

/* Names of 300 characters, at every width. */
TEST(lines_fit_any_width)
{
	char name[330] = "/tags/";
	for (int i = 6; i < 320; i++)
		name[i] = (char)('a' + i % 26);
	struct journey_destination to[] = { { str_of(name), TEXT("33.333333"), 0 },
		{ str_of(name), TEXT("50%"), 0 }, { str_of(name), TEXT("66"), 1 } };
	const struct journey_condition when[] = { { TEXT("segment"), str_of(name) } };
	const struct journey j = journey_of(when, 1, to, 3);
	const struct journeys all = {
		.starting_point = str_of("/s"), .fallback_tag = str_of(name), .v = &j, .n = 1
	};
	const struct flow_doc_context context = { .journeys = &all };
	for (int width = 56; width <= 200; width++)
		x_free(draw_at(&context, 0, width, width % 2));
}

static void
expect_cells(const int64_t *percent, size_t n, int cells, const int *expected)
{
	int64_t shares[8];
	int out[8];
	for (size_t i = 0; i < n; i++)
		shares[i] = percent[i] < 0 ? WHATIF_NO_SHARE : percent[i] * DECIMAL_ONE / 100;
	bar_compute_cells(shares, n, cells, out);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(out[i], expected[i]);
}

TEST(bars_are_full_and_show_small_parts)
{
	expect_cells((int64_t[]){ 7000, 3000 }, 2, 20, (int[]){ 14, 6 });
	expect_cells((int64_t[]){ 3333, 3333, 3333 }, 3, 20, (int[]){ 7, 7, 6 });
	expect_cells((int64_t[]){ 3400, 3300, 3300 }, 3, 20, (int[]){ 7, 7, 6 });
	expect_cells((int64_t[]){ 9999, 1 }, 2, 20, (int[]){ 19, 1 });
	expect_cells((int64_t[]){ 6000, 3000 }, 2, 20, (int[]){ 12, 6 });
	expect_cells((int64_t[]){ 0, 10000, -1 }, 3, 20, (int[]){ 0, 20, 0 });
}

static enum whatif_answer
in_uk(void *ctx, struct str segment)
{
	(void)ctx;
	if (str_eqz(segment, "/segments/region-uk"))
		return WHATIF_YES;
	return str_eqz(segment, "/segments/student") ? WHATIF_UNKNOWN : WHATIF_NO;
}

TEST(reasons_name_the_type_of_a_condition)
{
	const struct journey_condition odd[] = { { TEXT("country"), TEXT("GB") },
		{ TEXT("jwt"), TEXT("") }, SEGMENT("/segments/region-uk") };
	const struct journey j = journey_of(odd, 3, save, 2);
	const struct journeys all = journeys_of(&j, 1);
	const struct whatif_visitor visitor = { in_uk, NULL };
	const struct flow_doc_context context = { .journeys = &all, .visitor = &visitor };
	auto_buf out = { 0 };
	flow_write_known_conditions(&out, &context, &j);
	assert_string_equal(buf_z(&out), "country GB not known, jwt \"\" not known, region-uk yes");
}

TEST(what_if_shows_reasons_and_assumptions)
{
	const struct journey v[] = { journey_of(lapsed_uk, 2, save, 2),
		journey_of(lapsed_uk + 1, 1, half, 2), journey_of(student, 1, half, 2) };
	const struct journeys all = journeys_of(v, 3);
	const struct whatif_visitor visitor = { in_uk, NULL };
	struct flow_doc_context context = { .journeys = &all, .visitor = &visitor };
	CLEANUP(doc_free) struct doc d = { .width = 60 };
	auto_buf out = { 0 };
	CLEANUP(whatif_free) struct whatif w;
	whatif_run(&w, &all, &context.policy, &visitor);
	context.whatif = &w;
	expect_in(&context, 60,
	    (const char *const[]){ "◆ no   segment is /segments/lapsed-365",
		"◆ yes  and segment is /segments/region-uk", "├─ 70 % ─▸ /tags/save",
		"remainder: the fallback", NULL });
	/* the conditions have the answer: a verdict is added only if another journey decides */
	char *decided = draw_at(&context, 0, 60, false);
	assert_null(strstr(decided, "This visitor"));
	x_free(decided);
	decided = draw_at(&context, 2, 60, false);
	assert_non_null(strstr(decided, "This visitor: not reached, journey 2 fires before it"));
	x_free(decided);
	flow_result_doc(&d, &context, 2);
	for (size_t i = 0; i < d.lines.n; i++) {
		doc_write_line(&out, &d, i);
		buf_addc(&out, '\n');
	}
	assert_non_null(strstr(buf_z(&out), "  60 %  ████████████········  a  "));
	assert_non_null(strstr(buf_z(&out), "  30 %  ██████··············  b  "));
	assert_non_null(strstr(buf_z(&out), " and 1 more destination\n"));
	assert_non_null(strstr(buf_z(&out), " Journey 2 fires: region-uk yes\n"));
	assert_non_null(strstr(buf_z(&out), " simulated with 10,000 visitors (seed 7)\n"));
	doc_clear(&d);
	buf_reset(&out);
	flow_policy_doc(&d, &context);
	doc_write_line(&out, &d, 0);
	assert_non_null(strstr(buf_z(&out), " Assumes: the first match wins, every"));
	buf_reset(&out);
	flow_write_policy(&out, &context.policy);
	assert_string_equal(buf_z(&out),
	    "the first match wins, every condition must hold; only the first action counts; any "
	    "remainder goes to the fallback");
}
