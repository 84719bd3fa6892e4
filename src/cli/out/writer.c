#include "cli/out/writer.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { GATHERED = 1 << 16 };

/* Curl may write to closed lines too, so SIGPIPE is ignored until it is meant. */
static void
end_quietly(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

/* Nobody reads any more: a pager was quit, or a filter ended. */
static void
lose_reader(struct writer *e)
{
	if (e->paging.pid)
		e->paging.over = true;
	else
		end_quietly();
}

static bool
takes_more(const struct writer *e)
{
	return !e->failed && !e->paging.over;
}

static void
write_out(struct writer *e)
{
	struct str rest = buf_str(&e->bytes);
	int fd = e->paging.pid ? e->paging.fd : 1;
	while (rest.n && takes_more(e)) {
		ssize_t n = write(fd, rest.p, rest.n);
		if (n >= 0) {
			rest = str_sub(rest, (size_t)n, rest.n);
			continue;
		}
		if (errno == EINTR)
			continue;
		if (errno == EPIPE)
			lose_reader(e);
		if (e->paging.over)
			break;
		e->failed = true;
		err_set(&e->err, ERR_IO, "stdout: %s", strerror(errno));
	}
	buf_reset(&e->bytes);
}

bool
writer_all(struct writer *e)
{
	bool held = e->paging.rows && !e->paging.pid;
	if (held && !paging_is_needed(&e->paging, buf_str(&e->bytes)))
		return takes_more(e);
	if (held)
		paging_start(&e->paging);
	write_out(e);
	return takes_more(e);
}

bool
writer_some(struct writer *e)
{
	return e->bytes.n < GATHERED ? takes_more(e) : writer_all(e);
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
