/*
 * engine.h - PostgreSQL as an engine of store/sql. A statement that gives rows is waited for; one
 * that does not is only sent.
 */
#ifndef STORE_POSTGRES_ENGINE_H
#define STORE_POSTGRES_ENGINE_H

#include "store/sql/sql.h"

extern const struct sql_engine postgres_engine;

#endif
