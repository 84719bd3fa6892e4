#include "app/demo.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child's numbers for its ends of the pipes. */
enum { RUN_UNTIL_CLOSED_FD = 3, READY_FD = 4, SPARE_FD_MIN = 10 };
enum { MESSAGE_SIZE_MAX = 4096, DEMO_START_TIMEOUT_MS = 300000 };

/* Token lifetime in seconds: a week, or three minutes to see one expire. */
static const char token_lifetime_seconds[] = "604800", short_token_lifetime_seconds[] = "180";

struct demo {
	struct io_watch io;
	demo_ready_fn *on_ready;
	void *ctx;
	char *description; /* for messages: the data pack and the service options */
	pid_t child;
	int keep_alive_fd; /* closing it ends the child */
	int ready_fd;
	unsigned start_timeout_timer;
	struct buf ready_line;
};

/* Creates a pipe whose descriptors do not collide with the numbers used in the child and are not
 * inherited by other children. */
static bool
open_pipe(int ends[2])
{
	int low[2];
	if (pipe2(low, O_CLOEXEC) < 0)
		return false;
	for (int i = 0; i < 2; i++) {
		ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, SPARE_FD_MIN);
		close(low[i]);
	}
	return ends[0] >= 0 && ends[1] >= 0;
}

static void
close_pipe_ends(int ends[2])
{
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

bool
demo_service_path(struct buf *out, struct err *err)
{
	char own[4096];
	ssize_t n = readlink("/proc/self/exe", own, sizeof(own) - 1);
	if (n < 0)
		return err_set(err, ERR_IO, "/proc/self/exe: %s", strerror(errno));
	size_t from = out->n;
	while (n > 0 && own[n - 1] != '/')
		n--;
	buf_add(out, own, (size_t)n);
	buf_addz(out, BACKROOM_SERVICE_FOLDER "/backroom-service");
	if (access(buf_z(out) + from, X_OK) == 0)
		return true;
	return err_set(err, ERR_IO, "%s: %s%s", buf_z(out) + from, strerror(errno),
	    errno == ENOENT ? "; it is in the package backroom-service" : "");
}

static size_t
add_words(const char **argv, size_t n, const char *const *words)
{
	for (; words && *words; words++)
		argv[n++] = *words;
	return n;
}

/* Builds the command line. Free only the list. */
static const char **
make_argv(const char *path, const struct app_options *o)
{
	const char *const fixed[] = { path, "serve", "--listen", "127.0.0.1:0", "--store",
		"sqlite::memory:", "--demo", o->demo_pack, "--until-fd", "3", "--ready-fd", "4",
		"--ready-token",
		o->short_tokens ? short_token_lifetime_seconds : token_lifetime_seconds, NULL };
	const char *const now[] = { "--now", o->now, NULL };
	size_t more = 0;
	while (o->service_options && o->service_options[more])
		more++;
	const char **argv = x_new_array(const char *, sizeof(fixed) / sizeof(*fixed) + 3 + more);
	size_t n = add_words(argv, 0, fixed);
	n = add_words(argv, n, o->now ? now : NULL);
	add_words(argv, n, o->service_options);
	return argv;
}

/* Starts the child in a session of its own: keys at the terminal (Ctrl-C, Ctrl-Z) and its
 * hang-up do not reach it. */
static int
spawn(struct demo *d, const char *path, const struct app_context *app, const int fds[2])
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	const char **argv = make_argv(path, &app->options);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	if (app->log_fd >= 0)
		posix_spawn_file_actions_adddup2(&files, app->log_fd, 2);
	else
		posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
	for (int i = 0; i < 2; i++)
		posix_spawn_file_actions_adddup2(&files, fds[i], RUN_UNTIL_CLOSED_FD + i);
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(
	    &attr, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	int rc = posix_spawn(&d->child, path, &files, &attr, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	x_free(argv);
	if (rc)
		d->child = 0;
	return rc;
}

static void
stop_start_timer(struct demo *d)
{
	if (d->ready_fd >= 0) {
		d->io.watch_fd(d->io.ctx, d->ready_fd, 0, NULL, NULL);
		close(d->ready_fd);
	}
	d->io.cancel_timer(d->io.ctx, d->start_timeout_timer);
	d->ready_fd = -1;
	d->start_timeout_timer = 0;
}

static void
fail_demo(struct demo *d, struct str reason)
{
	struct buf clean = { 0 };
	struct err err;
	stop_start_timer(d);
	text_clean(&clean, reason, false);
	err_set(&err, ERR_IO, "%s", buf_z(&clean));
	buf_free(&clean);
	d->on_ready(d->ctx, NULL, NULL, &err);
}

/* For a service that gave no reason itself. */
static void
fail_demo_without_reason(struct demo *d, const char *what)
{
	struct buf reason = { 0 };
	buf_addf(&reason,
	    "the demo's service %s; backroom serve --store sqlite::memory: --demo %s shows why",
	    what, d->description);
	fail_demo(d, buf_str(&reason));
	buf_free(&reason);
}

static void
on_start_timeout(void *arg)
{
	fail_demo_without_reason(arg, "is not ready after five minutes");
}

/* Parses "ready URL TOKEN". */
static bool
parse_ready_line(struct str line, struct str *url, struct str *token)
{
	struct str word;
	bool ready = str_next(&line, ' ', &word) && str_eqz(word, "ready") &&
	    str_next(&line, ' ', url);
	*token = line;
	return ready && url->n && token->n;
}

static void
report_ready(struct demo *d, struct str at, struct str secret)
{
	char *url = str_dup(at), *token = str_dup(secret);
	buf_wipe(&d->ready_line);
	d->on_ready(d->ctx, url, token, NULL);
	explicit_bzero(token, strlen(token));
	x_free(token);
	x_free(url);
}

static void
on_ready_line(void *arg, int fd, unsigned ready)
{
	struct demo *d = arg;
	char piece[MESSAGE_SIZE_MAX];
	(void)ready;
	ssize_t n = read(fd, piece, sizeof(piece));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0)
		buf_add(&d->ready_line, piece, (size_t)n);
	explicit_bzero(piece, sizeof(piece));
	struct str line = buf_str(&d->ready_line), failed = STR("failed "), url, token;
	size_t end = str_find_char(line, '\n');
	if (end == SIZE_MAX && n > 0 && !d->ready_line.overflowed)
		return;
	line.n = end == SIZE_MAX ? 0 : end;
	if (str_starts(line, failed)) {
		fail_demo(d, str_sub(line, failed.n, line.n));
		return;
	}
	if (!parse_ready_line(line, &url, &token)) {
		fail_demo_without_reason(
		    d, n > 0 ? "did not print its ready line" : "stopped before it was ready");
		return;
	}
	stop_start_timer(d);
	report_ready(d, url, token);
}

/* Starts the child with its two pipes and keeps this process's ends. */
static bool
start_service(struct demo *d, const char *path, const struct app_context *app, struct err *err)
{
	int until[2] = { -1, -1 }, line[2] = { -1, -1 };
	bool ok = open_pipe(until) && open_pipe(line);
	int rc = ok ? spawn(d, path, app, (int[]){ until[0], line[1] }) : errno;
	if (rc) {
		close_pipe_ends(until);
		close_pipe_ends(line);
		return err_set(err, ERR_IO, "%s: %s", path, strerror(rc));
	}
	close(until[0]);
	close(line[1]);
	d->keep_alive_fd = until[1];
	d->ready_fd = line[0];
	fcntl(d->ready_fd, F_SETFL, O_NONBLOCK);
	d->io.watch_fd(d->io.ctx, d->ready_fd, IO_READ, on_ready_line, d);
	d->start_timeout_timer = d->io.start_timer(
	    d->io.ctx, DEMO_START_TIMEOUT_MS, on_start_timeout, d);
	return true;
}

static char *
describe_service_options(const struct app_options *o)
{
	struct buf words = { 0 };
	buf_addz(&words, o->demo_pack);
	for (size_t i = 0; o->service_options && o->service_options[i]; i++)
		buf_addf(&words, " %s", o->service_options[i]);
	return buf_detach(&words);
}

struct demo *
demo_start(const struct app_context *app, const struct io_watch *io, demo_ready_fn *ready,
    void *ctx, struct err *err)
{
	struct buf path = { 0 };
	struct demo *d = x_new(struct demo);
	*d = (struct demo){ .io = *io,
		.on_ready = ready,
		.ctx = ctx,
		.keep_alive_fd = -1,
		.ready_fd = -1,
		.description = describe_service_options(&app->options),
		.ready_line = { .max = MESSAGE_SIZE_MAX } };
	bool ok = demo_service_path(&path, err) && start_service(d, buf_z(&path), app, err);
	buf_free(&path);
	if (ok)
		return d;
	demo_stop(d);
	return NULL;
}

void
demo_stop(struct demo *d)
{
	if (!d)
		return;
	stop_start_timer(d);
	if (d->keep_alive_fd >= 0)
		close(d->keep_alive_fd);
	if (d->child > 0) {
		/* The child stores nothing, so there is no reason for a graceful shutdown. */
		kill(d->child, SIGKILL);
		while (waitpid(d->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	buf_wipe(&d->ready_line);
	x_free(d->description);
	x_free(d);
}
