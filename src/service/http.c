#include "service/http.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/mem.h"
#include "service/admission.h"
#include "service/delayer.h"
#include "service/gzip.h"
#include "service/reaper.h"

#include <microhttpd.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

/* More than our own limits, so that it is we who answer what is too long. */
enum { CONNECTION_MEMORY = 65536, DRAIN_MS = 10000 };

struct http_server {
	struct MHD_Daemon *daemon;
	struct http_settings settings;
	struct reaper *reaper;
	struct delayer *delayer;
	atomic_bool draining;
	unsigned char run[6]; /* by chance: the first half of every request's id */
	atomic_uint asked;    /* counts for the other half */
};

/* One request, from its line to the end of its answer. */
struct exchange {
	struct http_server *server;
	struct str target;
	struct buf body;
	size_t body_n; /* bytes that came, kept or not */
	char id[24];
	int64_t began; /* us */
	struct remote from;
	bool admitted, over_size, late;
	bool held;            /* the answer is ready, and waits for its time */
	struct response then; /* that answer */
	struct header_line headers[HTTP_HEADER_COUNT_MAX + 1];
	size_t headers_n;
};

static struct watched *
watched_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	return info ? info->socket_context : NULL;
}

static void
enter_phase(struct MHD_Connection *connection, enum reaper_phase phase)
{
	struct watched *w = watched_of(connection);
	if (w)
		reaper_enter(w, phase);
}

static void
note_body(struct MHD_Connection *connection, size_t bytes)
{
	struct watched *w = watched_of(connection);
	if (w)
		reaper_body(w, bytes);
}

static int64_t
now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static struct remote
other_end(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	return remote_of(info ? info->client_addr : NULL);
}

/* Too many of one address are closed at once: nothing was asked yet that could be answered. */
static enum MHD_Result
on_accept(void *ctx, const struct sockaddr *address, socklen_t size)
{
	struct http_server *server = ctx;
	struct remote from = remote_of(address);
	(void)size;
	return limits_may_connect(server->settings.limits, &from) ? MHD_YES : MHD_NO;
}

static void
on_connection(void *ctx, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what)
{
	struct http_server *server = ctx;
	struct remote from = other_end(connection);
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		limits_enter(server->settings.limits, &from);
		const union MHD_ConnectionInfo *info = MHD_get_connection_info(
		    connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		*socket_context = reaper_watch(server->reaper, info->connect_fd);
	} else if (*socket_context) {
		limits_leave(server->settings.limits, &from);
		reaper_forget(server->reaper, *socket_context);
		*socket_context = NULL;
	}
}

/* Random bytes for each would cost as much as a page's query. The odd factor passes through every
 * number once, and does not show how many requests there were. */
static void
name_request(struct http_server *server, char id[24])
{
	uint32_t nth = atomic_fetch_add(&server->asked, 1) * UINT32_C(2654435761);
	struct buf hex = { 0 };
	hex_encode(&hex, server->run, sizeof(server->run));
	hex_encode(&hex, (const unsigned char *)&nth, sizeof(nth));
	memcpy(id, buf_z(&hex), hex.n + 1);
	buf_free(&hex);
}

/* The request line has arrived: the one moment when the target is seen as it was sent. What is
 * returned becomes the request's context. */
static void *
on_target(void *ctx, const char *uri, struct MHD_Connection *connection)
{
	struct exchange *x = x_new(struct exchange);
	x->server = ctx;
	x->target = str_of(x_strdup(uri));
	x->began = now_us();
	x->from = other_end(connection);
	x->late = atomic_load(&x->server->draining);
	name_request(x->server, x->id);
	enter_phase(connection, REAPER_HEADERS);
	atomic_fetch_add(x->server->settings.busy, 1);
	return x;
}

static void
on_completed(void *ctx, struct MHD_Connection *connection, void **request_context,
    enum MHD_RequestTerminationCode why)
{
	struct exchange *x = *request_context;
	(void)ctx;
	(void)why;
	if (!x)
		return;
	enter_phase(connection, REAPER_IDLE);
	atomic_fetch_sub(x->server->settings.busy, 1);
	response_free(&x->then);
	buf_free(&x->body);
	x_free((char *)(uintptr_t)x->target.p);
	x_free(x);
	*request_context = NULL;
}

