#include "lib/moments.h"
#include "base/mem.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SYSGOOD = SIGTRAP | 0x80, OPTIONS = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL };

static void
wait_stopped(struct moments *m)
{
	assert_int_equal(waitpid(m->pid, &m->status, 0), m->pid);
	assert_true(WIFSTOPPED(m->status));
}

/* No allocation is allowed after the fork. */
void
moments_start(struct moments *m, const char *const argv[], char **env, int out)
{
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
		dup2(out, STDOUT_FILENO);
		dup2(out, STDERR_FILENO);
		if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0)
			execve(argv[0], (char *const *)(uintptr_t)argv, env);
		_exit(127);
	}
	*m = (struct moments){ .pid = pid };
	wait_stopped(m);
	ptrace(PTRACE_SETOPTIONS, pid, 0, OPTIONS);
}

void
moments_attach(struct moments *m, pid_t pid)
{
	*m = (struct moments){ .pid = pid };
	assert_int_equal(ptrace(PTRACE_SEIZE, pid, 0, OPTIONS), 0);
	assert_int_equal(ptrace(PTRACE_INTERRUPT, pid, 0, 0), 0);
	wait_stopped(m);
}

static bool
is_poll_call(const struct __ptrace_syscall_info *info)
{
#ifdef SYS_poll
	if (info->entry.nr == SYS_poll)
		return true;
#endif
	return info->entry.nr == SYS_ppoll;
}

static void
inspect_call(struct moments *m)
{
	struct __ptrace_syscall_info info;
	long n = ptrace(PTRACE_GET_SYSCALL_INFO, m->pid, sizeof(info), &info);
	bool begins = n > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY;
	m->waits = begins && is_poll_call(&info);
	m->notes = begins && info.entry.nr == SYS_pwrite64;
	m->syncs = begins && info.entry.nr == SYS_fsync;
	m->locks += begins && info.entry.nr == SYS_flock && (info.entry.args[1] & LOCK_EX);
	m->n += m->locks > 0;
}

bool
moments_next(struct moments *m)
{
	int signal = WSTOPSIG(m->status);
	bool own = signal == SYSGOOD || signal == SIGTRAP;
	if (ptrace(PTRACE_SYSCALL, m->pid, 0, own ? 0 : signal) < 0)
		assert_int_equal(errno, ESRCH); /* the process was killed */
	assert_int_equal(waitpid(m->pid, &m->status, 0), m->pid);
	if (!WIFSTOPPED(m->status))
		return false;
	if (WSTOPSIG(m->status) == SYSGOOD)
		inspect_call(m);
	return true;
}

void
moments_detach(const struct moments *m)
{
	ptrace(PTRACE_DETACH, m->pid, 0, 0);
}

int
moments_kill_at(const char *const argv[], const char *const *more, int moment)
{
	char **env = process_environment(NULL, more);
	int out = open_new("words");
	struct moments m;
	moments_start(&m, argv, env, out);
	while (moments_next(&m))
		if (moment >= 0 && m.n == moment + 1)
			kill(m.pid, SIGKILL);
	close(out);
	x_free(env);
	return m.n;
}
