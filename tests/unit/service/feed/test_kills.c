/* labels: slow
 *
 * backroom import --follow, killed at 50 moments and started again with all lines: each line is
 * applied once, as the audit's entries show, which are written with the lines. */
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"
#include "store/store.h"
#include "wire/json_lex.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 10000, KILLS = 50, WAIT_MS = 20000 };

/* Adds lines after the last one; returns the new number of lines. */
static int
add_lines(int last)
{
	FILE *f = fopen("lines", last ? "a" : "w");
	assert_non_null(f);
	for (int i = last + 1; i <= last + LINES; i++)
		fprintf(f, "{\"kind\":\"basket\",\"seq\":%d,\"item\":{\"id\":\"b%d\"}}\n", i, i);
	assert_int_equal(fclose(f), 0);
	return last + LINES;
}

static pid_t
start(void)
{
	const char *const argv[] = { getenv("BACKROOM_SERVICE_BIN"), "import", "lines", "--follow",
		"--source", "shop", "--store", "sqlite:kills.db", NULL };
	int out = open("results", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int err = open("words", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	pid_t pid = process_start(argv, NULL, out, err);
	close(out);
	close(err);
	return pid;
}

static struct timespec
written_at(void)
{
	struct stat journal = { 0 };
	stat("kills.db-wal", &journal);
	return journal.st_mtim;
}

/* Kills the program after this number of writes to the WAL, and a moment. Returns false if it has
 * ended before, with all lines applied. */
static bool
kill_after(pid_t pid, unsigned writes, unsigned turns)
{
	struct timespec last = written_at();
	int status = 0;
	while (writes && waitpid(pid, &status, WNOHANG) == 0) {
		struct timespec now = written_at();
		writes -= memcmp(&now, &last, sizeof(now)) != 0;
		last = now;
		sched_yield();
	}
	for (unsigned i = 0; !writes && i < turns; i++)
		sched_yield();
	if (!writes) {
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
	}
	assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
	return WIFSIGNALED(status);
}

static int64_t
number_of(struct str detail, const char *name)
{
	int64_t n = -1;
	assert_true(str_to_int64(json_lex_find(detail, str_of(name)), &n));
	return n;
}

/* Each entry continues where the one before has ended. */
static bool
check_entry(void *ctx, const struct store_audit *e)
{
	int64_t *last = ctx;
	assert_int_equal(number_of(e->detail, "first"), *last + 1);
	*last = number_of(e->detail, "last");
	assert_int_equal(number_of(e->detail, "done"), *last - number_of(e->detail, "first") + 1);
	return true;
}

static void
check_each_line_once(int lines)
{
	struct err err;
	struct store *s = store_open(STR("sqlite:kills.db"), &err);
	struct store_tx tx;
	int64_t last = 0;
	assert_non_null(s);
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_list_audit(&tx, check_entry, &last, &err));
	assert_true(store_end(&tx, false, &err));
	assert_int_equal(last, lines);
	store_close(s);
}

TEST(each_line_is_applied_once_after_kills)
{
	uint32_t seed = 11;
	int status, lines = add_lines(0);
	struct err err;
	unlink_store("kills.db");
	store_close(store_open(STR("sqlite:kills.db"), &err));
	for (int kills = 0; kills < KILLS;) {
		seed = seed * 1664525 + 1013904223;
		if (kill_after(start(), 1 + (seed >> 16) % 2, (seed >> 20) % 300))
			kills++;
		else
			lines = add_lines(lines);
	}
	assert_true(process_wait(start(), 30 * WAIT_MS, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	check_each_line_once(lines);
	unlink_store("kills.db");
	unlink("lines");
	unlink("results");
	unlink("words");
}
