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

bool
writer_all(struct writer *e)
{
	struct str rest = buf_str(&e->bytes);
	while (rest.n && !e->failed) {
		ssize_t n = write(1, rest.p, rest.n);
		if (n >= 0) {
			rest = str_sub(rest, (size_t)n, rest.n);
			continue;
		}
		if (errno == EINTR)
			continue;
		if (errno == EPIPE)
			end_quietly();
		e->failed = true;
		err_set(&e->err, ERR_IO, "stdout: %s", strerror(errno));
	}
	buf_reset(&e->bytes);
	return !e->failed;
}

bool
writer_some(struct writer *e)
{
	return e->bytes.n < GATHERED ? !e->failed : writer_all(e);
}

void
writer_free(struct writer *e)
{
	buf_free(&e->bytes);
}
