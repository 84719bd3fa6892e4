#include "store/sqlite/sql.h"

#include "store/sqlite/conn.h"

static bool
bind(sqlite3_stmt *stmt, int at, const struct sql_value *v)
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

sqlite3_stmt *
sql_start(struct conn *c, enum sql sql, const struct sql_value *values, size_t n, struct err *err)
{
	sqlite3_stmt *stmt = conn_statement(c, sql, err);
	for (size_t i = 0; stmt && i < n; i++)
		if (!bind(stmt, (int)i + 1, &values[i])) {
			conn_fail(c, err);
			return NULL;
		}
	return stmt;
}

bool
sql_row(sqlite3_stmt *stmt)
{
	return sqlite3_step(stmt) == SQLITE_ROW;
}

/* sqlite3_reset() says again what the last step said. */
bool
sql_end(struct conn *c, sqlite3_stmt *stmt, struct err *err)
{
	return sqlite3_reset(stmt) == SQLITE_OK || conn_fail(c, err);
}

bool
sql_run(struct conn *c, enum sql sql, const struct sql_value *values, size_t n, struct err *err)
{
	sqlite3_stmt *stmt = sql_start(c, sql, values, n, err);
	if (!stmt)
		return false;
	sql_row(stmt);
	return sql_end(c, stmt, err);
}

int64_t
sql_number(sqlite3_stmt *stmt, int column)
{
	return sqlite3_column_int64(stmt, column);
}

struct str
sql_text(sqlite3_stmt *stmt, int column)
{
	const char *p = sqlite3_column_blob(stmt, column);
	return str_from(p ? p : "", (size_t)sqlite3_column_bytes(stmt, column));
}
