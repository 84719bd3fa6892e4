/*
 * maintenance.h - a thread that runs the store's maintenance periodically, and once more at the
 * end.
 */
#ifndef SERVICE_CMD_MAINTENANCE_H
#define SERVICE_CMD_MAINTENANCE_H

#include "store/store.h"

struct maintenance;

struct maintenance *maintenance_start(struct store *store, struct err *err);
/* NULL is allowed. */
void maintenance_stop(struct maintenance *k);

#endif
