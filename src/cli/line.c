#include "cli/line.h"

#include "app/demo.h"

#include <stdio.h>

static void
demo_ready(void *ctx, const char *base_url, const char *token, const struct err *err)
{
	struct line *l = ctx;
	if (err)
		l->err = *err;
	else
		client_redirect(l->client, base_url, token);
	line_stop(l);
}

bool
line_open(struct line *l, const struct launch *launch, struct err *err)
{
	*l = (struct line){ .loop = loop_new() };
	if (launch->in_clear)
		fprintf(stderr, "backroom: the token of %s goes over the network in clear\n",
		    launch->name);
	l->io = loop_io(l->loop);
	l->client = client_new(&launch->client, &l->io);
	if (!launch->options.pack)
		return true;
	l->demo = demo_start(launch, &l->io, demo_ready, l, &l->err);
	if (l->demo)
		line_run(l);
	*err = l->err;
	return err->kind == ERR_NONE;
}

void
line_close(struct line *l)
{
	client_free(l->client);
	demo_stop(l->demo);
	loop_free(l->loop);
}

void
line_run(struct line *l)
{
	loop_run(l->loop);
}

void
line_stop(struct line *l)
{
	loop_stop(l->loop);
}

static void
time_is_up(void *arg)
{
	line_stop(arg);
}

void
line_pause(struct line *l, int64_t ms)
{
	if (ms <= 0)
		return;
	l->io.after(l->io.ctx, ms, time_is_up, l);
	line_run(l);
}
