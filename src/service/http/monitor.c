#include "service/http/monitor.h"

#include "base/clock.h"
#include "base/mem.h"

#include <microhttpd.h>
#include <string.h>
#include <unistd.h>

enum { CONNECTIONS_MAX = 32, IDLE_TIMEOUT_S = 5, CONNECTION_MEMORY_SIZE = 16384 };

struct monitor {
	struct MHD_Daemon *daemon;
	http_handler *handler;
	void *ctx;
	struct request_ids request_ids;
};

static enum MHD_Result
send_response(struct MHD_Connection *connection, const struct response *rs)
{
	struct MHD_Response *out = MHD_create_response_from_buffer(
	    rs->body.n, rs->body.p, MHD_RESPMEM_MUST_COPY);
	if (!out)
		return MHD_NO;
	MHD_add_response_header(
	    out, "Content-Type", rs->content_type ? rs->content_type : "application/json");
	MHD_add_response_header(out, "Cache-Control", "no-store");
	for (size_t i = 0; i < rs->headers_n; i++)
		MHD_add_response_header(out, rs->headers[i].name, rs->headers[i].value);
	enum MHD_Result queued = MHD_queue_response(connection, (unsigned)rs->status, out);
	MHD_destroy_response(out);
	return queued;
}

/* Called when the headers are there, and then for each piece of a body, which is dropped. */
static enum MHD_Result
on_request(void *ctx, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *bytes, size_t *bytes_n, void **seen)
{
	static const char marker;
	struct monitor *m = ctx;
	char id[REQUEST_ID_SIZE];
	struct response rs = { 0 };
	(void)version;
	(void)bytes;
	if (!*seen) {
		*seen = (void *)(uintptr_t)&marker;
		return MHD_YES;
	}
	if (*bytes_n) {
		*bytes_n = 0;
		return MHD_YES;
	}
	request_ids_next(&m->request_ids, id);
	const struct request rq = { .method = str_of(method),
		.target = str_of(url),
		.id = id,
		.remote.is_loopback = true,
		.arrived_at_us = clock_ticks_us() };
	m->handler(m->ctx, &rq, &rs);
	enum MHD_Result result = send_response(connection, &rs);
	response_free(&rs);
	return result;
}

struct monitor *
monitor_start(int listen_fd, http_handler *handler, void *ctx, struct err *err)
{
	struct monitor *m = x_new(struct monitor);
	m->handler = handler;
	m->ctx = ctx;
	request_ids_init(&m->request_ids);
	m->daemon = MHD_start_daemon(MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL,
	    on_request, m, MHD_OPTION_LISTEN_SOCKET, listen_fd, MHD_OPTION_CONNECTION_LIMIT,
	    (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_TIMEOUT_S,
	    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY_SIZE,
	    MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
	if (m->daemon)
		return m;
	close(listen_fd);
	x_free(m);
	err_set(err, ERR_IO, "cannot start the server for monitoring");
	return NULL;
}

/* The library closes the listening socket. */
void
monitor_stop(struct monitor *m)
{
	if (!m)
		return;
	MHD_stop_daemon(m->daemon);
	x_free(m);
}
