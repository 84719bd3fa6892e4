#include "lib/process.h"
#include "lib/cleanup.h"

#include "base/mem.h"
#include "lib/deadline.h"
#include "lib/stores.h"

#include <dirent.h>
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

static bool
same_name(const char *a, const char *b)
{
	size_t n = strcspn(a, "=");
	return n == strcspn(b, "=") && strncmp(a, b, n) == 0;
}

char **
process_environment(bool (*keep)(const char *entry), const char *const *more)
{
	size_t n = 0, own = 0, most = 1;
	while (environ[own])
		own++;
	for (const char *const *m = more; m && *m; m++)
		most++;
	char **list = x_new_array(char *, own + most);
	for (size_t i = 0; i < own; i++)
		if (!keep || keep(environ[i]))
			list[n++] = environ[i];
	for (const char *const *m = more; m && *m; m++) {
		size_t at = 0;
		while (at < n && !same_name(list[at], *m))
			at++;
		list[at] = (char *)(uintptr_t)*m;
		n += at == n;
	}
	return list;
}

/* No allocation is allowed after the fork. */
static _Noreturn void
run_child(const char *const argv[], char **env, int out_fd, int err_fd)
{
	int in = open("/dev/null", O_RDONLY);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(in, STDIN_FILENO);
	dup2(out_fd, STDOUT_FILENO);
	dup2(err_fd, STDERR_FILENO);
	execvpe(argv[0], (char *const *)argv, env);
	_exit(127);
}

/* The arguments, changed to use the kind of store under test (stores.h). */
static const char **
add_store_arguments(const char *const argv[])
{
	size_t n = 0;
	while (argv[n])
		n++;
	const char **out = x_new_array(const char *, n + 1);
	for (size_t i = 0; i < n; i++)
		out[i] = stores_argument(argv[i]);
	return out;
}

pid_t
process_start(const char *const argv[], const char *const *env, int out_fd, int err_fd)
{
	char **whole = process_environment(NULL, env);
	const char **args = add_store_arguments(argv);
	pid_t pid = fork();
	if (pid < 0) {
		perror("fork");
		abort();
	}
	if (pid == 0)
		run_child(args, whole, out_fd, err_fd);
	x_free(whole);
	x_free(args);
	return pid;
}

bool
process_is_on_path(const char *program)
{
	struct str rest = str_of(getenv("PATH")), folder;
	bool found = false;
	while (!found && str_next(&rest, ':', &folder)) {
		auto_buf path = { 0 };
		buf_addf(&path, "%.*s/%s", STR_ARG(folder), program);
		found = access(buf_z(&path), X_OK) == 0;
	}
	return found;
}

bool
process_wait(pid_t pid, int ms, int *status)
{
	struct pollfd end = { .events = POLLIN };
	end.fd = (int)syscall(SYS_pidfd_open, pid, 0);
	/* An old kernel does not have pidfd_open(): wait without a limit then; ctest has a
	 * timeout. */
	bool ended = end.fd < 0 || poll(&end, 1, deadline_left(deadline_in(ms))) > 0;
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
	while ((n = fread(buf_reserve(out, 65536), 1, 65536, file)) > 0)
		out->n += n;
	bool whole = !ferror(file);
	fclose(file);
	return whole;
}

bool
process_file_holds(const char *path, const char *text)
{
	auto_buf all = { 0 };
	bool holds = process_read_file(path, &all) &&
	    str_find(buf_str(&all), str_of(text)) != SIZE_MAX;
	return holds;
}

bool
process_any_holds(const char *text, struct buf *where)
{
	static const char *const files[] = { "cmdline", "environ" };
	DIR *dir = opendir("/proc");
	struct dirent *e;
	bool found = false;
	while (dir && !found && (e = readdir(dir)) != NULL) {
		for (size_t i = 0; i < 2 && !found; i++) {
			char path[300];
			snprintf(path, sizeof(path), "/proc/%s/%s", e->d_name, files[i]);
			found = e->d_name[0] >= '0' && e->d_name[0] <= '9' &&
			    process_file_holds(path, text);
			if (found)
				buf_addz(where, path);
		}
	}
	if (dir)
		closedir(dir);
	return found;
}

bool
process_any_file_holds(const char *folder, const char *text)
{
	const char *const argv[] = { "grep", "-rlF", "-e", text, "--", folder, NULL };
	int status = 0;
	return !process_wait(process_start(argv, NULL, 2, 2), 20000, &status) ||
	    !WIFEXITED(status) || WEXITSTATUS(status) != 1;
}

/* Parses "RUNNING WAITING TURNS"; the first two are nanoseconds. */
static long long
thread_waited(const char *path)
{
	long long waited = 0;
	FILE *f = fopen(path, "re");
	if (f && fscanf(f, "%*d %lld", &waited) != 1)
		waited = 0;
	if (f)
		fclose(f);
	return waited;
}

int64_t
process_wait_ms(pid_t pid)
{
	char path[80];
	long long waited = 0;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	DIR *tasks = opendir(path);
	for (const struct dirent *e; tasks && (e = readdir(tasks));) {
		snprintf(path, sizeof(path), "/proc/%d/task/%.20s/schedstat", (int)pid, e->d_name);
		if (e->d_name[0] != '.')
			waited += thread_waited(path);
	}
	if (tasks)
		closedir(tasks);
	return waited / 1000000;
}
