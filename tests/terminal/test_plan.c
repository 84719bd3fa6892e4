/* A price plan sent from the console: row 2 shows it on every pane, production's name must be
 * typed, a missing permission is reported, and a later console rolls it back. */
#include "lib/desk.h"
#include "lib/test.h"

#include "lib/process.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROD "role = \"prod\""

/* Makes a plan of one price in the offers pane. */
static void
make_plan(struct desk *d)
{
	assert_true(pty_press(d->p, "8", " error")); /* the catalog has been read completely */
	assert_true(pty_press(d->p, "3", "78 offers"));
	assert_true(pty_press(d->p, "/concierge\r", "Concierge Support"));
	assert_true(pty_press(d->p, "P", "No rule yet"));
	assert_true(pty_press(d->p, "add=1 currency=GBP", "90.00"));
	assert_true(pty_press(d->p, "\r", "x drop"));
}

static void
confirm_plan(struct desk *d)
{
	assert_true(pty_press(d->p, "1\r", "That is not the environment's name, prod"));
	assert_true(pty_press(d->p, "\x15prod\r", "Missing: the number of changes"));
	pty_type(d->p, "1\r");
}

static void
send_plan(struct desk *d)
{
	assert_true(pty_press(d->p, "A", "Missing: a reason"));
	assert_true(pty_press(d->p, "INC-4711\r", "Missing: the environment's name, prod"));
	confirm_plan(d);
}

/* ---- plan files next to the journal ---- */

static void
find_plan_files(glob_t *found)
{
	auto_buf pattern = { 0 };
	buf_addf(&pattern, "%s/state/backroom/plan-*.jsonl", console_folder());
	assert_int_equal(glob(buf_z(&pattern), 0, NULL, found), 0);
}

/* Reads a member of the plan's first line. */
static void
read_head(const char *file, const char *member, struct buf *value)
{
	auto_buf text = { 0 }, name = { 0 };
	assert_true(process_read_file(file, &text));
	buf_addf(&name, "\"%s\":\"", member);
	const char *at = strstr(buf_z(&text), buf_z(&name));
	buf_reset(value);
	if (at) {
		at += name.n;
		buf_adds(value, str_from(at, strcspn(at, "\"")));
	}
	buf_z(value);
}

/* A plan and its rollback: each names the catalog revision that it was made from. */
static void
expect_heads(void)
{
	auto_buf undoes = { 0 }, commit = { 0 }, says = { 0 };
	glob_t found;
	size_t plans = 0, backs = 0;
	find_plan_files(&found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		read_head(found.gl_pathv[i], "undoes", &undoes);
		read_head(found.gl_pathv[i], "commitId", &commit);
		read_head(found.gl_pathv[i], "says", &says);
		assert_int_equal(commit.n, 40);
		assert_int_equal(str_starts(buf_str(&says), STR("undo of: ")), undoes.n > 0);
		plans += !undoes.n;
		backs += undoes.n > 0;
	}
	assert_int_equal(plans, 1);
	assert_int_equal(backs, 1);
	globfree(&found);
}

static void
remove_plan_files(void)
{
	glob_t found;
	find_plan_files(&found);
	for (size_t i = 0; i < found.gl_pathc; i++)
		assert_int_equal(unlink(found.gl_pathv[i]), 0);
	globfree(&found);
}

TEST(every_pane_shows_the_progress)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, PROD, NULL);
	make_plan(&d);
	proxy_set_mood(d.proxy, PROXY_WAITING);
	send_plan(&d);
	assert_true(pty_wait_text(d.p,
	    "plan: 0 of 1 sent \xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7"));
	assert_true(pty_press(d.p, "1", "240 baskets, all read"));
	assert_true(pty_wait_text(d.p, "plan: 0 of 1 sent"));
	assert_true(pty_press(d.p, "7", "plan, 1 change"));
	assert_true(pty_press(d.p, "U", "Only a confirmed write can be undone"));
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_wait_text(d.p, "Plan: 1 of 1 change done"));
	assert_true(pty_wait_gone(d.p, "of 1 sent"));
	assert_int_equal(proxy_writes(d.proxy), 1);
	/* The next console knows the plan, and rolls it back. */
	desk_restart(&d, SERVICE_NOW);
	assert_true(pty_press(d.p, "7", "plan, 1 change"));
	assert_true(pty_press(d.p, "U", "-1.00"));
	proxy_set_mood(d.proxy, PROXY_WAITING);
	/* the reason of the plan is that of its undoing */
	assert_true(pty_press(d.p, "A", "Missing: the environment's name, prod"));
	assert_true(pty_wait_text(d.p, "[INC-4711 "));
	confirm_plan(&d);
	assert_true(pty_wait_text(d.p, "plan: 0 of 1 sent"));
	assert_true(pty_press(d.p, "7", "2 writes"));
	assert_true(pty_press(d.p, "G", "J-0001 · plan"));
	assert_true(pty_press(d.p, "U", "A plan is being sent. Send this one when it is done"));
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_wait_text(d.p, "Plan: 1 of 1 change done"));
	assert_int_equal(proxy_writes(d.proxy), 2);
	assert_non_null(strstr(proxy_body(d.proxy, 1), "\"89.00\""));
	expect_heads();
	/* Without its file, it can be rolled back only by another command. */
	remove_plan_files();
	desk_restart(&d, SERVICE_NOW);
	assert_true(pty_press(d.p, "7", "plan, 1 change"));
	assert_true(pty_press(
	    d.p, "U", "Plans are undone on the command line: backroom plan rollback FILE NEW"));
	assert_int_equal(proxy_writes(d.proxy), 2);
}

/* The journal pane is opened while the offers are read, before the batch is recorded. */
TEST(an_open_journal_shows_a_batch_as_soon_as_it_is_recorded)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, PROD, NULL);
	make_plan(&d);
	proxy_set_mood(d.proxy, PROXY_WAITING);
	assert_true(pty_press(d.p, "A", "Missing: a reason"));
	assert_true(pty_press(d.p, "INC-4711\r", "Missing: the environment's name, prod"));
	assert_true(pty_press(d.p, "prod\r", "Missing: the number of changes"));
	assert_true(pty_press(d.p, "1\r7", "plan, 1 change"));
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_wait_text(d.p, "Plan: 1 of 1 change done"));
}

TEST(a_write_without_a_response_is_read_back)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, PROD, NULL);
	make_plan(&d);
	proxy_set_mood(d.proxy, PROXY_502);
	send_plan(&d);
	assert_true(pty_wait_text(d.p, "Plan: 1 of 1 change done"));
	assert_true(pty_press(d.p, "7", "read_back"));
}

TEST(the_service_decides_what_a_token_may_do)
{
	static const char *const reader[] = { "--scope", "read", NULL };
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, PROD, reader);
	make_plan(&d);
	send_plan(&d);
	assert_true(pty_wait_text(d.p, "catalog:write"));
	assert_int_equal(proxy_writes(d.proxy), 1);
}
