/* `backroom plan list` and `plan run` against the test's own service, at several times. */
#include "plan/plan.h"
#include "unit/plan/plan_runs.h"

#include <string.h>

#define RUN_AT(code, time) \
	PLAN(code, "run", "p.jsonl", "--yes", "--include-review", "--now", (time))

static void
expect_state(const char *time, const char *state)
{
	auto_run_result r = PLAN(
	    0, "list", "p.jsonl", "-o", "csv", "--fields", "state", "--now", time);
	auto_buf want = { 0 };
	buf_addf(&want, "state\n%s\n", state);
	assert_string_equal(buf_z(&r.out), buf_z(&want));
}

static void
make_dated_plan(void)
{
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP", "--start", "2030-01-01T08:00Z",
	    "--end", "2030-02-01");
}

ON_A_SERVICE(a_plan_is_sent_at_its_start_and_undone_at_its_end)
{
	auto_run_result r = { 0 };
	auto_buf before = { 0 }, during = { 0 }, after = { 0 };
	read_offers(&before);
	make_dated_plan();
	expect_state("2029-12-31", "waiting");
	r = PLAN(2, "apply", "p.jsonl", "--yes");
	assert_true(has_message(&r, "p.jsonl starts at 2030-01-01T08:00:00.000Z"));
	run_result_free(&r);
	r = RUN_AT(0, "2030-01-01T07:59:59Z");
	assert_string_equal(buf_z(&r.words), "");
	run_result_free(&r);
	expect_state("2030-01-01T08:00:00Z", "due");
	r = RUN_AT(0, "2030-01-01T08:00:00Z");
	assert_true(has_message(&r, "p.jsonl: due\n"));
	run_result_free(&r);
	expect_state("2030-01-02", "sent");
	r = RUN_AT(0, "2030-01-02"); /* nothing is sent twice */
	assert_string_equal(buf_z(&r.words), "");
	run_result_free(&r);
	read_offers(&during);
	assert_string_not_equal(buf_z(&during), buf_z(&before));
	expect_state("2030-02-01", "due to be undone");
	r = RUN_AT(0, "2030-02-01");
	assert_true(has_message(&r, "p.jsonl: due to be undone\n"));
	run_result_free(&r);
	expect_state("2030-02-01", "undone");
	r = RUN_AT(0, "2030-02-02");
	assert_string_equal(buf_z(&r.words), "");
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before));
}

ON_A_SERVICE(an_interrupted_run_is_not_repeated)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	auto_run_result r = { 0 };
	auto_buf before = { 0 }, after = { 0 }, log = { 0 };
	struct err err;
	make_dated_plan();
	assert_true(plan_load(&p, "p.jsonl", &err));
	buf_addf(&log, "{\"plan\":\"%.*s\"}\n{\"sent\":[1]}\n", STR_ARG(p.seal));
	write_bytes("p.jsonl.applied", buf_str(&log), 0600);
	read_offers(&before);
	r = RUN_AT(3, "2030-01-02");
	assert_true(has_message(&r, "p.jsonl: an earlier run was interrupted"));
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before));
	expect_state("2030-01-02", "not known");
}

ON_A_SERVICE(plans_that_clash_are_listed)
{
	auto_run_result r = { 0 };
	make_dated_plan();
	DO(0, "q.jsonl", WINBACK, "percent=7", "currency=GBP", "--start", "2030-01-20");
	r = PLAN(1, "list", ".", "-o", "csv", "--fields", "file,clash");
	assert_non_null(strstr(buf_z(&r.out), "./p.jsonl,./q.jsonl: /offers"));
	run_result_free(&r);
	r = PLAN(2, "list");
	assert_true(has_message(&r, "plan list needs files or folders of plans"));
	DO(2, "x.jsonl", WINBACK, "percent=7", "--start", "soon");
	DO(2, "x.jsonl", WINBACK, "percent=7", "--end", "2030-01-20");
	DO(2, "x.jsonl", WINBACK, "percent=7", "--start", "2030-01-21", "--end", "2030-01-20");
}

int
main(void)
{
	return run_all_tests(NULL, NULL);
}
