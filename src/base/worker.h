/*
 * worker.h - a thread that runs until worker_stop(), with one lock for shared data and one
 * condition variable that wakes it.
 */
#ifndef BASE_WORKER_H
#define BASE_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct worker {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wakeup;
	bool stopping; /* read with the lock held */
};

/* For worker_wait(): wait without a deadline, until the thread is woken. */
#define WORKER_NO_DEADLINE INT64_MAX

/* Runs run(arg) in a new thread. Returns false, with nothing left allocated, if the thread could
 * not be started. */
bool worker_start(struct worker *w, void *(*run)(void *arg), void *arg);
/* Tells the thread to stop, wakes it, joins it, and frees the worker's own data. */
void worker_stop(struct worker *w);

void worker_lock(struct worker *w);
void worker_unlock(struct worker *w);
/* Wakes the thread. */
void worker_wake(struct worker *w);
/* Called by the thread with the lock held. Waits until it is woken or the deadline
 * (clock_ticks()) has passed; may also return spuriously. Returns false if the deadline has
 * passed. */
bool worker_wait(struct worker *w, int64_t until);

/* Like worker_wait() for any condition and its lock, with the clock that the condition uses. */
bool worker_wait_for(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until);

/* Called by the thread without the lock: sleeps for `ms`. Returns false if the thread must stop. */
bool worker_sleep(struct worker *w, int64_t ms);

#endif
