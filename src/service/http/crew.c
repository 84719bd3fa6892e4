#include "service/http/crew.h"

#include "base/mem.h"

#include <pthread.h>
#include <sched.h>

struct crew {
	pthread_mutex_t lock;
	pthread_cond_t bell;
	struct crew_job *first, **end;
	unsigned threads_n, most;
	unsigned idle, called; /* who wait; and how many of those were rung for */
	bool stopping;
	pthread_t threads[];
};

/* The next piece, waiting for it; NULL at the end. With the lock held. */
static struct crew_job *
next_job(struct crew *c)
{
	while (!c->first && !c->stopping) {
		c->idle++;
		pthread_cond_wait(&c->bell, &c->lock);
		c->idle--;
		if (c->called)
			c->called--;
	}
	struct crew_job *job = c->first;
	if (job && !(c->first = job->next))
		c->end = &c->first;
	return job;
}

/* Waking a worker must not preempt the thread that has more to hand over: on one core that
 * avoids half of the switches. If the system refuses, nothing changes. */
static void
give_way(void)
{
	sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){ 0 });
}

static void *
run_hand(void *arg)
{
	struct crew *c = arg;
	struct crew_job *job;
	give_way();
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
add_hand(struct crew *c)
{
	bool ok = pthread_create(&c->threads[c->threads_n], NULL, run_hand, c) == 0;
	c->threads_n += ok;
	return ok;
}

struct crew *
crew_start(unsigned most)
{
	struct crew *c = x_alloc(sizeof(*c) + most * sizeof(*c->threads));
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->bell, NULL);
	c->end = &c->first;
	c->most = most;
	if (add_hand(c)) /* without a single one nothing would ever be done */
		return c;
	crew_free(c);
	return NULL;
}

void
crew_end(struct crew *c)
{
	pthread_mutex_lock(&c->lock);
	c->stopping = true;
	pthread_cond_broadcast(&c->bell);
	pthread_mutex_unlock(&c->lock);
	for (; c->threads_n; c->threads_n--)
		pthread_join(c->threads[c->threads_n - 1], NULL);
}

void
crew_free(struct crew *c)
{
	crew_end(c);
	pthread_cond_destroy(&c->bell);
	pthread_mutex_destroy(&c->lock);
	x_free(c);
}

bool
crew_add(struct crew *c, struct crew_job *job)
{
	job->next = NULL;
	pthread_mutex_lock(&c->lock);
	if (c->stopping) {
		pthread_mutex_unlock(&c->lock);
		return false;
	}
	*c->end = job;
	c->end = &job->next;
	if (c->idle > c->called) {
		c->called++;
		pthread_cond_signal(&c->bell);
	} else if (c->threads_n < c->most) {
		add_hand(c);
	}
	pthread_mutex_unlock(&c->lock);
	return true;
}
