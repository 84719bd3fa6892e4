#include "cli/writer.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WRITE_BUFFER_SIZE = 1 << 16 };

static void
do_nothing(int number)
{
	(void)number;
}

/* Installs a handler, not SIG_IGN, so that it stays known whether the signal was ignored before. */
void
writer_catch_pipes(void)
{
	if (signal(SIGPIPE, do_nothing) == SIG_IGN)
		signal(SIGPIPE, SIG_IGN);
}

/* Ends the program by SIGPIPE. Returns if the signal is ignored, or blocked until a sign-in is
 * saved. */
static void
end_quietly(void)
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
		end_quietly();
	return err_set(err, ERR_IO, "stdout: %s", strerror(why));
}

/* Handles a closed pipe: the user quit the pager, or a filter ended. */
static void
end_on_closed_pipe(struct writer *e)
{
	if (e->paging.pid)
		e->paging.over = true;
	else
		end_quietly();
}

static bool
is_writable(const struct writer *e)
{
	return !e->failed && !e->paging.over;
}

static void
write_out(struct writer *e)
{
	struct str rest = buf_str(&e->bytes);
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
		if (e->paging.over)
			break;
		e->failed = true;
		err_set(&e->err, ERR_IO, "stdout: %s", strerror(why));
	}
	buf_reset(&e->bytes);
}

bool
writer_all(struct writer *e)
{
	bool held = e->paging.rows && !e->paging.pid;
	if (held && !paging_is_needed(&e->paging, buf_str(&e->bytes)))
		return is_writable(e);
	if (held)
		paging_start(&e->paging);
	write_out(e);
	return is_writable(e);
}

bool
writer_some(struct writer *e)
{
	return e->bytes.n < WRITE_BUFFER_SIZE ? is_writable(e) : writer_all(e);
}

bool
writer_end(struct writer *e)
{
	writer_all(e);
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
	buf_free(&e->bytes);
}
