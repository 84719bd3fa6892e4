/* labels: slow
 *
 * A link killed at any moment: the journal has the right result or says that it is not known,
 * and a retry never links twice. */
#include "base/mem.h"
#include "lib/fates.h"
#include "lib/files.h"
#include "lib/moments.h"
#include "lib/process.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KILLS = 100, DRAWS = 1000 };

/* ---- the program ---- */

/* Kills the program at its nth moment; see moments_kill_at(). */
static int
kill_link_at(const struct api_env *e, const char *sub, int moment)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "link", FATE_OWNER,
		"--iss", FATE_ISS, "--sub", sub, "--yes", NULL };
	return moments_kill_at(argv, e->list, moment);
}

/* An undisturbed link: each update of journal.head is synced to disk before the program goes on. */
TEST(every_head_is_synced_to_disk)
{
	CLEANUP(api_env_free) struct api_env e;
	int out = open_new("words"), notes = 0, syncs = 0;
	bool open_note = false;
	struct moments m;
	api_env_init(&e, *state);
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "link", FATE_OWNER,
		"--iss", FATE_ISS, "--sub", "synced", "--yes", NULL };
	char **env = process_environment(NULL, e.list);
	moments_start(&m, argv, env, out);
	while (moments_next(&m)) {
		if (m.waits)
			assert_false(open_note);
		notes += m.notes;
		syncs += m.syncs && m.locks > 0;
		open_note = m.notes || (open_note && !m.syncs);
	}
	assert_false(open_note);
	assert_true(WIFEXITED(m.status) && WEXITSTATUS(m.status) == 0);
	assert_true(notes >= 2);
	assert_true(syncs >= 2 * notes); /* each line is synced too */
	close(out);
	x_free(env);
}

static off_t
size_of(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 ? st.st_size : 0;
}

/* Kills the program after the line is written and before journal.head is updated. */
static void
kill_link_before_head(const struct api_env *e, const char *journal, const char *sub)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "link", FATE_OWNER,
		"--iss", FATE_ISS, "--sub", sub, "--yes", NULL };
	char **env = process_environment(NULL, e->list);
	int out = open_new("words");
	off_t before = size_of(journal);
	struct moments m;
	moments_start(&m, argv, env, out);
	while (moments_next(&m))
		if (m.notes && size_of(journal) > before)
			kill(m.pid, SIGKILL);
	assert_true(WIFSIGNALED(m.status));
	close(out);
	x_free(env);
}

/* Runs the program and appends its output. */
static int
run(const struct api_env *e, struct buf *printed, const char *const words[])
{
	const char *argv[8] = { getenv("BACKROOM_BIN") };
	int status;
	for (size_t i = 0; words[i]; i++)
		argv[i + 1] = words[i];
	int out = open_new("out"), said = open_new("words");
	assert_true(process_wait(process_start(argv, e->list, out, said), 60000, &status));
	close(out);
	close(said);
	assert_true(process_read_file("out", printed));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define RUN(e, printed, ...) run((e), (printed), (const char *const[]){ __VA_ARGS__, NULL })

TEST(a_killed_write_is_known_or_unknown_in_the_journal)
{
	struct api *a = *state;
	CLEANUP(api_env_free) struct api_env e;
	auto_buf list = { 0 }, after = { 0 }, printed = { 0 };
	char subs[KILLS][16];
	enum fate fates[KILLS];
	int counts[FATES] = { 0 };
	unsigned drawn = 4711;
	api_env_init(&e, a);
	int moments = kill_link_at(&e, "whole", -1);
	assert_true(moments > 50);
	for (int i = 0; i < KILLS; i++) { /* random moments, one in each hundredth of the run */
		drawn = drawn * 1103515245 + 12345;
		int moment = (i * DRAWS + (int)(drawn >> 16) % DRAWS) * moments / (KILLS * DRAWS);
		snprintf(subs[i], sizeof(subs[i]), "kill-%02d", i);
		kill_link_at(&e, subs[i], moment);
	}
	assert_int_equal(RUN(&e, &printed, "journal", "verify"), 0);
	assert_int_equal(RUN(&e, &list, "journal", "list", "-o", "ndjson"), 0);
	for (int i = 0; i < KILLS; i++) {
		fates[i] = fate_check(a, &list, subs[i], i % 2);
		counts[fates[i]]++;
	}
	print_message("not begun %d, done %d, unknown %d, of which made %d, not made %d\n",
	    counts[FATE_NOT_BEGUN], counts[FATE_DONE],
	    counts[FATE_ASK] + counts[FATE_LOST] + counts[FATE_NEVER], counts[FATE_LOST],
	    counts[FATE_NEVER]);
	for (int f = 0; f < FATES; f++)
		assert_true(counts[f] > 0);
	/* If another owner has the identity now, the retry is refused. */
	assert_int_equal(RUN(&e, &printed, "identity", "resolve", "--yes"), 7);
	assert_int_equal(RUN(&e, &after, "journal", "list", "-o", "ndjson"), 0);
	for (int i = 0; i < KILLS; i++)
		fate_check_again(a, &after, subs[i], fates[i]);
	assert_int_equal(RUN(&e, &printed, "journal", "verify"), 0);
}

/* The second run finds a line that journal.head does not count, and leaves another one. */
TEST(two_unrecorded_lines_are_not_a_fault)
{
	struct api *a = *state;
	CLEANUP(api_env_free) struct api_env e;
	auto_buf journal = { 0 }, printed = { 0 };
	api_env_init(&e, a);
	buf_addf(&journal, "%s/backroom/journal.jsonl", service_folder(a->service));
	kill_link_at(&e, "noted", -1);
	kill_link_before_head(&e, buf_z(&journal), "first");
	kill_link_before_head(&e, buf_z(&journal), "second");
	assert_int_equal(RUN(&e, &printed, "journal", "verify"), 0);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
