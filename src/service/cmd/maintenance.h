/*
 * maintenance.h - does what the store needs from time to time, in a thread of its own, and once more at
 * the end.
 */
#ifndef SERVICE_CMD_MAINTENANCE_H
#define SERVICE_CMD_MAINTENANCE_H

#include "store/store.h"

struct maintenance;

struct maintenance *maintenance_start(struct store *store, struct err *err);
/* NULL is nothing. */
void maintenance_stop(struct maintenance *k);

#endif
