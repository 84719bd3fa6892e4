/*
 * sqlite.h - the store in an SQLite file (WAL, synchronous=FULL: acknowledged writes survive a
 * power cut), or in memory.
 */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "store/store.h"

/* `url` is sqlite:FILE or sqlite::memory:. Returns NULL and sets err if it fails; `may` are bits
 * of enum store_may. */
struct store *sqlite_store_open(struct str url, unsigned may, struct err *err);

#endif
