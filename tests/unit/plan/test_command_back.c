/* `backroom plan rollback`: the head of the rollback plan, and refusals before anything is
 * written. */
#include "lib/api.h"
#include "lib/process.h"
#include "unit/journal/command_runs.h"

#include <string.h>
#include <unistd.h>

static struct api *the_api;

static int
set_up(void **state)
{
	static const char *const left[] = { "p.jsonl", "p.jsonl.applied", "back.jsonl" };
	for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++)
		remove(left[i]);
	fresh(NULL);
	int status = api_set_up(state);
	the_api = *state;
	return status;
}

/* Runs plan, and fails the test unless it exits with this code and prints this message. */
static void
plan(int code, const char *words, const char *const args[])
{
	auto_run_result r = { 0 };
	run_to(&r, NULL, service_url(the_api->service), buf_z(&the_api->token), args);
	if (r.code != code || !strstr(buf_z(&r.words), words))
		fail_msg("%s: %d instead of %d: %s", args[1], r.code, code, buf_z(&r.words));
}

#define PLAN(code, words, ...) \
	plan((code), (words), (const char *const[]){ "plan", __VA_ARGS__, NULL })

static void
plan_and_apply(void)
{
	PLAN(0, "", "p.jsonl", "--select", "offers Winback", "percent=5", "currency=GBP",
	    "--reason", "INC-1");
	PLAN(0, "", "apply", "p.jsonl", "--yes", "--include-review");
}

/* The value of a member of a plan's first line. */
static void
read_head(struct buf *value, const char *file, const char *member)
{
	auto_buf text = { 0 }, name = { 0 };
	assert_true(process_read_file(file, &text));
	buf_addf(&name, "\"%s\":\"", member);
	const char *at = strstr(buf_z(&text), buf_z(&name));
	if (!at)
		fail_msg("%s has no %s", file, member);
	at += name.n;
	buf_reset(value);
	buf_adds(value, str_from(at, strcspn(at, "\"")));
	buf_z(value);
}

static void
expect_head(const char *member, const char *want)
{
	auto_buf value = { 0 };
	read_head(&value, "back.jsonl", member);
	assert_string_equal(buf_z(&value), want);
}

#define ON_A_SERVICE(name) TEST_WITH(name, set_up, api_tear_down)

ON_A_SERVICE(the_head_names_what_is_undone_and_why)
{
	static const char *const same[] = { "environment", "service" };
	auto_buf value = { 0 }, says = { 0 };
	plan_and_apply();
	PLAN(0, "", "rollback", "p.jsonl", "back.jsonl");
	read_head(&value, "p.jsonl", "seal");
	expect_head("undoes", buf_z(&value));
	read_head(&value, "p.jsonl", "says");
	buf_addf(&says, "undo of: %s", buf_z(&value));
	expect_head("says", buf_z(&says));
	expect_head("reason", "INC-1");
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
		read_head(&value, "p.jsonl", same[i]);
		expect_head(same[i], buf_z(&value));
	}
	/* The catalog's revision after the plan was applied. */
	assert_int_equal(api_get(the_api, "/offers?pageSize=1"), 200);
	struct str commit = api_raw(the_api, "commitId");
	buf_reset(&value);
	buf_adds(&value, str_sub(commit, 1, commit.n - 2));
	expect_head("commitId", buf_z(&value));
	/* A reason given here replaces the plan's. */
	remove("back.jsonl");
	PLAN(0, "", "rollback", "p.jsonl", "back.jsonl", "--reason", "INC-2");
	expect_head("reason", "INC-2");
}

ON_A_SERVICE(a_refused_rollback_writes_nothing)
{
	PLAN(0, "", "p.jsonl", "--select", "offers Winback", "percent=5", "currency=GBP");
	PLAN(2, "p.jsonl has not been applied here", "rollback", "p.jsonl", "back.jsonl");
	PLAN(2, "p.jsonl exists", "rollback", "p.jsonl", "p.jsonl");
	PLAN(0, "", "apply", "p.jsonl", "--yes", "--include-review");
	PLAN(8, "Nothing was written", "rollback", "p.jsonl", "back.jsonl", "--dry-run");
	assert_int_equal(access("back.jsonl", F_OK), -1);
	PLAN(5, "missing/back.jsonl: No such file or directory", "rollback", "p.jsonl",
	    "missing/back.jsonl");
}
