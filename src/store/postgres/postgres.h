/*
 * postgres.h - the store in a PostgreSQL database, which several services share: what was
 * acknowledged is where the database keeps it, on its replicas too where it waits for them.
 */
#ifndef STORE_POSTGRES_POSTGRES_H
#define STORE_POSTGRES_POSTGRES_H

#include "store/store.h"

/* NULL with err set; `may` are bits of enum store_may. */
struct store *postgres_store_open(struct str url, unsigned may, struct err *err);

#endif
