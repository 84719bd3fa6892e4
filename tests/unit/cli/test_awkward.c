/* labels: slow */
/* The awkward cases by number, as `backroom get` and `check` print them: names, paths and times
 * that are wrong, odd or long. */
#include "unit/cli/run.h"

#include <string.h>

static void
awkward_ends(struct run_result *r, int code, const char *view, const char *format, const char *more)
{
	RUN(r, NULL, "demo", "--pack", "awkward", "--", "get", view, "-o", format, "--all", more);
	assert_int_equal(r->code, code);
}

static void
awkward(struct run_result *r, const char *view, const char *format, const char *more)
{
	awkward_ends(r, 0, view, format, more);
}

static void
expect_text(const struct buf *text, const char *expected)
{
	if (strcmp(text->p, expected) != 0)
		fail_msg("\n%s\nand not\n%s", text->p, expected);
}

static void
expect(const char *view, const char *format, const char *out, const char *words)
{
	auto_run_result r = { 0 };
	awkward(&r, view, format, NULL);
	expect_text(&r.out, out);
	expect_text(&r.words, words);
}

/* Output for programs has the whole text; terminal/test_get.c tests how a terminal cuts it. */
TEST(WA06_long_texts_are_not_cut_in_data)
{
	auto_run_result r = { 0 };
	auto_buf name = { 0 }, path = { 0 };
	buf_addz(&name, "\"WA06 ");
	for (int i = 0; i < 10; i++)
		buf_addz(&name, "a name that goes on and on, ");
	buf_addz(&name, "and so on, 300.\",");
	awkward(&r, "offers wa06-long cols=name,label", "csv", NULL);
	assert_true(str_starts(buf_str(&r.out), STR("name,label\n")));
	struct str row = str_sub(buf_str(&r.out), 11, SIZE_MAX);
	assert_true(str_starts(row, buf_str(&name)));
	/* the label has 2,000 characters, two quotes and the end of the line */
	assert_int_equal(row.n, name.n + 2000 + 3);
	buf_addz(&path, "path\n/offers2/");
	for (int i = 0; i < 10; i++)
		buf_addz(&path, "a/b/c/d/e/f/");
	buf_addz(&path, "w/a/06\n");
	expect("offers wa06-deep cols=path", "csv", buf_z(&path), "");
}

TEST(WA07_spaces_and_breaks_in_names_are_visible)
{
	expect("assets wa07 cols=name,path", "table",
	    "NAME                           PATH\n"
	    "\\tWA07 tab\\nnewline\u2420no-break\u2420  /assets/wa07\n",
	    "");
	expect("segments wa07 cols=name,path", "table",
	    "NAME  PATH\n"
	    "\u2420\u2420\u2420   /segments/wa07-spaces\n",
	    "");
	/* data output is as it was sent */
	expect("segments wa07 cols=name,path", "csv", "name,path\n\"   \",/segments/wa07-spaces\n",
	    "");
}

