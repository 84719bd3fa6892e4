#include "client/session.h"

#include "base/mem.h"
#include "base/plainfile.h"
#include "base/vec.h"
#include "wire/json.h"
#include "wire/strict.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 65536, COMMAND_MS = 10000, LOOK_MS = 20 };

struct waiter {
	session_fn *fn;
	void *ctx;
};

struct session {
	struct io_watch io;
	char *file;
	char **command;
	struct buf token;
	bool given;           /* the token itself was the source */
	struct claims claims; /* of the token, once somebody has asked */
	bool decoded, has_claims;
	VEC(struct waiter) waiters;
	pid_t child;
	int out_fd;
	unsigned timer, look;
	struct buf output;
};

static char **
copy_argv(const char *const *argv)
{
	size_t n = 0;
	if (!argv || !argv[0])
		return NULL;
	while (argv[n])
		n++;
	char **copy = x_new_array(char *, n + 1);
	for (size_t i = 0; i < n; i++)
		copy[i] = x_strdup(argv[i]);
	return copy;
}

struct session *
session_new(const struct io_watch *io, const struct session_source *source)
{
	struct session *s = x_new(struct session);
	s->io = *io;
	s->file = x_strdup(source->file);
	s->command = copy_argv(source->command);
	s->out_fd = -1;
	if (source->token) {
		buf_addz(&s->token, source->token);
		s->given = true;
	}
	return s;
}

