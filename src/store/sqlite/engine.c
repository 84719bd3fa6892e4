#include "store/sqlite/engine.h"

#include "store/sqlite/conn.h"

static bool
bind_value(sqlite3_stmt *stmt, int at, const struct sql_value *v)
{
	const char *p = v->text.n ? v->text.p : "";
	switch (v->kind) {
	case VALUE_NUMBER:
		return sqlite3_bind_int64(stmt, at, v->number) == SQLITE_OK;
	case VALUE_TEXT:
		return sqlite3_bind_text(stmt, at, p, (int)v->text.n, SQLITE_STATIC) == SQLITE_OK;
	default:
		return sqlite3_bind_blob(stmt, at, p, (int)v->text.n, SQLITE_STATIC) == SQLITE_OK;
	}
}

static struct conn *
conn_of(const struct sql_rows *rows)
{
	return (struct conn *)rows->conn;
}

static bool
start(
    struct sql_rows *rows, enum sql sql, const struct sql_value *values, size_t n, struct err *err)
{
	sqlite3_stmt *stmt = conn_statement(conn_of(rows), sql, err);
	for (size_t i = 0; stmt && i < n; i++)
		if (!bind_value(stmt, (int)i + 1, &values[i]))
			return conn_fail(conn_of(rows), err);
	rows->handle = stmt;
	return stmt != NULL;
}

static bool
row(struct sql_rows *rows)
{
	return sqlite3_step(rows->handle) == SQLITE_ROW;
}

static int64_t
number(const struct sql_rows *rows, int column)
{
	return sqlite3_column_int64(rows->handle, column);
}

static struct str
text(const struct sql_rows *rows, int column)
{
	const char *p = sqlite3_column_blob(rows->handle, column);
	return str_from(p ? p : "", (size_t)sqlite3_column_bytes(rows->handle, column));
}

/* sqlite3_reset() returns the error of the last step again. */
static bool
end(struct sql_rows *rows, int64_t *changed, struct err *err)
{
	if (changed)
		*changed = sqlite3_changes64(conn_of(rows)->db);
	return sqlite3_reset(rows->handle) == SQLITE_OK || conn_fail(conn_of(rows), err);
}

static bool
run(struct sql_conn *c, enum sql sql, const struct sql_value *values, size_t n, struct err *err)
{
	struct sql_rows rows = { .conn = c };
	if (!start(&rows, sql, values, n, err))
		return false;
	row(&rows);
	return end(&rows, NULL, err);
}

const struct sql_engine sqlite_engine = {
	.start = start,
	.row = row,
	.number = number,
	.text = text,
	.end = end,
	.run = run,
};
