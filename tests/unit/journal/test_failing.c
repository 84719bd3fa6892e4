/* System call failures while the journal is read or written: each is reported, no write counts
 * as recorded, and the files stay intact; and which bytes are on disk when a write begins. The
 * functions below replace those of the C library. */
#include "unit/journal/journal_files.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum call { FSYNC, PWRITE, FTRUNCATE, FLOCK, PREAD, READ, WRITE, FSTAT, OPEN, MKDIR, CALLS };

static const char *const call_names[CALLS] = { "fsync", "pwrite", "ftruncate", "flock", "pread",
	"read", "write", "fstat", "open", "mkdir" };

/* The nth call of each kind fails with errno `why`; 0: none fails. */
static struct {
	unsigned nth[CALLS], made[CALLS];
	int why;
	bool failed;
	struct buf synced; /* names of the synced files, each followed by a space */
} system_calls;

static void
reset_failures(void)
{
	memset(system_calls.nth, 0, sizeof(system_calls.nth));
	memset(system_calls.made, 0, sizeof(system_calls.made));
	system_calls.failed = false;
	system_calls.why = EIO;
	buf_reset(&system_calls.synced);
}

static bool
fails(enum call c)
{
	if (++system_calls.made[c] != system_calls.nth[c])
		return false;
	system_calls.failed = true;
	errno = system_calls.why;
	return true;
}

static void
note_synced(int fd)
{
	char link[40], path[300];
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	buf_addf(&system_calls.synced, "%s ", strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
}

int
fsync(int fd)
{
	note_synced(fd);
	return fails(FSYNC) ? -1 : (int)syscall(SYS_fsync, fd);
}

ssize_t
pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	return fails(PWRITE) ? -1 : syscall(SYS_pwrite64, fd, bytes, n, at);
}

