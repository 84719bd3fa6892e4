/*
 * sql.h - a statement run: how values get in and rows come out.
 */
#ifndef STORE_SQLITE_SQL_H
#define STORE_SQLITE_SQL_H

#include "base/err.h"
#include "store/sqlite/statements.h"

#include <sqlite3.h>

struct conn;

struct sql_value {
	enum { VALUE_NUMBER, VALUE_TEXT, VALUE_BLOB } kind;
	int64_t number;
	struct str text;
};

#define SQL_NUMBER(value) ((struct sql_value){ VALUE_NUMBER, (int64_t)(value), { 0 } })
#define SQL_TEXT(value) ((struct sql_value){ VALUE_TEXT, 0, (value) })
#define SQL_BLOB(value) ((struct sql_value){ VALUE_BLOB, 0, (value) })

/* The statement with ?1, ?2 … bound to the values, which must live until the last step. NULL with
 * err set. Ended by sql_end(). */
sqlite3_stmt *sql_start(
    struct conn *c, enum sql sql, const struct sql_value *values, size_t n, struct err *err);
/* One more row? False at the end and on a failure, which sql_end() tells. */
bool sql_row(sqlite3_stmt *stmt);
/* False with err set when a step failed. */
bool sql_end(struct conn *c, sqlite3_stmt *stmt, struct err *err);
/* A statement without rows, from start to end. */
bool sql_run(
    struct conn *c, enum sql sql, const struct sql_value *values, size_t n, struct err *err);

#define SQL_VALUES(...)                            \
	(const struct sql_value[]){ __VA_ARGS__ }, \
	    sizeof((const struct sql_value[]){ __VA_ARGS__ }) / sizeof(struct sql_value)

/* Of the row; the text lives until the next step. */
int64_t sql_number(sqlite3_stmt *stmt, int column);
struct str sql_text(sqlite3_stmt *stmt, int column);

#endif
