#include "service/delayer.h"

#include "base/clock.h"
#include "base/vec.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

struct held {
	int64_t due; /* ticks */
	void *what;
};

struct delayer {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	delayer_fn *ring;
	bool ending;
	VEC(struct held) held;
};

/* Index of the next one; the list is not empty. */
static size_t
next_due(const struct delayer *d)
{
	size_t next = 0;
	for (size_t i = 1; i < d->held.n; i++)
		if (d->held.v[i].due < d->held.v[next].due)
			next = i;
	return next;
}

static void
wait_until(struct delayer *d, int64_t due)
{
	struct timespec at = { .tv_sec = due / 1000, .tv_nsec = due % 1000 * 1000000 };
	pthread_cond_timedwait(&d->changed, &d->lock, &at);
}

static void *
run_delayer(void *arg)
{
	struct delayer *d = arg;
	pthread_mutex_lock(&d->lock);
	while (!d->ending || d->held.n) {
		if (d->held.n == 0) {
			pthread_cond_wait(&d->changed, &d->lock);
			continue;
		}
		size_t next = next_due(d);
		struct held h = d->held.v[next];
		if (!d->ending && h.due > clock_ticks()) {
			wait_until(d, h.due);
			continue;
		}
		vec_remove(&d->held, next);
		d->ring(h.what);
	}
	pthread_mutex_unlock(&d->lock);
	return NULL;
}

struct delayer *
delayer_start(delayer_fn *ring)
{
	struct delayer *d = x_new(struct delayer);
	pthread_condattr_t attr;
	d->ring = ring;
	pthread_mutex_init(&d->lock, NULL);
	/* The clock that clock_ticks() reads. */
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&d->changed, &attr);
	pthread_condattr_destroy(&attr);
	if (pthread_create(&d->thread, NULL, run_delayer, d) == 0)
		return d;
	pthread_cond_destroy(&d->changed);
	pthread_mutex_destroy(&d->lock);
	x_free(d);
	return NULL;
}

void
delayer_stop(struct delayer *d)
{
	pthread_mutex_lock(&d->lock);
	d->ending = true;
	pthread_cond_signal(&d->changed);
	pthread_mutex_unlock(&d->lock);
	pthread_join(d->thread, NULL);
	pthread_cond_destroy(&d->changed);
	pthread_mutex_destroy(&d->lock);
	vec_free(&d->held);
	x_free(d);
}

void
delayer_add(struct delayer *d, int ms, void *what)
{
	struct held h = { clock_ticks() + ms, what };
	pthread_mutex_lock(&d->lock);
	vec_push(&d->held, h);
	pthread_cond_signal(&d->changed);
	pthread_mutex_unlock(&d->lock);
}
