/* `backroom plan list` and `plan run` against the test's own service, at several times. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/proxy.h"
#include "plan/plan.h"
#include "unit/journal/command_runs.h"
#include "wire/member.h"

#include <string.h>

#define WINBACK "--select", "offers Winback"

static struct api *the_api;
static const char *address; /* the service's address for all runs */

static int
set_up(void **state)
{
	static const char *const left[] = { "p.jsonl", "p.jsonl.applied", "q.jsonl",
		"q.jsonl.applied", "p.jsonl.undo", "p.jsonl.undo.applied" };
	for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++)
		remove(left[i]);
	fresh(NULL);
	int status = api_set_up(state);
	the_api = *state;
	address = service_url(the_api->service);
	return status;
}

static struct run_result
run(const char *const words[])
{
	struct run_result r = { 0 };
	run_to(&r, NULL, address, buf_z(&the_api->token), words);
	return r;
}

/* Runs plan, and fails the test unless it exits with this code. */
static struct run_result
run_well(int code, const char *const words[])
{
	struct run_result r = run(words);
	if (r.code != code)
		fail_msg("%s: %d instead of %d: %s%s", words[1], r.code, code, buf_z(&r.words),
		    buf_z(&r.out));
	return r;
}

#define PLAN(code, ...) run_well((code), (const char *const[]){ "plan", __VA_ARGS__, NULL })
#define DO(code, ...)                                            \
	do {                                                     \
		struct run_result did = PLAN(code, __VA_ARGS__); \
		run_result_free(&did);                           \
	} while (0)

static bool
has_message(struct run_result *r, const char *text)
{
	return strstr(buf_z(&r->words), text) != NULL;
}

/* All offers as the service returns them, without the members that every write changes. */
static void
read_offers(struct buf *out)
{
	static const char *const stamps[] = { "version", "version_date", "modified", "user" };
	assert_int_equal(api_get(the_api, "/offers?pageSize=500"), 200);
	struct member_walk w;
	struct member m;
	member_start(&w, api_raw(the_api, "items"));
	while (member_next(&w, &m)) {
		auto_buf item = { 0 }, less = { 0 };
		buf_adds(&item, m.value);
		for (size_t i = 0; i < sizeof(stamps) / sizeof(*stamps); i++) {
			buf_reset(&less);
			member_set(&less, buf_str(&item), str_of(stamps[i]), STR_NONE);
			buf_reset(&item);
			buf_adds(&item, buf_str(&less));
		}
		buf_adds(out, buf_str(&item));
		buf_addc(out, '\n');
	}
}

#define ON_A_SERVICE(name) TEST_WITH(name, set_up, api_tear_down)
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
