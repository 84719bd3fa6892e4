#include "service/http/exchange.h"

#include "base/clock.h"
#include "base/mem.h"
#include "service/http/faulty_body.h"
#include "service/http/request_check.h"

#include <string.h>

/* One request, from its request line to the end of its response. */
struct http_exchange {
	struct pool_job job; /* must be first: the worker pool's job */
	struct http_server *server;
	struct mhd_loop *loop;
	struct MHD_Connection *connection;
	struct request request;
	const char *method; /* a constant */
	struct str target;
	struct buf body;
	size_t received_bytes; /* body bytes received, stored or not */
	size_t reserved_bytes; /* bytes reserved by limits_reserve_bytes() */
	char id[REQUEST_ID_SIZE_MAX], trace_id[TRACE_ID_SIZE];
	int64_t began_at_us; /* us */
	struct remote_address peer, client; /* they differ if a trusted proxy forwarded it */
	bool admitted, is_too_large, memory_refused, after_shutdown_began, answered;
	enum http_queue queue;            /* the queue in which it waits or waited */
	bool is_read_request;             /* a read: it may be dropped without a loss */
	bool is_delayed;                  /* the response is ready but delayed */
	struct response delayed_response; /* the delayed response */
	struct header_line headers[HTTP_HEADER_COUNT_MAX + 1];
	size_t headers_n;
};

static void
enter_phase(struct MHD_Connection *connection, enum reaper_phase phase)
{
	struct peer *p = peer_of(connection);
	if (p)
		reaper_enter_phase(p->watched, phase);
}

static void
count_body_bytes(struct MHD_Connection *connection, size_t bytes)
{
	struct peer *p = peer_of(connection);
	if (!p)
		return;
	p->has_unread_data = false;
	reaper_extend_for_body(p->watched, bytes);
}

/* The request line has arrived: only now is the undecoded target available. The return value
 * becomes the request's context. */
void *
exchange_begin(void *ctx, const char *uri, struct MHD_Connection *connection)
{
	struct http_exchange *x = x_new(struct http_exchange);
	x->server = ctx;
	x->target = str_of(x_strdup(uri));
	x->began_at_us = clock_ticks_us();
	x->peer = x->client = peer_remote(x->server, connection);
	x->after_shutdown_began = atomic_load(&x->server->draining);
	request_ids_next(&x->server->request_ids, x->id);
	struct peer *p = peer_of(connection);
	enter_phase(connection, REAPER_HEADERS);
	atomic_fetch_add(x->server->settings.in_progress_count, 1);
	if (p) {
		p->exchange = x;
		peer_count_first_request(p);
	}
	return x;
}

/* Changes the number of bytes reserved for the client to `bytes`. Returns false and changes
 * nothing if that exceeds a limit. */
static bool
reserve_bytes(struct http_exchange *x, size_t bytes)
{
	struct limits *limits = x->server->settings.limits;
	size_t want = bytes > LIMITS_UNCOUNTED_BYTES ? bytes : 0;
	if (want > x->reserved_bytes &&
	    !limits_reserve_bytes(limits, &x->peer, want - x->reserved_bytes))
		return false;
	if (want < x->reserved_bytes)
		limits_release_bytes(limits, &x->peer, x->reserved_bytes - want);
	x->reserved_bytes = want;
	return true;
}

static void
notify_observer(const struct http_exchange *x, const struct response *rs, size_t bytes)
{
	const struct http_settings *s = &x->server->settings;
	struct http_completed done = { .id = x->id,
		.operation = rs->operation,
		.method = x->method,
		.user = rs->user,
		.status = rs->status,
		.refusal_code = rs->refusal_code,
		.bytes = bytes,
		.duration_us = clock_ticks_us() - x->began_at_us,
		.remote = x->client,
		.trace_id = x->trace_id };
	s->on_completed(s->completed_ctx, &done);
}

/* libmicrohttpd sends its own page if it cannot parse a request; the page's size is not known. */
static void
observe_library_page(const struct http_exchange *x, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_HTTP_STATUS);
	if (info)
		notify_observer(x, &(struct response){ .status = (int)info->http_status }, 0);
}

void
exchange_end(void *ctx, struct MHD_Connection *connection, void **request_context,
    enum MHD_RequestTerminationCode why)
{
	struct http_exchange *x = *request_context;
	struct peer *p = peer_of(connection);
	(void)ctx;
	(void)why;
	if (!x)
		return;
	if (!x->answered)
		observe_library_page(x, connection);
	if (p)
		p->exchange = NULL;
	enter_phase(connection, REAPER_IDLE);
	atomic_fetch_sub(x->server->settings.in_progress_count, 1);
	response_free(&x->delayed_response);
	buf_free(&x->body);
	reserve_bytes(x, 0);
	x_free((char *)(uintptr_t)x->target.p);
	x_free(x);
	*request_context = NULL;
}

