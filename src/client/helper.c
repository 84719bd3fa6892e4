#include "client/helper.h"

#include "base/mem.h"
#include "base/regular_file.h"
#include "client/redact.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	EXIT_POLL_MS = 20,
	STDERR_TAIL_SIZE_MAX = 4096,
	PIPE_READS_MAX = 64,
	OUTPUT_PIECE_SIZE = 4096,
	SHOWN_LINE_SIZE_MAX = 160
};

struct helper {
	struct io_watch io;
	char *name; /* name of the program */
	helper_done_fn *on_done;
	void *ctx;
	int time_limit_ms;
	bool verbose;
	pid_t child;
	int out_fd, err_fd;
	unsigned timeout_timer, exit_poll_timer;
	struct buf output, error_output;
};

/* ---- starting ---- */

struct child_pipes {
	/* the child's; -1: /dev/null, or inherited if it uses the terminal */
	int stdin_fd, stdout_fd, stderr_fd;
	bool uses_terminal;
};

/* libcurl opens sockets that a program would inherit. */
static void
close_on_exec(void)
{
	enum { FD_MAX = 1024 };
	for (int fd = STDERR_FILENO + 1; fd < FD_MAX; fd++) {
		int flags = fcntl(fd, F_GETFD);
		if (flags >= 0 && !(flags & FD_CLOEXEC))
			fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
	}
}

static int
spawn(pid_t *child, const char *const *argv, const char *const *environment,
    const struct child_pipes *ends)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
	close_on_exec();
	posix_spawn_file_actions_init(&files);
	if (ends->stdin_fd >= 0)
		posix_spawn_file_actions_adddup2(&files, ends->stdin_fd, 0);
	else if (!ends->uses_terminal)
		posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, ends->stdout_fd, 1);
	posix_spawn_file_actions_adddup2(&files, ends->stderr_fd, 2);
	posix_spawnattr_init(&attr);
	sigemptyset(&none);
	sigfillset(&all);
	/* A new session has no terminal, so the child can neither use nor wait for ours. */
	posix_spawnattr_setflags(
	    &attr, (short)(flags | (ends->uses_terminal ? 0 : POSIX_SPAWN_SETSID)));
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	int rc = posix_spawnp(child, argv[0], &files, &attr, (char *const *)(uintptr_t)argv,
	    environment ? (char *const *)(uintptr_t)environment : environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return rc;
}

static void
close_pipe_ends(int ends[2])
{
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

/* Creates pipes for the child's output and, if there is input, for its stdin. The input is
 * written at once: nothing reads yet, so a pipe with a smaller buffer than usual is an error
 * instead of a deadlock. */
static bool
make_pipes(int in[2], int out[2], int complaints[2], struct str input)
{
	in[0] = in[1] = out[0] = out[1] = complaints[0] = complaints[1] = -1;
	bool ok = pipe2(out, O_CLOEXEC) == 0 && pipe2(complaints, O_CLOEXEC) == 0 &&
	    (!input.p ||
		(pipe2(in, O_CLOEXEC) == 0 && fcntl(in[1], F_SETFL, O_NONBLOCK) == 0 &&
		    regular_file_write(in[1], input)));
	if (!ok) {
		close_pipe_ends(in);
		close_pipe_ends(out);
		close_pipe_ends(complaints);
	}
	return ok;
}

/* ---- output ---- */

/* The last line that is not blank. */
static struct str
last_line(const struct buf *text)
{
	struct str rest = buf_str(text), line, last = STR_NONE;
	while (rest.n && str_next(&rest, '\n', &line))
		if (str_trim(line).n)
			last = str_trim(line);
	return last;
}

/* Keeps the end of the text only. The cut is at the end of a word: half a secret would not be
 * recognised as one. */
static void
drop_first_half_if_long(struct buf *text, size_t most)
{
	size_t gone = text->n > most ? text->n / 2 : 0;
	while (gone && gone < text->n && (unsigned char)text->p[gone] > ' ')
		gone++;
	if (gone)
		memmove(text->p, text->p + gone, text->n - gone);
	text->n -= gone;
}

static bool
set_exit_error(const char *name, int status, struct str said, struct err *err)
{
	struct buf words = { 0 };
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	redact_secrets(&words, said); /* redacted before it is shortened */
	err_set(err, ERR_AUTH, "%s failed (exit %d)%s%.*s", name,
	    WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), said.n ? ": " : "",
	    STR_ARG(str_head(buf_str(&words), SHOWN_LINE_SIZE_MAX)));
	buf_wipe(&words);
	return false;
}

static void
close_watched_fd(struct helper *h, int *fd)
{
	if (*fd < 0)
		return;
	h->io.watch_fd(h->io.ctx, *fd, 0, NULL, NULL);
	close(*fd);
	*fd = -1;
}

