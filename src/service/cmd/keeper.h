/*
 * keeper.h - does what the store needs from time to time, in a thread of its own, and once more at
 * the end.
 */
#ifndef SERVICE_CMD_KEEPER_H
#define SERVICE_CMD_KEEPER_H

#include "store/store.h"

struct keeper;

struct keeper *keeper_start(struct store *store, struct err *err);
/* NULL is nothing. */
void keeper_stop(struct keeper *k);

#endif
