/* A link or unlink with --dry-run: the request is shown, nothing is sent and nothing is
 * recorded. */
#include "unit/journal/command_runs.h"

#include <string.h>

#define ISSUER "--iss", "https://login.example/", "--sub", "jane \"x\""

TEST(a_dry_run_prints_the_request_and_sends_nothing)
{
	static const struct {
		const char *verb, *method, *gives;
	} cases[] = {
		{ "link", "POST ", "can see all subscriptions" },
		{ "unlink", "DELETE ", "loses the owner's subscriptions" },
	};
	for (size_t i = 0; i < 2; i++) {
		auto_run_result r = { 0 };
		auto_hostile *h = hostile_start_json("{}");
		EXITS(0, &r, hostile_url(h), "identity", cases[i].verb, "id/7", ISSUER, "--reason",
		    "T-1", "--dry-run");
		assert_int_equal(hostile_count(h), 0);
		assert_true(str_starts(buf_str(&r.out), str_of(cases[i].method)));
		assert_non_null(strstr(buf_z(&r.out), "/objects/externalidentity/id%2F7\n"));
		assert_non_null(strstr(buf_z(&r.out),
		    "\n{\"id_token\":{\"iss\":\"https://login.example/\",\"sub\":\"jane \\\"x\\\"\"}}\n"));
		assert_null(strstr(buf_z(&r.out), "t.o.k"));
		assert_non_null(strstr(buf_z(&r.words), cases[i].gives));
		assert_non_null(strstr(buf_z(&r.words), "Nothing was sent or recorded\n"));
		RUN(&r, NULL, "journal", "list", "-o", "json");
		assert_string_equal(buf_z(&r.out), "[]\n");
	}
}

TEST(a_dry_run_prints_json)
{
	auto_run_result r = { 0 };
	EXITS(0, &r, "http://127.0.0.1:1/api", "identity", "link", "id-7", ISSUER, "--dry-run",
	    "-o", "ndjson", "--fields", "method,body.id_token.sub");
	assert_string_equal(
	    buf_z(&r.out), "{\"method\":\"POST\",\"body.id_token.sub\":\"jane \\\"x\\\"\"}\n");
}

/* A dry run refuses bad rows, reports odd ones, and shows rows that must not be sent. */
TEST(a_dry_run_reports_known_problems)
{
	auto_run_result r = { 0 };
	EXITS(2, &r, "http://127.0.0.1:1/api", "identity", "link", "id-7", "--iss", "", "--sub",
	    "x", "--dry-run");
	assert_string_equal(buf_z(&r.out), "");
	EXITS(0, &r, "http://127.0.0.1:1/api", "identity", "link", "id-7", "--iss",
	    "http://login.example/", "--sub", "x", "--dry-run", "--read-only");
	assert_non_null(strstr(buf_z(&r.words), "warning: "));
	assert_non_null(strstr(buf_z(&r.words), "read-only, so it would not be sent\n"));
	EXITS(2, &r, "http://127.0.0.1:1/api", "identity", "link", "id-7", ISSUER, "--rate", "2");
	assert_non_null(strstr(buf_z(&r.words), "--rate works with --from only"));
}
