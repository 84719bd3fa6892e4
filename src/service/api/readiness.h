/*
 * readiness.h - checks whether the store is usable, in a separate thread, so that a caller waits
 * for a bounded time even if the store hangs. Callers during a check share its result.
 */
#ifndef SERVICE_API_READINESS_H
#define SERVICE_API_READINESS_H

#include "base/err.h"

#include <stdint.h>

struct readiness;

/* Returns false and sets err if the store is not usable. May take as long as the store does. */
typedef bool readiness_check(void *ctx, struct err *err);

/* Returns NULL and sets err if the thread cannot be created. */
struct readiness *readiness_start(readiness_check *check, void *ctx, struct err *err);
/* Waits for a check in progress. NULL is allowed. */
void readiness_stop(struct readiness *r);
/* Returns false and sets err to the check's error, or to store_is_unavailable() if the check has
 * not ended at `until` (clock_ticks()). */
bool readiness_wait_for_check(struct readiness *r, int64_t until, struct err *err);

#endif
