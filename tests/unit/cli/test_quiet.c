/* --quiet and --no-header, for scripts. */
#include "lib/test.h"
#include "unit/cli/run.h"

#include <string.h>

TEST(quiet_prints_errors_alone)
{
	auto_run_result r = { 0 };
	EXITS(0, &r, NULL, "demo", "--", "get", "baskets", "tag:reseller", "--max", "3");
	assert_non_null(strstr(r.words.p, "baskets"));
	EXITS(0, &r, NULL, "demo", "--", "get", "baskets", "tag:reseller", "--max", "3", "-q");
	assert_string_equal(r.words.p, "");
	assert_non_null(strstr(r.out.p, "PERSON"));
	EXITS(1, &r, NULL, "demo", "--", "check", "catalog", "--quiet");
	assert_string_equal(r.words.p, "");
	EXITS(2, &r, NULL, "demo", "--", "get", "baskets", "-q", "emial=x");
	assert_non_null(strstr(r.words.p, "did you mean email?"));
	EXITS(6, &r, "http://127.0.0.1:1/api", "get", "baskets", "-q");
	assert_non_null(strstr(r.words.p, "backroom: "));
	EXITS(2, &r, NULL, "demo", "--", "identity", "link", "id-1", "-q");
	assert_non_null(strstr(r.words.p, "-q needs --yes here"));
}

TEST(headings_can_be_left_out)
{
	static const char *const formats[] = { "table", "wide", "csv", "tsv" };
	auto_run_result r = { 0 };
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		EXITS(0, &r, NULL, "demo", "--", "get", "products", "cols=code", "code=NL-XWORD",
		    "-o", formats[i], "--no-header");
		assert_string_equal(r.out.p, "NL-XWORD\n");
	}
	EXITS(0, &r, NULL, "demo", "--", "get", "products", "code=NL-XWORD", "--fields", "id,path",
	    "--no-header", "-o", "csv");
	assert_null(strstr(r.out.p, "id,path"));
	assert_non_null(strstr(r.out.p, ",/products/crossword\n"));
	EXITS(0, &r, NULL, "demo", "--", "get", "products", "code=none", "--no-header", "-o", "csv");
	assert_string_equal(r.out.p, "");
	EXITS(2, &r, NULL, "demo", "--", "get", "products", "--no-header", "-o", "json");
	assert_non_null(strstr(r.words.p, "--no-header works with table, wide, csv and tsv"));
	EXITS(2, &r, NULL, "demo", "--", "get", "products", "-0");
	assert_non_null(strstr(r.words.p, "--null works with -o ndjson, csv and tsv"));
}
