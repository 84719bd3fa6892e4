/* A sign-in stored in a file: how it is written and read, which files are not trusted, and the
 * lock. */
#include "client/sign_in_store.h"
#include "lib/descriptors.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"
#include "unit/client/kept_bench.h"
#include "unit/client/moved_clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "signs/in"
#define FILE_NAME FOLDER "/kept.json"
#define LOCK_NAME FILE_NAME ".lock"

static const char *deleted_when_locked; /* this file is deleted at the next flock() */

/* Replaces the system's function. */
int
flock(int fd, int how)
{
	static int (*real)(int, int);
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "flock");
	if (deleted_when_locked)
		unlink(deleted_when_locked);
	deleted_when_locked = NULL;
	return real(fd, how);
}

static void
begin(struct store_bench *k)
{
	assert_int_equal(system("rm -rf signs"), 0);
	store_bench_begin(k, FILE_NAME, NULL);
}

static void
expect_text(const struct buf *got, const char *want)
{
	if (!str_eqz(buf_str(got), want))
		fail_msg("%.*s is not %s", STR_ARG(buf_str(got)), want);
}

/* ---- the file ---- */

TEST(a_saved_sign_in_is_read_back)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example/\n", "acc.ess", "ref\"resh\\");
	assert_true(store_bench_save(&k, &t));
	assert_true(store_bench_load(&k));
	expect_text(&k.tokens.resource, "https://api.example/v1");
	expect_text(&k.tokens.issuer, "https://i.example/\n");
	expect_text(&k.tokens.client_id, "console 1");
	expect_text(&k.tokens.access_token, "acc.ess");
	expect_text(&k.tokens.refresh_token, "ref\"resh\\");
	expect_text(&k.tokens.scope, "catalog.read \"x\"");
	assert_int_equal(k.tokens.received_at, 1795430000000);
	assert_int_equal(k.tokens.expires_at, 1795430300000);
	t.expires_at = WHEN_NONE;
	assert_true(store_bench_save(&k, &t) && store_bench_load(&k));
	assert_int_equal(k.tokens.expires_at, WHEN_NONE);
}

TEST(file_and_folders_are_private)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	mode_t before = umask(0);
	make_sign_in(&t, "https://i.example", "a", "b");
	assert_true(store_bench_lock(&k) && store_bench_save(&k, &t));
	umask(before);
	assert_int_equal(mode_of("signs"), 0700);
	assert_int_equal(mode_of(FOLDER), 0700);
	assert_int_equal(mode_of(FILE_NAME), 0600);
	assert_int_equal(mode_of(LOCK_NAME), 0600);
}

/* A reader during the replacement sees the whole old file; a partial new file left next to it
 * does not matter. */
TEST(the_file_is_replaced_atomically)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	auto_buf old = { 0 }, after = { 0 };
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example", "first", "one");
	assert_true(store_bench_save(&k, &t));
	int reader = open(FILE_NAME, O_RDONLY | O_CLOEXEC);
	write_bytes(FILE_NAME ".new", STR("{\"access_tok"), 0644);
	buf_reset(&t.access_token);
	buf_addz(&t.access_token, "second");
	assert_true(store_bench_load(&k));
	expect_text(&k.tokens.access_token, "first");
	assert_true(store_bench_save(&k, &t));
	old.n = (size_t)read(reader, buf_reserve(&old, 4096), 4096);
	assert_non_null(strstr(buf_z(&old), "\"first\""));
	assert_non_null(strstr(buf_z(&old), "}\n"));
	assert_true(process_read_file(FILE_NAME, &after));
	assert_non_null(strstr(buf_z(&after), "\"second\""));
	assert_int_equal(mode_of(FILE_NAME), 0600);
	assert_int_not_equal(access(FILE_NAME ".new", F_OK), 0);
	close(reader);
}