void
helper_stop(struct helper *h)
{
	if (!h)
		return;
	if (h->child > 0) {
		kill(-h->child, SIGKILL);
		while (waitpid(h->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	close_watched_fd(h, &h->out_fd);
	close_watched_fd(h, &h->err_fd);
	h->io.cancel_timer(h->io.ctx, h->timeout_timer);
	h->io.cancel_timer(h->io.ctx, h->exit_poll_timer);
	buf_wipe(&h->output);
	buf_wipe(&h->error_output);
	x_free(h->name);
	x_free(h);
}

static void
end_helper(struct helper *h, const struct err *err)
{
	h->on_done(h->ctx, err ? STR_NONE : buf_str(&h->output), err);
	helper_stop(h);
}

/* Reads a piece of output. Returns false if nothing is available now, or at the end. */
static bool
read_piece(struct helper *h, int *fd, struct buf *into)
{
	if (*fd < 0)
		return false;
	ssize_t n = read(*fd, buf_reserve(into, OUTPUT_PIECE_SIZE), OUTPUT_PIECE_SIZE);
	if (n < 0 && errno == EINTR)
		return true;
	if (n < 0 && errno == EAGAIN)
		return false;
	if (n <= 0) {
		close_watched_fd(h, fd);
		return false;
	}
	into->n += (size_t)n;
	return true;
}

static bool
read_stderr(struct helper *h)
{
	drop_first_half_if_long(&h->error_output, STDERR_TAIL_SIZE_MAX);
	return read_piece(h, &h->err_fd, &h->error_output);
}

static bool
read_stdout(struct helper *h)
{
	if (h->verbose)
		drop_first_half_if_long(&h->output, HELPER_OUTPUT_SIZE_MAX - OUTPUT_PIECE_SIZE);
	return read_piece(h, &h->out_fd, &h->output) && h->output.n <= HELPER_OUTPUT_SIZE_MAX;
}

static void
on_stderr(void *arg, int fd, unsigned ready)
{
	(void)fd;
	(void)ready;
	read_stderr(arg);
}

/* The child may close its output long before it exits, so its state is polled, never waited for. */
static void
on_exit_poll(void *arg)
{
	struct helper *h = arg;
	struct err err;
	int status = 0;
	h->exit_poll_timer = 0;
	pid_t got = waitpid(h->child, &status, WNOHANG);
	if (got == 0 || (got < 0 && errno == EINTR)) {
		h->exit_poll_timer = h->io.start_timer(h->io.ctx, EXIT_POLL_MS, on_exit_poll, h);
		return;
	}
	h->child = 0;
	/* Background processes of the child may hold the pipes open: read the buffered bytes, at
	 * most a pipe's capacity, and do not wait for their end. */
	for (int i = 0; i < PIPE_READS_MAX && read_stderr(h); i++)
		;
	for (int i = 0; i < PIPE_READS_MAX && read_stdout(h); i++)
		;
	struct str said = last_line(&h->error_output);
	if (h->verbose && !said.n)
		said = last_line(&h->output);
	bool ok = h->output.n <= HELPER_OUTPUT_SIZE_MAX
	    ? set_exit_error(h->name, status, said, &err)
	    : err_set(&err, ERR_AUTH, "%s printed more than one token", h->name);
	end_helper(h, ok ? NULL : &err);
}

static void
on_stdout(void *arg, int fd, unsigned ready)
{
	struct helper *h = arg;
	(void)fd;
	(void)ready;
	if (read_stdout(h))
		return;
	if (h->out_fd >= 0 && h->output.n <= HELPER_OUTPUT_SIZE_MAX)
		return;     /* nothing more at the moment */
	if (h->out_fd >= 0) /* it prints too much and might never end */
		kill(-h->child, SIGKILL);
	close_watched_fd(h, &h->out_fd);
	h->io.cancel_timer(h->io.ctx, h->exit_poll_timer);
	on_exit_poll(h);
}

static void
on_helper_timeout(void *arg)
{
	struct helper *h = arg;
	struct err err;
	h->timeout_timer = 0;
	err_set(&err, ERR_AUTH,
	    h->verbose ? "%s took longer than %d s and was stopped"
		       : "%s did not respond within %d s",
	    h->name, h->time_limit_ms / 1000);
	end_helper(h, &err);
}

struct helper *
helper_start(const struct io_watch *io, const struct helper_params *order, helper_done_fn *done,
    void *ctx, struct err *err)
{
	int in[2], out[2], complaints[2];
	pid_t child = 0;
	if (order->input.n > HELPER_INPUT_SIZE_MAX) {
		err_set(err, ERR_IO, "the input of %s is over %d KiB", order->argv[0],
		    HELPER_INPUT_SIZE_MAX / 1024);
		return NULL;
	}
	if (!make_pipes(in, out, complaints, order->input)) {
		err_set(err, ERR_IO, "pipe: %s", strerror(errno));
		return NULL;
	}
	int rc = spawn(&child, order->argv, order->environment,
	    &(struct child_pipes){
		.stdin_fd = in[0], .stdout_fd = out[1], .stderr_fd = complaints[1] });
	close_pipe_ends(in);
	close(out[1]);
	close(complaints[1]);
	if (rc) {
		close(out[0]);
		close(complaints[0]);
		err_set(err, ERR_AUTH, "%s: %s", order->argv[0],
		    rc == E2BIG ? "its arguments and variables are too large" : strerror(rc));
		return NULL;
	}
	struct helper *h = x_new(struct helper);
	*h = (struct helper){ .io = *io,
		.name = x_strdup(order->argv[0]),
		.on_done = done,
		.ctx = ctx,
		.time_limit_ms = order->time_limit_ms,
		.verbose = order->verbose,
		.child = child,
		.out_fd = out[0],
		.err_fd = complaints[0] };
	fcntl(h->out_fd, F_SETFL, O_NONBLOCK);
	fcntl(h->err_fd, F_SETFL, O_NONBLOCK);
	io->watch_fd(io->ctx, h->out_fd, IO_READ, on_stdout, h);
	io->watch_fd(io->ctx, h->err_fd, IO_READ, on_stderr, h);
	h->timeout_timer = io->start_timer(io->ctx, order->time_limit_ms, on_helper_timeout, h);
	/* A background process may hold the output open, so the child's exit is polled as well. */
	h->exit_poll_timer = io->start_timer(io->ctx, EXIT_POLL_MS, on_exit_poll, h);
	return h;
}

/* ---- on the terminal ---- */

/* Forwards stderr as it comes, including partial lines, which may be a prompt. */
static bool
forward_output(int from, struct buf *complaint)
{
	char bytes[1024];
	ssize_t n = read(from, bytes, sizeof(bytes));
	if (n < 0 && errno == EINTR)
		return true;
	if (n <= 0)
		return false;
	regular_file_write(STDERR_FILENO, str_from(bytes, (size_t)n));
	drop_first_half_if_long(complaint, STDERR_TAIL_SIZE_MAX);
	buf_add(complaint, bytes, (size_t)n);
	explicit_bzero(bytes, sizeof(bytes));
	return true;
}

static bool
read_to_end(int from, struct buf *out, pid_t child)
{
	ssize_t n = read(from, buf_reserve(out, 4096), 4096);
	if (n < 0 && errno == EINTR)
		return true;
	out->n += n > 0 ? (size_t)n : 0;
	if (out->n > HELPER_OUTPUT_SIZE_MAX)
		kill(child, SIGKILL);
	return n > 0 && out->n <= HELPER_OUTPUT_SIZE_MAX;
}

static bool
has_child_ended(pid_t child)
{
	siginfo_t info = { .si_pid = 0 };
	return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
}

/* Reads until the child closes its output or exits: a background process may hold the output
 * open. */
static void
read_helper_output(int out_fd, int err_fd, struct buf *out, struct buf *complaint, pid_t child)
{
	struct pollfd fds[] = { { .fd = out_fd, .events = POLLIN },
		{ .fd = err_fd, .events = POLLIN } };
	while (fds[0].fd >= 0) {
		bool ended = has_child_ended(
		    child); /* check first: after an exit no more output comes */
		int ready = poll(fds, 2, ended ? 0 : EXIT_POLL_MS);
		if (ready < 0 && errno != EINTR)
			return;
		if (ended && ready <= 0)
			break;
		if (ready <= 0)
			continue;
		if (fds[1].fd >= 0 && fds[1].revents && !forward_output(err_fd, complaint))
			fds[1].fd = -1;
		if (fds[0].revents && !read_to_end(out_fd, out, child))
			fds[0].fd = -1;
	}
	while (fds[1].fd >= 0 && poll(&fds[1], 1, 0) == 1 && forward_output(err_fd, complaint))
		;
}

bool
helper_run_on_terminal(struct buf *out, const char *const *argv, struct err *err)
{
	int in[2], prints[2], complains[2], status = 0;
	pid_t child = 0;
	struct buf complaint = { 0 };
	if (!make_pipes(in, prints, complains, STR_NONE))
		return err_set(err, ERR_IO, "pipe: %s", strerror(errno));
	void (*interrupt)(int) = signal(
	    SIGINT, SIG_IGN); /* Ctrl-C stops the child, not this program */
	int rc = spawn(&child, argv, NULL,
	    &(struct child_pipes){ .stdin_fd = -1,
		.stdout_fd = prints[1],
		.stderr_fd = complains[1],
		.uses_terminal = true });
	close(prints[1]);
	close(complains[1]);
	bool ok = rc == 0 || err_set(err, ERR_AUTH, "%s: %s", argv[0], strerror(rc));
	if (ok) {
		read_helper_output(prints[0], complains[0], out, &complaint, child);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		ok = out->n <= HELPER_OUTPUT_SIZE_MAX
		    ? set_exit_error(argv[0], status, last_line(&complaint), err)
		    : err_set(err, ERR_AUTH, "%s printed more than one token", argv[0]);
	}
	signal(SIGINT, interrupt);
	close(prints[0]);
	close(complains[0]);
	buf_wipe(&complaint);
	return ok;
}