/* Paths are not decoded twice or normalized: the exact bytes are found. */
TEST(WA08_any_path_is_found_by_its_exact_bytes)
{
	static const struct {
		const char *view, *id;
	} cases[] = {
		{ "assets path=\"/assets/wa08 a&b?c#d%2Fe+f\\\"g'\u00fc/../h\"", "wa08-asset\n" },
		{ "campaigns path=\"/offers/WA08 50% + more? #1 \\\"x\\\" & \u00fc\"",
		    "wa08-campaign\n" },
		{ "offers path=\"/offers/WA08 50% + more? #1 \\\"x\\\" & \u00fc/wa08%2Foffer\"",
		    "wa08-offer\n" },
		{ "offers path=\"/offers/wa08/../wa08 ./offer\"", "wa08-dots\n" },
		/* paths that must not match: decoded once more, plus as a space, dots resolved */
		{ "offers path=\"/offers/WA08 50% + more? #1 \\\"x\\\" & \u00fc/wa08/offer\"", "" },
		{ "assets path=\"/assets/wa08 a&b?c#d%2Fe f\\\"g'\u00fc/../h\"", "" },
		{ "offers path=\"/offers/wa08 ./offer\"", "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		awkward_ends(&r, *cases[i].id ? 0 : 5, cases[i].view, "tsv", "--fields=id");
		if (!str_eqz(str_sub(buf_str(&r.out), 3, SIZE_MAX), cases[i].id))
			fail_msg("%s: %s%s", cases[i].view, r.out.p, r.words.p);
	}
}

TEST(WA09_kinds_are_recognized_by_whole_segments)
{
	expect("offers wa09 cols=path,kind", "csv",
	    "path,kind\n"
	    "/offers/2/wa09,legacy\n"
	    "/offers/offers2/wa09,legacy\n"
	    "/offers2/offers/wa09,standalone\n"
	    "/offers2x/wa09,other\n",
	    "");
	expect("offers wa09 standalone=yes cols=path", "csv", "path\n/offers2/offers/wa09\n", "");
}

TEST(WA10_the_second_item_of_a_path_is_marked)
{
	expect("products wa10 cols=name,path", "table",
	    "NAME                           PATH\n"
	    "WA10 one of two at a path      /products/wa10-twin\n"
	    "! WA10 the other at that path  /products/wa10-twin\n",
	    "1 item has the same path as another item; a table marks them with !\n");
	expect("products wa10 cols=name", "csv",
	    "name\nWA10 one of two at a path\nWA10 the other at that path\n",
	    "1 item has the same path as another item; a table marks them with !\n");
	/* Paths are case-sensitive. */
	expect("segments wa10 cols=name,path", "table",
	    "NAME          PATH\n"
	    "WA10 READERS  /segments/WA10-readers\n"
	    "wa10 readers  /segments/wa10-readers\n",
	    "");
}

/* Absent, null and "" look different in tables; data output is for programs. */
TEST(WA19_absent_null_and_empty_look_different)
{
	expect("offers wa19 cols=id,name,version,priceOf,modified,label", "table",
	    "ID           OFFER  VERSION  PRICE OF  MODIFIED  LABEL\n"
	    "wa19-absent\n"
	    "wa19-empty   \"\"     \"\"       \"\"        \"\"\n"
	    "wa19-null    null   null     null      null\n",
	    "");
	expect("offers wa19 cols=id,name,version,priceOf,modified,label", "csv",
	    "id,name,version,priceOf,modified,label\n"
	    "wa19-absent,,,,,\nwa19-empty,,,,,\nwa19-null,,,,,\n",
	    "");
}

TEST(WA28_missing_items_are_listed_with_their_users)
{
	static const char *const rows[] = {
		"ref-product,error,/offers/2026 Spring Launch/wa28-parts,product wa28-gone does not "
		"exist\n",
		"ref-segment,error,/offers/2026 Spring Launch/wa28-parts,/segments/wa28-gone does not "
		"exist\n",
		"ref-asset,warning,/offers/2026 Spring Launch/wa28-looks,/assets/wa28-gone does not "
		"exist\n",
	};
	auto_run_result r = { 0 };
	EXITS(1, &r, NULL, "demo", "--pack", "awkward", "--", "check", "catalog", "-o", "csv");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strstr(r.out.p, rows[i]))
			fail_msg("no %s", rows[i]);
	EXITS(1, &r, NULL, "demo", "--pack", "awkward", "--", "check", "catalog", "-o", "github");
	assert_non_null(strstr(r.out.p,
	    "::error title=ref-product::/offers/2026 Spring Launch/wa28-parts: product wa28-gone does "
	    "not exist\n"));
	for (struct str rest = str_of(r.out.p), line; str_next(&rest, '\n', &line) && line.n;)
		assert_true(str_starts(line, STR("::error title=")) ||
		    str_starts(line, STR("::warning title=")) ||
		    str_starts(line, STR("::notice title=")));
	EXITS(2, &r, NULL, "demo", "--", "get", "offers", "-o", "github");
	EXITS(2, &r, NULL, "demo", "--", "journal", "list", "-o", "github");
	EXITS(2, &r, NULL, "demo", "--", "check", "catalog", "-o", "github", "--fields", "id");
	awkward(&r, "offers wa28", "tree", NULL);
	expect_text(&r.words, "3 missing\n");
	assert_non_null(strstr(r.out.p, "asset missing: /assets/wa28-gone\n"));
	assert_non_null(strstr(r.out.p, "product missing: wa28-gone\n"));
	assert_non_null(strstr(r.out.p, "segment missing: /segments/wa28-gone\n"));
}

/* Formulas are text to a spreadsheet and numbers stay numbers; json, ndjson and raw are
 * unchanged. */
