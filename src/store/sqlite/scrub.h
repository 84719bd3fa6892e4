/*
 * scrub.h - leaves nothing of deleted records in a SQLite file: empties the WAL, and rewrites the
 * file if a deleted text is still in its free space.
 */
#ifndef STORE_SQLITE_SCRUB_H
#define STORE_SQLITE_SCRUB_H

#include "store/removal.h"
#include "store/sqlite/pool.h"

bool scrub_file(struct conn_pool *p, struct scrub_text *texts, size_t n,
    struct scrub_report *report, struct err *err);

#endif