static enum MHD_Result
on_request_header(void *ctx, enum MHD_ValueKind kind, const char *name, size_t name_n,
    const char *value, size_t value_n)
{
	struct http_exchange *x = ctx;
	(void)kind;
	if (x->headers_n <= HTTP_HEADER_COUNT_MAX) {
		x->headers[x->headers_n].name = str_from(name, name_n);
		x->headers[x->headers_n++].value = str_from(value ? value : "", value_n);
	}
	return MHD_YES;
}

/* Replaces a large response by a refusal, since memory is taken by responses that clients have
 * not read. Never used for the response to a write. */
static void
replace_by_busy_refusal(struct http_exchange *x, struct response *rs)
{
	struct request rq = { .id = x->id };
	struct err err;
	const char *operation = rs->operation;
	response_free(rs);
	rs->operation = operation;
	refuse_request(&err, REFUSE_BUSY,
	    "Too many responses are waiting to be read. Try again in a moment, or ask for a "
	    "smaller page.");
	response_add_header(rs, "Retry-After", "1");
	response_set_refusal(rs, &rq, &err, false);
}

static void
release_body(void *shared)
{
	shared_bytes_unref(shared);
}

static struct MHD_Response *
make_mhd_response(struct response *rs)
{
	struct str body = response_body(rs);
	if (!rs->shared_body)
		return MHD_create_response_from_buffer(
		    body.n, buf_detach(&rs->body), MHD_RESPMEM_MUST_FREE);
	struct MHD_Response *r = MHD_create_response_from_buffer_with_free_callback_cls(
	    body.n, (void *)(uintptr_t)body.p, release_body, rs->shared_body);
	if (r)
		rs->shared_body = NULL;
	return r;
}

/* For faulty_body.h. */
static void
pause_response(void *exchange, int ms)
{
	struct http_exchange *x = exchange;
	x->loop = peer_of(x->connection)->event_loop->loop;
	MHD_suspend_connection(x->connection);
	delayer_add(x->server->delayer, ms, x);
}

static struct MHD_Response *
make_response(struct http_exchange *x, struct response *rs)
{
	return rs->fault == RESPONSE_CUT || rs->fault == RESPONSE_SLOW
	    ? faulty_body_response(rs, pause_response, x)
	    : make_mhd_response(rs);
}

static enum MHD_Result
send_response(struct MHD_Connection *connection, struct http_exchange *x, struct response *rs)
{
	buf_free(&x->body);
	if (rs->body.n > LIMITS_UNCOUNTED_BYTES)
		buf_shrink(&rs->body); /* so that the memory used equals the number reserved */
	if (!reserve_bytes(x, x->is_read_request ? response_body(rs).n : 0))
		replace_by_busy_refusal(x, rs);
	size_t n = response_body(rs).n;
	if (rs->fault == RESPONSE_DROPPED) {
		notify_observer(x, rs, 0);
		x->answered = true;
		return MHD_NO; /* closes the connection */
	}
	bool gzipped = rs->gzipped; /* dropping a body forgets it */
	struct MHD_Response *r = make_response(x, rs);
	if (!r)
		return MHD_NO;
	MHD_add_response_header(
	    r, "Content-Type", rs->content_type ? rs->content_type : "application/json");
	MHD_add_response_header(
	    r, "Cache-Control", rs->cache_control ? rs->cache_control : "no-store");
	MHD_add_response_header(r, "Vary", "Accept-Encoding");
	if (gzipped)
		MHD_add_response_header(r, "Content-Encoding", "gzip");
	MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(r, "X-Request-Id", x->id);
	MHD_add_response_header(r, "X-Api-Version", x->server->settings.api_version);
	for (size_t i = 0; i < rs->headers_n; i++)
		MHD_add_response_header(r, rs->headers[i].name, rs->headers[i].value);
	if (rs->closes_connection || atomic_load(&x->server->draining))
		MHD_add_response_header(r, "Connection", "close");
	enter_phase(connection, REAPER_RESPONSE);
	notify_observer(x, rs, n);
	x->answered = true;
	enum MHD_Result sent = MHD_queue_response(connection, (unsigned)rs->status, r);
	MHD_destroy_response(r);
	return sent;
}

static enum MHD_Result
reject_request(struct MHD_Connection *connection, struct http_exchange *x, const struct err *err)
{
	struct request rq = { .id = x->id };
	struct response rs = { .closes_connection = true };
	if (err->http_status == 429 || err->http_status == 503)
		response_add_header(&rs, "Retry-After", "1");
	response_set_refusal(&rs, &rq, err, false);
	enum MHD_Result sent = send_response(connection, x, &rs);
	response_free(&rs);
	return sent;
}

