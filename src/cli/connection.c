#include "cli/connection.h"

#include "app/demo.h"

#include <stdio.h>

enum { RENEWAL_WAIT_MS = 5000 };

static void
demo_ready(void *ctx, const char *base_url, const char *token, const struct err *err)
{
	struct connection *l = ctx;
	if (err)
		l->err = *err;
	else
		client_redirect(l->client, base_url, token);
	connection_stop(l);
}

bool
connection_open(struct connection *l, struct app_context *app, struct err *err)
{
	*l = (struct connection){ .loop = loop_new(), .clock = &app->clock };
	if (app->token_in_clear)
		fprintf(stderr, "backroom: the token for %s is sent unencrypted\n", app->name);
	l->io = loop_io(l->loop);
	if (!app_context_run_token_command(app, err)) /* its failure was shown on the terminal */
		return false;
	l->client = client_new(&app->client, &l->io);
	if (!app->options.pack)
		return true;
	l->demo = demo_start(app, &l->io, demo_ready, l, &l->err);
	if (l->demo)
		connection_run(l);
	*err = l->err;
	return err->kind == ERR_NONE;
}

static void
stop_waiting(void *arg)
{
	connection_stop(arg);
}

/* Waits for a running token renewal: the issuer may have answered already, and the new token
 * must be saved before the program ends. */
static void
finish_renewal(struct connection *l)
{
	if (!l->client || !client_is_renewing(l->client))
		return;
	client_watch_session(l->client, stop_waiting, l);
	unsigned timer = l->io.start_timer(l->io.ctx, RENEWAL_WAIT_MS, stop_waiting, l);
	connection_run(l);
	l->io.cancel_timer(l->io.ctx, timer);
}

void
connection_close(struct connection *l)
{
	finish_renewal(l);
	client_free(l->client);
	demo_stop(l->demo);
	loop_free(l->loop);
}

void
connection_run(struct connection *l)
{
	loop_run(l->loop);
}

void
connection_stop(struct connection *l)
{
	loop_stop(l->loop);
}

static void
on_timeout(void *arg)
{
	connection_stop(arg);
}

void
connection_pause(struct connection *l, int64_t ms)
{
	if (ms <= 0)
		return;
	l->io.start_timer(l->io.ctx, ms, on_timeout, l);
	connection_run(l);
}