static void
command_stop(struct session *s)
{
	if (s->child > 0) {
		kill(-s->child, SIGKILL);
		while (waitpid(s->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (s->out_fd >= 0) {
		s->io.watch(s->io.ctx, s->out_fd, 0, NULL, NULL);
		close(s->out_fd);
	}
	s->io.forget(s->io.ctx, s->timer);
	s->io.forget(s->io.ctx, s->look);
	s->child = 0;
	s->out_fd = -1;
	s->timer = s->look = 0;
	buf_wipe(&s->output);
}

static void
forget_claims(struct session *s)
{
	if (s->decoded)
		claims_free(&s->claims);
	s->decoded = s->has_claims = false;
}

void
session_free(struct session *s)
{
	if (!s)
		return;
	command_stop(s);
	forget_claims(s);
	buf_wipe(&s->token);
	x_free(s->file);
	for (char **p = s->command; p && *p; p++)
		x_free(*p);
	x_free(s->command);
	vec_free(&s->waiters);
	x_free(s);
}

bool
session_can_refresh(const struct session *s)
{
	return !s->given && (s->file || s->command);
}

const struct claims *
session_claims(struct session *s)
{
	if (!s->decoded)
		s->has_claims = claims_read(&s->claims, buf_str(&s->token));
	s->decoded = true;
	return s->has_claims ? &s->claims : NULL;
}

bool
session_token_is_in(const struct session *s, struct str text)
{
	enum { WINDOW = 20, SHORTEST = 4 };
	struct str token = buf_str(&s->token);
	if (token.n < WINDOW) /* a few letters are in any sentence */
		return token.n >= SHORTEST && str_find(text, token) != SIZE_MAX;
	for (size_t i = 0; i + WINDOW <= text.n; i++)
		if (str_find(token, str_sub(text, i, WINDOW)) != SIZE_MAX)
			return true;
	return false;
}

void
session_forget(struct session *s, void *ctx)
{
	for (size_t i = s->waiters.n; i-- > 0;)
		if (s->waiters.v[i].ctx == ctx)
			vec_remove(&s->waiters, i);
}

static void
tell(struct session *s, const struct err *err)
{
	while (s->waiters.n) {
		struct waiter w = s->waiters.v[0];
		vec_remove(&s->waiters, 0);
		w.fn(w.ctx, err ? STR_NONE : buf_str(&s->token), err);
	}
}

/* What stands in a header's line: no space, no newline, nothing beyond ASCII. */
static bool
is_token(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] <= 32 || text.p[i] >= 127)
			return false;
	return text.n > 0;
}

bool
session_read_file(struct buf *out, const char *path, struct err *err)
{
	int fd = plainfile_open(path, O_RDONLY, PLAINFILE_SECRET, err);
	if (fd < 0) {
		err->kind = ERR_AUTH;
		return false;
	}
	bool ok = plainfile_read(out, fd, OUTPUT_MAX);
	close(fd);
	if (!ok)
		return err_set(err, ERR_AUTH, "%s cannot be read", path);
	struct str text = str_trim(buf_str(out));
	if (text.n)
		memmove(out->p, text.p, text.n);
	out->n = text.n;
	if (text.n == 0)
		return err_set(err, ERR_AUTH, "%s is empty", path);
	return (is_token(buf_str(out)) && out->n <= OUTPUT_MAX) ||
	    err_set(err, ERR_AUTH, "%s holds more than a token", path);
}

/* What a command printed: a bare token, or an object with access_token. */
static bool
take_output(struct session *s, struct err *err)
{
	struct str text = str_trim(buf_str(&s->output));
	struct arena a = { 0 };
	unsigned flags = 0;
	if (text.n && text.p[0] == '{') {
		if (strict_check(text, &strict_for_client, &flags, err))
			text = json_get_text(json_parse(&a, text, flags, err), "access_token");
		else
			text = STR_NONE;
	}
	bool usable = is_token(text) && s->output.n <= OUTPUT_MAX;
	forget_claims(s);
	buf_reset(&s->token);
	if (usable)
		buf_adds(&s->token, text);
	arena_free(&a);
	return usable ||
	    err_set(err, ERR_AUTH, "%s printed no token", s->command ? s->command[0] : s->file);
}

static void
command_ended(void *arg)
{
	struct session *s = arg;
	struct err err;
	int status = 0;
	s->look = 0;
	/* It may close its output long before it ends: looked at again, never waited for. */
	pid_t got = waitpid(s->child, &status, WNOHANG);
	if (got == 0 || (got < 0 && errno == EINTR)) {
		s->look = s->io.after(s->io.ctx, LOOK_MS, command_ended, s);
		return;
	}
	s->child = 0;
	bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (!ok)
		err_set(&err, ERR_AUTH, "%s failed (exit %d)", s->command[0],
		    WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	else
		ok = take_output(s, &err);
	command_stop(s);
	tell(s, ok ? NULL : &err);
}

static void
command_output(void *arg, int fd, unsigned ready)
{
	struct session *s = arg;
	(void)ready;
	ssize_t n = read(fd, buf_room(&s->output, 4096), 4096);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	s->output.n += n > 0 ? (size_t)n : 0;
	if (n > 0 && s->output.n <= OUTPUT_MAX)
		return;
	if (n > 0) /* it prints on and on: to wait for its end would be for ever */
		kill(-s->child, SIGKILL);
	s->io.watch(s->io.ctx, fd, 0, NULL, NULL);
	command_ended(s);
}

static void
command_late(void *arg)
{
	struct session *s = arg;
	struct err err;
	s->timer = 0;
	err_set(&err, ERR_AUTH, "%s gave no token in %d s", s->command[0], COMMAND_MS / 1000);
	command_stop(s);
	tell(s, &err);
}

static bool
command_start(struct session *s, struct err *err)
{
	int ends[2];
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return err_set(err, ERR_IO, "pipe: %s", strerror(errno));
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, ends[1], 1);
	posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
	posix_spawnattr_init(&attr);
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_setflags(
	    &attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	int rc = posix_spawnp(&s->child, s->command[0], &files, &attr, s->command, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	close(ends[1]);
	if (rc) {
		s->child = 0;
		close(ends[0]);
		return err_set(err, ERR_AUTH, "token-command %s: %s", s->command[0], strerror(rc));
	}
	s->out_fd = ends[0];
	fcntl(s->out_fd, F_SETFL, O_NONBLOCK);
	s->io.watch(s->io.ctx, s->out_fd, IO_READ, command_output, s);
	s->timer = s->io.after(s->io.ctx, COMMAND_MS, command_late, s);
	return true;
}

void
session_get(struct session *s, bool fresh, session_fn *fn, void *ctx)
{
	struct err err;
	struct waiter w = { fn, ctx };
	bool sourceless = !s->file && !s->command;
	if (s->given && !is_token(buf_str(&s->token))) {
		err_set(&err, ERR_AUTH, "BACKROOM_TOKEN holds characters that no token has");
		fn(ctx, STR_NONE, &err);
		return;
	}
	if (sourceless || (s->token.n && (!fresh || s->given))) {
		fn(ctx, buf_str(&s->token), NULL);
		return;
	}
	vec_push(&s->waiters, w);
	if (s->child)
		return;
	forget_claims(s);
	buf_wipe(&s->token);
	if (s->command) {
		if (!command_start(s, &err))
			tell(s, &err);
		return;
	}
	bool ok = session_read_file(&s->token, s->file, &err);
	if (!ok)
		buf_wipe(&s->token);
	tell(s, ok ? NULL : &err);
}
