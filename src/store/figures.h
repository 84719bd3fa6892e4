/*
 * figures.h - the store's metrics, and the versions of its libraries.
 */
#ifndef STORE_FIGURES_H
#define STORE_FIGURES_H

#include "store/store.h"

/* Connections to one database, and the number of callers that wait for one. */
struct store_pool_figures {
	unsigned in_use, idle, waiting;
};

struct store_figures {
	struct store_pool_figures primary, replica;
	unsigned long long reads, replica_reads; /* read transactions so far */
	bool has_file; /* SQLite in a file */
	int64_t file_bytes, wal_bytes;
};

/* Can be called from any thread. */
void store_read_figures(struct store *s, struct store_figures *out);

/* The versions of SQLite, and of libpq, which may be missing: then it is an empty text. */
const char *store_sqlite_version(void);
void store_append_libpq_version(struct buf *out);

#endif
