/* `backroom identity` against the test's own service: stdout and messages, and files that a
 * second run continues. */
#include "lib/files.h"
#include "lib/process.h"
#include "lib/service_run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Owners of the tour: one without an identity, one with its own, and one whose identity others
 * request. */
#define O1 "id-01a7d3f05e9b4c62881f7be02d94c6a3"
#define O4 "id-04d20f6c83be4a1597c0e86b3f2d71a8"

TEST(a_link_prints_its_record_and_an_unlink_removes_it)
{
	auto_run_result r = { 0 };
	RUN(&r, "identity", "link", O1, "--iss", "https://one.example/", "--sub", "s-1", "--yes");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(r.out.p, "data.iss        https://one.example/\n"));
	assert_non_null(strstr(r.out.p, "owner           " O1 "\n"));
	assert_non_null(strstr(r.out.p, "status          active\n"));
	assert_non_null(strstr(r.words.p, "modify payment methods"));
	assert_non_null(strstr(r.words.p,
	    "Done: linked, owner \xE2\x80\xA6"
	    "c6a3 (J-"));
	RUN(&r, "identity", "link", O1, "--iss", "https://one.example/", "--sub", "s-1", "--yes",
	    "-o", "csv", "--fields", "owner,data.sub,status");
	assert_string_equal(r.out.p, "owner,data.sub,status\n" O1 ",s-1,active\n");
	for (int i = 0; i < 2; i++) { /* the second run changes nothing */
		RUN(&r, "identity", "unlink", O1, "--iss", "https://one.example/", "--sub", "s-1",
		    "--yes", "-o", "json");
		assert_int_equal(r.code, 0);
		assert_string_equal(r.out.p, "[]\n");
	}
	RUN(&r, "identity", "link", O1, "--iss", "https://one.example/", "--sub", "s-1", "--yes");
	assert_int_equal(r.code, 0); /* a new key, so not the first response repeated */
}

/* The journal of this account names the owner, which the baskets do not have. */
TEST(a_linked_identity_is_in_the_list)
{
	auto_run_result r = { 0 };
	RUN(&r, "identity", "link", O1, "--iss", "https://list.example/", "--sub", "listed",
	    "--yes");
	RUN(&r, "get", "identities subject=listed cols=subject,owner,known-from,status", "-o",
	    "csv");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(r.out.p, "listed," O1 ",J-0"));
	assert_non_null(strstr(r.out.p, ",linked\n"));
	RUN(&r, "get", "identities status=linked", "--mask", "-o", "ndjson");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(r.out.p, "\"status\":\"linked\"}\n"));
	assert_null(strstr(r.out.p, O1));
	assert_null(strstr(r.out.p, "listed"));
	RUN(&r, "identity", "unlink", O1, "--iss", "https://list.example/", "--sub", "listed",
	    "--yes");
	RUN(&r, "get", "identities sub=listed", "-o", "csv", "--fields", "status,owner");
	assert_string_equal(r.out.p, "status,owner\nremoved," O1 "\n");
}

/* A fixed time has pseudonyms of its own; those of the journal must be the same, or one identity has
 * two rows. */
TEST(a_masked_identity_is_that_of_its_baskets_at_a_fixed_time)
{
	static const char sub[] = "auth|9c1f40b86ad25e73f0d177e2",
			  iss[] = "https://login.northlight.example/";
	auto_run_result r = { 0 };
	RUN(&r, "identity", "link", O1, "--iss", iss, "--sub", sub, "--yes");
	assert_int_equal(r.code, 0);
	RUN(&r, "get", "identities status=linked", "--mask", "--now", "2026-11-20T10:42:00Z", "-o",
	    "csv", "--fields", "baskets,status");
	assert_non_null(strstr(r.out.p, "\n2,linked\n"));
	/* A saved session has no journal. */
	unlink("identities.session");
	RUN(&r, "get", "identities", "--save-session", "identities.session");
	assert_int_equal(r.code, 0);
	RUN(&r, "get", "identities status=linked", "--replay", "identities.session", "-o", "csv",
	    "--fields", "baskets,status");
	assert_string_equal(r.out.p, "baskets,status\n");
	RUN(&r, "identity", "unlink", O1, "--iss", iss, "--sub", sub, "--yes");
	assert_int_equal(r.code, 0);
}

TEST(a_dry_run_reports_the_wrong_rows)
{
	auto_run_result r = { 0 };
	write_file("mixed.csv",
	    "owner,iss,sub\n" O1 ",https://f.example,1\n" O1 ",https://f.example,1\n" O4 ",,2\n");
	RUN(&r, "identity", "link", "--from", "mixed.csv", "--dry-run", "-o", "csv", "--fields",
	    "line,outcome");
	assert_int_equal(r.code, 1);
	assert_string_equal(r.out.p, "line,outcome\n2,to do\n3,wrong\n4,wrong\n");
	RUN(&r, "identity", "link", "--from", "mixed.csv", "--yes", "-q");
	assert_non_null(strstr(r.words.p, "mixed.csv:4: issuer is empty"));
	unlink("mixed.csv");
}

