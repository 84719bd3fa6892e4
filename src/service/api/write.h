/*
 * write.h - runs a write in one transaction with its audit entry and the stored answer for retries:
 * all of them are stored, or none. A refusal changes nothing, and remains a refusal even if its
 * audit entry cannot be stored.
 */
#ifndef SERVICE_API_WRITE_H
#define SERVICE_API_WRITE_H

#include "service/api/route.h"

/* The result of a write, for the response and the audit. */
struct effect_result {
	struct buf body;     /* of the response */
	const char *outcome; /* one word for the audit; NULL: "done" */
	struct buf detail;   /* JSON for the audit, or empty */
};

/* Performs the write within the transaction; called again if the transaction must be repeated.
 * Returns true and fills in *r. Returns false and sets err either with refuse_request(), having stored
 * nothing, or to an error of the store. */
typedef bool write_effect(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err);

struct write_request {
	struct str target; /* the object that is written to, for the audit: an owner, a catalog */
	struct str lock_subject; /* other writes about the same subject wait: store_lock_chain() */
	write_effect *effect;
	void *ctx;
};

/* Runs the write, or repeats the stored answer for the same Idempotency-Key. */
bool write_run(
    struct call *call, const struct write_request *order, struct response *rs, struct err *err);

/* Stores an audit entry that a write was denied for lack of a right. A failure to store it is
 * only logged; the response is the same. */
void write_audit_denial(struct call *call);

/* Gets the request body if it is valid JSON and an object; otherwise refuses the request. */
bool write_read_body(struct call *call, struct str *object, struct err *err);

#endif