/* The target stays as it was sent: decoding is the routes' business, after splitting. */
static size_t
leave_escaped(void *ctx, struct MHD_Connection *connection, char *text)
{
	(void)ctx;
	(void)connection;
	return strlen(text);
}

static enum MHD_Result
take_header(void *ctx, enum MHD_ValueKind kind, const char *name, size_t name_n, const char *value,
    size_t value_n)
{
	struct exchange *x = ctx;
	(void)kind;
	if (x->headers_n <= HTTP_HEADER_COUNT_MAX) {
		x->headers[x->headers_n].name = str_from(name, name_n);
		x->headers[x->headers_n++].value = str_from(value ? value : "", value_n);
	}
	return MHD_YES;
}

/* Makes the body smaller where the client asked for that. */
static bool
pack(struct exchange *x, struct response *rs)
{
	struct request rq = { .headers = x->headers, .headers_n = x->headers_n };
	struct buf small = { 0 };
	if (rs->body.n < GZIP_LEAST || !gzip_is_wanted(request_header(&rq, "Accept-Encoding")) ||
	    !gzip_pack(&small, buf_str(&rs->body))) {
		buf_free(&small);
		return false;
	}
	buf_free(&rs->body);
	rs->body = small;
	return true;
}

static void
tell_observer(const struct exchange *x, const struct response *rs, size_t bytes)
{
	const struct http_settings *s = &x->server->settings;
	struct http_done done = { .id = x->id,
		.operation = rs->operation,
		.status = rs->status,
		.bytes = bytes,
		.us = now_us() - x->began,
		.from = x->from };
	s->observer(s->observer_ctx, &done);
}

static enum MHD_Result
send_response(struct MHD_Connection *connection, struct exchange *x, struct response *rs)
{
	bool packed = pack(x, rs);
	size_t n = rs->body.n;
	struct MHD_Response *r = MHD_create_response_from_buffer(
	    n, buf_take(&rs->body), MHD_RESPMEM_MUST_FREE);
	if (!r)
		return MHD_NO;
	MHD_add_response_header(r, "Content-Type", rs->type ? rs->type : "application/json");
	MHD_add_response_header(r, "Cache-Control", rs->cache ? rs->cache : "no-store");
	MHD_add_response_header(r, "Vary", "Accept-Encoding");
	if (packed)
		MHD_add_response_header(r, "Content-Encoding", "gzip");
	MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(r, "X-Request-Id", x->id);
	MHD_add_response_header(r, "X-Api-Version", x->server->settings.api_version);
	for (size_t i = 0; i < rs->headers_n; i++)
		MHD_add_response_header(r, rs->headers[i].name, rs->headers[i].value);
	if (rs->close || atomic_load(&x->server->draining))
		MHD_add_response_header(r, "Connection", "close");
	enter_phase(connection, REAPER_RESPONSE);
	tell_observer(x, rs, n);
	enum MHD_Result sent = MHD_queue_response(connection, (unsigned)rs->status, r);
	MHD_destroy_response(r);
	return sent;
}

static enum MHD_Result
turn_away(struct MHD_Connection *connection, struct exchange *x, const struct err *err)
{
	struct request rq = { .id = x->id };
	struct response rs = { .close = true };
	if (err->http == 429)
		response_header(&rs, "Retry-After", "1");
	response_refuse(&rs, &rq, err, false);
	enum MHD_Result sent = send_response(connection, x, &rs);
	response_free(&rs);
	return sent;
}

static bool
admit(struct MHD_Connection *connection, struct exchange *x, const char *method,
    const char *version, struct err *err)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_header, x);
	struct admission a = { .method = str_of(method),
		.target = x->target,
		.version = str_of(version),
		.headers = x->headers,
		.headers_n = x->headers_n,
		.raw_bytes = info ? info->header_size : 0 };
	return admission_check(&a, err) &&
	    (limits_may_ask(x->server->settings.limits, &x->from, clock_ticks()) ||
		refuse(err, REFUSE_RATE_LIMITED,
		    "Too many requests come from this address. Ask again in a moment."));
}

