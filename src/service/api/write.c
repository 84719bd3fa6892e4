#include "service/api/write.h"

#include "base/clock.h"
#include "base/log.h"
#include "store/replica.h"
#include "wire/errors.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

/* WRITE_TRIES_TIMEOUT_MS: no new try after this time. A try that waits for a lock takes 8 s, and a
 * client gives up after 30 s without knowing whether the write took effect. */
enum {
	IDEMPOTENCY_KEY_SIZE_MAX = 255,
	WRITE_TRIES_MAX = 6,
	WRITE_RETRY_WAIT_MS = 40,
	WRITE_TRIES_TIMEOUT_MS = 10000
};

static const int64_t answer_lifetime_ms = WHEN_DAY;

struct idempotency_key {
	struct str key; /* p NULL: no Idempotency-Key in the request */
	unsigned char request_digest[DIGEST_SIZE];
};

static bool
is_printable(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < 33 || s.p[i] > 126)
			return false;
	return true;
}

/* Reads the key and computes a digest of the request's method, target, conditions and body: a
 * retry has the same digest. */
static bool
read_idempotency_key(const struct request *rq, struct idempotency_key *r, struct err *err)
{
	struct str parts[] = { rq->method, rq->target, request_header(rq, "If-Match"),
		request_header(rq, "Prefer"), rq->body };
	struct buf bytes = { 0 };
	r->key = request_header(rq, "Idempotency-Key");
	if (!r->key.p)
		return true;
	if (r->key.n == 0 || r->key.n > IDEMPOTENCY_KEY_SIZE_MAX || !is_printable(r->key))
		return refuse_request(err, REFUSE_BAD_REQUEST,
		    "Idempotency-Key must be 1 to %d printable characters.",
		    IDEMPOTENCY_KEY_SIZE_MAX);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		buf_addf(&bytes, "%zu:", parts[i].n);
		buf_adds(&bytes, parts[i]);
	}
	digest_sha256(buf_str(&bytes), r->request_digest);
	buf_free(&bytes);
	return true;
}

static struct store_caller
caller_of(const struct call *call)
{
	return (struct store_caller){ .subject = str_of(call->claims.sub),
		.root = str_of(call->claims.root),
		.client = str_of(call->claims.client) };
}

/* Sets *found and fills rs with the stored answer, or refuses if the key was used for another
 * request. */
static bool
find_earlier_answer(struct call *call, struct store_tx *tx, const struct idempotency_key *r,
    struct response *rs, bool *found, struct err *err)
{
	struct store_caller caller = caller_of(call);
	struct store_answer earlier = { 0 };
	*found = false;
	if (!r->key.p)
		return true;
	bool ok = store_find_answer(
	    tx, &caller, r->key, clock_real() - answer_lifetime_ms, &earlier, found, err);
	if (ok && *found && memcmp(earlier.request_digest, r->request_digest, DIGEST_SIZE) != 0) {
		ok = refuse_request(err, REFUSE_IDEMPOTENCY_MISMATCH,
		    "This Idempotency-Key was used for another request.");
	} else if (ok && *found) {
		rs->status = earlier.status;
		buf_adds(&rs->body, buf_str(&earlier.body));
	}
	buf_free(&earlier.body);
	return ok;
}

/* Stores the answer for retries. Refusals are not stored: they had no effect, so a retry is
 * handled anew. */
static bool
save_answer(struct call *call, struct store_tx *tx, const struct idempotency_key *r,
    const struct response *rs, struct err *err)
{
	int64_t now = clock_real();
	struct store_caller caller = caller_of(call);
	struct store_answer answer = { .answered_at = now, .status = rs->status, .body = rs->body };
	if (!r->key.p || rs->status >= 400)
		return true;
	memcpy(answer.request_digest, r->request_digest, DIGEST_SIZE);
	return store_put_answer(tx, &caller, r->key, &answer, now - answer_lifetime_ms, err);
}

static bool
append_audit(struct call *call, struct store_tx *tx, struct str target, const char *outcome,
    struct str detail, struct err *err)
{
	struct store_audit entry = { .recorded_at = clock_real(),
		.request_id = str_of(call->request->id),
		.subject = str_of(call->claims.sub),
		.operation = str_of(route_info(call->route)->operation),
		.target = target,
		.outcome = str_of(outcome),
		.detail = detail.n ? detail : STR("{}") };
	return store_append_audit(tx, &entry, err);
}

/* Runs the effect and appends its audit entry. A refusal is also a response and fills rs.
 * Returns false only if the store failed. */
