/*
 * sqlite.h - the store in one SQLite file (WAL, synchronous=FULL: what was acknowledged survives
 * a power cut), or in memory.
 */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "store/store.h"

/* `url` is sqlite:FILE or sqlite::memory:. NULL with err set; `may` are bits of enum store_may. */
struct store *sqlite_store_open(struct str url, unsigned may, struct err *err);

#endif
