/*
 * conn.h - a connection to a PostgreSQL database and its pipeline of statements. Used by one thread
 * at a time.
 *
 * Statements are sent without waiting for earlier ones; responses are read in order. After the
 * first failure in a transaction, every later call reports that failure until the transaction ends.
 * Every wait has a deadline: a server that does not respond counts as lost.
 */
#ifndef STORE_POSTGRES_CONN_H
#define STORE_POSTGRES_CONN_H

#include "store/postgres/address.h"
#include "store/sql/sql.h"

enum { PG_QUEUE_MAX = 256, PG_RESPONSE_TIMEOUT_MS = 10000 };

/* The server that a pool's connections go to. Owned by the pool, which outlives the connections. */
struct pg_server {
	struct pq_functions pq;
	struct address address;
	int end_fd; /* an eventfd, readable once all waits for this server must end */
};

/* A pending response. */
struct pg_pending_response {
	enum { PG_PREPARED, PG_RUN, PG_SYNCED } kind;
	enum sql_statement_id sql;
};

struct pg_conn {
	struct sql_conn sql; /* must be first: the connection that store/sql uses */
	const struct pq_functions *pq;
	PGconn *db;
	int end_fd;              /* copy of pg_server.end */
	int response_timeout_ms; /* timeout for one response; default PG_RESPONSE_TIMEOUT_MS */
	int64_t deadline;        /* deadline for all responses; clock_ticks(), 0: none */
	/* True if a pooler may give each transaction another server session: prepared statements
	 * and session settings do not last, so none are used. */
	bool pooled;
	bool prepared[SQL_STATEMENT_COUNT];
	struct pg_pending_response sent[PG_QUEUE_MAX]; /* ring buffer */
	unsigned first_sent, sent_n;
	bool failed;            /* the current transaction has failed */
	struct err failure_err; /* reason of that failure */
	char sqlstate[6];       /* SQLSTATE of that failure, or "" */
	bool is_broken;         /* the connection must not be used any more */
	bool timed_out;         /* since the server did not respond in time */
	bool has_notice;        /* the server sent a notice */
	bool failed_by_server;  /* the last failure was a response of the server, not a missing
				   response */
};

/* Returns false and sets err if it fails; nothing is left open then. */
bool pg_conn_open(struct pg_conn *c, const struct pg_server *server, struct err *err);
/* Opens a connection without pipelining, for pg_run_script() only. */
bool pg_conn_open_plain(struct pg_conn *c, const struct pg_server *server, struct err *err);
void pg_conn_close(struct pg_conn *c);

/* Sends a statement and queues its response as pending. */
bool pg_send(struct pg_conn *c, enum sql_statement_id sql, const struct sql_value *values, size_t n,
    struct err *err);
/* Waits for all responses and returns the last one; call PQclear() on it. Returns NULL and sets
 * err if any of the statements failed. */
PGresult *pg_read_last_answer(struct pg_conn *c, struct err *err);
/* Makes room in the queue for so many responses, so that none is dropped meanwhile. */
bool pg_make_room(struct pg_conn *c, unsigned responses, struct err *err);
/* Waits for the response to this statement, sent earlier, and drops those before it. After the
 * pg_sync() that follows the statement. Otherwise like pg_read_last_answer(). */
PGresult *pg_read_answer_to(struct pg_conn *c, enum sql_statement_id sql, struct err *err);
/* Runs a COPY FROM STDIN with these bytes, inside a transaction or not. Waits for the responses
 * of earlier statements and of this one. */
bool pg_copy_in(struct pg_conn *c, const char *sql, struct str bytes, struct err *err);
/* Ends a group of statements. After a failure, the server skips the rest of the group. */
bool pg_sync(struct pg_conn *c, struct err *err);
/* Waits for all responses. Returns false and sets err if a statement failed. */
bool pg_drain(struct pg_conn *c, struct err *err);
/* Runs SQL statements one after the other, with a timeout of c->wait_ms for each result. Sets
 * *number (unless NULL) to the last statement's first value, or -1 if it returns none. */
bool pg_run_script(struct pg_conn *c, const char *sql, int64_t *number, struct err *err);
/* Clears a failure, when a transaction has ended or a new one begins. */
void pg_clear_failure(struct pg_conn *c);

#endif
