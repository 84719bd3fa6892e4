/*
 * pool.h - the connections to one PostgreSQL database. Readers and writers share them; each is
 * lent and given back.
 */
#ifndef STORE_POSTGRES_POOL_H
#define STORE_POSTGRES_POOL_H

#include "store/postgres/conn.h"
#include "store/records.h"

#include <pthread.h>

enum { PG_CONNECTIONS = 20 };

/* A connection of the pool, and what its transaction has read when it began. */
struct pg_lent {
	struct pg_conn conn; /* first: what the statements go through */
	unsigned generation;
	struct store_head lane;             /* of a writer */
	struct store_head catalog, baskets; /* of a reader */
};

struct pg_pool {
	struct pq pq;
	struct address address;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t returned;
	struct pg_lent *idle[PG_CONNECTIONS];
	unsigned idle_n, lent_n;
	unsigned generation; /* connections of an older one are not lent again */
	struct err down;     /* why none could be had */
	int64_t down_until;  /* until then that is said again at once; clock_ticks() */
	int ask_ms;          /* so long it is tried to find out what became of a write */
};

/* Opens no connection. */
bool pg_pool_open(struct pg_pool *p, struct str url, struct err *err);
/* When all are given back. */
void pg_pool_close(struct pg_pool *p);

/* Waits for a free place, and opens a connection where none is idle. NULL with err set. */
struct pg_lent *pg_borrow(struct pg_pool *p, struct err *err);
/* What is lost, or not at the end of a transaction, is closed. */
void pg_return(struct pg_pool *p, struct pg_lent *l);
/* The server may have changed: opens new ones from now on. */
void pg_renew(struct pg_pool *p);

#endif
