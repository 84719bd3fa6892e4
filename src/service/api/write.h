/*
 * write.h - what every write has in common: one transaction that holds its effect, its line in the
 * audit and the answer that a repetition gets, all of them or none. A refusal changes nothing: it
 * stays the refusal that it is when its line cannot be written.
 */
#ifndef SERVICE_API_WRITE_H
#define SERVICE_API_WRITE_H

#include "service/api/route.h"

/* The result of a write, for the audit and the client. */
struct effect_result {
	struct buf body;     /* of the answer */
	const char *outcome; /* one word; NULL: "done" */
	struct buf detail;   /* JSON for the audit, or empty */
};

/* Does it within the transaction; more than once, when that has to be begun anew. True with the result; or false with err as refuse() makes it,
 * and then nothing has been put; or false with a store's err. */
typedef bool write_effect(
    void *ctx, struct call *call, struct store_tx *tx, struct effect_result *r, struct err *err);

struct write_request {
	struct str target; /* whom or what it concerns: an owner, a catalog */
	struct str about;  /* the subject that other writers must not write about meanwhile:
			      store_lock_chain() */
	write_effect *effect;
	void *ctx;
};

/* Runs it, or answers what was answered before to the same Idempotency-Key. */
bool write_run(
    struct call *call, const struct write_request *order, struct response *rs, struct err *err);

/* Writes down that a write was refused for want of a right; where that cannot be written, the log
 * says so: a refusal stays one. */
void write_audit_denial(struct call *call);

/* The body as checked JSON that is an object; refuses anything else. */
bool write_read_body(struct call *call, struct str *object, struct err *err);

#endif
