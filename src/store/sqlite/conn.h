/*
 * conn.h - a connection to an SQLite database, with its prepared statements, as a connection of
 * store/sql. Used by one thread at a time.
 */
#ifndef STORE_SQLITE_CONN_H
#define STORE_SQLITE_CONN_H

#include "base/err.h"
#include "store/sql/sql.h"

#include <sqlite3.h>
#include <stdatomic.h>

struct conn {
	struct sql_conn sql; /* must be first: the connection that store/sql uses */
	sqlite3 *db;
	const atomic_bool *ended; /* the pool's flag: all waits must end */
	int64_t deadline;         /* deadline of the statements; clock_ticks(), 0: none */
	int64_t
	    lock_wait_started_at; /* start of the wait for another program's lock; clock_ticks() */
	atomic_bool is_disk_full; /* writer only: it ran out of space and has not committed since */
	sqlite3_stmt *prepared[SQL_STATEMENT_COUNT]; /* prepared at first use */
};

/* file NULL: in memory. `flags` are those of sqlite3_open_v2(); `pragmas` are run first. The
 * caller sets c->ended before. Returns false and sets err (ERR_IO) if it fails;
 * nothing is left open then. */
bool conn_open(struct conn *c, const char *file, int flags, const char *pragmas, struct err *err);
void conn_close(struct conn *c);

/* The prepared statement, reset and without bindings. Returns NULL and sets err if it fails. */
sqlite3_stmt *conn_statement(struct conn *c, enum sql_statement_id sql, struct err *err);
/* Sets err to SQLite's error message. Always returns false. */
bool conn_fail(struct conn *c, struct err *err);

#endif
