/*
 * http.h - the HTTP server: sockets, threads, limits, framing of requests. Only the files that
 * include server.h, and loop.c, know libmicrohttpd.
 *
 * There is an event loop thread for each core, and it only waits for its connections: cached
 * responses are sent from it, and so are refusals that need no store, and the health check.
 * Everything that may wait for the store is done by worker threads: few for reads, and more for
 * writes, since those wait for the disk together. Requests that need time but no store, or wait for
 * the store for a second at most, have threads of their own.
 *
 * A request reaches the handler only if its framing has a single reading (reliability.md: request
 * smuggling) and it is within the limits below. Anything else is refused and the connection closed:
 * in JSON if libmicrohttpd could parse the request, else by the library's own page or by closing
 * without a response. The observer is told of such a page too, but not of a close, nor of an
 * unparsable request line: the library does not report these. A slow connection is shut down,
 * however active it looks; when connections or memory are short, the clients that use most of them
 * get less.
 */
#ifndef SERVICE_HTTP_HTTP_H
#define SERVICE_HTTP_HTTP_H

#include "service/http/limits.h"
#include "service/http/message.h"

#include <stdatomic.h>

enum {
	HTTP_LOOPS = 8, /* at most */
	HTTP_READERS = 4,
	HTTP_WRITERS = 16,
	HTTP_BOUNDED_WORKERS = 2,
	HTTP_CONNECTIONS = 2000,
	HTTP_BODY_MAX = 1 << 20,
	HTTP_HEADERS_MAX = 16384, /* bytes of all header lines */
	HTTP_HEADER_COUNT_MAX = 64,
};

/* Answers one request; called from several threads. rs is zeroed; http.c frees it. */
typedef void http_handler(void *ctx, const struct request *rq, struct response *rs);
/* The thread that answers a request: one that may wait for the store; one that waits for a
 * second at most, whatever the store does; or none, since it is answered. */
enum http_dispatch { HTTP_MAY_BLOCK, HTTP_BOUNDED_WAIT, HTTP_ANSWERED };
/* The threads that requests wait for. */
enum http_queue { HTTP_QUEUE_READ, HTTP_QUEUE_WRITE, HTTP_QUEUE_BOUNDED_WAIT, HTTP_QUEUES };
/* Answers it without waiting for anything, or says who is to: then rs is as it was. */
typedef enum http_dispatch http_quick_handler(
    void *ctx, const struct request *rq, struct response *rs);

/* An answer that is on its way. */
struct http_completed {
	const char *id, *operation; /* operation NULL: no path that there is */
	int status;
	size_t bytes; /* of the answer's body, packed where it is; 0 for the library's pages */
	int64_t us;   /* since the request line */
	struct remote from; /* the connection's other end */
};

typedef void http_observer(void *ctx, const struct http_completed *done);

/* Everything is borrowed for as long as the server runs. */
struct http_settings {
	http_quick_handler *quick;
	http_handler *handler;
	void *handler_ctx; /* of both */
	http_observer *observer;
	void *observer_ctx;
	struct limits *limits;
	unsigned connections;    /* at a time, at most HTTP_CONNECTIONS */
	atomic_uint *queued;     /* HTTP_QUEUES counts of requests that wait for a thread */
	atomic_uint *busy;       /* counts requests from their line to the end of their answer */
	const char *api_version; /* X-Api-Version of every answer */
};

struct http_server;

/* Serves the listening descriptor, which it owns from now on. NULL with err set (ERR_IO). */
struct http_server *http_start(
    int listen_fd, const struct http_settings *settings, struct err *err);
/* Lets requests under way end, for HTTP_DRAIN_MS at most. Until then it goes on to listen, and what
 * comes anew is marked as late and closes its connection. Then what still waits for a thread is
 * late, too; what a thread works on is waited for. Then closes all. */
void http_stop(struct http_server *server);
enum { HTTP_DRAIN_MS = 7500 };

#endif
