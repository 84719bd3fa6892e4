/*
 * demo_load.h - puts a demo pack into a store.
 */
#ifndef SERVICE_DEMO_LOAD_H
#define SERVICE_DEMO_LOAD_H

#include "store/store.h"

/* Makes the pack for the time `now_ms`. Refuses a store that holds data already (ERR_USAGE): it
 * might be somebody's real one. */
bool demo_load(struct store *store, const char *pack, int64_t now_ms, struct err *err);
/* Forgets what the store holds and makes the pack anew, within a transaction. */
bool demo_put_back(struct store_tx *tx, const char *pack, int64_t now_ms, struct err *err);

#endif
