/*
 * metrics.h - what the service has counted since it began, as Prometheus reads it.
 *
 * Owns its counters, which any thread may raise. Labels are names of operations and numbers of
 * statuses, of fixed sets: nothing that a client sends becomes one.
 */
#ifndef SERVICE_HTTP_METRICS_H
#define SERVICE_HTTP_METRICS_H

#include "base/buf.h"
#include "store/figures.h"

#include <stdatomic.h>

enum metrics_fault {
	METRICS_FAULT_ON_PURPOSE, /* --fault */
	METRICS_FAULT_STORE,      /* the store could not be reached, or refused */
	METRICS_FAULTS,
};

struct metrics;

/* The name of operation i; a constant. */
typedef const char *metrics_name(size_t i);

/* For n operations. */
struct metrics *metrics_new(metrics_name *name, size_t n);
void metrics_free(struct metrics *m);

/* The count of requests that are worked on, for the HTTP server to keep. */
atomic_uint *metrics_in_progress(struct metrics *m);
/* Counters of requests that wait for a thread: HTTP_QUEUES of them. */
atomic_uint *metrics_queued(struct metrics *m);
/* One answer; operation NULL: to no path that there is. */
void metrics_answer(struct metrics *m, const char *operation, int status, int64_t us);
/* A token that came without the word Bearer and passed. */
void metrics_scheme_less_token(struct metrics *m);
/* An answer that was there already. */
void metrics_cached_response(struct metrics *m);
void metrics_fault(struct metrics *m, enum metrics_fault fault);
/* Appends the text form, with the connections there are now, what the store says of itself, and
 * what the system says of this process. */
void metrics_write(struct buf *out, const struct metrics *m, unsigned connections,
    const struct store_figures *store);

#endif
