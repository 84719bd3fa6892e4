/*
 * request.h - the bulk updates that send a plan's rows, and those that revert them. Pure.
 *
 * The rows of one offer form one diff, which is never split across requests. A request has at most
 * as many diffs, and about as many bytes, as a service accepts.
 */
#ifndef PLAN_REQUEST_H
#define PLAN_REQUEST_H

#include "plan/plan.h"

enum { PLAN_DIFFS_MAX = 1000, PLAN_BODY_SIZE_MAX = 1000 << 10 };

enum plan_direction { PLAN_DIRECTION_APPLY, PLAN_DIRECTION_ROLLBACK };

struct plan_batch {
	VEC(size_t) rows;       /* indexes in the plan, in its order */
	VEC(size_t) other_rows; /* other rows of the same offers: skipped, or sent before */
	size_t diff_count;
	struct buf body; /* JSON */
};

/* Fills the batch with pending rows from *at on, at most `most` diffs, and moves *at past them.
 * Returns false if there are none left. */
bool plan_batch_next(struct plan_batch *b, const struct plan *p, size_t *at, size_t most,
    enum plan_direction direction);
/* The number of batches needed to send all pending rows. */
size_t plan_count_batches(const struct plan *p, size_t most);
void plan_batch_free(struct plan_batch *b);

#endif
