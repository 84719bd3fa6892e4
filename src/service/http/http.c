#include "service/http/http.h"

#include "base/log.h"
#include "base/mem.h"
#include "service/http/exchange.h"

#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/*
 * The 503 response to a caller that gets no connection, because its address or the
 * service has too many. Headers and a JSON body like any other refusal.
 */

/* The headers that every response has. */
struct early_reject_headers {
	const char *id; /* request id for the response */
	const char *api_version;
};

enum { REQUEST_PIECES_MAX = 16, REQUEST_PIECE_SIZE = 16384 };

/* Writes the refusal in err (made by refuse(REFUSE_BUSY)) to the socket, without waiting. Reads
 * and drops bytes that have arrived: otherwise closing the socket would reset the connection and
 * lose the response. The caller keeps the descriptor. Returns the body's size in bytes. */
static size_t
send_early_reject(int fd, const struct early_reject_headers *at, const struct err *err)
{
	char piece[REQUEST_PIECE_SIZE];
	struct request rq = { .id = at->id };
	struct response rs = { 0 };
	struct buf out = { 0 };
	response_set_refusal(&rs, &rq, err, false);
	size_t n = rs.body.n;
	buf_addf(&out,
	    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
	    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: %s\r\n"
	    "X-Api-Version: %s\r\nRetry-After: 1\r\nConnection: close\r\n"
	    "Content-Length: %zu\r\n\r\n",
	    at->id, at->api_version, n);
	buf_adds(&out, buf_str(&rs.body));
	ssize_t ignored = send(fd, out.p, out.n, MSG_DONTWAIT | MSG_NOSIGNAL);
	(void)ignored;
	shutdown(fd, SHUT_WR);
	for (int i = 0; i < REQUEST_PIECES_MAX && recv(fd, piece, sizeof(piece), MSG_DONTWAIT) > 0;
	     i++)
		;
	buf_free(&out);
	response_free(&rs);
	return n;
}

/* CONNECTION_IDLE_TIMEOUT_S: libmicrohttpd 1.0 does not free some connections that it has closed
 * (those whose request filled all of CONNECTION_MEMORY_SIZE) until its timeout. The timeout is
 * longer than the reaper's limits for connections that are not suspended; the reaper ends all
 * others. CONNECTION_MEMORY_SIZE: more than our own limits, so that we send the error for requests
 * that are too long, but not more than libmicrohttpd takes from the heap: mapping memory for each
 * connection cost ten times as much as everything else. SHUTDOWN_WAIT_MS: time for the first
 * request of a new connection, and for sending the last responses. TRIMS: how often memory is
 * returned after a release, since the last bytes are freed a moment later. */
enum {
	CONNECTION_IDLE_TIMEOUT_S = 65,
	CONNECTION_MEMORY_SIZE = 32768,
	MEMORY_TRIMS_MAX = 4,
	SHUTDOWN_WAIT_MS = 500
};

/* ---- refused connections ---- */

static void
refuse_caller(
    struct http_server *server, int fd, const struct remote_address *from, const struct err *err)
{
	const struct http_settings *s = &server->settings;
	char id[REQUEST_ID_SIZE];
	request_ids_next(&server->request_ids, id);
	/* A TLS client would not understand plain text: its connection just closes. */
	size_t n = s->certificate
	    ? 0
	    : send_early_reject(fd, &(struct early_reject_headers){ id, s->api_version }, err);
	struct http_completed done = { .id = id,
		.status = err->http_status,
		.refusal_code = refusal_infos[REFUSE_BUSY].code,
		.bytes = n,
		.remote = *from };
	s->on_completed(s->completed_ctx, &done);
}

/* True if the connection is receiving a body, and received bytes or the end of the stream are
 * unread. */
