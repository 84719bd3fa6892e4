/* labels: slow
 *
 * A link killed at any moment: the journal knows the truth or says that it does not, and asking
 * again never links twice. */
#include "base/mem.h"
#include "lib/api.h"
#include "lib/process.h"
#include "wire/member.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Two owners of the tour; `other` finds out who has an identity. */
#define OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"
#define OTHER "id-04d20f6c83be4a1597c0e86b3f2d71a8"
#define ISS "https://kill.example/"

enum { KILLS = 100, DRAWS = 1000, SYSGOOD = SIGTRAP | 0x80 };

/* ---- a process that is watched, call by call ---- */

/* Nothing may be allocated behind the fork. */
static pid_t
start_traced(const char *const argv[], char **env, int out)
{
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid > 0)
		return pid;
	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0)
		execve(argv[0], (char *const *)(uintptr_t)argv, env);
	_exit(127);
}

/* Is it about to lock the journal, to add to it? */
static bool
is_at_lock(pid_t pid)
{
	struct __ptrace_syscall_info info;
	long n = ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info);
	return n > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_flock &&
	    info.entry.args[1] == LOCK_EX;
}

/* Runs it on. It is killed at the moment of that number, counted in system calls begun and ended
 * since the journal was locked; -1: never. Gives how many moments there were. */
static int
run_until(pid_t pid, int moment)
{
	int moments = 0, status, pass = 0;
	bool counting = false;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSTOPPED(status)); /* at its exec */
	ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
	while (WIFSTOPPED(status)) {
		counting = counting || (WSTOPSIG(status) == SYSGOOD && is_at_lock(pid));
		if (counting && moments++ == moment)
			kill(pid, SIGKILL);
		pass = WSTOPSIG(status) == SYSGOOD || WSTOPSIG(status) == SIGTRAP
		    ? 0
		    : WSTOPSIG(status);
		if (ptrace(PTRACE_SYSCALL, pid, 0, pass) < 0)
			assert_int_equal(errno, ESRCH); /* killed */
		assert_int_equal(waitpid(pid, &status, 0), pid);
	}
	return moments;
}

/* ---- the program ---- */

struct env {
	struct buf url, token, state;
	const char *list[6];
};

static void
make_env(struct env *e, const struct api *a)
{
	*e = (struct env){ 0 };
	buf_addf(&e->url, "BACKROOM_URL=%s", service_url(a->service));
	buf_addf(&e->token, "BACKROOM_TOKEN=%.*s", STR_ARG(buf_str(&a->token)));
	buf_addf(&e->state, "XDG_STATE_HOME=%s", service_folder(a->service));
	const char *list[] = { buf_z(&e->url), buf_z(&e->token), buf_z(&e->state),
		"BACKROOM_CONFIG=", "ASAN_OPTIONS=detect_leaks=0", NULL };
	memcpy(e->list, list, sizeof(list));
}

static void
free_env(struct env *e)
{
	buf_free(&e->url);
	buf_free(&e->token);
	buf_free(&e->state);
}

static int
new_file(const char *name)
{
	int fd = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	return fd;
}

static int
link_killed_at(const struct env *e, const char *sub, int moment)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "link", OWNER, "--iss",
		ISS, "--sub", sub, "--yes", NULL };
	char **env = process_environment(NULL, e->list);
	int out = new_file("words");
	pid_t pid = start_traced(argv, env, out);
	int moments = run_until(pid, moment);
	close(out);
	x_free(env);
	return moments;
}

