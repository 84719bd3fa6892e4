/*
 * server.h - what http.c and exchange.c share of one server: private to them.
 */
#ifndef SERVICE_HTTP_SERVER_H
#define SERVICE_HTTP_SERVER_H

#include "service/http/acceptor.h"
#include "service/http/connection_slots.h"
#include "service/http/delayer.h"
#include "service/http/http.h"
#include "service/http/mhd_loop.h"
#include "service/http/reaper.h"
#include "service/http/request_id.h"
#include "service/http/worker_pool.h"

#include <microhttpd.h>

/* A thread's connections. */
struct event_loop {
	struct http_server *server;
	struct MHD_Daemon *daemon;
	struct mhd_loop *loop;
	struct peer *first; /* the loop's thread's, like the peers */
};

struct http_server {
	struct event_loop event_loops[HTTP_LOOPS];
	unsigned event_loops_n;
	struct http_settings settings;
	struct connection_slots *slots;
	struct worker_pool *worker_pools[HTTP_QUEUES];
	struct acceptor *acceptor;
	struct reaper *reaper;
	struct delayer *delayer;
	int trims; /* how often memory is still to be given back: the reaper's */
	atomic_bool draining;
	atomic_uint without_request; /* connections without a request so far */
	atomic_bool over; /* the time for draining is: nothing more is begun */
	struct request_ids names;
};

/* A connection. */
struct peer {
	struct peer *prev, *next; /* in the room */
	struct MHD_Connection *connection;
	struct event_loop *event_loop;
	struct http_exchange *exchange; /* the request that is being read or answered, or NULL */
	struct watched *watched;
	struct remote from;
	int fd;
	bool asked;  /* a request has come, or never will */
	bool unread; /* more came than was read, and nothing of the body since */
};

/* NULL before it is known. */
struct peer *peer_of(struct MHD_Connection *connection);
/* Its first request has come, or it closes. */
void peer_count_first_request(struct peer *p);
/* The client's address. */
struct remote peer_remote(struct MHD_Connection *connection);

#endif
