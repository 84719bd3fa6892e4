/* `backroom plan list` and `plan run` against the test's own service, at several times. */
#include "plan/plan.h"
#include "unit/plan/plan_runs.h"

#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define RUN_AT(code, time) \
	PLAN(code, "run", "p.jsonl", "--yes", "--include-review", "--now", (time))

static void
run_and_free(struct run_result r)
{
	run_result_free(&r);
}
#define RUN_AND_FREE(code, time) run_and_free(RUN_AT(code, time))

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
	run_result_free(&r);
	r = PLAN(3, "run", "p.jsonl", "--yes", "-q", "--now", "2030-01-02"); /* an error */
	assert_true(has_message(&r, "p.jsonl: an earlier run was interrupted"));
	run_result_free(&r);
	/* The log of a batch that is being sent looks the same. */
	int fd = open("p.jsonl.applied", O_RDONLY | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
	r = RUN_AT(0, "2030-01-02");
	assert_true(has_message(&r, "p.jsonl: another run is sending it"));
	close(fd);
	run_result_free(&r);
	r = RUN_AT(3, "2030-02-02");
	assert_true(has_message(&r, "then plan resume, which after the end only records"));
}

ON_A_SERVICE(resume_after_the_end_records_an_interrupted_run)
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
	expect_state("2030-02-02", "not known");
	r = PLAN(2, "resume", "p.jsonl", "-q", "--now", "2030-01-02");
	assert_true(has_message(&r, "-q needs --yes here"));
	run_result_free(&r);
	r = PLAN(0, "resume", "p.jsonl", "--now", "2030-02-02");
	assert_true(has_message(&r, "nothing was sent. 1 result was not known and is recorded now"));
	run_result_free(&r);
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before));
	expect_state("2030-02-02", "missed");
	r = RUN_AT(0, "2030-02-02");
	assert_string_equal(buf_z(&r.words), "");
	run_result_free(&r);
	r = PLAN(2, "resume", "p.jsonl", "--yes", "--now", "2030-02-02"); /* nothing is open */
	assert_true(has_message(&r, "a change sent now would not be undone"));
}

/* Changes the offers of p.jsonl as another user would. */
static void
change_offers(const char *rule)
{
	remove("q.jsonl");
	remove("q.jsonl.applied");
	DO(0, "q.jsonl", WINBACK, rule, "currency=GBP");
	DO(0, "apply", "q.jsonl", "--yes", "--include-review");
}

static void
write_interrupted_log(const struct plan *p)
{
	auto_buf log = { 0 };
	buf_addf(&log, "{\"plan\":\"%.*s\"}\n{\"sent\":[1,2]}\n", STR_ARG(p->seal));
	write_bytes("p.jsonl.applied", buf_str(&log), 0600);
}

ON_A_SERVICE(resume_after_the_end_records_changes_of_others)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	auto_run_result r = { 0 };
	struct err err;
	make_dated_plan();
	assert_true(plan_load(&p, "p.jsonl", &err));
	write_interrupted_log(&p);
	change_offers("percent=30");
	r = PLAN(0, "resume", "p.jsonl", "--now", "2030-02-02");
	assert_true(has_message(&r, "12 changed since"));
	run_result_free(&r);
	r = PLAN(1, "check", "p.jsonl");
	assert_true(has_message(&r, "12 changed since"));
	run_result_free(&r);
	r = PLAN(5, "rollback", "p.jsonl", "back.jsonl");
	assert_non_null(strstr(buf_z(&r.out), "refused: changed since it was applied"));
}

ON_A_SERVICE(resume_after_the_end_records_changes_that_were_made)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	auto_run_result r = { 0 };
	struct err err;
	make_dated_plan();
	assert_true(plan_load(&p, "p.jsonl", &err));
	write_interrupted_log(&p);
	change_offers("percent=5");
	r = PLAN(0, "resume", "p.jsonl", "-q", "-o", "csv", "--now", "2030-02-02"); /* sends nothing */
	assert_string_equal(buf_z(&r.words), "");
	run_result_free(&r);
	write_interrupted_log(&p);
	r = PLAN(0, "resume", "p.jsonl", "--now", "2030-02-02");
	assert_true(has_message(&r, "2 results were not known and are recorded now"));
	assert_true(has_message(&r, "2 done"));
	run_result_free(&r);
	expect_state("2030-02-02", "due to be undone");
	r = RUN_AT(0, "2030-02-02");
	assert_true(has_message(&r, "p.jsonl: due to be undone\n"));
	expect_state("2030-02-02", "undone");
	change_offers("percent=30"); /* later changes are found by the recorded hash */
	run_result_free(&r);
	r = PLAN(1, "check", "p.jsonl");
	assert_true(has_message(&r, "12 changed since"));
}

