/*
 * sql.h - runs an SQL statement on any of the databases: binds its values and reads its rows. Each
 * database is an engine, whose connection struct begins with a struct sql_conn.
 */
#ifndef STORE_SQL_SQL_H
#define STORE_SQL_SQL_H

#include "base/err.h"
#include "store/sql/statements.h"

#include <stddef.h>
#include <stdint.h>

struct sql_value {
	enum { VALUE_NUMBER, VALUE_TEXT, VALUE_BLOB } kind;
	int64_t number;
	struct str text;
};

#define SQL_NUMBER(value) ((struct sql_value){ VALUE_NUMBER, (int64_t)(value), { 0 } })
#define SQL_TEXT(value) ((struct sql_value){ VALUE_TEXT, 0, (value) })
#define SQL_BLOB(value) ((struct sql_value){ VALUE_BLOB, 0, (value) })

enum { SQL_VALUES_MAX = 12 };

struct sql_conn {
	const struct sql_engine *engine;
};

/* The result rows of a statement. All zero when the statement has ended. */
struct sql_rows {
	struct sql_conn *conn;
	void *handle;        /* used by the engine */
	int engine_position; /* used by the engine */
};

struct sql_engine {
	/* Starts a statement with ?1, ?2 … bound to the values, which must stay valid until
	 * end(). */
	bool (*start)(struct sql_rows *rows, enum sql_statement_id sql,
	    const struct sql_value *values, size_t n, struct err *err);
	/* Steps to the next row. Returns false at the end and after a failure, which end()
	 * reports. */
	bool (*next_row)(struct sql_rows *rows);
	/* A column of the row; a text is valid until the next row. */
	int64_t (*get_number)(const struct sql_rows *rows, int column);
	struct str (*get_text)(const struct sql_rows *rows, int column);
	/* Sets *changed to the number of rows added or changed; may be NULL. */
	bool (*end)(struct sql_rows *rows, int64_t *changed, struct err *err);
	/* Runs a statement without rows. It may still be in progress when this returns: its
	 * failure is then reported by the next call that waits, at the latest at the
	 * transaction's end. */
	bool (*run)(struct sql_conn *c, enum sql_statement_id sql, const struct sql_value *values,
	    size_t n, struct err *err);
};

/* The same operations with the connection's engine. They return false and set err on failure.
 * Every started statement needs sql_end(), even if not all rows were read. */
bool sql_start(struct sql_rows *rows, struct sql_conn *c, enum sql_statement_id sql,
    const struct sql_value *values, size_t n, struct err *err);
bool sql_next_row(struct sql_rows *rows);
int64_t sql_read_number(const struct sql_rows *rows, int column);
struct str sql_read_text(const struct sql_rows *rows, int column);
bool sql_end(struct sql_rows *rows, struct err *err);
bool sql_run(struct sql_conn *c, enum sql_statement_id sql, const struct sql_value *values,
    size_t n, struct err *err);
/* Like sql_run(), but waits and sets the number of changed rows. */
bool sql_run_and_count(struct sql_conn *c, enum sql_statement_id sql,
    const struct sql_value *values, size_t n, int64_t *changed, struct err *err);

#define SQL_VALUES(...)                            \
	(const struct sql_value[]){ __VA_ARGS__ }, \
	    sizeof((const struct sql_value[]){ __VA_ARGS__ }) / sizeof(struct sql_value)

#endif
