#include "cli/writer.h"

#include "app/file.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- choosing the pager ---- */

static bool
needs_shell(const char *command)
{
	return strpbrk(command, "|&;<>()$`\\\"'*?[#~=%") != NULL;
}

/* True if the command is on PATH. One that needs a shell is assumed to exist. */
static bool
is_runnable_command(struct str command)
{
	struct str first, folders = str_of(getenv("PATH")), folder;
	bool found = needs_shell(command.p) || str_find_char(command, '/') != SIZE_MAX;
	str_next(&command, ' ', &first);
	while (!found && folders.n && str_next(&folders, ':', &folder)) {
		struct buf path = { 0 };
		buf_addf(&path, "%.*s/%.*s", STR_ARG(folder), STR_ARG(first));
		found = access(buf_z(&path), X_OK) == 0;
		buf_free(&path);
	}
	return found;
}

/* The pager's command, or NULL. */
static const char *
find_pager_command(void)
{
	const char *command = getenv("BACKROOM_PAGER"), *term = getenv("TERM");
	if (!command)
		command = getenv("PAGER");
	if (!command)
		command = "less";
	struct str name = str_trim(str_of(command));
	if (!term || strcmp(term, "dumb") == 0 || !name.n || str_eqz(name, "cat"))
		return NULL;
	return is_runnable_command(name) ? command : NULL;
}

void
paging_init(struct paging *p)
{
	struct winsize size = { 0 };
	*p = (struct paging){ 0 };
	if (!isatty(1) || !find_pager_command() || ioctl(1, TIOCGWINSZ, &size) < 0)
		return;
	p->rows = size.ws_row;
	p->cols = size.ws_col;
}

/* The prompt after the output takes a row, too. */
static bool
paging_is_needed(const struct paging *p, struct str text)
{
	int rows = 1;
	struct str line;
	if (text.n > (size_t)p->rows * (size_t)p->cols * UTF8_BYTES_MAX)
		return true;
	while (text.n && rows <= p->rows && str_next(&text, '\n', &line)) {
		int width = text_width(line);
		rows += width > p->cols && p->cols ? (width + p->cols - 1) / p->cols : 1;
	}
	return rows > p->rows;
}

/* ---- running ---- */

typedef VEC(char *) word_list;

/* Runs the pager without a shell if possible: Ctrl-C, meant for the pager, would end the shell. */
static void
make_pager_argv(word_list *argv, char *command)
{
	char *rest = command;
	if (needs_shell(command)) {
		vec_push(argv, (char *)(uintptr_t) "sh");
		vec_push(argv, (char *)(uintptr_t) "-c");
		vec_push(argv, command);
	} else {
		for (char *word; (word = strtok_r(rest, " \t", &rest));)
			vec_push(argv, word);
	}
	vec_push(argv, NULL);
}

/* Builds the pager's environment without the token; sets LESS so that short texts stay on the
 * screen. */
static void
make_environment(word_list *out)
{
	static const char token[] = "BACKROOM_TOKEN=", less[] = "LESS=FRX";
	for (char **v = environ; *v; v++)
		if (strncmp(*v, token, sizeof(token) - 1) != 0)
			vec_push(out, *v);
	if (!getenv("LESS"))
		vec_push(out, (char *)(uintptr_t)less);
	vec_push(out, NULL);
}

static bool
spawn(struct paging *p, int input)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t usual, none;
	word_list env = { 0 };
	word_list argv = { 0 };
	struct buf text = { 0 };
	buf_addz(&text, find_pager_command());
	make_pager_argv(&argv, (char *)(uintptr_t)buf_z(&text));
	make_environment(&env);
	sigemptyset(&usual);
	sigaddset(&usual, SIGINT);
	sigemptyset(&none); /* signals may be blocked here for a sign-in, but not in the pager */
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, input, 0);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &usual);
	bool ok = posix_spawnp(&p->pid, argv.v[0], &files, &attr, argv.v, env.v) == 0;
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	vec_free(&env);
	vec_free(&argv);
	buf_free(&text);
	return ok;
}

/* Starts the pager. Returns false if it cannot be started; then output is not paged. */
static bool
paging_start(struct paging *p)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return false;
	bool ok = spawn(p, ends[0]);
	close(ends[0]);
	if (!ok) {
		close(ends[1]);
		*p = (struct paging){ 0 };
		return false;
	}
	p->fd = ends[1];
	signal(SIGINT, SIG_IGN);
	return true;
}

