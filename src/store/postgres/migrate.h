/*
 * migrate.h - migrates a database to this program's schema version, or reports why it cannot.
 */
#ifndef STORE_POSTGRES_MIGRATE_H
#define STORE_POSTGRES_MIGRATE_H

#include "store/postgres/pool.h"

/* `may`: bits of enum store_permission. Fails with ERR_NOT_FOUND if there are no tables and
 * creating them is not allowed. */
bool pg_migrate(struct pg_pool *p, unsigned may, struct err *err);

/*
 * The tables of baskets, one for each month of `created`; one more for baskets older
 * than the year 2000 or without a time, and one for those after 2099.
 */

enum { MONTH_PARTITION_YEARS = 100, MONTH_PARTITIONS = MONTH_PARTITION_YEARS * 12 + 2 };

/* The month tables that are known to exist. Thread-safe. */
struct month_table_cache {
	pthread_mutex_t lock;
	bool exists[MONTH_PARTITIONS];
};

void months_init(struct month_table_cache *m);
void months_free(struct month_table_cache *m);
/* Creates the month's table for this time if it is missing. This happens outside of any
 * transaction, so that no writer waits for it. */
bool months_ensure_partition(
    struct month_table_cache *m, struct pg_pool *p, int64_t created, struct err *err);
/* Clears the cache, after a table was found to be missing. */
void months_clear(struct month_table_cache *m);

#endif
