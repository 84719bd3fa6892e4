/*
 * engine.h - PostgreSQL as an engine of store/sql. It waits for statements that return rows; other
 * statements are only sent.
 */
#ifndef STORE_POSTGRES_ENGINE_H
#define STORE_POSTGRES_ENGINE_H

#include "store/sql/sql.h"

extern const struct sql_engine postgres_engine;

#endif
