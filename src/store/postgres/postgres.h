/*
 * postgres.h - the store in a PostgreSQL database, which several services can share. An
 * acknowledged write is as durable as the database makes it, including its replicas if the database
 * waits for them.
 */
#ifndef STORE_POSTGRES_POSTGRES_H
#define STORE_POSTGRES_POSTGRES_H

#include "store/store.h"

/* Returns NULL and sets err if it fails; `may` are bits of enum store_permission. */
struct store *postgres_store_open(struct str url, unsigned may, struct err *err);

#endif
