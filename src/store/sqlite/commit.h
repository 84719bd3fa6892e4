/*
 * commit.h - group commit: writers that follow each other closely share one SQLite transaction, and
 * so one wait for the disk. Each has its own savepoint, so that it can be undone alone. No writer
 * reports success before the transaction is on disk.
 */
#ifndef STORE_SQLITE_COMMIT_H
#define STORE_SQLITE_COMMIT_H

#include "store/sqlite/pool.h"

/* Waits for the writer connection and begins. Returns NULL and sets err if it fails. */
struct conn *commit_begin(struct conn_pool *p, struct err *err);
/* Ends the caller's write, keeps or undoes it, and lets the next writer begin. Returns when the
 * write is on disk or undone; returns false and sets err if it could not be kept. */
bool commit_end(struct conn_pool *p, bool keep, struct err *err);
/* True if there is space for a write. Checks the file system's free space, and tries a write if
 * the last one failed for lack of space. */
bool commit_has_room(struct conn_pool *p, struct err *err);

#endif