TEST(refusals_have_the_services_message_and_code)
{
	auto_run_result r = { 0 };
	RUN(&r, "identity", "link", "id-none", "--iss", "https://x", "--sub", "1", "--yes");
	assert_int_equal(r.code, 5);
	assert_string_equal(r.out.p, "");
	assert_non_null(strstr(r.words.p, "Not linked: not_found\n"));
	RUN(&r, "identity", "link", O4, "--iss", "https://one.example/", "--sub", "s-1", "--yes",
	    "-o", "json");
	assert_int_equal(r.code, 7);
	assert_string_equal(r.out.p, "[]\n");
	assert_non_null(strstr(r.words.p, "Not linked: identity_in_use\n"));
}

TEST(without_a_terminal_a_write_needs_yes)
{
	static const char *const cases[][8] = {
		{ "link", O1, "--iss", "https://x", "--sub", "1" },
		{ "link", O1, "--iss", "https://x", "--yes" },
		{ "link", "--iss", "https://x", "--sub", "1", "--yes" },
		{ "join", O1, "--iss", "https://x", "--sub", "1", "--yes" },
		{ "link", O1, "--from", "x.csv" },
		{ "link", O1, "--iss", "https://x", "--sub", "", "--yes" },
		{ "link", O1, "--iss", "https://x", "--sub", "a\nb", "--yes" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *argv[10] = { "identity" };
		auto_buf words = { 0 };
		memcpy(argv + 1, cases[i], sizeof(cases[i]));
		assert_int_equal(service_run(shared_service, argv, NULL, &words), 2);
		assert_true(words.n > 0);
	}
}

TEST(an_interrupted_file_can_be_continued)
{
	auto_run_result r = { 0 };
	struct buf results = { 0 };
	unlink("good.csv.results");
	write_file("good.csv",
	    "iss,owner,sub\nhttps://f.example," O1 ",1\nhttps://f.example,later,2\n"
	    "https://f.example," O4 ",3\n");
	RUN(&r, "identity", "link", "--from", "good.csv", "--dry-run", "-o", "csv");
	assert_int_equal(r.code, 0);
	assert_string_equal(r.out.p,
	    "line,owner,outcome,code,request\n2," O1 ",to do,,\n3,later,to do,,\n4," O4
	    ",to do,,\n");
	assert_int_not_equal(access("good.csv.results", F_OK), 0);
	RUN(&r, "identity", "link", "--from", "good.csv", "--yes", "--rate", "1000", "-o", "csv",
	    "--fields", "line,outcome,code");
	assert_int_equal(r.code, 3);
	assert_string_equal(r.out.p, "line,outcome,code\n2,done,\n3,refused,not_found\n4,done,\n");
	assert_non_null(strstr(r.words.p,
	    "2 of 3 linked, 1 refused. Run it again to continue: done rows are not sent again, "
	    "refused rows are retried\n"));
	assert_true(process_read_file("good.csv.results", &results));
	assert_non_null(strstr(buf_z(&results), "\n2," O1 ",done,,"));
	assert_null(strstr(buf_z(&results), "f.example"));
	buf_free(&results);
	RUN(&r, "identity", "link", "--from", "good.csv", "--yes", "-o", "csv", "--fields",
	    "line,outcome");
	assert_int_equal(r.code, 3); /* completed rows are not sent again, refused rows are */
	assert_string_equal(r.out.p, "line,outcome\n3,refused\n");
	RUN(&r, "identity", "unlink", "--from", "good.csv", "--yes");
	assert_int_equal(r.code, 2); /* those results are from link, not unlink */
}

TEST(a_file_with_a_mistake_sends_nothing)
{
	auto_run_result r = { 0 };
	write_file("bad.csv",
	    "owner,iss,sub\n" O1 ",https://g.example,1\n" O1 ",https://g.example/,1\n" O4
	    ",https://g.example,1\n,https://g.example,5\n");
	RUN(&r, "identity", "link", "--from", "bad.csv", "--yes");
	assert_int_equal(r.code, 1);
	assert_non_null(strstr(r.words.p,
	    "bad.csv:3: warning: issuer is nearly the same as in line 2, but not equal\n"));
	assert_non_null(
	    strstr(r.words.p, "bad.csv:4: the same identity, for another owner, as in line 2\n"));
	assert_non_null(strstr(r.words.p, "bad.csv:5: owner is empty\n"));
	assert_non_null(strstr(r.words.p, "nothing was sent: 2 of 4 rows are wrong"));
	assert_int_not_equal(access("bad.csv.results", F_OK), 0);
	RUN(&r, "identity", "link", "--from", "missing.csv", "--yes");
	assert_int_equal(r.code, 5);
}

int
main(void)
{
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
