/*
 * pool.h - the connections to one PostgreSQL database, shared by readers and writers, who borrow
 * and return them.
 */
#ifndef STORE_POSTGRES_POOL_H
#define STORE_POSTGRES_POOL_H

#include "store/figures.h"
#include "store/postgres/bulk.h"

#include <pthread.h>

enum { PG_CONNECTIONS_MAX = 20 };

struct pg_pool;

/* A borrowed connection, and the heads that its transaction read when it began. */
struct pg_lease {
	struct pg_conn conn; /* must be first: the connection that runs the statements */
	struct pg_pool *pool;
	unsigned generation;
	struct store_head audit_chain_head;           /* head read by a writer */
	struct store_head catalog_head, baskets_head; /* heads read by a reader */
	struct sql_rows page;                         /* the rows that a reader read with them */
	struct pg_bulk bulk;                          /* a writer's copies of baskets */
	bool is_over; /* its transaction has ended in the database */
};

struct pg_pool {
	struct pg_server server;
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t returned;
	struct pg_lease *idle[PG_CONNECTIONS_MAX];
	unsigned idle_n, leased_n, waiting_n;
	unsigned generation;        /* connections of an older generation are not lent again */
	int response_timeout_ms;    /* timeout for one response */
	int retry_pause_ms;         /* pause after a failed connection before the next try */
	int64_t required_system_id; /* identifier of the only database allowed; 0: any */
	struct err connect_err;     /* why the last connection failed */
	int64_t retry_at;    /* until then, callers get `connect_err` at once; clock_ticks() */
	bool is_closed;      /* no connection is lent any more */
	int commit_check_ms; /* how long to try to find out whether a write was committed */
};

/* Does not connect yet. PG_PRIMARY selects the server that accepts writes. PG_REPLICA uses short
 * timeouts, so that little time is lost on a replica that does not respond. */
enum pg_role { PG_PRIMARY, PG_REPLICA };
bool pg_pool_open(struct pg_pool *p, struct str url, enum pg_role role, struct err *err);
/* Call when all connections are returned. */
void pg_pool_close(struct pg_pool *p);

/* Waits for a free slot and opens a connection if none is idle; if the database refuses further
 * connections, waits for a borrowed one. Statements on it must finish by `until` (clock_ticks();
 * 0: each response has its own timeout). Returns NULL and sets err after wait_ms, or at `until`
 * if that is earlier. */
struct pg_lease *pg_borrow_lease(struct pg_pool *p, int64_t until, struct err *err);
/* Gets the system identifier of the pool's database; its replicas have the same. */
bool pg_pool_read_system_id(struct pg_pool *p, int64_t *system, struct err *err);
/* Returns a connection. It is closed if it is lost or its transaction is not finished. */
void pg_return_lease(struct pg_pool *p, struct pg_lease *l);
/* Makes all current and later statements fail. Can be called from any thread. */
void pg_pool_shut_down(struct pg_pool *p);
void pg_pool_read_figures(struct pg_pool *p, struct store_pool_figures *out);
/* Stops lending existing connections, since the server may have changed; new ones are opened. */
void pg_pool_reset(struct pg_pool *p);

#endif
