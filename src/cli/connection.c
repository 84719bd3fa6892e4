#include "cli/connection.h"

#include "app/demo.h"
#include "base/utf8.h"
#include "client/url.h"
#include "model/format.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PROGRESS_DELAY_MS = 1000, PROGRESS_UPDATE_MS = 500 };

void
progress_line_init(struct progress_line *p, struct connection *connection, enum endpoint endpoint)
{
	*p = (struct progress_line){
		.connection = connection, .endpoint = endpoint, .began_at = clock_ticks()
	};
}

/* Appends ": 1,500 of 2,000 baskets, 320 a second, 2 s left". */
static void
add_count(struct buf *out, const struct progress_line *p, int64_t ms)
{
	if (!p->received_count || !p->plural)
		return;
	buf_addz(out, ": ");
	if (p->total_count > p->received_count) {
		format_count(out, p->received_count);
		buf_addz(out, " of ");
	}
	format_plural(out, p->total_count > p->received_count ? p->total_count : p->received_count,
	    p->singular, p->plural);
	buf_addz(out, ", ");
	format_count(out, p->received_count * 1000 / (uint64_t)(ms ? ms : 1));
	buf_addz(out, " a second");
	if (p->total_count > p->received_count)
		buf_addf(out, ", %d s left",
		    (int)((p->total_count - p->received_count) * (uint64_t)ms / p->received_count /
			    1000 +
			1));
}

/* Appends "backroom: waiting for https://api.example, 3 s: 1,500 baskets, 500 a second. Ctrl-C
 * stops". */
static void
add_line(struct buf *out, const struct progress_line *p)
{
	struct buf url = { 0 }, origin = { 0 };
	int64_t ms = clock_ticks() - p->began_at;
	client_append_url(&url, p->connection->client, p->endpoint, STR_NONE);
	url_append_origin(&origin, buf_str(&url));
	buf_addz(out, "backroom: waiting for ");
	text_clean(out, buf_str(&origin), false);
	buf_addf(out, ", %d s", (int)(ms / 1000));
	add_count(out, p, ms);
	buf_addz(out, ". Ctrl-C stops");
	buf_free(&url);
	buf_free(&origin);
}

/* One less than the terminal's width, so that the line never wraps. */
static int
terminal_cells(void)
{
	struct winsize size = { 0 };
	bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
	return known ? size.ws_col - 1 : 79;
}

/* Overwrites the line with spaces, since not every terminal can clear a line. */
static void
clear_line(struct progress_line *p)
{
	if (p->shown_width)
		fprintf(stderr, "\r%*s\r", p->shown_width, "");
	p->shown_width = 0;
}

static void
draw_line(void *arg)
{
	struct progress_line *p = arg;
	struct io_watch *io = &p->connection->io;
	struct buf line = { 0 }, cut = { 0 };
	add_line(&line, p);
	if (!p->shown_width && p->connection->before_progress_line)
		p->connection->before_progress_line(p->connection->ctx);
	int used = text_cut(&cut, buf_str(&line), terminal_cells(), false);
	if (used < p->shown_width)
		clear_line(p);
	fprintf(stderr, "\r%s", buf_z(&cut));
	fflush(stderr);
	p->shown_width = used;
	p->timer = io->start_timer(io->ctx, PROGRESS_UPDATE_MS, draw_line, p);
	buf_free(&line);
	buf_free(&cut);
}

void
progress_line_start(struct progress_line *p)
{
	struct io_watch *io = &p->connection->io;
	int64_t waited = clock_ticks() - p->began_at;
	progress_line_stop(p);
	if (!isatty(STDERR_FILENO) || p->connection->is_quiet)
		return;
	if (waited >= PROGRESS_DELAY_MS)
		draw_line(p);
	else
		p->timer = io->start_timer(io->ctx, PROGRESS_DELAY_MS - waited, draw_line, p);
}

void
progress_line_stop(struct progress_line *p)
{
	if (!p->connection)
		return;
	struct io_watch *io = &p->connection->io;
	io->cancel_timer(io->ctx, p->timer);
	p->timer = 0;
	clear_line(p);
	fflush(stderr);
}

enum { RENEWAL_WAIT_MS = 5000 };

static void
on_demo_ready(void *ctx, const char *base_url, const char *token, const struct err *err)
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
	if (app->token_sent_in_clear)
		dprintf(STDERR_FILENO, "backroom: the token for %s is sent unencrypted\n",
		    app->environment_name);
	l->io = loop_io(l->loop);
	if (!app_context_run_token_command(app, err)) /* its failure was shown on the terminal */
		return false;
	l->client = client_new(&app->client_config, &l->io);
	if (!app->options.demo_pack)
		return true;
	l->demo = demo_start(app, &l->io, on_demo_ready, l, &l->err);
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
connection_run_for(struct connection *l, int64_t ms)
{
	if (ms <= 0)
		return;
	l->io.start_timer(l->io.ctx, ms, on_timeout, l);
	connection_run(l);
}
