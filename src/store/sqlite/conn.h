/*
 * conn.h - one connection to an SQLite database, with its prepared statements. It is used by one
 * thread at a time.
 */
#ifndef STORE_SQLITE_CONN_H
#define STORE_SQLITE_CONN_H

#include "base/err.h"
#include "store/sql/sql.h"

#include <sqlite3.h>
#include <stdatomic.h>

struct conn {
	struct sql_conn sql; /* first: what the statements of store/sql go through */
	sqlite3 *db;
	const atomic_bool *ended; /* the pool's: nothing may be waited for any more */
	int64_t until;    /* statements end then; clock_ticks(), 0: no such limit */
	int64_t locked;   /* since when another program's lock is waited for; clock_ticks() */
	atomic_bool full; /* of the writer: it found no room, and nothing was committed since */
	sqlite3_stmt *prepared[SQL_COUNT]; /* made at first use */
};

/* file NULL is memory; `flags` of sqlite3_open_v2(), and statements to begin with. c->ended and
 * c->sql are the caller's, who sets them before. False with err set (ERR_IO); nothing is left open
 * then. */
bool conn_open(struct conn *c, const char *file, int flags, const char *pragmas, struct err *err);
void conn_close(struct conn *c);

/* The head of the log's index, which lies in memory that every process with this file shares: it
 * changes with each commit, before that is acknowledged. NULL: there is none, as for a database in
 * memory. Borrowed for as long as the connection. */
const void *conn_wal_index_header(struct conn *c);

/* The prepared statement, reset and without bindings; NULL with err set. */
sqlite3_stmt *conn_statement(struct conn *c, enum sql sql, struct err *err);
/* Sets err to what SQLite says. Always false. */
bool conn_fail(struct conn *c, struct err *err);

#endif
