#include "service/http/http.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "service/http/acceptor.h"
#include "service/http/delayer.h"
#include "service/http/doorstep.h"
#include "service/http/gzip.h"
#include "service/http/house.h"
#include "service/http/reaper.h"
#include "service/http/request_check.h"
#include "service/http/request_name.h"

#include <dlfcn.h>
#include <malloc.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* CONNECTION_MEMORY: more than our own limits, so that it is we who answer what is too long; and
 * not more than libmicrohttpd takes from the heap: mapping memory for each connection cost ten
 * times the rest of it. TRIMS: so often memory is given back, since the last of it is freed after
 * it was let go. */
enum { CONNECTION_MEMORY = 32768, DRAIN_MS = 10000, TRIMS = 4 };

typedef enum MHD_Result queue_fn(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);

/* A thread of libmicrohttpd's and what it has to do. */
struct worker {
	struct http_server *server;
	struct MHD_Daemon *daemon;
};

struct http_server {
	struct worker workers[HTTP_THREADS];
	struct http_settings settings;
	struct house *house; /* its rooms are the workers */
	struct acceptor *acceptor;
	struct reaper *reaper;
	struct delayer *delayer;
	queue_fn *queue; /* libmicrohttpd's own MHD_queue_response() */
	int trims;       /* how often memory is still to be given back: the reaper's */
	atomic_bool draining;
	struct request_names names;
};

/* A connection. */
struct peer {
	struct worker *worker;
	struct watched *watched;
	struct remote from;
	int fd;
	bool asked;    /* there was a request line that could be read */
	bool answered; /* on the doorstep */
};

/* One request, from its line to the end of its answer. */
struct exchange {
	struct http_server *server;
	struct str target;
	struct buf body;
	size_t body_n; /* bytes that came, kept or not */
	size_t holds;  /* of limits_hold() */
	char id[REQUEST_NAME];
	int64_t began; /* us */
	struct remote from;
	bool admitted, over_size, busy, late;
	bool reads;           /* it only reads: nothing is lost when it gets no answer */
	bool held;            /* the answer is ready, and waits for its time */
	struct response then; /* that answer */
	struct header_line headers[HTTP_HEADER_COUNT_MAX + 1];
	size_t headers_n;
};

static struct peer *
peer_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	return info ? info->socket_context : NULL;
}

static void
enter_phase(struct MHD_Connection *connection, enum reaper_phase phase)
{
	struct peer *p = peer_of(connection);
	if (p)
		reaper_enter(p->watched, phase);
}

static void
note_body(struct MHD_Connection *connection, size_t bytes)
{
	struct peer *p = peer_of(connection);
	if (p)
		reaper_body(p->watched, bytes);
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

/* ---- callers for whom there is no request ---- */

static void
refuse_caller(struct http_server *server, int fd, const struct remote *from, const struct err *err)
{
	const struct http_settings *s = &server->settings;
	char id[REQUEST_NAME];
	request_name(&server->names, id);
	size_t n = doorstep_refuse(fd, &(struct doorstep){ id, s->api_version }, err);
	struct http_done done = { .id = id, .status = err->http, .bytes = n, .from = *from };
	s->observer(s->observer_ctx, &done);
}

/* What libmicrohttpd would say by itself to a request that it cannot read or keep, it queues by
 * this function: as HTML, without a request's id, at times with its head twice. Here it is said in
 * our words instead; and as nothing was queued, the connection is closed. */
enum MHD_Result
MHD_queue_response(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response)
{
	static const struct {
		unsigned status;
		enum refusal refusal;
		const char *words;
	} refusals[] = {
		{ 413, REFUSE_BODY_TOO_LARGE, "The body is too large." },
		{ 414, REFUSE_TARGET_TOO_LARGE, "The request line is too long." },
		{ 431, REFUSE_HEADERS_TOO_LARGE, "The header lines are too long." },
		{ 500, REFUSE_BUSY, "There is no room for this request." },
		{ 503, REFUSE_BUSY, "There is no room for this request." },
		{ 0, REFUSE_BAD_REQUEST, "The request cannot be read." },
	};
	struct peer *p = peer_of(connection);
	struct err err;
	size_t i = 0;
	(void)response;
	if (!p || p->answered)
		return MHD_NO;
	while (refusals[i].status && refusals[i].status != status)
		i++;
	refuse(&err, refusals[i].refusal, "%s", refusals[i].words);
	p->answered = true;
	refuse_caller(p->worker->server, p->fd, &p->from, &err);
	return MHD_NO;
}

/* Bytes came, and libmicrohttpd closes without a word: no line of them was a request's. */
static void
answer_unreadable(const struct peer *p)
{
	struct err err;
	if (p->asked || p->answered || !doorstep_has_received(p->fd))
		return;
	refuse(&err, REFUSE_BAD_REQUEST, "The request cannot be read.");
	refuse_caller(p->worker->server, p->fd, &p->from, &err);
}

static void
on_connection(void *ctx, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what)
{
	struct worker *worker = ctx;
	struct http_server *server = worker->server;
	struct peer *p = *socket_context;
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		const union MHD_ConnectionInfo *info = MHD_get_connection_info(
		    connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		p = x_new(struct peer);
		*p = (struct peer){
			.worker = worker, .from = other_end(connection), .fd = info->connect_fd
		};
		p->watched = reaper_watch(
		    server->reaper, p->fd, limits_guest(server->settings.limits, &p->from));
		*socket_context = p;
	} else if (p) {
		answer_unreadable(p);
		reaper_forget(server->reaper, p->watched);
		house_leave(server->house, &p->from, (unsigned)(worker - server->workers));
		x_free(p);
		*socket_context = NULL;
	}
}

static bool
has_place(void *ctx)
{
	return house_has_place(((struct http_server *)ctx)->house);
}

static void
take_caller(void *ctx, int fd, const struct sockaddr *address, socklen_t size)
{
	struct http_server *server = ctx;
	struct remote from = remote_of(address);
	struct err err;
	unsigned room;
	if (!house_enter(server->house, &from, &room, &err)) {
		refuse_caller(server, fd, &from, &err);
		close(fd);
	} else if (MHD_add_connection(server->workers[room].daemon, fd, address, size) != MHD_YES) {
		house_leave(server->house, &from, room);
	}
}

static void
turn_caller_away(void *ctx, int fd, const struct sockaddr *address)
{
	struct remote from = remote_of(address);
	struct err err;
	refuse(&err, REFUSE_BUSY, "The service has as many connections as it can have.");
	refuse_caller(ctx, fd, &from, &err);
}

/* ---- requests ---- */

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
	request_name(&x->server->names, x->id);
	struct peer *p = peer_of(connection);
	if (p)
		p->asked = true;
	enter_phase(connection, REAPER_HEADERS);
	atomic_fetch_add(x->server->settings.busy, 1);
	return x;
}

