/*
 * http.h - the HTTP server: sockets, threads, limits, framing of requests. Only the files that
 * include server.h, mhd_loop.c, monitor.c and faulty_body.c use libmicrohttpd.
 *
 * There is one event loop thread per core, which waits only for its connections: it sends cached
 * responses, refusals that need no store, and the health check. Anything that may wait for the
 * store runs in worker threads: few for reads and more for writes, since writes wait for the disk
 * together. Requests that need time but no store, or wait for the store for a second at most, have
 * separate threads.
 *
 * A request reaches the handler only if its framing is unambiguous (reliability.md: request
 * smuggling) and it is within the limits below. Anything else is refused and the connection closed:
 * with JSON if libmicrohttpd could parse the request, else by the library's own page or by closing
 * without a response. The observer is also called for such a page, but not for a close or a request
 * line that cannot be parsed: the library does not report these. A slow connection is shut down,
 * however active it looks. When connections or memory are short, the clients that use most get
 * less.
 */
#ifndef SERVICE_HTTP_HTTP_H
#define SERVICE_HTTP_HTTP_H

#include "service/http/limits.h"
#include "service/http/message.h"

#include <stdatomic.h>

enum {
	HTTP_EVENT_LOOPS_MAX = 8, /* maximum */
	HTTP_READ_WORKERS = 4,
	HTTP_WRITE_WORKERS = 16,
	HTTP_BOUNDED_WORKERS = 2,
	HTTP_CONNECTIONS_MAX = 2000,
	HTTP_BODY_SIZE_MAX = 1 << 20,
	HTTP_HEADERS_SIZE_MAX = 16384, /* bytes of all header lines */
	HTTP_HEADER_COUNT_MAX = 64,
};

/* Handles one request; called from several threads. rs is zeroed before the call and freed by
 * http.c. */
typedef void http_handler(void *ctx, const struct request *rq, struct response *rs);
/* The thread that must handle a request: one that may wait for the store for any time; one that
 * waits for a second at most; or none, since it is already answered. */
enum http_dispatch { HTTP_MAY_BLOCK, HTTP_BOUNDED_WAIT, HTTP_ANSWERED };
/* The queues in which requests wait for a worker thread. */
enum http_queue { HTTP_QUEUE_READ, HTTP_QUEUE_WRITE, HTTP_QUEUE_BOUNDED_WAIT, HTTP_QUEUES };
/* Answers a request without waiting. If it cannot, it leaves rs unchanged and returns which
 * thread must handle the request. */
typedef enum http_dispatch http_quick_handler(
    void *ctx, const struct request *rq, struct response *rs);

/* A response that is being sent. */
struct http_completed {
	const char *id, *operation; /* operation NULL: the path does not exist */
	const char *method; /* a constant; NULL or "": not known */
	const char *user;  /* as in struct response; NULL or "": not known */
	int status;
	const char *refusal_code;     /* NULL: not a refusal of ours */
	size_t bytes;                 /* size of the body as sent; 0 for the library's own pages */
	int64_t duration_us;          /* time since the request line */
	struct remote_address remote; /* the client's, if a trusted proxy forwarded the request */
	const char *trace_id;         /* NULL or "": not known */
};

typedef void http_observer(void *ctx, const struct http_completed *done);

/* The pointers are borrowed while the server runs. */
struct http_settings {
	const struct proxies *proxies; /* NULL: no proxy is trusted */
	bool keeps_listening;          /* at the end: the socket listens for another process, too */
	http_quick_handler *quick_handler;
	http_handler *handler;
	void (*on_idle)(void *ctx); /* an event loop has no more requests to handle; may be NULL */
	void *handler_ctx;          /* for the handlers and on_idle() */
	http_observer *on_completed;
	void *completed_ctx;
	struct limits *limits;
	unsigned max_connections;   /* maximum at a time, up to HTTP_CONNECTIONS_MAX */
	atomic_uint *queued_counts; /* HTTP_QUEUES counters of requests that wait for a thread */
	atomic_uint *in_progress_count; /* counts requests in progress */
	const char *api_version;        /* X-Api-Version of every response */
	/* PEM of a certificate with its chain, and of its private key; NULL: plain HTTP */
	const char *certificate, *certificate_key;
};

struct http_server;

/* Serves the listening descriptor and takes ownership of it. Returns NULL and sets err (ERR_IO)
 * if it fails. */
struct http_server *http_start(
    int listen_fd, const struct http_settings *settings, struct err *err);
/* Lets requests in progress finish, for HTTP_DRAIN_TIMEOUT_MS at most. Until then the server still
 * listens; new requests are marked as late and their connections closed. Then requests that
 * still wait for a thread are late as well, and those that a thread is handling are waited for.
 * Finally closes everything. */
void http_stop(struct http_server *server);
enum { HTTP_DRAIN_TIMEOUT_MS = 7500 };

/* The version of libmicrohttpd that this program runs with. */
const char *http_library_version(void);

#endif
