/* A sign-in stored in the desktop's secret service: with the test's own secret-tool, put first
 * in PATH, which records its arguments. */
#include "client/sign_in_store.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"
#include "unit/client/kept_bench.h"
#include "unit/client/moved_clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ACCESS "acc.ess-0123456789"
#define REFRESH "ref.resh-0123456789"
#define JWT "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXJhIn0.c2lnbmVk"

/* Like the real program: without a match it exits with 1 and prints nothing, whatever the
 * operation. */
static const char fake[] = "#!/bin/sh\n"
			   "echo \"$@\" >>called\n"
			   "env >>called\n"
			   "if [ -e fails ]; then cat >/dev/null; cat fails >&2; exit 1; fi\n"
			   "if [ -e hangs ]; then exec sleep 1000; fi\n"
			   "case $1 in\n"
			   "store) cat >stored ;;\n"
			   "lookup) [ -e stored ] && cat stored ;;\n"
			   "clear) [ -e stored ] && rm stored ;;\n"
			   "esac\n";

static void
begin(struct store_bench *k)
{
	struct buf path = { 0 };
	char here[4096];
	assert_int_equal(setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1), 0);
	assert_int_equal(system("rm -rf bin signs stored called fails hangs && mkdir bin"), 0);
	write_bytes("bin/secret-tool", str_of(fake), 0700);
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&path, "%s/bin:/usr/local/bin:/usr/bin:/bin", here);
	assert_int_equal(setenv("PATH", buf_z(&path), 1), 0);
	buf_free(&path);
	store_bench_begin(k, "signs/kept.json", "shop 1");
}

static void
expect_called(const char *words)
{
	auto_buf called = { 0 };
	assert_true(process_read_file("called", &called));
	if (!strstr(buf_z(&called), words))
		fail_msg("%s\nhas not: %s", buf_z(&called), words);
	assert_null(strstr(buf_z(&called), ACCESS));
	assert_null(strstr(buf_z(&called), REFRESH));
}

TEST(a_sign_in_is_stored_found_and_cleared)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example", ACCESS, REFRESH);
	assert_true(store_bench_save(&k, &t));
	expect_called("store --label=Backroom, shop 1 service backroom sign-in shop 1\n");
	assert_true(store_bench_load(&k));
	expect_called("lookup service backroom sign-in shop 1\n");
	assert_string_equal(buf_z(&k.tokens.access_token), ACCESS);
	assert_string_equal(buf_z(&k.tokens.refresh_token), REFRESH);
	assert_string_equal(buf_z(&k.tokens.issuer), "https://i.example");
	assert_int_equal(k.tokens.expires_at, t.expires_at);
	assert_true(store_bench_clear(&k));
	expect_called("clear service backroom sign-in shop 1\n");
	assert_true(store_bench_load(&k));
	assert_int_equal(k.tokens.access_token.n, 0);
	assert_int_not_equal(access("signs", F_OK), 0); /* nothing is stored in a file */
}

/* The lock stays a file, since secret-tool has none. */
TEST(the_lock_is_a_file)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_true(store_bench_lock(&k));
	assert_true(sign_in_store_holds_lock(k.store));
	assert_int_equal(access("signs/kept.json.lock", F_OK), 0);
}

TEST(a_missing_entry_is_an_empty_sign_in)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_true(store_bench_load(&k));
	assert_int_equal(k.tokens.access_token.n + k.tokens.refresh_token.n, 0);
}

/* If nothing is stored, secret-tool exits with 1 as well. */
TEST(clearing_a_missing_entry_is_not_an_error)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_true(store_bench_clear(&k));
}

TEST(errors_of_secret_tool_are_reported_without_secrets)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example", ACCESS, REFRESH);
	write_file("fails", "** warning\nsecret-tool: Cannot autolaunch D-Bus, " JWT "\n");
	for (int i = 0; i < 3; i++) {
		assert_false(i == 0 ? store_bench_load(&k)
			: i == 1    ? store_bench_save(&k, &t)
				    : store_bench_clear(&k));
		assert_int_equal(k.err.kind, ERR_AUTH);
		assert_string_equal(k.err.text,
		    "secret-tool failed (exit 1): secret-tool: Cannot autolaunch D-Bus, (left out)");
		assert_int_equal(k.tokens.access_token.n, 0);
	}
}

TEST(a_missing_secret_tool_is_reported)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
	make_sign_in(&t, "https://i.example", ACCESS, REFRESH);
	for (int i = 0; i < 3; i++) {
		assert_false(i == 0 ? store_bench_load(&k)
			: i == 1    ? store_bench_save(&k, &t)
				    : store_bench_clear(&k));
		assert_int_equal(k.err.kind, ERR_AUTH);
		assert_string_equal(k.err.text, "secret-tool: No such file or directory");
	}
}

TEST(entries_of_other_programs_are_not_used)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	write_file("stored", "hunter2\n");
	assert_false(store_bench_load(&k));
	assert_int_equal(k.err.kind, ERR_AUTH);
	assert_string_equal(k.err.text, "the sign-in in the secret service cannot be read");
}

TEST(a_sign_in_over_the_size_limit_is_not_stored)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example", ACCESS, REFRESH);
	buf_pad(&t.access_token, 'x', 200000);
	assert_false(store_bench_save(&k, &t));
	assert_string_equal(k.err.text, "the sign-in cannot be saved: its tokens are too long");
	assert_int_not_equal(access("called", F_OK), 0);
}

static bool
was_it_called(void *ctx)
{
	(void)ctx;
	return access("called", F_OK) == 0;
}

/* secret-tool may prompt for a password that the user never enters. */
TEST(a_hanging_secret_tool_is_killed_after_twenty_seconds)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	write_file("hangs", "");
	sign_in_store_load(k.store, store_bench_loaded, &k);
	assert_true(small_loop_until(&k.loop, was_it_called, NULL, 20000));
	move_clock(19000);
	small_loop_turn(&k.loop, 0);
	assert_int_equal(k.calls, 0);
	move_clock(1000);
	small_loop_ring(&k.loop);
	assert_int_equal(k.calls, 1);
	assert_non_null(strstr(k.err.text, "in 20 s"));
}

/* A cancelled call is killed, and cancelling twice is harmless; the next call starts anew. */
TEST(a_cancelled_call_is_not_waited_for)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	write_file("hangs", "");
	sign_in_store_load(k.store, store_bench_loaded, &k);
	assert_true(small_loop_until(&k.loop, was_it_called, NULL, 20000));
	sign_in_store_cancel(k.store);
	sign_in_store_cancel(k.store);
	small_loop_turn(&k.loop, 0);
	assert_int_equal(k.calls, 0);
	assert_int_equal(unlink("hangs"), 0);
	assert_true(store_bench_load(&k));
}
