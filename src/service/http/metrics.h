/*
 * metrics.h - the service's counters since its start, in Prometheus format.
 *
 * Owns its counters, which any thread may increment. Labels are operation names and status codes
 * from fixed sets; nothing that a client sends becomes a label.
 */
#ifndef SERVICE_HTTP_METRICS_H
#define SERVICE_HTTP_METRICS_H

#include "base/buf.h"
#include "store/figures.h"

#include <stdatomic.h>

enum metrics_fault {
	METRICS_FAULT_INJECTED, /* --fault */
	METRICS_FAULT_STORE,    /* the store was unreachable or returned an error */
	METRICS_FAULTS,
};

/* Lines of feeds, by result. */
enum metrics_feed_result {
	METRICS_FEED_DONE,
	METRICS_FEED_UNCHANGED,
	METRICS_FEED_SKIPPED,
	METRICS_FEED_REFUSED,
	METRICS_FEED_RESULTS,
};

struct metrics;

/* Returns the name of operation i, a constant. */
typedef const char *metrics_name_fn(size_t i);

/* Creates the counters for n operations. */
struct metrics *metrics_new(metrics_name_fn *name, size_t n);
void metrics_free(struct metrics *m);

/* The counter of requests in progress, to be updated by the HTTP server. */
atomic_uint *metrics_in_progress_count(struct metrics *m);
/* HTTP_QUEUES counters of requests that wait for a thread. */
atomic_uint *metrics_queued_counts(struct metrics *m);
/* Counts a response; operation NULL: to an unknown path. */
void metrics_count_answer(struct metrics *m, const char *operation, int status, int64_t us);
/* Counts a refusal by its code, a constant of refusal_infos; NULL is allowed. */
void metrics_count_refusal(struct metrics *m, const char *code);
/* Counts an accepted token that was sent without the word Bearer. */
void metrics_count_scheme_less_token(struct metrics *m);
/* Counts a response from the cache. */
void metrics_count_cached_response(struct metrics *m);
void metrics_count_feed_lines(struct metrics *m, const size_t counts[METRICS_FEED_RESULTS]);
void metrics_count_fault(struct metrics *m, enum metrics_fault fault);
/* Appends the metrics as text, including the current number of connections, the store's figures
 * and the process's resource usage. */
void metrics_write(struct buf *out, const struct metrics *m, unsigned connections,
    const struct store_figures *store);

#endif
