/*
 * plan_apply.h - sends a plan: reads the offers, drops rows that are no longer as planned, sends a
 * batch, reads back the result, and so on to the end.
 *
 * The catalog read after a batch decides; a response only gives the reason. Each batch is recorded
 * in the plan's log and in the journal before it is sent and when its result is known; a batch
 * without a response stays not confirmed there unless all of it is read back. Each request has
 * If-Match and an idempotency key, even if the service ignores them. Plan, log, client, clock and
 * journal are the caller's and must outlive it. Loop thread only. During a request it may be freed
 * only after the client: then the result is not known.
 */
#ifndef APP_PLAN_PLAN_APPLY_H
#define APP_PLAN_PLAN_APPLY_H

#include "app/journal/journal.h"
#include "app/plan/plan_log.h"
#include "app/plan/plan_recheck.h"
#include "base/clock.h"

struct plan_apply_options {
	struct client *client;
	const struct clock *clock;
	struct io_watch io;
	struct journal *journal;
	struct str environment, service, approved;
	struct str reason; /* for the journal; empty: the plan's own */
	size_t most;       /* diffs in a batch */
	bool keep_going;   /* after a failed batch */
};

enum plan_event {
	PLAN_READ,  /* for the first time: states and dues are set, nothing was sent */
	PLAN_BATCH, /* one was judged */
	PLAN_ENDED,
};

enum plan_end {
	PLAN_END_WHOLE,  /* nothing that may be sent is left */
	PLAN_END_ASKED,  /* plan_apply_stop() */
	PLAN_END_FAILED, /* a batch did not go as planned, and it may not go on */
	PLAN_END_ERR,    /* err says why */
};

struct plan_batch_result {
	unsigned number;          /* in the journal */
	size_t batch, rows, done; /* done: read back as planned */
	int64_t ms;               /* from sending to judging */
	enum client_write_status outcome;
	struct err err; /* of a request that was refused, or never answered */
};

struct plan_apply;
typedef void plan_event_fn(void *ctx, enum plan_event event);

struct plan_apply *plan_apply_new(struct plan *p, struct plan_log *log,
    const struct plan_apply_options *rules, plan_event_fn *on_event, void *ctx);
void plan_apply_free(struct plan_apply *a);
/* Reads the offers; PLAN_READ, or PLAN_ENDED where they cannot be. */
void plan_apply_read(struct plan_apply *a);
/* After PLAN_READ: sends the pending rows. */
void plan_apply_send(struct plan_apply *a);
/* Stops after the current batch. */
void plan_apply_stop(struct plan_apply *a);

enum plan_end plan_apply_end(const struct plan_apply *a);
const struct err *plan_apply_err(const struct plan_apply *a);
int plan_apply_tries(const struct plan_apply *a);
/* The last one. */
const struct plan_batch_result *plan_apply_result(const struct plan_apply *a);
/* How many batches there are, and rows that were sent and are to be sent by now. */
size_t plan_apply_batches(const struct plan_apply *a);
size_t plan_apply_sent(const struct plan_apply *a);
size_t plan_apply_rows(const struct plan_apply *a);
/* The catalog's revision as it was read; empty where the service tells none. */
struct str plan_apply_commit(const struct plan_apply *a);

#endif
