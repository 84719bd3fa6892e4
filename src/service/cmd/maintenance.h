/*
 * maintenance.h - a thread that maintains the store once a minute: checkpoints of the audit, and
 * baskets that are older than the configuration keeps them.
 *
 * Borrows the store and the clock until maintenance_stop().
 */
#ifndef SERVICE_CMD_MAINTENANCE_H
#define SERVICE_CMD_MAINTENANCE_H

#include "base/clock.h"
#include "store/store.h"

/* The time for which data is kept, in ms; 0: for ever. */
struct retention {
	int64_t baskets_ms, completed_baskets_ms;
};

struct maintenance;

/* *out is NULL if the store and the rules need none. */
bool maintenance_start(struct maintenance **out, struct store *store, const struct clock *clock,
    const struct retention *keep, struct err *err);
void maintenance_stop(struct maintenance *m); /* NULL is allowed */

#endif
