/*
 * demo_load.h - loads a demo pack into a store.
 */
#ifndef SERVICE_DEMO_DEMO_LOAD_H
#define SERVICE_DEMO_DEMO_LOAD_H

#include "store/store.h"

struct demo_params {
	const char *pack;
	int64_t now_ms;        /* the time for which the pack is generated */
	const char *namespace; /* the service's namespace, used instead of the demo's own */
};

/* Generates the pack. Refuses a store that contains data, which may be real (ERR_USAGE). */
bool demo_load(struct store *store, const struct demo_params *order, struct err *err);
/* Clears the store and generates the pack again, within a transaction. */
bool demo_reset(struct store_tx *tx, const struct demo_params *order, struct err *err);

#endif
