#include "store/postgres/engine.h"

#include "store/postgres/conn.h"

#include <endian.h>
#include <string.h>

static struct pg_conn *
conn_of(const struct sql_rows *rows)
{
	return (struct pg_conn *)rows->conn;
}

struct sql_rows
pg_rows_of(struct pg_conn *c, void *answer)
{
	return (struct sql_rows){ .conn = &c->sql, .handle = answer, .engine_position = -1 };
}

static bool
start_query(struct sql_rows *rows, enum sql_statement_id sql, const struct sql_value *values,
    size_t n, struct err *err)
{
	struct pg_conn *c = conn_of(rows);
	rows->handle = pg_send(c, sql, values, n, err) ? pg_read_last_answer(c, err) : NULL;
	rows->engine_position = -1;
	return rows->handle != NULL;
}

static bool
next_row(struct sql_rows *rows)
{
	return ++rows->engine_position < conn_of(rows)->pq->ntuples(rows->handle);
}

static struct str
read_text(const struct sql_rows *rows, int column)
{
	const struct pq_functions *pq = conn_of(rows)->pq;
	return str_from(pq->getvalue(rows->handle, rows->engine_position, column),
	    (size_t)pq->getlength(rows->handle, rows->engine_position, column));
}

/* Reads an integer of two, four or eight bytes, big-endian. */
static int64_t
read_number(const struct sql_rows *rows, int column)
{
	struct str bytes = read_text(rows, column);
	uint64_t value = bytes.n && bytes.p[0] < 0 ? UINT64_MAX : 0;
	for (size_t i = 0; i < bytes.n; i++)
		value = value << 8 | (unsigned char)bytes.p[i];
	return (int64_t)value;
}

static bool
finish_query(struct sql_rows *rows, int64_t *changed, struct err *err)
{
	const struct pq_functions *pq = conn_of(rows)->pq;
	(void)err;
	if (changed && !str_to_int64(str_of(pq->cmdTuples(rows->handle)), changed))
		*changed = 0;
	pq->clear(rows->handle);
	rows->handle = NULL;
	return true;
}

static bool
send_without_waiting(struct sql_conn *c, enum sql_statement_id sql, const struct sql_value *values,
    size_t n, struct err *err)
{
	return pg_send((struct pg_conn *)c, sql, values, n, err);
}

const struct sql_engine postgres_engine = {
	.start = start_query,
	.next_row = next_row,
	.get_number = read_number,
	.get_text = read_text,
	.end = finish_query,
	.run = send_without_waiting,
};
