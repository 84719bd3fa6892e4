/*
 * conn.h - one connection to a PostgreSQL database, and its statements on their way. It is used by
 * one thread at a time.
 *
 * Statements are sent without waiting for those before; answers are read in their order. The first
 * failure of a transaction is what every later call of it says, until it is ended. No call waits
 * for longer than a deadline: a server that does not answer counts as lost.
 */
#ifndef STORE_POSTGRES_CONN_H
#define STORE_POSTGRES_CONN_H

#include "store/postgres/address.h"
#include "store/sql/sql.h"

enum { PG_QUEUE = 256, PG_WAIT_MS = 10000 };

/* The server of connections. Owned by a pool, which outlives them. */
struct pg_server {
	struct pq pq;
	struct address address;
	int end; /* an eventfd: readable once nothing may wait for this server any more */
};

/* An answer that is to come. */
struct pg_sent {
	enum { PG_PREPARED, PG_RUN, PG_SYNCED } kind;
	enum sql sql;
};

struct pg_conn {
	struct sql_conn sql; /* first: what the statements of store/sql go through */
	const struct pq *pq;
	PGconn *db;
	int end;         /* the server's */
	int wait_ms;     /* for one answer; PG_WAIT_MS unless it was set otherwise */
	int64_t until;   /* no answer is waited for after this; clock_ticks(), 0: no such limit */
	/* A pooler is in between, which may give each transaction another session of the server:
	 * nothing is kept between them, no prepared statement and no setting. */
	bool pooled;
	bool prepared[SQL_COUNT];
	struct pg_sent sent[PG_QUEUE]; /* a ring */
	unsigned first, sent_n;
	bool failed;    /* the transaction under way has, */
	struct err why; /* for this reason */
	char state[6];  /* the SQLSTATE of that, "" without one */
	bool lost;      /* nothing can be sent any more, or nothing should */
	bool warned;    /* the server sent a notice */
	bool refused;   /* the last failure was the server's answer, not want of one */
};

/* False with err set; nothing is left open then. */
bool pg_conn_open(struct pg_conn *c, const struct pg_server *server, struct err *err);
/* As above for scripts only: pg_script(). */
bool pg_conn_open_plain(struct pg_conn *c, const struct pg_server *server, struct err *err);
void pg_conn_close(struct pg_conn *c);

/* Sends a statement. Its answer is one of those to come. */
bool pg_send(
    struct pg_conn *c, enum sql sql, const struct sql_value *values, size_t n, struct err *err);
/* Waits for all answers until the last one sent, which it gives; PQclear() it. NULL with err set
 * when that or one before failed. */
PGresult *pg_last_answer(struct pg_conn *c, struct err *err);
/* Ends a group of statements; after a failure only statements after it run. */
bool pg_sync(struct pg_conn *c, struct err *err);
/* Waits for all answers. False with err set when one failed. */
bool pg_drain(struct pg_conn *c, struct err *err);
/* Runs statements as they are written, one after the other; each result has c->wait_ms. *number,
 * unless it is NULL: the last one's first value, or -1 if it gives none. */
bool pg_script(struct pg_conn *c, const char *sql, int64_t *number, struct err *err);
/* A transaction has ended or is begun: forgets what failed. */
void pg_clear_failure(struct pg_conn *c);

#endif
