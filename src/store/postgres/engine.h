/*
 * engine.h - PostgreSQL as an engine of store/sql. It waits for statements that return rows; other
 * statements are only sent.
 */
#ifndef STORE_POSTGRES_ENGINE_H
#define STORE_POSTGRES_ENGINE_H

#include "store/sql/sql.h"

struct pg_conn;

/* The rows of a response, which sql_end() frees. */
struct sql_rows pg_rows_of(struct pg_conn *c, void *answer);
extern const struct sql_engine postgres_engine;

#endif