static bool
is_body_left_unread(const struct peer *p)
{
	char next;
	return reaper_phase(p->watched) == REAPER_BODY &&
	    recv(p->fd, &next, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}

/* Ends connections whose body is no longer read. Data that has just arrived is unread as well;
 * but if data is unread twice in a row and no piece of the body was processed in between, it
 * never will be. */
static void
end_stuck_bodies(void *ctx)
{
	struct event_loop *event_loop = ctx;
	for (struct peer *p = event_loop->first_peer; p; p = p->next) {
		bool was_unread = p->has_unread_data;
		p->has_unread_data = is_body_left_unread(p);
		if (was_unread && p->has_unread_data)
			MHD_set_connection_option(p->connection, MHD_CONNECTION_OPTION_TIMEOUT, 1U);
	}
}

static void
add_peer(struct event_loop *event_loop, struct peer *p)
{
	p->event_loop = event_loop;
	p->next = event_loop->first_peer;
	if (p->next)
		p->next->prev = p;
	event_loop->first_peer = p;
}

static void
remove_peer(struct event_loop *event_loop, struct peer *p)
{
	if (p->prev)
		p->prev->next = p->next;
	else
		event_loop->first_peer = p->next;
	if (p->next)
		p->next->prev = p->prev;
}

static void
on_connection(void *ctx, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what)
{
	struct event_loop *event_loop = ctx;
	struct http_server *server = event_loop->server;
	struct peer *p = *socket_context;
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		p = x_new(struct peer);
		p->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
			    ->connect_fd;
		p->connection = connection;
		p->remote = peer_remote(server, connection);
		add_peer(event_loop, p);
		p->watched = reaper_watch(server->reaper, p->fd,
		    limits_client_address(server->settings.limits, &p->remote));
		*socket_context = p;
	} else if (p) {
		/* After some errors, the end of the request is not reported. */
		void *exchange = p->exchange;
		exchange_end(server, connection, &exchange, MHD_REQUEST_TERMINATED_WITH_ERROR);
		remove_peer(event_loop, p);
		peer_count_first_request(p);
		reaper_unwatch(server->reaper, p->watched);
		connection_slots_release(
		    server->slots, &p->remote, (unsigned)(event_loop - server->event_loops));
		x_free(p);
		*socket_context = NULL;
	}
}

static bool
has_slot_free(void *ctx)
{
	return connection_slots_has_free(((struct http_server *)ctx)->slots);
}

static void
on_caller(void *ctx, int fd, const struct sockaddr *address, socklen_t size)
{
	struct http_server *server = ctx;
	struct remote_address from = peer_remote_of(server, address);
	struct err err;
	unsigned event_loop;
	if (!connection_slots_acquire(server->slots, &from, &event_loop, &err)) {
		refuse_caller(server, fd, &from, &err);
		close(fd);
	} else {
		atomic_fetch_add(&server->silent_connection_count, 1);
		mhd_loop_add_connection(server->event_loops[event_loop].loop, fd, address, size);
	}
}

static void
on_caller_refused(void *ctx, const struct sockaddr *address)
{
	struct event_loop *event_loop = ctx;
	struct remote_address from = peer_remote_of(event_loop->server, address);
	atomic_fetch_sub(&event_loop->server->silent_connection_count, 1);
	connection_slots_release(event_loop->server->slots, &from,
	    (unsigned)(event_loop - event_loop->server->event_loops));
}

static void
on_caller_without_descriptor(void *ctx, int fd, const struct sockaddr *address)
{
	struct remote_address from = peer_remote_of(ctx, address);
	struct err err;
	refuse_request(&err, REFUSE_BUSY, "Too many connections to the service.");
	refuse_caller(ctx, fd, &from, &err);
}

/* Leaves the target undecoded: routes decode it after splitting. */
static size_t
leave_text_escaped(void *ctx, struct MHD_Connection *connection, char *text)
{
	(void)ctx;
	(void)connection;
	return strlen(text);
}

/* ---- start and stop ---- */

/* Returns freed memory to the system; repeated a few times, since the last bytes are freed a
 * moment after they are released. Also logs the counts of suppressed log lines. */
static bool
on_reaper_tick(void *ctx)
{
	struct http_server *server = ctx;
	log_report_suppressed(false);
	if (limits_should_trim_memory(server->settings.limits))
		server->trims_left = MEMORY_TRIMS_MAX;
	if (server->trims_left == 0)
		return false;
	mem_trim();
	return --server->trims_left > 0;
}

static void
on_idle(void *ctx)
{
	const struct event_loop *event_loop = ctx;
	const struct http_settings *settings = &event_loop->server->settings;
	if (settings->on_idle)
		settings->on_idle(settings->handler_ctx);
}

static const char tls_versions[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

static bool
open_event_loop(struct event_loop *event_loop)
{
	struct http_server *server = event_loop->server;
	const struct http_settings *settings = &server->settings;
	const bool tls = settings->certificate;
	struct MHD_OptionItem tls_options[] = {
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)settings->certificate },
		{ MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)settings->certificate_key },
		{ MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t)tls_versions },
		{ MHD_OPTION_END, 0, NULL },
	};
	event_loop->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET |
		MHD_ALLOW_SUSPEND_RESUME | (tls ? MHD_USE_TLS : 0),
	    0, NULL, NULL,
	    exchange_continue, server, MHD_OPTION_CONNECTION_LIMIT,
	    server->settings.max_connections + 1, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
	    (size_t)CONNECTION_MEMORY_SIZE, MHD_OPTION_CONNECTION_TIMEOUT,
	    (unsigned)CONNECTION_IDLE_TIMEOUT_S, MHD_OPTION_UNESCAPE_CALLBACK, leave_text_escaped,
	    NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_URI_LOG_CALLBACK, exchange_begin,
	    server, MHD_OPTION_NOTIFY_COMPLETED, exchange_end, server, MHD_OPTION_NOTIFY_CONNECTION,
	    on_connection, event_loop, MHD_OPTION_ARRAY, tls ? tls_options : &tls_options[3],
