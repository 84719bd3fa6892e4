/*
 * worker.h - a thread that works until it is told to stop, with one lock for what it shares and one
 * bell that wakes it.
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
	bool stopping; /* looked at with the lock held */
};

/* Never: worker_wait() is ended by the bell alone. */
#define WORKER_NO_DEADLINE INT64_MAX

/* Runs run(arg) in a thread of its own. False when there is none to be had: then nothing is left.
 */
bool worker_start(struct worker *w, void *(*run)(void *arg), void *arg);
/* Tells the thread to stop, wakes it, waits until it has come back, and frees what is the worker's.
 */
void worker_stop(struct worker *w);

void worker_lock(struct worker *w);
void worker_unlock(struct worker *w);
/* Wakes the thread. */
void worker_wake(struct worker *w);
/* By the thread, with the lock held: until the bell rings, or the time (clock_ticks()) has come, or
 * for no reason at all. False when the time has come. */
bool worker_wait(struct worker *w, int64_t until);

/* As above for any condition and its lock, whatever clock the condition uses. */
bool worker_wait_for(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until);

/* By the worker itself, without the lock: so long it does nothing. False when it is to stop. */
bool worker_sleep(struct worker *w, int64_t ms);

#endif