/* So many bytes are held for the client now, instead of what was before; false, and nothing
 * changes, when that is too much. */
static bool
hold(struct exchange *x, size_t bytes)
{
	struct limits *limits = x->server->settings.limits;
	size_t want = bytes > LIMITS_SMALL ? bytes : 0;
	if (want > x->holds && !limits_hold(limits, &x->from, want - x->holds))
		return false;
	if (want < x->holds)
		limits_let_go(limits, &x->from, x->holds - want);
	x->holds = want;
	return true;
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
	hold(x, 0);
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

/* Others have not read theirs. Of what was changed the answer is always held. */
static void
give_up_large(struct exchange *x, struct response *rs)
{
	struct request rq = { .id = x->id };
	struct err err;
	const char *operation = rs->operation;
	response_free(rs);
	rs->operation = operation;
	refuse(&err, REFUSE_BUSY,
	    "Too many answers wait to be read. Ask again in a moment, or for a smaller page.");
	response_header(rs, "Retry-After", "1");
	response_refuse(rs, &rq, &err, false);
}

static enum MHD_Result
send_response(struct MHD_Connection *connection, struct exchange *x, struct response *rs)
{
	struct str accepts = request_header(
	    &(struct request){ .headers = x->headers, .headers_n = x->headers_n },
	    "Accept-Encoding");
	bool packed = gzip_is_wanted(accepts) && gzip_replace(&rs->body);
	buf_free(&x->body);
	if (rs->body.n > LIMITS_SMALL)
		buf_fit(&rs->body); /* what is held is what is counted */
	if (!hold(x, x->reads ? rs->body.n : 0)) {
		give_up_large(x, rs);
		packed = false;
	}
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
	enum MHD_Result sent = x->server->queue(connection, (unsigned)rs->status, r);
	MHD_destroy_response(r);
	return sent;
}

static enum MHD_Result
turn_away(struct MHD_Connection *connection, struct exchange *x, const struct err *err)
{
	struct request rq = { .id = x->id };
	struct response rs = { .close = true };
	if (err->http == 429 || err->http == 503)
		response_header(&rs, "Retry-After", "1");
	response_refuse(&rs, &rq, err, false);
	enum MHD_Result sent = send_response(connection, x, &rs);
	response_free(&rs);
	return sent;
}

/* Each line of the head begins where the one before ended, and its CR and LF: names and values
 * still stand where they were read. */
static bool
has_bare_lf(const struct exchange *x, const char *method, const char *version, size_t head_n)
{
	const char *end = version + strlen(version);
	for (size_t i = 0; i < x->headers_n; i++) {
		if (x->headers[i].name.p - end != 2)
			return true;
		end = x->headers[i].value.p + x->headers[i].value.n;
	}
	return method + head_n - end != 4;
}

static bool
admit(struct MHD_Connection *connection, struct exchange *x, const char *method,
    const char *version, struct err *err)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_header, x);
	struct request_framing a = { .method = str_of(method),
		.target = x->target,
		.version = str_of(version),
		.headers = x->headers,
		.headers_n = x->headers_n,
		.bare_lf = info && has_bare_lf(x, method, version, info->header_size),
		.raw_bytes = info ? info->header_size : 0 };
	x->reads = str_eqz(a.method, "GET") || str_eqz(a.method, "HEAD");
	return request_check(&a, err) &&
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
	enter_phase(connection, REAPER_WORK);
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