/* A folder blocks the new file, as a full disk would: the old file stays unchanged. */
TEST(a_failed_write_keeps_the_old_file)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example", "first", "one");
	assert_true(store_bench_save(&k, &t));
	assert_int_equal(mkdir(FILE_NAME ".new", 0700), 0);
	buf_addz(&t.access_token, "-and-more");
	assert_false(store_bench_save(&k, &t));
	assert_int_equal(k.err.kind, ERR_IO);
	assert_string_equal(
	    k.err.text, "the sign-in cannot be saved in " FILE_NAME ": File exists");
	assert_true(store_bench_load(&k));
	expect_text(&k.tokens.access_token, "first");
}

/* A symlink instead of the file is an attack or a mistake: its target is not touched. */
TEST(a_symlink_is_replaced_and_not_followed)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	auto_buf other = { 0 };
	struct stat st;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_int_equal(
	    system("mkdir -p " FOLDER " && echo mine >signs/other && chmod 600 signs/other"
		   " && ln -s ../other " FILE_NAME),
	    0);
	assert_false(store_bench_load(&k));
	assert_non_null(strstr(k.err.text, FILE_NAME " is a link, not a file"));
	make_sign_in(&t, "https://i.example", "first", "one");
	assert_true(store_bench_save(&k, &t));
	assert_int_equal(lstat(FILE_NAME, &st), 0);
	assert_true(S_ISREG(st.st_mode));
	assert_true(process_read_file("signs/other", &other));
	assert_string_equal(buf_z(&other), "mine\n");
}

TEST(a_missing_file_is_an_empty_sign_in)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_true(store_bench_load(&k)); /* its folder does not exist either */
	assert_int_equal(k.tokens.access_token.n + k.tokens.refresh_token.n, 0);
	assert_int_equal(k.tokens.expires_at, WHEN_NONE);
	assert_true(store_bench_clear(&k));
	assert_int_equal(system("mkdir -p " FOLDER), 0);
	write_bytes(FILE_NAME, STR(" \n"), 0600);
	assert_true(store_bench_load(&k));
	assert_int_equal(k.tokens.access_token.n + k.tokens.refresh_token.n, 0);
}

TEST(a_damaged_file_is_reported_and_not_used)
{
	static const struct {
		const char *text;
		size_t padded; /* followed by this number of spaces */
		mode_t mode;
		const char *words;
	} cases[] = {
		{ "{\"access_token\":\"secret-1\",", 0, 0600,
		    "cannot be read. Sign in again to replace it" },
		{ "secret-1", 0, 0600, "cannot be read. Sign in again" },
		{ "{\"access_token\":\"secret-1\\r\\nX-Evil: 1\"}", 0, 0600,
		    "cannot be read. Sign in again" },
		{ "{\"access_token\":\"secret-1 \"}", 0, 0600, "cannot be read. Sign in again" },
		{ "[\"secret-1\"]", 0, 0600, "cannot be read. Sign in again" },
		{ "\"secret-1\"", 0, 0600, "cannot be read. Sign in again" },
		{ "{\"access_token\":\"secret-1\",\"access_token\":\"b\"}", 0, 0600,
		    "cannot be read" },
		{ "{\"access_token\":\"secret-1\xff\"}", 0, 0600, "cannot be read" },
		{ "{\"access_token\":\"secret-1\"}{}", 0, 0600, "cannot be read" },
		{ "{\"access_token\":\"secret-1\"}", 65536, 0600, "cannot be read" },
		{ "{\"access_token\":\"secret-1\"}", 0, 0644, "chmod 600 '" FILE_NAME "'" },
		{ "{\"access_token\":\"secret-1\"}", 0, 0660, "chmod 600 '" FILE_NAME "'" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf text = { 0 };
		CLEANUP(store_bench_end) struct store_bench k;
		begin(&k);
		assert_int_equal(system("mkdir -p " FOLDER), 0);
		buf_addz(&text, cases[i].text);
		buf_pad(&text, ' ', cases[i].padded);
		write_bytes(FILE_NAME, buf_str(&text), cases[i].mode);
		assert_false(store_bench_load(&k));
		assert_int_equal(k.tokens.access_token.n, 0);
		assert_int_equal(k.err.kind, ERR_AUTH);
		if (!strstr(k.err.text, cases[i].words) || !strstr(k.err.text, FILE_NAME))
			fail_msg("case %zu: %s", i, k.err.text);
		assert_null(strstr(k.err.text, "secret-1"));
	}
}

/* An unreadable file is replaced by the next sign-in. */
TEST(a_damaged_file_is_replaced)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_int_equal(system("mkdir -p " FOLDER), 0);
	write_bytes(FILE_NAME, STR("{"), 0644);
	make_sign_in(&t, "https://i.example", "first", "one");
	assert_true(store_bench_save(&k, &t) && store_bench_load(&k));
	expect_text(&k.tokens.access_token, "first");
}