/* True if libmicrohttpd 0.9 skipped bytes that another parser may interpret: a NUL that
 * truncates a target or a value, a folded line, an LF without its CR. It has no option to refuse
 * them, but leaves the header block as received: bytes are hidden if there is more than a
 * separator between two parts. A NUL and LF instead of CR LF cannot be distinguished:
 * libmicrohttpd has replaced both by NULs. Version 1.0 refuses all of these itself, at the
 * discipline level set in http.c. */
static bool
has_hidden_bytes(const struct http_exchange *x, struct MHD_Connection *connection,
    const char *method, const char *version)
{
#if MHD_VERSION < 0x01000000
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	const char *end = version + strlen(version);
	if (version - method != (ptrdiff_t)(strlen(method) + 1 + x->target.n + 1))
		return true;
	for (size_t i = 0; i < x->headers_n; i++) {
		if (x->headers[i].name.p - end != 2)
			return true;
		end = x->headers[i].value.p + x->headers[i].value.n;
	}
	return !info || method + info->header_size - end != 4;
#else
	(void)x, (void)connection, (void)method, (void)version;
	return false;
#endif
}

/* The last of several headers with a name: the nearest proxy's. */
static struct str
last_header(const struct http_exchange *x, const char *name)
{
	for (size_t i = x->headers_n; i > 0; i--)
		if (str_eq_nocase(x->headers[i - 1].name, str_of(name)))
			return x->headers[i - 1].value;
	return STR_NONE;
}

/* Learns the client, the request's id and the trace from a trusted proxy. */
static void
read_forwarding_headers(struct http_exchange *x)
{
	if (!x->peer.is_proxy)
		return;
	struct str id = last_header(x, "X-Request-Id");
	struct buf clients = { 0 };
	for (size_t i = 0; i < x->headers_n; i++)
		if (str_eq_nocase(x->headers[i].name, STR("X-Forwarded-For"))) {
			buf_addz(&clients, clients.n ? "," : "");
			buf_adds(&clients, x->headers[i].value);
		}
	proxies_find_client(x->server->settings.proxies, buf_str(&clients), &x->client);
	if (clients.n) /* so the client is not the proxy itself */
		x->client.is_loopback = x->client.is_proxy = false;
	buf_free(&clients);
	forwarded_read_trace_id(last_header(x, "traceparent"), x->trace_id);
	if (forwarded_is_request_id(id)) {
		memcpy(x->id, id.p, id.n);
		x->id[id.n] = '\0';
	}
}

/* The probe of a load balancer is never over a limit: it would take the service away from all. One
 * that was forwarded is a client's. */
static bool
is_probe(const struct http_exchange *x, struct str target)
{
	return memcmp(x->client.address, x->peer.address, sizeof(x->peer.address)) == 0 &&
	    (str_eqz(target, "/healthz") || str_eqz(target, "/readyz"));
}

static bool
admit_request(struct MHD_Connection *connection, struct http_exchange *x, const char *method,
    const char *version, struct err *err)
{
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, on_request_header, x);
	struct request_head a = { .method = str_of(method),
		.target = x->target,
		.version = str_of(version),
		.headers = x->headers,
		.headers_n = x->headers_n };
	x->is_read_request = str_eqz(a.method, "GET") || str_eqz(a.method, "HEAD");
	if (!request_check(&a, err))
		return false;
	if (has_hidden_bytes(x, connection, method, version))
		return refuse_request(
		    err, REFUSE_BAD_REQUEST, "The request's header section is malformed.");
	read_forwarding_headers(x);
	return is_probe(x, a.target) ||
	    limits_may_request(x->server->settings.limits, &x->client, clock_ticks()) ||
	    refuse_request(err, REFUSE_RATE_LIMITED,
		"Too many requests from this address. Try again in a moment.");
}

/* Reduces a target such as "http://host/path" to its path. */
static struct str
to_origin_form(struct str target)
{
	if (!str_starts(target, STR("http://")) && !str_starts(target, STR("https://")))
		return target;
	struct str rest = str_sub(target, str_find(target, STR("//")) + 2, target.n);
	return str_sub(rest, str_find_char(rest, '/'), rest.n);
}

void
exchange_resume(void *exchange)
{
	struct http_exchange *x = exchange;
	mhd_loop_resume(x->loop, x->connection);
}

/* Sends the response, at once or after its delay. */
static void
send_when_due(struct http_exchange *x)
{
	if (x->delayed_response.delay_ms)
		delayer_add(x->server->delayer, x->delayed_response.delay_ms, x);
	else
		exchange_resume(x);
}