/* "http://host/path" is a target too; what counts is the path. */
static struct str
origin_form(struct str target)
{
	if (!str_starts(target, STR("http://")) && !str_starts(target, STR("https://")))
		return target;
	struct str rest = str_sub(target, str_find(target, STR("//")) + 2, target.n);
	return str_sub(rest, str_find_char(rest, '/'), rest.n);
}

static enum MHD_Result
answer(struct MHD_Connection *connection, struct exchange *x, const char *method)
{
	struct request rq = { .method = str_of(method),
		.target = origin_form(x->target),
		.headers = x->headers,
		.headers_n = x->headers_n,
		.body = buf_str(&x->body),
		.id = x->id,
		.from = x->from,
		.late = x->late };
	x->server->settings.handler(x->server->settings.handler_ctx, &rq, &x->then);
	if (x->then.delay_ms == 0)
		return send_response(connection, x, &x->then);
	x->held = true;
	MHD_suspend_connection(connection);
	delayer_add(x->server->delayer, x->then.delay_ms, connection);
	return MHD_YES;
}

static void
resume(void *connection)
{
	MHD_resume_connection(connection);
}

/* Called once when the headers are there, then for each piece of the body, then without a piece
 * when the request is whole; and once more when its answer was held. */
static enum MHD_Result
on_request(void *ctx, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *piece, size_t *piece_n, void **request_context)
{
	struct exchange *x = *request_context;
	struct err err;
	(void)ctx;
	(void)url;
	if (!x->admitted) {
		if (!admit(connection, x, method, version, &err))
			return turn_away(connection, x, &err);
		x->admitted = true;
		enter_phase(connection, REAPER_BODY);
		return MHD_YES;
	}
	if (*piece_n) {
		if (x->body.n + *piece_n > HTTP_BODY_MAX)
			x->over_size = true;
		else
			buf_add(&x->body, piece, *piece_n);
		x->body_n += *piece_n;
		note_body(connection, x->body_n);
		*piece_n = 0;
		return MHD_YES;
	}
	if (x->held)
		return send_response(connection, x, &x->then);
	if (x->over_size) {
		refuse(&err, REFUSE_BODY_TOO_LARGE, "A body has at most %d bytes.", HTTP_BODY_MAX);
		return turn_away(connection, x, &err);
	}
	return answer(connection, x, method);
}

struct http_server *
http_start(int listen_fd, const struct http_settings *settings, struct err *err)
{
	struct http_server *server = x_new(struct http_server);
	server->settings = *settings;
	digest_random(server->run, sizeof(server->run));
	server->reaper = reaper_start(NULL);
	server->delayer = delayer_start(resume);
	if (server->reaper && server->delayer)
		server->daemon = MHD_start_daemon(
		    MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, on_accept, server,
		    on_request, server, MHD_OPTION_LISTEN_SOCKET, listen_fd,
		    MHD_OPTION_THREAD_POOL_SIZE, (unsigned)HTTP_THREADS,
		    MHD_OPTION_CONNECTION_LIMIT, (unsigned)(HTTP_THREADS * HTTP_THREAD_CONNECTIONS),
		    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
		    MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL, MHD_OPTION_URI_LOG_CALLBACK,
		    on_target, server, MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
		    MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
#if MHD_VERSION >= 0x01000000
		    MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#endif
		    MHD_OPTION_END);
	if (server->daemon)
		return server;
	if (server->delayer)
		delayer_stop(server->delayer);
	if (server->reaper)
		reaper_stop(server->reaper);
	x_free(server);
	err_set(err, ERR_IO, "cannot start the HTTP server");
	return NULL;
}

/* While it waits, connections are still taken and told to close with their first answer: no longer
 * accepting (MHD_quiesce_daemon) races with the threads' epoll loops. */
void
http_stop(struct http_server *server)
{
	const struct timespec tick = { .tv_nsec = 10 * 1000000L };
	atomic_store(&server->draining, true);
	for (int waited = 0; atomic_load(server->settings.busy) && waited < DRAIN_MS; waited += 10)
		nanosleep(&tick, NULL);
	delayer_stop(server->delayer);   /* none may be suspended any more */
	MHD_stop_daemon(server->daemon); /* closes the listening socket too */
	reaper_stop(server->reaper);
	x_free(server);
}