TEST(clearing_also_removes_files_left_by_a_crash)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example", "acc.ess", "ref.resh");
	assert_true(store_bench_save(&k, &t));
	write_bytes(FILE_NAME ".new", STR("{\"refresh_token\":\"ref.resh\"}"), 0600);
	assert_true(store_bench_clear(&k));
	assert_false(process_any_file_holds("signs", "ref.resh"));
	assert_true(store_bench_load(&k));
	assert_int_equal(k.tokens.access_token.n, 0);
}

/* A sign-in that is too large to be read back is not saved: the old one stays, and an error is
 * reported. */
TEST(a_sign_in_over_the_size_limit_is_not_saved)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	make_sign_in(&t, "https://i.example", "first", "one");
	assert_true(store_bench_save(&k, &t));
	buf_pad(&t.access_token, 'x', 70000);
	assert_false(store_bench_save(&k, &t));
	assert_int_equal(k.err.kind, ERR_IO);
	assert_string_equal(k.err.text, "the sign-in cannot be saved: its tokens are too long");
	assert_true(store_bench_load(&k));
	expect_text(&k.tokens.access_token, "first");
}

/* ---- the lock ---- */

/* Takes the lock as another console would. */
static int
lock_as_another_console(void)
{
	assert_int_equal(system("mkdir -p " FOLDER), 0);
	int fd = open(LOCK_NAME, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
	return fd;
}

static bool
can_be_locked(void)
{
	int fd = open(LOCK_NAME, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	bool got = flock(fd, LOCK_EX | LOCK_NB) == 0;
	close(fd);
	return got;
}

TEST(a_lock_is_held_until_released)
{
	struct store_bench k;
	begin(&k);
	int before = descriptors_open();
	assert_true(store_bench_lock(&k));
	assert_true(sign_in_store_holds_lock(k.store));
	assert_false(can_be_locked());
	sign_in_store_unlock(k.store);
	assert_false(sign_in_store_holds_lock(k.store));
	assert_true(can_be_locked());
	sign_in_store_unlock(k.store); /* there is no lock to release */
	assert_int_equal(descriptors_open(), before);
	assert_true(store_bench_lock(&k));
	store_bench_end(&k);
	assert_true(can_be_locked());
	assert_int_equal(descriptors_open(), before);
}

TEST(a_second_process_waits_for_the_lock)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	int other = lock_as_another_console();
	sign_in_store_lock(k.store, store_bench_done, &k);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(k.loop.timers.n, 1); /* the timer of the next attempt */
		k.loop.timers.v[0].due = 0;
		small_loop_ring(&k.loop);
		assert_int_equal(k.calls, 0);
		assert_false(sign_in_store_holds_lock(k.store));
	}
	close(other);
	assert_true(store_bench_waits(&k));
	assert_true(sign_in_store_holds_lock(k.store));
	assert_int_equal(k.loop.timers.n, 0);
}