/* Handles the request in a worker thread. */
static void
run_request_job(struct pool_job *job)
{
	struct http_exchange *x = (struct http_exchange *)job;
	const struct http_settings *s = &x->server->settings;
	atomic_fetch_sub(&s->queued_counts[x->queue], 1);
	if (atomic_load(&x->server->drain_expired))
		x->request.after_shutdown_began = true;
	s->handler(s->handler_ctx, &x->request, &x->delayed_response);
	send_when_due(x);
}

static bool
enqueue_request(struct http_exchange *x, enum http_dispatch dispatch)
{
	atomic_uint *queued = x->server->settings.queued_counts;
	x->queue = dispatch == HTTP_BOUNDED_WAIT ? HTTP_QUEUE_BOUNDED_WAIT
	    : x->is_read_request                 ? HTTP_QUEUE_READ
						 : HTTP_QUEUE_WRITE;
	atomic_fetch_add(&queued[x->queue], 1);
	if (worker_pool_add(x->server->worker_pools[x->queue], &x->job))
		return true;
	atomic_fetch_sub(&queued[x->queue], 1);
	return false;
}

/* Passes the request to a worker pool; the connection is suspended until the response is ready. */
static void
hand_over_request(struct http_exchange *x, enum http_dispatch dispatch)
{
	const struct http_settings *s = &x->server->settings;
	if (dispatch != HTTP_ANSWERED && enqueue_request(x, dispatch))
		return;
	if (dispatch != HTTP_ANSWERED) { /* the worker pools have ended meanwhile */
		x->request.after_shutdown_began = true;
		s->quick_handler(s->handler_ctx, &x->request, &x->delayed_response);
	}
	send_when_due(x);
}

static enum MHD_Result
handle_complete_request(
    struct MHD_Connection *connection, struct http_exchange *x, const char *method)
{
	const struct http_settings *s = &x->server->settings;
	x->connection = connection;
	x->job.run = run_request_job;
	x->request = (struct request){ .method = str_of(method),
		.target = to_origin_form(x->target),
		.headers = x->headers,
		.headers_n = x->headers_n,
		.body = buf_str(&x->body),
		.id = x->id,
		.remote = x->client,
		.after_shutdown_began = x->after_shutdown_began,
		.arrived_at_us = x->began_at_us };
	enter_phase(connection, REAPER_WORK);
	enum http_dispatch dispatch = s->quick_handler(
	    s->handler_ctx, &x->request, &x->delayed_response);
	if (dispatch == HTTP_ANSWERED && !x->delayed_response.delay_ms)
		return send_response(connection, x, &x->delayed_response);
	x->is_delayed = true;
	x->loop = peer_of(connection)->event_loop->loop;
	MHD_suspend_connection(connection);
	hand_over_request(x, dispatch);
	return MHD_YES;
}

static void
add_body_piece(struct http_exchange *x, struct str piece)
{
	x->received_bytes += piece.n;
	x->is_too_large = x->is_too_large || x->body.n + piece.n > HTTP_BODY_SIZE_MAX;
	x->memory_refused = x->memory_refused ||
	    (!x->is_too_large && !reserve_bytes(x, x->body.n + piece.n));
	if (!x->is_too_large && !x->memory_refused)
		buf_adds(&x->body, piece);
}

/* The method as a constant, since that of the request is freed before its log is read. */
static const char *
constant_method(struct str method)
{
	static const char *const methods[] = { "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE",
		"OPTIONS" };
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_eqz(method, methods[i]))
			return methods[i];
	return "";
}

/* Called once when the headers are complete, then for each piece of the body, then without a
 * piece when the request is complete; and once more after a delayed response. */
enum MHD_Result
exchange_continue(void *ctx, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *piece, size_t *piece_n, void **request_context)
{
	struct http_exchange *x = *request_context;
	struct err err;
	(void)ctx;
	(void)url;
	x->method = constant_method(str_of(method));
	if (!x->admitted) {
		if (!admit_request(connection, x, method, version, &err))
			return reject_request(connection, x, &err);
		x->admitted = true;
		enter_phase(connection, REAPER_BODY);
		count_body_bytes(connection, 0);
		return MHD_YES;
	}
	if (*piece_n) {
		add_body_piece(x, str_from(piece, *piece_n));
		count_body_bytes(connection, x->received_bytes);
		*piece_n = 0;
		return MHD_YES;
	}
	if (x->is_delayed)
		return send_response(connection, x, &x->delayed_response);
	if (x->is_too_large)
		refuse_request(&err, REFUSE_BODY_TOO_LARGE, "The body is longer than %d bytes.",
		    HTTP_BODY_SIZE_MAX);
	else if (x->memory_refused)
		refuse_request(&err, REFUSE_BUSY,
		    "Too many request bodies are being received. Try again in a moment.");
	if (x->is_too_large || x->memory_refused)
		return reject_request(connection, x, &err);
	return handle_complete_request(connection, x, method);
}
