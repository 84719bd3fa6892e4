#include "service/http/worker_pool.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/vec.h"
#include "base/worker.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

struct delayed_call {
	int64_t due_at; /* in ticks */
	void *argument;
};

struct delayer {
	struct worker worker;
	delayer_fn *on_due;
	VEC(struct delayed_call) calls;
};

/* Index of the next call; the list must not be empty. */
static size_t
find_next_delayed(const struct delayer *d)
{
	size_t next = 0;
	for (size_t i = 1; i < d->calls.n; i++)
		if (d->calls.v[i].due_at < d->calls.v[next].due_at)
			next = i;
	return next;
}

static void *
run_delayer(void *arg)
{
	struct delayer *d = arg;
	worker_lock(&d->worker);
	while (!d->worker.stopping || d->calls.n) {
		if (d->calls.n == 0) {
			worker_wait(&d->worker, WORKER_NO_DEADLINE);
			continue;
		}
		size_t next = find_next_delayed(d);
		struct delayed_call h = d->calls.v[next];
		if (!d->worker.stopping && h.due_at > clock_ticks()) {
			worker_wait(&d->worker, h.due_at);
			continue;
		}
		vec_remove(&d->calls, next);
		d->on_due(h.argument);
	}
	worker_unlock(&d->worker);
	return NULL;
}

struct delayer *
delayer_start(delayer_fn *ring)
{
	struct delayer *d = x_new(struct delayer);
	d->on_due = ring;
	if (worker_start(&d->worker, run_delayer, d))
		return d;
	x_free(d);
	return NULL;
}

void
delayer_stop(struct delayer *d)
{
	worker_stop(&d->worker);
	vec_free(&d->calls);
	x_free(d);
}

void
delayer_add(struct delayer *d, int ms, void *what)
{
	struct delayed_call h = { clock_ticks() + ms, what };
	worker_lock(&d->worker);
	vec_push(&d->calls, h);
	worker_wake(&d->worker);
	worker_unlock(&d->worker);
}

struct worker_pool {
	pthread_mutex_t lock;
	pthread_cond_t wakeup;
	struct pool_job *first_job, **last_link;
	unsigned threads_n, max_threads;
	unsigned idle_count, woken_count; /* waiting threads, and how many of them were woken */
	bool stopping;
	pthread_t threads[];
};

/* Waits for the next job; NULL when the pool ends. Call with the lock held. */
static struct pool_job *
next_job(struct worker_pool *c)
{
	while (!c->first_job && !c->stopping) {
		c->idle_count++;
		pthread_cond_wait(&c->wakeup, &c->lock);
		c->idle_count--;
		if (c->woken_count)
			c->woken_count--;
	}
	struct pool_job *job = c->first_job;
	if (job && !(c->first_job = job->next))
		c->last_link = &c->first_job;
	return job;
}

/* Lets a woken worker not preempt the thread that may add more jobs: on one core this saves half
 * of the context switches. If the system refuses, nothing changes. */
static void
lower_wakeup_priority(void)
{
	sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){ 0 });
}

static void *
run_worker(void *arg)
{
	struct worker_pool *c = arg;
	struct pool_job *job;
	lower_wakeup_priority();
	pthread_mutex_lock(&c->lock);
	while ((job = next_job(c))) {
		pthread_mutex_unlock(&c->lock);
		job->run(job);
		pthread_mutex_lock(&c->lock);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static bool
add_worker(struct worker_pool *c)
{
	bool ok = pthread_create(&c->threads[c->threads_n], NULL, run_worker, c) == 0;
	c->threads_n += ok;
	return ok;
}

struct worker_pool *
worker_pool_start(unsigned most)
{
	struct worker_pool *c = x_alloc(sizeof(*c) + most * sizeof(*c->threads));
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->wakeup, NULL);
	c->last_link = &c->first_job;
	c->max_threads = most;
	if (add_worker(c)) /* with no thread at all, no job would ever run */
		return c;
	worker_pool_free(c);
	return NULL;
}

void
worker_pool_end(struct worker_pool *c)
{
	pthread_mutex_lock(&c->lock);
	c->stopping = true;
	pthread_cond_broadcast(&c->wakeup);
	pthread_mutex_unlock(&c->lock);
	for (; c->threads_n; c->threads_n--)
		pthread_join(c->threads[c->threads_n - 1], NULL);
}

void
worker_pool_free(struct worker_pool *c)
{
	worker_pool_end(c);
	pthread_cond_destroy(&c->wakeup);
	pthread_mutex_destroy(&c->lock);
	x_free(c);
}

bool
worker_pool_add(struct worker_pool *c, struct pool_job *job)
{
	job->next = NULL;
	pthread_mutex_lock(&c->lock);
	if (c->stopping) {
		pthread_mutex_unlock(&c->lock);
		return false;
	}
	*c->last_link = job;
	c->last_link = &job->next;
	if (c->idle_count > c->woken_count) {
		c->woken_count++;
		pthread_cond_signal(&c->wakeup);
	} else if (c->threads_n < c->max_threads) {
		add_worker(c);
	}
	pthread_mutex_unlock(&c->lock);
	return true;
}
