/*
 * sql.h - a statement run, whatever database it is: how values get in and rows come out. An
 * engine is one of the databases; its connection begins with a struct sql_conn.
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

/* The result rows of a statement. Zeroed, it has ended. */
struct sql_rows {
	struct sql_conn *conn;
	void *handle; /* the engine's */
	int at;       /* the engine's */
};

struct sql_engine {
	/* The statement with ?1, ?2 … bound to the values, which must live until the end. */
	bool (*start)(struct sql_rows *rows, enum sql sql, const struct sql_value *values, size_t n,
	    struct err *err);
	/* One more row? False at the end and on a failure, which end() tells. */
	bool (*row)(struct sql_rows *rows);
	/* A column of the row; a text is valid until the next step. */
	int64_t (*number)(const struct sql_rows *rows, int column);
	struct str (*text)(const struct sql_rows *rows, int column);
	/* *changed: rows that were added or changed; may be NULL. */
	bool (*end)(struct sql_rows *rows, int64_t *changed, struct err *err);
	/* A statement without rows. It may be on its way still when this returns: what became of
	 * it is said by the next one that waits, at the latest at the transaction's end. */
	bool (*run)(struct sql_conn *c, enum sql sql, const struct sql_value *values, size_t n,
	    struct err *err);
};

/* As above, with a connection's engine. False with err set; sql_end() ends a started statement,
 * even if no row is needed any more. */
bool sql_start(struct sql_rows *rows, struct sql_conn *c, enum sql sql,
    const struct sql_value *values, size_t n, struct err *err);
bool sql_row(struct sql_rows *rows);
int64_t sql_number(const struct sql_rows *rows, int column);
struct str sql_text(const struct sql_rows *rows, int column);
bool sql_end(struct sql_rows *rows, struct err *err);
bool sql_run(
    struct sql_conn *c, enum sql sql, const struct sql_value *values, size_t n, struct err *err);
/* As above, waiting, and sets the number of changed rows. */
bool sql_change(struct sql_conn *c, enum sql sql, const struct sql_value *values, size_t n,
    int64_t *changed, struct err *err);

#define SQL_VALUES(...)                            \
	(const struct sql_value[]){ __VA_ARGS__ }, \
	    sizeof((const struct sql_value[]){ __VA_ARGS__ }) / sizeof(struct sql_value)

#endif
