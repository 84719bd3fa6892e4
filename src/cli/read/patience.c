#include "cli/read/patience.h"

#include "base/utf8.h"
#include "client/url.h"

#include <stdio.h>
#include <unistd.h>

enum { PATIENCE_MS = 2000 };

void
patience_init(struct patience *p, struct connection *connection, enum endpoint endpoint)
{
	*p = (struct patience){ .connection = connection, .endpoint = endpoint };
}

static void
say_wait(void *arg)
{
	struct patience *p = arg;
	struct buf url = { 0 }, origin = { 0 }, clean = { 0 };
	client_url(&url, p->connection->client, p->endpoint, STR_NONE);
	url_origin(&origin, buf_str(&url));
	text_clean(&clean, buf_str(&origin), false);
	fprintf(stderr, "backroom: waiting for %s. Ctrl-C stops\n", buf_z(&clean));
	p->timer = 0;
	p->said = true;
	buf_free(&url);
	buf_free(&origin);
	buf_free(&clean);
}

void
patience_start(struct patience *p)
{
	struct io_watch *io = &p->connection->io;
	patience_stop(p);
	if (!p->said && isatty(STDERR_FILENO))
		p->timer = io->after(io->ctx, PATIENCE_MS, say_wait, p);
}

void
patience_stop(struct patience *p)
{
	struct io_watch *io = &p->connection->io;
	io->forget(io->ctx, p->timer);
	p->timer = 0;
}
