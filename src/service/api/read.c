#include "service/api/read.h"

static const char seen_header[] = "X-Seen";

/* Time limit from the request line to the response: after that, most clients have given up. */
enum { STORE_READ_TIMEOUT_MS = 10000 };

struct store_terms
read_terms_of_request(const struct service *service, const struct request *rq)
{
	struct store_terms terms = { .min_read_at_us = rq->arrived_at_us,
		.deadline = rq->arrived_at_us ? rq->arrived_at_us / 1000 + STORE_READ_TIMEOUT_MS
					      : 0 };
	if (watermark_parse(&terms.min_watermark, request_header(rq, seen_header)))
		terms.min_read_at_us -= (int64_t)service->max_read_lag_ms * 1000;
	return terms;
}

static struct store_terms
read_terms_of_call(const struct call *call)
{
	struct store_terms terms = read_terms_of_request(call->service, call->request);
	terms.primary_only = call->is_retry;
	return terms;
}

bool
read_begin(struct call *call, struct store_tx *tx, struct err *err)
{
	struct err ignored;
	struct store *store = call->service->store;
	struct store_terms terms = read_terms_of_call(call);
	bool begun = store_begin_reading(store, tx, &terms, err);
	if (begun && !store_read_revision(tx, &call->store_revision, err)) {
		store_end(tx, false, &ignored);
		return false;
	}
	return begun;
}

bool
read_baskets(struct call *call, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	struct store_terms terms = read_terms_of_call(call);
	return store_read_baskets(
	    call->service->store, &terms, q, &call->store_revision, take, ctx, err);
}

void
read_set_seen_header(
    const struct service *service, const struct watermark *seen, struct response *rs)
{
	struct buf text = { 0 };
	if (!store_has_replica(service->store))
		return;
	watermark_write(&text, seen);
	response_add_header(rs, seen_header, buf_z(&text));
	buf_free(&text);
}