static void
take_piece(struct exchange *x, struct str piece)
{
	x->body_n += piece.n;
	x->over_size = x->over_size || x->body.n + piece.n > HTTP_BODY_MAX;
	x->busy = x->busy || (!x->over_size && !hold(x, x->body.n + piece.n));
	if (!x->over_size && !x->busy)
		buf_adds(&x->body, piece);
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
		take_piece(x, str_from(piece, *piece_n));
		note_body(connection, x->body_n);
		*piece_n = 0;
		return MHD_YES;
	}
	if (x->held)
		return send_response(connection, x, &x->then);
	if (x->over_size)
		refuse(&err, REFUSE_BODY_TOO_LARGE, "A body has at most %d bytes.", HTTP_BODY_MAX);
	else if (x->busy)
		refuse(
		    &err, REFUSE_BUSY, "Too many bodies are on their way. Ask again in a moment.");
	if (x->over_size || x->busy)
		return turn_away(connection, x, &err);
	return answer(connection, x, method);
}

/* ---- start and end ---- */

/* What many bytes were held in goes back to the system when they are gone, a few times, since the
 * last of them are freed a moment after they are let go. And lines that were counted are told. */
static bool
look_after(void *ctx)
{
	struct http_server *server = ctx;
	log_sum_up(false);
	if (limits_have_fallen(server->settings.limits))
		server->trims = TRIMS;
	if (server->trims == 0)
		return false;
	malloc_trim(0);
	return --server->trims > 0;
}

static bool
start_workers(struct http_server *server)
{
	for (size_t i = 0; i < HTTP_THREADS; i++) {
		struct worker *w = &server->workers[i];
		w->server = server;
		w->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC |
			MHD_USE_TURBO | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME,
		    0, NULL, NULL, on_request, server, MHD_OPTION_CONNECTION_LIMIT,
		    (unsigned)HTTP_THREAD_CONNECTIONS + 1, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		    (size_t)CONNECTION_MEMORY, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
		    MHD_OPTION_URI_LOG_CALLBACK, on_target, server, MHD_OPTION_NOTIFY_COMPLETED,
		    on_completed, server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, w,
#if MHD_VERSION >= 0x01000000
		    MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#endif
		    MHD_OPTION_END);
		if (!w->daemon)
			return false;
	}
	return true;
}

/* None may be suspended any more when a worker is stopped. */
static void
stop_all(struct http_server *server)
{
	if (server->acceptor)
		acceptor_stop(server->acceptor);
	if (server->delayer)
		delayer_stop(server->delayer);
	for (size_t i = 0; i < HTTP_THREADS; i++)
		if (server->workers[i].daemon)
			MHD_stop_daemon(server->workers[i].daemon);
	if (server->reaper)
		reaper_stop(server->reaper);
	house_free(server->house);
	x_free(server);
}

struct http_server *
http_start(int listen_fd, const struct http_settings *settings, struct err *err)
{
	struct http_server *server = x_new(struct http_server);
	const struct acceptor_house house = { .has_slot = has_place,
		.take = take_caller,
		.turn_away = turn_caller_away,
		.ctx = server };
	void *queue = dlsym(RTLD_NEXT, "MHD_queue_response");
	memcpy(&server->queue, &queue, sizeof(queue));
	server->settings = *settings;
	request_names_begin(&server->names);
	server->reaper = reaper_start(NULL, look_after, server);
	server->house = house_new(
	    settings->limits, server->reaper, HTTP_THREADS, settings->connections);
	server->delayer = delayer_start(resume);
	if (queue && server->reaper && server->delayer && start_workers(server) &&
	    (server->acceptor = acceptor_start(listen_fd, &house)))
		return server;
	stop_all(server);
	close(listen_fd);
	err_set(err, ERR_IO, "cannot start the HTTP server");
	return NULL;
}

/* While it waits, connections are still taken and told to close with their first answer. */
void
http_stop(struct http_server *server)
{
	const struct timespec tick = { .tv_nsec = 10 * 1000000L };
	atomic_store(&server->draining, true);
	for (int waited = 0; atomic_load(server->settings.busy) && waited < DRAIN_MS; waited += 10)
		nanosleep(&tick, NULL);
	stop_all(server);
}
