/*
 * sqlite.h - the store in an SQLite file (WAL, synchronous=FULL: acknowledged writes survive a
 * power cut), or in memory.
 */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "store/sqlite/pool.h"
#include "store/store.h"

/* `url` is sqlite:FILE or sqlite::memory:. Returns NULL and sets err if it fails; `may` are bits
 * of enum store_permission. */
struct store *sqlite_store_open(struct str url, unsigned may, struct err *err);

/*
 * Group commit: writers that follow each other closely share one SQLite transaction, and
 * so one wait for the disk. Each has its own savepoint, so that it can be undone alone. No writer
 * reports success before the transaction is on disk.
 */

/* Waits for the writer connection and begins. Returns NULL and sets err if it fails. */
struct conn *commit_begin(struct conn_pool *p, struct err *err);
/* Ends the caller's write, keeps or undoes it, and lets the next writer begin. Returns when the
 * write is on disk or undone; returns false and sets err if it could not be kept. */
bool commit_end(struct conn_pool *p, bool keep, struct err *err);
/* True if there is space for a write. Checks the file system's free space, and tries a write if
 * the last one failed for lack of space. */
bool commit_has_room(struct conn_pool *p, struct err *err);

/* The version of SQLite that this program runs with. */
const char *sqlite_library_version(void);

#endif
