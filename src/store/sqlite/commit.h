/*
 * commit.h - writers that follow each other closely share one transaction of SQLite, and with it
 * one wait for the disk. Each has a savepoint of its own, so that it alone can be undone; none is
 * told that it succeeded before the transaction is on the disk.
 */
#ifndef STORE_SQLITE_COMMIT_H
#define STORE_SQLITE_COMMIT_H

#include "store/sqlite/pool.h"

/* Waits for the writer and begins. NULL with err set. */
struct conn *commit_begin(struct conn_pool *p, struct err *err);
/* Ends what the caller began: keeps it or undoes it, and lets the next one write. Returns when it
 * is on the disk, or undone; false with err set when it was to be kept and was not. */
bool commit_end(struct conn_pool *p, bool keep, struct err *err);
/* Is there room for a write? Looks at the file system; and tries one when the last found none. */
bool commit_has_room(struct conn_pool *p, struct err *err);

#endif