#if MHD_VERSION >= 0x01000000
	    MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#endif
	    MHD_OPTION_END);
	const struct mhd_loop_callbacks callbacks = { .on_refused = on_caller_refused,
		.on_stuck = end_stuck_bodies,
		.on_idle = on_idle,
		.ctx = event_loop };
	return event_loop->daemon &&
	    (event_loop->loop = mhd_loop_start(event_loop->daemon, &callbacks));
}

/* Opens one event loop for each core that the program may use. */
static bool
open_event_loops(struct http_server *server)
{
	for (unsigned i = 0; i < server->event_loops_n; i++) {
		server->event_loops[i].server = server;
		if (!open_event_loop(&server->event_loops[i]))
			return false;
	}
	return true;
}

static unsigned
count_cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
	return n < 1 ? 1 : n > HTTP_EVENT_LOOPS_MAX ? HTTP_EVENT_LOOPS_MAX : (unsigned)n;
}

/* Waits until `count` is zero, for at most most_ms. */
static void
wait_until_zero(const atomic_uint *count, int most_ms)
{
	const struct timespec tick = { .tv_nsec = 10 * 1000000L };
	for (int waited = 0; atomic_load(count) && waited < most_ms; waited += 10)
		nanosleep(&tick, NULL);
}

/* No connection may be suspended when its daemon is stopped, so worker pools and delayer end
 * first. */
static void
stop_server(struct http_server *server)
{
	if (server->acceptor)
		acceptor_stop(server->acceptor);
	for (int i = 0; i < HTTP_QUEUES; i++)
		if (server->worker_pools[i])
			worker_pool_end(server->worker_pools[i]);
	wait_until_zero(&server->silent_connection_count, SHUTDOWN_WAIT_MS);
	wait_until_zero(server->settings.in_progress_count, SHUTDOWN_WAIT_MS);
	for (unsigned i = 0; i < server->event_loops_n; i++)
		if (server->event_loops[i].loop)
			mhd_loop_stop(server->event_loops[i].loop);
	for (int i = 0; i < HTTP_QUEUES; i++)
		if (server->worker_pools[i])
			worker_pool_free(server->worker_pools[i]);
	if (server->delayer)
		delayer_stop(server->delayer);
	for (unsigned i = 0; i < server->event_loops_n; i++) {
		if (server->event_loops[i].loop)
			mhd_loop_free(server->event_loops[i].loop);
		if (server->event_loops[i].daemon)
			MHD_stop_daemon(server->event_loops[i].daemon);
	}
	if (server->reaper)
		reaper_stop(server->reaper);
	connection_slots_free(server->slots);
	x_free(server);
}

static bool
start_worker_pools(struct http_server *server)
{
	static const unsigned most[] = { [HTTP_QUEUE_READ] = HTTP_READ_WORKERS,
		[HTTP_QUEUE_WRITE] = HTTP_WRITE_WORKERS,
		[HTTP_QUEUE_BOUNDED_WAIT] = HTTP_BOUNDED_WORKERS };
	bool ok = true;
	for (int i = 0; i < HTTP_QUEUES && ok; i++)
		ok = (server->worker_pools[i] = worker_pool_start(most[i]));
	return ok;
}

struct http_server *
http_start(int listen_fd, const struct http_settings *settings, struct err *err)
{
	struct http_server *server = x_new(struct http_server);
	const struct acceptor_callbacks callbacks = { .has_free_slot = has_slot_free,
		.on_accept = on_caller,
		.on_reject = on_caller_without_descriptor,
		.ctx = server,
		.keeps_listening = settings->keeps_listening };
	server->settings = *settings;
	request_ids_init(&server->request_ids);
	server->reaper = reaper_start(NULL, on_reaper_tick, server);
	server->event_loops_n = count_cores();
	server->slots = connection_slots_new(
	    settings->limits, server->reaper, server->event_loops_n, settings->max_connections);
	server->delayer = delayer_start(exchange_resume);
	bool has_pools = start_worker_pools(server);
	if (server->reaper && server->delayer && has_pools && open_event_loops(server) &&
	    (server->acceptor = acceptor_start(listen_fd, &callbacks)))
		return server;
	stop_server(server);
	close(listen_fd);
	err_set(err, ERR_IO, "cannot start the HTTP server");
	return NULL;
}

/* During the wait, connections are still accepted, and closed after their first response. */
void
http_stop(struct http_server *server)
{
	atomic_store(&server->draining, true);
	wait_until_zero(server->settings.in_progress_count, HTTP_DRAIN_TIMEOUT_MS);
	atomic_store(&server->drain_expired, true);
	stop_server(server);
}

const char *
http_library_version(void)
{
	return MHD_get_version();
}
