/*
 * pool.h - the connections to one PostgreSQL database. Readers and writers share them; each is
 * lent and given back.
 */
#ifndef STORE_POSTGRES_POOL_H
#define STORE_POSTGRES_POOL_H

#include "store/postgres/conn.h"
#include "store/figures.h"

#include <pthread.h>

enum { PG_CONNECTIONS = 20 };

struct pg_pool;

/* A connection of the pool, and what its transaction has read when it began. */
struct pg_lease {
	struct pg_conn conn; /* first: what the statements go through */
	struct pg_pool *pool;
	unsigned generation;
	struct store_head audit_chain;      /* of a writer */
	struct store_head catalog, baskets; /* of a reader */
};

struct pg_pool {
	struct pg_server server;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t returned;
	struct pg_lease *idle[PG_CONNECTIONS];
	unsigned idle_n, leased_n, waiting_n;
	unsigned generation; /* connections of an older one are not lent again */
	int wait_ms;         /* for one answer */
	int down_ms;         /* how long it is not tried again where none could be had */
	int64_t system;      /* the only database that it may lead to; 0: any */
	struct err down;     /* why none could be had */
	int64_t down_until;  /* until then that is said again at once; clock_ticks() */
	bool ended;          /* nothing is lent any more */
	int ask_ms;          /* so long it is tried to find out what became of a write */
};

/* Opens no connection. To the one that can be written to, or to a copy, where only a short time is
 * lost on one that does not answer. */
enum pg_role { PG_PRIMARY, PG_REPLICA };
bool pg_pool_open(struct pg_pool *p, struct str url, enum pg_role role, struct err *err);
/* When all are given back. */
void pg_pool_close(struct pg_pool *p);

/* Waits for a free place, and opens a connection if none is idle; or, if the database allows no
 * more, waits for one of those that are lent. Its statements have until then, clock_ticks(); 0: each
 * answer has its own time. NULL with err set, at the latest when that time is over or wait_ms. */
struct pg_lease *pg_borrow(struct pg_pool *p, int64_t until, struct err *err);
/* The number of the database that a pool leads to, which its copies have, too. */
bool pg_pool_system(struct pg_pool *p, int64_t *system, struct err *err);
/* A connection that is lost, or not at the end of a transaction, is closed. */
void pg_return(struct pg_pool *p, struct pg_lease *l);
/* From any thread: every statement under way fails, and every later one. */
void pg_pool_shut_down(struct pg_pool *p);
void pg_pool_figures(struct pg_pool *p, struct store_pool_figures *out);
/* The server may have changed: opens new ones from now on. */
void pg_pool_reset(struct pg_pool *p);

#endif