/* -q is refused only where a preview would be hidden. */
ON_A_SERVICE(a_plan_can_be_made_quietly)
{
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP", "-q");
	DO(2, "apply", "p.jsonl", "-q");
}

ON_A_SERVICE(plans_that_clash_are_listed)
{
	auto_run_result r = { 0 };
	make_dated_plan();
	DO(0, "q.jsonl", WINBACK, "percent=7", "currency=GBP", "--start", "2030-01-20");
	r = PLAN(1, "list", ".", "-o", "csv", "--fields", "file,clash");
	assert_non_null(strstr(buf_z(&r.out), "./p.jsonl,./q.jsonl: /offers"));
	run_result_free(&r);
	r = PLAN(0, "list", "p.jsonl", "./p.jsonl"); /* one plan */
	run_result_free(&r);
	write_file("bad.jsonl", "{}\n");
	r = PLAN(1, "list", "bad.jsonl", "q.jsonl", "-o", "csv", "--fields", "file,end");
	assert_string_equal(buf_z(&r.out), "file,end\nq.jsonl,\n");
	assert_true(has_message(&r, "bad.jsonl"));
	remove("bad.jsonl");
	run_result_free(&r);
	r = PLAN(0, "list", "q.jsonl");
	assert_null(strchr(buf_z(&r.out), '?')); /* no end is not an unknown one */
	run_result_free(&r);
	r = PLAN(2, "list");
	assert_true(has_message(&r, "plan list needs files or folders of plans"));
	DO(2, "x.jsonl", WINBACK, "percent=7", "--start", "soon");
	DO(2, "x.jsonl", WINBACK, "percent=7", "--end", "2030-01-20");
	DO(2, "x.jsonl", WINBACK, "percent=7", "--start", "2030-01-21", "--end", "2030-01-20");
}

/* Two runs, or a run and a person, never send one plan at the same time. */
ON_A_SERVICE(a_plan_that_is_being_sent_is_left_alone)
{
	auto_run_result r = { 0 };
	auto_buf before = { 0 }, after = { 0 };
	make_dated_plan();
	read_offers(&before);
	int fd = open_new("p.jsonl.applied");
	assert_int_equal(flock(fd, LOCK_EX), 0);
	r = RUN_AT(0, "2030-01-02");
	assert_true(has_message(&r, "p.jsonl: another run is sending it"));
	run_result_free(&r);
	r = PLAN(7, "apply", "p.jsonl", "--yes", "--now", "2030-01-02");
	assert_true(has_message(&r, "p.jsonl: another run is sending it"));
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before));
	close(fd);
	RUN_AND_FREE(0, "2030-01-02");
	expect_state("2030-01-02", "sent");
	fd = open("p.jsonl.applied", O_RDONLY | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
	DO(7, "resume", "p.jsonl", "--yes", "--now", "2030-01-02");
	run_result_free(&r);
	r = RUN_AT(0, "2030-02-01");
	assert_true(has_message(&r, "p.jsonl: another run is sending it"));
	assert_int_not_equal(access("p.jsonl.undo", F_OK), 0);
	close(fd);
}

ON_A_SERVICE(a_refused_question_leaves_no_log)
{
	make_dated_plan();
	DO(2, "apply", "p.jsonl", "--early"); /* no terminal, no --yes */
	assert_int_not_equal(access("p.jsonl.applied", F_OK), 0);
	expect_state("2030-01-01", "waiting");
}

ON_A_SERVICE(nothing_is_sent_after_the_end)
{
	auto_run_result r = { 0 };
	auto_buf before = { 0 }, after = { 0 };
	make_dated_plan();
	read_offers(&before);
	r = PLAN(2, "apply", "p.jsonl", "--yes", "--early", "--now", "2030-02-01");
	assert_true(has_message(&r, "p.jsonl ended at 2030-02-01T00:00:00.000Z"));
	run_result_free(&r);
	RUN_AND_FREE(0, "2030-02-01");
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before));
	/* Only the changes without a warning were sent: resume sends the others before the end. */
	DO(3, "apply", "p.jsonl", "--yes", "--now", "2030-01-02");
	r = PLAN(2, "resume", "p.jsonl", "--yes", "--include-review", "--now", "2030-02-02");
	assert_true(has_message(&r, "plan rollback undoes the changes that were sent"));
}

int
main(void)
{
	return run_all_tests(NULL, NULL);
}
