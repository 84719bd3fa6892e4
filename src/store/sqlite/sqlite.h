/*
 * sqlite.h - the store in one SQLite file (WAL, synchronous=FULL: what was acknowledged survives
 * a power cut), or in memory.
 */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "store/store.h"

/* `name` is a file's path or ":memory:". NULL with err set; a file that is not there is an error
 * unless may_create. */
struct store *sqlite_store_open(struct str name, bool may_create, struct err *err);

#endif