TEST(WA17_formulas_are_escaped_for_spreadsheets)
{
	auto_run_result r = { 0 };
	expect("offers path:/wa17- cols=name,display,label", "csv",
	    "name,display,label\n"
	    "'+44 20 7946 0000,\"'=HYPERLINK(\"\"https://evil.example\"\")\","
	    "'-5;' @x; \ttab first;' =1+1\n",
	    "");
	expect("assets path=/assets/wa17 cols=name", "csv",
	    "name\n\"'=HYPERLINK(\"\"https://evil.example/?wa17\"\",\"\"WA17\"\")\"\n", "");
	expect("assets path=/assets/wa17 cols=name", "tsv",
	    "name\n'=HYPERLINK(\"https://evil.example/?wa17\",\"WA17\")\n", "");
	/* A negative number is not treated as a price. */
	RUN(&r, NULL, "demo", "--pack", "awkward", "--", "get", "offers path:/wa20-", "-o", "csv",
	    "--fields", "path,data.attributes.numbers.2");
	assert_non_null(strstr(r.out.p, "\n/offers2/wa20-unknown,-0\n"));
	awkward(&r, "assets path=/assets/wa17", "ndjson", NULL);
	assert_non_null(strstr(
	    r.out.p, "\"name\":\"=HYPERLINK(\\\"https://evil.example/?wa17\\\",\\\"WA17\\\")\""));
}

/* A value is printed as it was sent, whatever its type. */
TEST(WA20_numbers_are_printed_as_sent)
{
	auto_run_result r = { 0 };
	RUN(&r, NULL, "demo", "--pack", "awkward", "--", "get", "offers path:/wa20-", "-o",
	    "ndjson", "--fields", "data.attributes.numbers,data.attributes.arrays");
	assert_string_equal(r.out.p,
	    "{\"data.attributes.numbers\":[1e400,9223372036854775809,-0,0.10,1.0E+2],"
	    "\"data.attributes.arrays\":[[1,2],[3,[4,5]],[]]}\n");
	awkward(&r, "offers path=/offers2/wa20-unknown", "raw", NULL);
	assert_non_null(strstr(r.out.p, "[1e400,9223372036854775809,-0,0.10,1.0E+2]"));
}

/* A leap second counts as the following second; text that is not a time is shown as it was sent. */
TEST(WA32_odd_times_are_read_or_shown_as_sent)
{
	auto_run_result r = { 0 };
	expect("offers wa32 cols=name,modified", "table",
	    "OFFER                            MODIFIED\n"
	    "WA32 changed before it was made  1 Jan 2025 00:00 UTC\n"
	    "WA32 times at the edges          1 Jan 2017 00:00 UTC\n"
	    "! WA32 times in words            ? yesterday\n",
	    "1 item is malformed; a table marks them with !\n");
	expect("offers wa32 cols=name,modified", "csv",
	    "name,modified\n"
	    "WA32 changed before it was made,2025-01-01T00:00:00.000Z\n"
	    "WA32 times at the edges,2017-01-01T00:00:00.000Z\n"
	    "WA32 times in words,yesterday\n",
	    "1 item is malformed; a table marks them with !\n");
	/* Items without a readable time come last, and no time filter matches them. */
	awkward(&r, "offers wa32 sort=modified cols=name", "csv", NULL);
	assert_true(str_ends(buf_str(&r.out), STR("made\nWA32 times in words\n")));
	awkward(&r, "offers wa32 sort=-modified cols=name", "csv", NULL);
	assert_true(str_ends(buf_str(&r.out), STR("edges\nWA32 times in words\n")));
	awkward(&r, "offers wa32 modified=2001-01-01 cols=name", "csv", NULL);
	assert_null(strstr(r.out.p, "in words"));
	assert_non_null(strstr(r.out.p, "at the edges"));
}

TEST(WA31_campaigns_without_offers_and_offers_without_a_campaign)
{
	auto_run_result r = { 0 };
	expect("campaigns wa31", "tree",
	    "campaign WA31 a campaign without offers  /offers/wa31-empty\n"
	    "\u251c\u2500 template /config/templates/offers/default\n"
	    "\u2514\u2500 no offers\n",
	    "");
	awkward(&r, "campaigns", "tree", NULL);
	assert_non_null(strstr(r.out.p,
	    "campaign missing: /offers/wa31-nowhere\n"
	    "\u2514\u2500 offer WA31 an offer in no campaign  /offers/wa31-nowhere/wa31-lonely\n"));
}