TEST(waiting_for_the_lock_ends_after_thirty_seconds)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	int other = lock_as_another_console();
	sign_in_store_lock(k.store, store_bench_done, &k);
	move_clock(SIGN_IN_LOCK_TIMEOUT_MS - 1000);
	small_loop_ring(&k.loop);
	assert_int_equal(k.calls, 0);
	move_clock(1000);
	small_loop_ring(&k.loop);
	assert_int_equal(k.calls, 1);
	assert_int_equal(k.err.kind, ERR_IO);
	assert_string_equal(k.err.text,
	    "another console has been renewing the sign-in for 30 s; it holds the lock " LOCK_NAME);
	assert_false(sign_in_store_holds_lock(k.store));
	close(other);
	assert_true(store_bench_lock(&k)); /* the next attempt waits again */
}

/* The lock file is deleted, or another console locks a new file with its name. */
TEST(a_deleted_lock_file_is_not_held)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	assert_true(store_bench_lock(&k));
	assert_int_equal(unlink(LOCK_NAME), 0);
	assert_false(sign_in_store_holds_lock(k.store));
	int other = lock_as_another_console();
	assert_false(sign_in_store_holds_lock(k.store));
	sign_in_store_unlock(k.store);
	close(other);
	assert_true(store_bench_lock(&k));
	assert_true(sign_in_store_holds_lock(k.store));
	assert_int_equal(rename(LOCK_NAME, LOCK_NAME ".old"), 0);
	assert_false(sign_in_store_holds_lock(k.store));
}

/* A process that waited for a deleted lock file waits for the current one. */
TEST(a_waiting_process_locks_the_current_file)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	int first = lock_as_another_console();
	sign_in_store_lock(k.store, store_bench_done, &k);
	assert_int_equal(unlink(LOCK_NAME), 0);
	int second = lock_as_another_console();
	close(first);
	k.loop.timers.v[0].due = 0;
	small_loop_ring(&k.loop);
	assert_int_equal(k.calls, 0);
	close(second);
	assert_true(store_bench_waits(&k));
	assert_true(sign_in_store_holds_lock(k.store));
}

/* The file is deleted between opening and locking it: the lock is void. */
TEST(a_lock_file_deleted_while_locking_is_void)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	deleted_when_locked = LOCK_NAME;
	sign_in_store_lock(k.store, store_bench_done, &k);
	assert_null(deleted_when_locked);
	assert_int_equal(k.calls, 0);
	assert_true(store_bench_waits(&k)); /* for the current lock file */
	assert_true(sign_in_store_holds_lock(k.store));
}

TEST(a_cancelled_wait_does_not_call_back)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	int other = lock_as_another_console();
	sign_in_store_lock(k.store, store_bench_done, &k);
	sign_in_store_cancel(k.store);
	assert_int_equal(k.loop.timers.n, 0);
	close(other);
	small_loop_turn(&k.loop, 0);
	assert_int_equal(k.calls, 0);
	assert_true(can_be_locked());
}

TEST(a_lock_file_that_cannot_be_created_is_reported_at_once)
{
	CLEANUP(store_bench_end) struct store_bench k;
	begin(&k);
	write_bytes("signs", STR(""), 0600);
	assert_false(store_bench_lock(&k));
	assert_int_equal(k.err.kind, ERR_IO);
	assert_non_null(strstr(k.err.text, "Not a directory"));
	assert_int_equal(unlink("signs"), 0);
	assert_int_equal(system("mkdir -p " LOCK_NAME), 0);
	assert_false(store_bench_lock(&k));
	assert_string_equal(k.err.text, LOCK_NAME ": Is a directory");
	assert_int_equal(system("rmdir " LOCK_NAME " && ln -s ../other " LOCK_NAME), 0);
	assert_false(store_bench_lock(&k));
	assert_int_not_equal(access("signs/other", F_OK), 0);
}
