/*
 * engine.h - SQLite as an engine of store/sql. Statements are prepared once per connection.
 */
#ifndef STORE_SQLITE_ENGINE_H
#define STORE_SQLITE_ENGINE_H

#include "store/sql/sql.h"

extern const struct sql_engine sqlite_engine;

#endif
