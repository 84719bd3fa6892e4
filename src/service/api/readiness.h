/*
 * readiness.h - can the store be used? A thread of its own asks it, so that the caller waits for a
 * bounded time, whatever the store does. Callers that come while it is being asked share the answer.
 */
#ifndef SERVICE_API_READINESS_H
#define SERVICE_API_READINESS_H

#include "base/err.h"

#include <stdint.h>

struct readiness;

/* False with err set; may take as long as the store does. */
typedef bool readiness_check(void *ctx, struct err *err);

/* NULL with err set: there is no thread. */
struct readiness *readiness_start(readiness_check *check, void *ctx, struct err *err);
/* Waits for a check under way. NULL is nothing. */
void readiness_stop(struct readiness *r);
/* False with err set: what the check said, or store_is_unavailable() if it has not ended by then
 * (clock_ticks()). */
bool readiness_ask(struct readiness *r, int64_t until, struct err *err);

#endif
