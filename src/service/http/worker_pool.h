/*
 * worker_pool.h - threads for work that may wait for a disk or a lock, so that the event loop
 * threads never do.
 *
 * Owns its threads: starts one more when a job is added and all are busy, up to a maximum. Threads
 * stay until the end. Thread-safe.
 */
#ifndef SERVICE_HTTP_WORKER_POOL_H
#define SERVICE_HTTP_WORKER_POOL_H

#include <stdbool.h>

struct worker_pool;

/* A job. The caller owns it and its data, which must stay valid until it has run. */
struct pool_job {
	struct pool_job *next;
	void (*run)(struct pool_job *job);
};

struct worker_pool *worker_pool_start(unsigned most);
/* Finishes all jobs added so far and ends the threads. */
void worker_pool_end(struct worker_pool *c);
/* Returns false without adding the job if the pool has ended. */
bool worker_pool_add(struct worker_pool *c, struct pool_job *job);
/* Frees the pool, ended or not. */
void worker_pool_free(struct worker_pool *c);

/*
 * Calls back after a delay, so that a response can be delayed without blocking a server
 * thread. Owns one thread, which sleeps while nothing is pending.
 */

struct delayer;

typedef void delayer_fn(void *what);

/* Returns NULL if the thread cannot be created. `ring` is called from that thread. */
struct delayer *delayer_start(delayer_fn *ring);
/* Calls back for everything that is pending, at once. */
void delayer_stop(struct delayer *d);
/* Calls `ring` with `what` after ms milliseconds. */
void delayer_add(struct delayer *d, int ms, void *what);

#endif
