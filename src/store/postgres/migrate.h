/*
 * migrate.h - brings a database to the tables of this program, or says why it is not.
 */
#ifndef STORE_POSTGRES_MIGRATE_H
#define STORE_POSTGRES_MIGRATE_H

#include "store/postgres/pool.h"

/* `may`: bits of enum store_may. ERR_NOT_FOUND where there are no tables and none may be made. */
bool pg_migrate(struct pg_pool *p, unsigned may, struct err *err);

#endif