static bool
run_effect(struct call *call, const struct write_request *order, struct store_tx *tx,
    struct response *rs, struct err *err)
{
	struct effect_result r = { 0 };
	bool done = order->effect(order->ctx, call, tx, &r, err);
	bool ok = done || err->http_status;
	if (done)
		buf_adds(&rs->body, buf_str(&r.body));
	else if (ok)
		response_set_refusal(rs, call->request, err, false);
	ok = ok &&
	    append_audit(call, tx, order->target, done ? r.outcome ? r.outcome : "done" : err->code,
		buf_str(&r.detail), err);
	buf_free(&r.body);
	buf_free(&r.detail);
	return ok;
}

/* Logs that the audit entry for a refusal could not be stored. */
static void
log_unwritten_refusal(const struct call *call, const struct err *why)
{
	if (call->service->metrics)
		metrics_count_fault(call->service->metrics, METRICS_FAULT_STORE);
	log_event(LOG_ERROR, "refusal not written to the audit",
	    LOG_TEXT("request", str_of(call->request->id)), LOG_TEXT("reason", str_of(why->text)));
}

/* After a catalog write, includes all earlier writes in the caller's watermark. */
static void
note_watermark(struct call *call, const struct write_request *order, struct store_tx *tx)
{
	struct store_revision now;
	struct err ignored;
	if (store_has_replica(call->service->store) &&
	    str_eq(order->lock_subject, store_catalog_subject) &&
	    store_read_revision(tx, &now, &ignored))
		call->written_changes = now.watermark;
}

/* Tries once. Returns false and sets err if nothing was written; rs may then contain a refusal. */
static bool
try_write_once(struct call *call, const struct write_request *order,
    const struct idempotency_key *repeat, struct response *rs, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	bool found;
	if (!store_begin(call->service->store, &tx, STORE_WRITE, err))
		return false;
	bool ok = store_lock_chain(&tx, order->lock_subject, err) &&
	    find_earlier_answer(call, &tx, repeat, rs, &found, err);
	if (!ok || found) {
		if (ok)
			note_watermark(call, order, &tx);
		store_end(&tx, false, &ignored);
		return ok;
	}
	ok = run_effect(call, order, &tx, rs, err) && save_answer(call, &tx, repeat, rs, err);
	ok = store_end(&tx, ok, ok ? err : &ignored) && ok;
	call->written_changes = tx.written_changes;
	return ok;
}

/* The wait grows with each try and is random, so that two conflicting writers do not collide
 * again. */
static void
wait_before_retry(int tries)
{
	unsigned char random;
	digest_random(&random, 1);
	poll(NULL, 0, (tries + 1) * WRITE_RETRY_WAIT_MS * (128 + random) / 256);
}

bool
write_run(
    struct call *call, const struct write_request *order, struct response *rs, struct err *err)
{
	struct idempotency_key repeat;
	int status = rs->status;
	int64_t until = clock_ticks() + WRITE_TRIES_TIMEOUT_MS;
	if (!read_idempotency_key(call->request, &repeat, err))
		return false;
	for (int tries = 0; !try_write_once(call, order, &repeat, rs, err); tries++) {
		bool refused = rs->status >= 400;
		if (!store_failure_is_retryable(err) || tries == WRITE_TRIES_MAX ||
		    clock_ticks() >= until) {
			if (refused)
				log_unwritten_refusal(call, err);
			return refused;
		}
		response_drop_body(rs);
		rs->status = status;
		wait_before_retry(tries);
	}
	return true;
}

void
write_audit_denial(struct call *call)
{
	struct store_tx tx;
	struct err why = { 0 }, ignored;
	bool ok = store_begin(call->service->store, &tx, STORE_WRITE, &why);
	if (ok) {
		ok = store_lock_chain(&tx, call->owner, &why) &&
		    append_audit(call, &tx, call->owner, "forbidden", STR_NONE, &why);
		ok = store_end(&tx, ok, ok ? &why : &ignored) && ok;
	}
	if (!ok)
		log_unwritten_refusal(call, &why);
}

bool
write_read_body(struct call *call, struct str *object, struct err *err)
{
	struct err why;
	*object = str_trim(call->request->body);
	if (object->n == 0)
		return refuse_request(err, REFUSE_BAD_REQUEST, "This request needs a body.");
	if (!json_scan_check(*object, &json_scan_service_rules, NULL, &why))
		return refuse_request(
		    err, REFUSE_BAD_REQUEST, "The body cannot be read: %s.", why.text);
	return json_is_object(*object) ||
	    refuse_request(err, REFUSE_INVALID, "The body must be an object.");
}
