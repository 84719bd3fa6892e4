#include "base/worker.h"

#include "base/clock.h"

#include <time.h>

static void
free_worker(struct worker *w)
{
	pthread_cond_destroy(&w->wakeup);
	pthread_mutex_destroy(&w->lock);
}

bool
worker_start(struct worker *w, void *(*run)(void *arg), void *arg)
{
	w->stopping = false;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->wakeup, NULL);
	if (pthread_create(&w->thread, NULL, run, arg) == 0)
		return true;
	free_worker(w);
	return false;
}

void
worker_stop(struct worker *w)
{
	worker_lock(w);
	w->stopping = true;
	worker_wake(w);
	worker_unlock(w);
	pthread_join(w->thread, NULL);
	free_worker(w);
}

void
worker_lock(struct worker *w)
{
	pthread_mutex_lock(&w->lock);
}

void
worker_unlock(struct worker *w)
{
	pthread_mutex_unlock(&w->lock);
}

void
worker_wake(struct worker *w)
{
	pthread_cond_signal(&w->wakeup);
}

bool
worker_wait(struct worker *w, int64_t until)
{
	return worker_wait_for(&w->wakeup, &w->lock, until);
}

bool
worker_wait_for(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until)
{
	if (until == WORKER_NO_DEADLINE)
		return pthread_cond_wait(cond, lock) == 0;
	const struct timespec at = { .tv_sec = until / 1000, .tv_nsec = until % 1000 * 1000000 };
	return pthread_cond_clockwait(cond, lock, CLOCK_MONOTONIC, &at) == 0;
}

bool
worker_sleep(struct worker *w, int64_t ms)
{
	int64_t until = clock_ticks() + ms;
	bool early = true;
	worker_lock(w);
	while (!w->stopping && early)
		early = worker_wait(w, until);
	bool goes_on = !w->stopping;
	worker_unlock(w);
	return goes_on;
}
