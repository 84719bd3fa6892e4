/*
 * worker_pool.h - threads for work that may wait, for a disk or for a lock, so that the thread that serves
 * connections never does.
 *
 * Owns its threads: one more is started when there is work and all that there are have some, up to
 * a number; they stay until the end. Thread-safe.
 */
#ifndef SERVICE_HTTP_WORKER_POOL_H
#define SERVICE_HTTP_WORKER_POOL_H

#include <stdbool.h>

struct worker_pool;

/* One piece of work; it and what it is about are the caller's, and stay until it has run. */
struct pool_job {
	struct pool_job *next;
	void (*run)(struct pool_job *job);
};

struct worker_pool *worker_pool_start(unsigned most);
/* Ends its threads after everything that was added is done. */
void worker_pool_end(struct worker_pool *c);
/* False, and nothing was added, once it is ended. */
bool worker_pool_add(struct worker_pool *c, struct pool_job *job);
/* Ended or not. */
void worker_pool_free(struct worker_pool *c);

#endif
