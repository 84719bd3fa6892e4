/*
 * server.h - the server's structs, private to http.c and exchange.c.
 */
#ifndef SERVICE_HTTP_SERVER_H
#define SERVICE_HTTP_SERVER_H

#include "service/http/acceptor.h"
#include "service/http/connection_slots.h"
#include "service/http/forwarded.h"
#include "service/http/http.h"
#include "service/http/message.h"
#include "service/http/mhd_loop.h"
#include "service/http/reaper.h"
#include "service/http/worker_pool.h"

#include <microhttpd.h>

/* The connections of one event loop thread. */
struct event_loop {
	struct http_server *server;
	struct MHD_Daemon *daemon;
	struct mhd_loop *loop;
	struct peer *first_peer; /* list of its connections; used by the loop's thread only */
};

struct http_server {
	struct event_loop event_loops[HTTP_EVENT_LOOPS_MAX];
	unsigned event_loops_n;
	struct http_settings settings;
	struct connection_slots *slots;
	struct worker_pool *worker_pools[HTTP_QUEUES];
	struct acceptor *acceptor;
	struct reaper *reaper;
	struct delayer *delayer;
	int trims_left; /* remaining tries to return memory; used by the reaper's thread */
	atomic_bool draining;
	atomic_uint silent_connection_count; /* connections that have not sent a request yet */
	atomic_bool drain_expired; /* the draining time is over: no new request is started */
	struct request_ids request_ids;
};

/* A connection. */
struct peer {
	struct peer *prev, *next; /* neighbours in the event loop's list */
	struct MHD_Connection *connection;
	struct event_loop *event_loop;
	struct http_exchange *exchange; /* the current request, or NULL */
	struct watched_connection *watched;
	struct remote_address remote;
	int fd;
	bool has_request;     /* its first request has arrived, or it closes without one */
	bool has_unread_data; /* data was unread at the last check, and no body data was read since
			       */
};

/* The peer of a connection; NULL if it is not set yet. */
struct peer *peer_of(struct MHD_Connection *connection);
/* Called at the connection's first request, or when it closes without one. */
void peer_count_first_request(struct peer *p);
/* The address of the connection. */
struct remote_address peer_remote(
    const struct http_server *server, struct MHD_Connection *connection);
struct remote_address peer_remote_of(
    const struct http_server *server, const struct sockaddr *address);

#endif
