/*
 * apply.h - sends a plan: reads the offers, drops rows that are no longer as planned, sends a
 * batch, reads the offers again to see the result, and so on to the end.
 *
 * The catalog read after a batch decides; a response only gives the reason. Each batch is recorded
 * in the plan's log and in the journal before it is sent and when its result is known; a batch
 * without a response stays not confirmed there unless all of it is read back. Each request has
 * If-Match and an idempotency key, even if the service ignores them. Plan, log, client, clock and
 * journal are the caller's and must outlive it. Loop thread only. During a request it may be freed
 * only after the client: then the result is not known.
 */
#ifndef PLAN_APPLY_H
#define PLAN_APPLY_H

#include "base/clock.h"
#include "client/client.h"
#include "journal/journal.h"
#include "plan/log.h"
#include "plan/recheck.h"

struct plan_apply_options {
	struct client *client;
	const struct clock *clock;
	struct io_watch io;
	struct journal *journal;
	struct str environment, service, approver;
	struct str reason;      /* for the journal; empty: the plan's own */
	size_t max_batch_diffs; /* maximum number of diffs in a batch */
	bool keep_going;        /* continue after a failed batch */
};

enum plan_event {
	PLAN_OFFERS_READ,  /* offers were read for the first time: row states are set, nothing is
			      sent */
	PLAN_SENDING,      /* a batch is in the journal and was sent */
	PLAN_BATCH_RESULT, /* the result of a batch is known */
	PLAN_ENDED,
};

enum plan_end {
	PLAN_END_COMPLETE, /* all rows that may be sent were sent */
	PLAN_END_STOPPED,  /* stopped by plan_apply_stop() */
	PLAN_END_FAILED,   /* a batch failed, and keep_going is not set */
	PLAN_END_ERR,      /* err has the reason */
};

struct plan_batch_result {
	unsigned journal_number;                         /* number in the journal */
	size_t batch_number, row_count, confirmed_count; /* done: read back as planned */
	int64_t duration_ms; /* from the request until the result was known */
	enum client_write_status write_status;
	struct err err; /* error of a refused or unanswered request */
};

struct plan_apply;
typedef void plan_event_fn(void *ctx, enum plan_event event);

struct plan_apply *plan_apply_new(struct plan *p, struct plan_log *log,
    const struct plan_apply_options *rules, plan_event_fn *on_event, void *ctx);
void plan_apply_free(struct plan_apply *a);
/* Reads the offers; then PLAN_OFFERS_READ, or PLAN_ENDED if they cannot be read. */
void plan_apply_read(struct plan_apply *a);
/* After PLAN_OFFERS_READ: sends the pending rows. */
void plan_apply_send(struct plan_apply *a);
/* After PLAN_OFFERS_READ, in place of plan_apply_send(): records the state of each row that was sent
 * and whose result is not known, in the log and the journal. Nothing is sent. Returns false if a file
 * cannot be written. */
bool plan_apply_settle(struct plan_apply *a, struct err *err);
/* True if the row was sent, and its result is not known. */
bool plan_row_is_unsettled(const struct plan_row *row);
/* Stops after the current batch. */
void plan_apply_stop(struct plan_apply *a);

enum plan_end plan_apply_end_reason(const struct plan_apply *a);
const struct err *plan_apply_err(const struct plan_apply *a);
int plan_apply_tries(const struct plan_apply *a);
/* The result of the last batch. */
const struct plan_batch_result *plan_apply_result(const struct plan_apply *a);
/* The number of batches, of rows sent, and of rows to send, as of now. */
size_t plan_apply_batch_count(const struct plan_apply *a);
size_t plan_apply_sent_count(const struct plan_apply *a);
size_t plan_apply_row_count(const struct plan_apply *a);
/* The revision of the catalog that was read; empty if the service does not name it. */
struct str plan_apply_commit(const struct plan_apply *a);

#endif