/* Waits until the pager ends. If Ctrl-C ended it, this program ends in the same way. */
static void
paging_end(struct paging *p)
{
	int status = 0;
	if (!p->pid)
		return;
	close(p->fd);
	while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	*p = (struct paging){ .closed_by_user = p->closed_by_user };
	signal(SIGINT, SIG_DFL);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT)
		raise(SIGINT);
}

enum { WRITE_BUFFER_SIZE = 1 << 16 };

static void
do_nothing(int number)
{
	(void)number;
}

/* Installs a handler, not SIG_IGN, so that it stays known whether the signal was ignored before. */
void
writer_catch_sigpipe(void)
{
	if (signal(SIGPIPE, do_nothing) == SIG_IGN)
		signal(SIGPIPE, SIG_IGN);
}

/* Ends the program by SIGPIPE. Returns if the signal is ignored, or blocked until a sign-in is
 * saved. */
static void
end_by_sigpipe(void)
{
	struct sigaction now;
	if (sigaction(SIGPIPE, NULL, &now) < 0 || now.sa_handler == SIG_IGN)
		return;
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

bool
writer_flush_stdio(struct err *err)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	int why = errno ? errno : EIO;
	if (why == EPIPE)
		end_by_sigpipe();
	return err_set(err, ERR_IO, "stdout: %s", strerror(why));
}

/* Handles a closed pipe: the user quit the pager, or a filter ended. */
static void
end_on_closed_pipe(struct writer *e)
{
	if (e->paging.pid)
		e->paging.closed_by_user = true;
	else
		end_by_sigpipe();
}

static bool
is_writable(const struct writer *e)
{
	return !e->failed && !e->paging.closed_by_user;
}

static void
write_out(struct writer *e)
{
	struct str rest = buf_str(&e->pending_output);
	int fd = e->paging.pid ? e->paging.fd : 1;
	while (rest.n && is_writable(e)) {
		ssize_t n = write(fd, rest.p, rest.n);
		if (n >= 0) {
			rest = str_sub(rest, (size_t)n, rest.n);
			continue;
		}
		if (errno == EINTR)
			continue;
		int why = errno;
		if (why == EPIPE)
			end_on_closed_pipe(e);
		if (e->paging.closed_by_user)
			break;
		e->failed = true;
		err_set(&e->err, ERR_IO, "stdout: %s", strerror(why));
	}
	buf_reset(&e->pending_output);
}

bool
writer_write_all(struct writer *e)
{
	bool held = e->paging.rows && !e->paging.pid;
	if (held && !paging_is_needed(&e->paging, buf_str(&e->pending_output)))
		return is_writable(e);
	if (held)
		paging_start(&e->paging);
	write_out(e);
	return is_writable(e);
}

bool
writer_write_some(struct writer *e)
{
	return e->pending_output.n < WRITE_BUFFER_SIZE ? is_writable(e) : writer_write_all(e);
}

bool
writer_end(struct writer *e)
{
	writer_write_all(e);
	write_out(e);
	paging_end(&e->paging);
	e->paging.rows = 0;
	return !e->failed;
}

void
writer_free(struct writer *e)
{
	if (e->paging.rows)
		writer_end(e);
	buf_free(&e->pending_output);
}

/* ---- files ---- */

bool
writer_write_file(const char *path, struct buf *text, struct err *err)
{
	bool to_stdout = str_eqz(str_of(path), "-");
	struct writer out = { .pending_output = *text };
	bool ok = to_stdout ? writer_write_all(&out) : file_replace(path, buf_str(text), err);
	if (to_stdout && !ok)
		*err = out.err;
	buf_free(&out.pending_output);
	*text = (struct buf){ 0 };
	return ok;
}

bool
writer_may_replace_file(const char *path, const char *yes, struct err *err)
{
	struct stat there;
	bool loses = !str_eqz(str_of(path), "-") && stat(path, &there) == 0 &&
	    S_ISREG(there.st_mode) && there.st_size > 0;
	return !loses || yes || err_set(err, ERR_USAGE, "%s exists; --yes replaces it", path);
}
