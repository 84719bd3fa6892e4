/*
 * demo_load.h - puts a demo pack into a store.
 */
#ifndef SERVICE_DEMO_DEMO_LOAD_H
#define SERVICE_DEMO_DEMO_LOAD_H

#include "store/store.h"

struct demo_params {
	const char *pack;
	int64_t now_ms;    /* the time it is made for */
	const char *space; /* the namespace word */
};

/* Generates the pack. Refuses a store with data (ERR_USAGE): the data may be real. */
bool demo_load(struct store *store, const struct demo_params *order, struct err *err);
/* Forgets what the store holds and makes the pack anew, within a transaction. */
bool demo_reset(struct store_tx *tx, const struct demo_params *order, struct err *err);

#endif
