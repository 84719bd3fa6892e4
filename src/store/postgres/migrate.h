/*
 * migrate.h - migrates a database to this program's schema version, or reports why it cannot.
 */
#ifndef STORE_POSTGRES_MIGRATE_H
#define STORE_POSTGRES_MIGRATE_H

#include "store/postgres/pool.h"

/* `may`: bits of enum store_may. Fails with ERR_NOT_FOUND if there are no tables and creating
 * them is not allowed. */
bool pg_migrate(struct pg_pool *p, unsigned may, struct err *err);

#endif
