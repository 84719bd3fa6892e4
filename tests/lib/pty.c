#include "lib/pty.h"

#include "base/mem.h"
#include "lib/deadline.h"
#include "lib/process.h"
#include "lib/pty_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
is_passed_to_command(const char *entry)
{
	static const char *const names[] = { "HOME=", "PATH=", "XDG_", "BACKROOM_", "ASAN_",
		"UBSAN_", "LSAN_" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strncmp(entry, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/* Contains only what the test chose, so that the tester's own settings have no effect. */
static char **
make_environment(const char *const *env)
{
	const char *more[64] = { "TERM=xterm-256color", "LC_ALL=C.UTF-8", "TZ=UTC" };
	size_t n = 3;
	for (; env && *env && n + 1 < sizeof(more) / sizeof(more[0]); env++)
		more[n++] = *env;
	return process_environment(is_passed_to_command, more);
}

/* No allocation is allowed after the fork. */
static _Noreturn void
run_child(const struct pty_options *options, char **env, const char *const argv[])
{
	if (options->folder && chdir(options->folder) != 0)
		_exit(126);
	execvpe(argv[0], (char *const *)argv, env);
	_exit(127);
}

struct pty *
pty_start(const struct pty_options *options, const char *const argv[])
{
	static const struct pty_options plain = { 0 };
	if (!options)
		options = &plain;
	struct pty *p = x_new(struct pty);
	p->rows = options->rows > 0 ? options->rows : 24;
	p->cols = options->cols > 0 ? options->cols : 80;
	p->answer = options->answer;
	struct winsize size = { .ws_row = (unsigned short)p->rows,
		.ws_col = (unsigned short)p->cols };
	char **env = make_environment(options->env);
	p->pid = forkpty(&p->fd, NULL, NULL, &size);
	if (p->pid < 0) {
		perror("forkpty");
		abort();
	}
	if (p->pid == 0)
		run_child(options, env, argv);
	x_free(env);
	fcntl(p->fd, F_SETFL, O_NONBLOCK);
	fcntl(p->fd, F_SETFD, FD_CLOEXEC);
	pty_screen_open(p);
	return p;
}

void
pty_stop(struct pty *p)
{
	if (!p)
		return;
	if (!p->reaped) {
		kill(p->pid, SIGKILL);
		waitpid(p->pid, &p->status, 0);
	}
	pty_hang_up(p);
	pty_screen_close(p);
	buf_free(&p->log);
	buf_free(&p->out);
	vec_free(&p->pauses);
	buf_free(&p->replies);
	buf_free(&p->row);
	x_free(p);
}

void
pty_hang_up(struct pty *p)
{
	if (p->fd >= 0)
		close(p->fd);
	p->fd = -1;
}

pid_t
pty_pid(const struct pty *p)
{
	return p->pid;
}

void
pty_signal(struct pty *p, int signal)
{
	if (!p->reaped)
		kill(p->pid, signal);
}

void
pty_send(struct pty *p, const void *bytes, size_t n)
{
	buf_add(&p->out, bytes, n);
	if (n == 1 && *(const char *)bytes == 27)
		vec_push(&p->pauses, p->out.n);
}

void
pty_type(struct pty *p, const char *text)
{
	pty_send(p, text, strlen(text));
}

void
pty_resize(struct pty *p, int rows, int cols)
{
	struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };
	p->rows = rows;
	p->cols = cols;
	/* Resize the emulator first: what the child draws after SIGWINCH must meet the new size. */
	pty_screen_resize(p);
	if (p->fd >= 0)
		ioctl(p->fd, TIOCSWINSZ, &size);
}

void
pty_cut_off(struct pty *p, int rows, int cols)
{
	int rows_before = p->rows, cols_before = p->cols;
	p->rows = rows;
	p->cols = cols;
	pty_screen_resize(p);
	p->rows = rows_before;
	p->cols = cols_before;
	pty_screen_resize(p);
}

bool
pty_termios(const struct pty *p, struct termios *out)
{
	return p->fd >= 0 && tcgetattr(p->fd, out) == 0;
}

/* True if the child has read all that was written to it. Asks the child's side of the terminal,
 * which is open here as well. */
bool
pty_child_has_read_all(const struct pty *p)
{
	int unread = 0, fd = open(ptsname(p->fd), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	bool read = fd < 0 || ioctl(fd, FIONREAD, &unread) < 0 || unread == 0;
	if (fd >= 0)
		close(fd);
	return read;
}

bool
pty_child_is_busy(const struct pty *p)
{
	char path[64], line[256] = "";
	snprintf(path, sizeof(path), "/proc/%d/stat", (int)p->pid);
	FILE *f = fopen(path, "re");
	size_t n = f ? fread(line, 1, sizeof(line) - 1, f) : 0;
	if (f)
		fclose(f);
	/* The line is "PID (name) S …", and a name may contain any character. */
	while (n > 2 && line[n - 1] != ')')
		n--;
	return n > 2 && (line[n + 1] == 'R' || line[n + 1] == 'D');
}

/* After an Esc, waits until the child has read it, sleeps (so its timer is set), and has had
 * longer than ESCAPE_TIMEOUT_MS to treat the Esc as a lone key. */
static bool
is_pausing(struct pty *p)
{
	enum { ALONE_MS = 40 };
	if (!p->pauses.n || p->pauses.v[0] > 0)
		return false;
	bool busy = pty_child_is_busy(p);
	if (!p->waits_since && !busy && pty_child_has_read_all(p))
		p->waits_since = clock_ticks();
	if (!p->waits_since || busy || clock_ticks() - p->waits_since < scale_timeout(ALONE_MS))
		return true;
	vec_remove(&p->pauses, 0);
	p->waits_since = 0;
	return false;
}

static void
write_some(struct pty *p)
{
	ssize_t n = write(p->fd, p->out.p, p->pauses.n ? p->pauses.v[0] : p->out.n);
	if (n <= 0)
		return;
	memmove(p->out.p, p->out.p + n, p->out.n - (size_t)n);
	p->out.n -= (size_t)n;
	for (size_t i = 0; i < p->pauses.n; i++)
		p->pauses.v[i] -= (size_t)n;
}

static bool
read_some(struct pty *p)
{
	char bytes[16384];
	ssize_t n = read(p->fd, bytes, sizeof(bytes));
	if (n > 0) {
		buf_add(&p->log, bytes, (size_t)n);
		pty_screen_feed(p, bytes, (size_t)n);
		return true;
	}
	/* EIO: the last process on the terminal has closed it. Keep this end open until the
	 * child is reaped: closing it would send SIGHUP to a program that is about to exit. */
	if (n == 0 || (errno != EAGAIN && errno != EINTR))
		p->silent = true;
	return false;
}

bool
pty_turn(struct pty *p, int ms)
{
	struct pollfd poll_for = { .fd = p->fd, .events = POLLIN };
	bool pausing = p->fd >= 0 && !p->silent && is_pausing(p);
	if (pausing && ms > 5)
		ms = 5;
	if (p->out.n > 0 && !pausing)
		poll_for.events |= POLLOUT;
	if (p->fd < 0 || p->silent) {
		poll(NULL, 0, ms < 5 ? ms : 5); /* only waitpid() can report anything now */
		return false;
	}
	if (poll(&poll_for, 1, ms) <= 0)
		return false;
	if (poll_for.revents & POLLOUT)
		write_some(p);
	if (poll_for.revents & (POLLIN | POLLHUP | POLLERR))
		return read_some(p);
	return false;
}