int
ftruncate(int fd, off_t length)
{
	return fails(FTRUNCATE) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int
flock(int fd, int operation)
{
	return fails(FLOCK) ? -1 : (int)syscall(SYS_flock, fd, operation);
}

ssize_t
pread(int fd, void *bytes, size_t n, off_t at)
{
	return fails(PREAD) ? -1 : syscall(SYS_pread64, fd, bytes, n, at);
}

ssize_t
read(int fd, void *bytes, size_t n)
{
	return fails(READ) ? -1 : syscall(SYS_read, fd, bytes, n);
}

/* Writes half of the bytes before it fails, as on a full disk. */
ssize_t
write(int fd, const void *bytes, size_t n)
{
	bool fail = fails(WRITE);
	ssize_t written = fail && system_calls.why == EINTR
	    ? -1
	    : syscall(SYS_write, fd, bytes, fail ? n / 2 : n);
	errno = fail ? system_calls.why : errno;
	return fail ? -1 : written;
}

int
fstat(int fd, struct stat *st)
{
	return fails(FSTAT) ? -1 : fstatat(fd, "", st, AT_EMPTY_PATH);
}

int
open(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
	va_end(more);
	return fails(OPEN) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int
mkdir(const char *path, mode_t mode)
{
	return fails(MKDIR) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

/* ---- any call fails ---- */

static const struct journal_write_status done = {
	.state = JOURNAL_DONE, .recorded_at = AT, .http_status = 200
};

static bool
open_again(struct journal *j, struct err *err)
{
	journal_close(j);
	return journal_open(j, true, err);
}

static bool
read_again(struct journal *j, struct err *err)
{
	return journal_refresh(j, err);
}

static bool
begin_second_write(struct journal *j, struct err *err)
{
	struct journal_write w = link_of("id-2", "s-2");
	unsigned number;
	return journal_begin(j, &w, &number, err);
}

static bool
finish_first_write(struct journal *j, struct err *err)
{
	return journal_finish(j, 1, &done, err);
}

/* The operation, and the number of writes begun before it. */
static const struct {
	const char *name;
	bool (*run)(struct journal *j, struct err *err);
	size_t writes;
} steps[] = {
	{ "the first write", begin_second_write, 0 },
	{ "another write", begin_second_write, 1 },
	{ "an outcome", finish_first_write, 1 },
	{ "opening", open_again, 1 },
	{ "opening none", open_again, 0 },
	{ "reading again", read_again, 1 },
};

enum { LINK_STEP_COUNT = sizeof(steps) / sizeof(*steps) };

static void
open_with_writes(struct journal *j, size_t writes)
{
	struct journal_write w = link_of("id-1", "s-1");
	reset_failures();
	fresh(NULL);
	open_journal(j);
	for (size_t i = 0; i < writes; i++)
		begin(j, &w);
}

/* Asserts that no partial entry was recorded, and that the journal can still be written. */
static void
check_whole(struct journal *j, size_t writes)
{
	struct err err;
	assert_fault("");
	assert_true(journal_refresh(j, &err));
	assert_false(j->tail_moved_aside);
	assert_in_range(j->writes.n, writes, writes + 1);
	assert_true(begin_second_write(j, &err));
	assert_int_equal(journal_nth_newest(j, 0)->number, j->writes.n);
	assert_true(finish_first_write(j, &err));
	assert_int_equal(journal_find(j, 1)->status.state, JOURNAL_DONE);
	assert_fault("");
}

/* Makes the nth call of a kind in a step fail; false if there are fewer calls. */
static bool
fail_one(size_t step, enum call c, unsigned nth)
{
	struct journal j;
	struct err err = { 0 };
	open_with_writes(&j, steps[step].writes);
	reset_failures();
	system_calls.nth[c] = nth;
	bool ok = steps[step].run(&j, &err), failed = system_calls.failed;
	reset_failures();
	if (failed && (ok || err.kind != ERR_IO))
		fail_msg("%s, %s %u: %s", steps[step].name, call_names[c], nth, err.text);
	if (failed && c != READ && !strstr(err.text, "Input/output error"))
		fail_msg("%s, %s %u: %s", steps[step].name, call_names[c], nth, err.text);
	if (!failed && !ok)
		fail_msg("%s: %s", steps[step].name, err.text);
	if (j.tail_moved_aside)
		fail_msg("%s, %s %u: half a line stays", steps[step].name, call_names[c], nth);
	check_whole(&j, steps[step].writes);
	journal_close(&j);
	return failed;
}

FRESH(each_failing_call_is_reported)
{
	unsigned failed[CALLS] = { 0 };
	for (size_t step = 0; step < LINK_STEP_COUNT; step++)
		for (enum call c = 0; c < CALLS; c++)
			for (unsigned nth = 1; fail_one(step, c, nth); nth++)
				failed[c]++;
	for (enum call c = 0; c < CALLS; c++)
		if (!failed[c])
			fail_msg("%s was never called", call_names[c]);
}

/* A signal interrupted the call: it is made again. */
FRESH(an_interrupted_call_is_repeated)
{
	static const enum call calls[] = { PREAD, READ, WRITE };
	for (size_t step = 0; step < LINK_STEP_COUNT; step++) {
		for (size_t c = 0; c < sizeof(calls) / sizeof(*calls); c++) {
			CLEANUP(journal_close) struct journal j;
			struct err err = { 0 };
			open_with_writes(&j, steps[step].writes);
			system_calls.why = EINTR;
			system_calls.nth[calls[c]] = system_calls.made[calls[c]] + 1;
			if (!steps[step].run(&j, &err))
				fail_msg("%s: %s", steps[step].name, err.text);
			reset_failures();
			check_whole(&j, steps[step].writes);
		}
	}
}

/* ---- failures in combination ---- */

/* The partial line cannot be removed at once: the next write removes it. */
FRESH(a_partial_line_that_cannot_be_removed_is_reported)
{
	struct journal j;
	struct err err;
	auto_buf torn = { 0 };
	open_with_writes(&j, 1);
	reset_failures();
	system_calls.nth[WRITE] = system_calls.nth[FTRUNCATE] = 1;
	assert_false(begin_second_write(&j, &err));
	assert_true(
	    str_starts(str_of(err.text), STR("the line was only partly written: journal.jsonl: ")));
	assert_int_equal(j.writes.n, 1);
	assert_false(j.tail_moved_aside);
	reset_failures();
	assert_true(begin_second_write(&j, &err));
	assert_true(j.tail_moved_aside);
	read_file(&torn, "journal.torn");
	assert_true(str_starts(buf_str(&torn), STR("{\"state\":\"sending\"")));
	journal_close(&j);
	assert_fault("");
}

FRESH(no_line_is_written_after_a_partial_line_that_stays)
{
	static const enum call calls[] = { WRITE, FTRUNCATE };
	for (size_t c = 0; c < sizeof(calls) / sizeof(*calls); c++) {
		struct journal j;
		struct err err;
		auto_buf text = { 0 }, now = { 0 };
		open_with_writes(&j, 1);
		read_file(&text, "journal.jsonl");
		buf_addz(&text, "{\"state\":\"sen");
		write_file("journal.jsonl", buf_str(&text));
		reset_failures();
		system_calls.nth[calls[c]] = 1;
		assert_false(begin_second_write(&j, &err));
		assert_non_null(strstr(err.text,
		    calls[c] == WRITE ? "journal.torn: Input/output"
				      : "journal.jsonl: Input/output"));
		reset_failures();
		read_file(&now, "journal.jsonl");
		assert_true(str_eq(buf_str(&now), buf_str(&text)));
		assert_true(begin_second_write(&j, &err));
		assert_int_equal(journal_nth_newest(&j, 0)->number, 2);
		journal_close(&j);
		assert_fault("");
	}
}

/* ---- on the disk ---- */

static void
expect_synced(const char *names)
{
	assert_string_equal(buf_z(&system_calls.synced), names);
	buf_reset(&system_calls.synced);
}

/* Each write syncs the line, then journal.head. The first write also syncs the initial
 * journal.head and the folder beforehand. */
FRESH(recorded_lines_are_synced_to_disk)
{
	struct journal j;
	struct err err;
	auto_buf path = { 0 };
	open_with_writes(&j, 0);
	expect_synced("");
	assert_true(begin_second_write(&j, &err));
	expect_synced("journal.head backroom journal.jsonl journal.head ");
	assert_true(begin_second_write(&j, &err));
	expect_synced("journal.jsonl journal.head ");
	assert_true(finish_first_write(&j, &err));
	expect_synced("journal.jsonl journal.head ");
	journal_close(&j);
	path_of(&path, "journal.torn");
	assert_int_not_equal(access(buf_z(&path), F_OK), 0);
	buf_free(&system_calls.synced);
}
