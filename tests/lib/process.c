#include "lib/process.h"

#include "lib/deadline.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void
run_child(const char *const argv[], const char *const *env, int out_fd, int err_fd)
{
	int in = open("/dev/null", O_RDONLY);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(in, STDIN_FILENO);
	dup2(out_fd, STDOUT_FILENO);
	dup2(err_fd, STDERR_FILENO);
	for (; env && *env; env++)
		putenv(strdup(*env));
	execvp(argv[0], (char *const *)argv);
	fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

pid_t
process_start(const char *const argv[], const char *const *env, int out_fd, int err_fd)
{
	pid_t pid = fork();
	if (pid < 0) {
		perror("fork");
		abort();
	}
	if (pid == 0)
		run_child(argv, env, out_fd, err_fd);
	return pid;
}

bool
process_wait(pid_t pid, int ms, int *status)
{
	struct pollfd end = { .events = POLLIN };
	end.fd = (int)syscall(SYS_pidfd_open, pid, 0);
	/* An old kernel has no such call: then wait without a limit, ctest has one. */
	bool ended = end.fd < 0 || poll(&end, 1, (int)patience(ms)) > 0;
	if (end.fd >= 0)
		close(end.fd);
	if (!ended)
		kill(pid, SIGKILL);
	waitpid(pid, status, 0);
	return ended;
}

bool
process_read_file(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	size_t n;
	while ((n = fread(buf_room(out, 65536), 1, 65536, file)) > 0)
		out->n += n;
	bool whole = !ferror(file);
	fclose(file);
	return whole;
}
