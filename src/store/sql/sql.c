#include "store/sql/sql.h"

bool
sql_start(struct sql_rows *rows, struct sql_conn *c, enum sql_statement_id sql,
    const struct sql_value *values, size_t n, struct err *err)
{
	*rows = (struct sql_rows){ .conn = c };
	return c->engine->start(rows, sql, values, n, err);
}

bool
sql_next_row(struct sql_rows *rows)
{
	return rows->conn->engine->next_row(rows);
}

int64_t
sql_read_number(const struct sql_rows *rows, int column)
{
	return rows->conn->engine->get_number(rows, column);
}

struct str
sql_read_text(const struct sql_rows *rows, int column)
{
	return rows->conn->engine->get_text(rows, column);
}

bool
sql_end(struct sql_rows *rows, struct err *err)
{
	return rows->conn->engine->end(rows, NULL, err);
}

bool
sql_run(struct sql_conn *c, enum sql_statement_id sql, const struct sql_value *values, size_t n,
    struct err *err)
{
	return c->engine->run(c, sql, values, n, err);
}

bool
sql_run_and_count(struct sql_conn *c, enum sql_statement_id sql, const struct sql_value *values,
    size_t n, int64_t *changed, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, c, sql, values, n, err))
		return false;
	sql_next_row(&rows);
	return c->engine->end(&rows, changed, err);
}