/* Appends what it prints. */
static int
run(const struct env *e, struct buf *printed, const char *const words[])
{
	const char *argv[8] = { getenv("BACKROOM_BIN") };
	int status;
	for (size_t i = 0; words[i]; i++)
		argv[i + 1] = words[i];
	int out = new_file("out"), said = new_file("words");
	assert_true(process_wait(process_start(argv, e->list, out, said), 60000, &status));
	close(out);
	close(said);
	assert_true(process_read_file("out", printed));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define RUN(e, printed, ...) run((e), (printed), (const char *const[]){ __VA_ARGS__, NULL })

/* ---- what the service says ---- */

/* Gives the status. */
static int
ask(struct api *a, const char *method, const char *owner, const char *sub)
{
	struct buf target = { 0 }, body = { 0 };
	buf_addf(&target, "/objects/externalidentity/%s", owner);
	buf_addf(&body, "{\"id_token\":{\"iss\":\"" ISS "\",\"sub\":\"%s\"}}", sub);
	int status = api_call(a, method, buf_z(&target), NULL, buf_z(&body));
	buf_free(&target);
	buf_free(&body);
	return status;
}

/* Its link to OWNER is the one that the journal has the record of. */
static void
assert_linked_as(struct api *a, const char *sub, struct str line)
{
	struct buf record = { 0 }, id = { 0 };
	assert_true(member_text(&record, line, STR("record")));
	assert_true(member_text(&id, buf_str(&record), STR("id")));
	assert_int_equal(ask(a, "POST", OWNER, sub), 200);
	assert_string_equal(api_value(a, "id"), buf_z(&id));
	buf_free(&record);
	buf_free(&id);
}

/* ---- what the journal says ---- */

/* The line of a subject; p NULL when the journal has none. */
static struct str
line_of(const struct buf *list, const char *sub)
{
	struct str rest = buf_str(list), line;
	while (rest.n && str_next(&rest, '\n', &line)) {
		struct buf text = { 0 };
		bool found = member_text(&text, line, STR("sub")) && str_eqz(buf_str(&text), sub);
		buf_free(&text);
		if (found)
			return line;
	}
	return STR_NONE;
}

static bool
line_says(struct str line, const char *result)
{
	struct buf text = { 0 };
	bool same = member_text(&text, line, STR("result")) && str_eqz(buf_str(&text), result);
	buf_free(&text);
	return same;
}

/* What is to become of a link that was killed. */
enum fate {
	FATE_NOT_BEGUN, /* nothing noted, nothing sent */
	FATE_DONE,
	FATE_ASK,   /* unknown, and asked as it is */
	FATE_LOST,  /* unknown, was made, and is unlinked before asking */
	FATE_NEVER, /* unknown, was not made, and somebody else has the identity before asking */
	FATES
};

static enum fate
look(struct api *a, struct str line, const char *sub, bool meddle)
{
	if (!line.p) {
		assert_int_equal(ask(a, "POST", OTHER, sub), 200);
		return FATE_NOT_BEGUN;
	}
	if (line_says(line, "done")) {
		assert_linked_as(a, sub, line);
		return FATE_DONE;
	}
	assert_true(line_says(line, "unknown"));
	if (!meddle)
		return FATE_ASK;
	if (ask(a, "POST", OTHER, sub) == 200)
		return FATE_NEVER;
	assert_true(api_is_error(a, 409, "identity_in_use"));
	assert_int_equal(ask(a, "DELETE", OWNER, sub), 200);
	return FATE_LOST;
}

static void
look_again(struct api *a, struct str line, const char *sub, enum fate fate)
{
	if (fate == FATE_ASK) {
		assert_true(line_says(line, "done"));
		assert_linked_as(a, sub, line);
	} else if (fate == FATE_LOST) { /* it was done, and is not done a second time */
		assert_true(line_says(line, "done"));
		assert_int_equal(ask(a, "POST", OTHER, sub), 200);
	} else if (fate == FATE_NEVER) {
		assert_true(line_says(line, "refused"));
	}
}

static void
the_journal_knows_or_says_unknown(void **state)
{
	struct api *a = *state;
	struct env e;
	struct buf list = { 0 }, after = { 0 }, printed = { 0 };
	char subs[KILLS][16];
	enum fate fates[KILLS];
	int counts[FATES] = { 0 };
	unsigned drawn = 4711;
	make_env(&e, a);
	int moments = link_killed_at(&e, "whole", -1);
	assert_true(moments > 50);
	for (int i = 0; i < KILLS; i++) { /* drawn, but from each hundredth of its life once */
		drawn = drawn * 1103515245 + 12345;
		int moment = (i * DRAWS + (int)(drawn >> 16) % DRAWS) * moments / (KILLS * DRAWS);
		snprintf(subs[i], sizeof(subs[i]), "kill-%02d", i);
		link_killed_at(&e, subs[i], moment);
	}
	assert_int_equal(RUN(&e, &printed, "journal", "verify"), 0);
	assert_int_equal(RUN(&e, &list, "journal", "list", "-o", "ndjson"), 0);
	for (int i = 0; i < KILLS; i++) {
		fates[i] = look(a, line_of(&list, subs[i]), subs[i], i % 2);
		counts[fates[i]]++;
	}
	print_message("not begun %d, done %d, unknown %d, of which made %d, not made %d\n",
	    counts[FATE_NOT_BEGUN], counts[FATE_DONE],
	    counts[FATE_ASK] + counts[FATE_LOST] + counts[FATE_NEVER], counts[FATE_LOST],
	    counts[FATE_NEVER]);
	for (int f = 0; f < FATES; f++)
		assert_true(counts[f] > 0);
	/* Where somebody else has the identity now, the asking is refused. */
	assert_int_equal(RUN(&e, &printed, "identity", "resolve", "--yes"), 7);
	assert_int_equal(RUN(&e, &after, "journal", "list", "-o", "ndjson"), 0);
	for (int i = 0; i < KILLS; i++)
		look_again(a, line_of(&after, subs[i]), subs[i], fates[i]);
	assert_int_equal(RUN(&e, &printed, "journal", "verify"), 0);
	buf_free(&list);
	buf_free(&after);
	buf_free(&printed);
	free_env(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_journal_knows_or_says_unknown),
	};
	return cmocka_run_group_tests(tests, api_set_up, api_tear_down);
}
