/* Threads that are started, woken and stopped. */
#include "base/worker.h"

#include "base/clock.h"
#include "lib/test.h"

enum { NOTICED_MS = 10 };

struct counter {
	struct worker worker;
	int asked, answered; /* protected by the worker's lock */
	int64_t until;
};

static void *
answer(void *arg)
{
	struct counter *c = arg;
	worker_lock(&c->worker);
	while (!c->worker.stopping || c->answered < c->asked) {
		if (c->answered < c->asked)
			c->answered++;
		else
			worker_wait(&c->worker, WORKER_NO_DEADLINE);
	}
	worker_unlock(&c->worker);
	return NULL;
}

TEST(a_worker_handles_each_wakeup)
{
	struct counter c = { 0 };
	assert_true(worker_start(&c.worker, answer, &c));
	for (int i = 0; i < 100; i++) {
		worker_lock(&c.worker);
		c.asked++;
		worker_wake(&c.worker);
		worker_unlock(&c.worker);
	}
	worker_stop(&c.worker);
	assert_int_equal(c.answered, 100);
}

TEST(an_endless_wait_can_be_stopped)
{
	struct counter c = { 0 };
	assert_true(worker_start(&c.worker, answer, &c));
	worker_stop(&c.worker);
	assert_int_equal(c.answered, 0);
}

static void *
wait_for_the_time(void *arg)
{
	struct counter *c = arg;
	worker_lock(&c->worker);
	while (worker_wait(&c->worker, c->until))
		c->asked++;
	worker_unlock(&c->worker);
	return NULL;
}

TEST(a_wait_ends_at_its_deadline)
{
	struct counter c = { .until = clock_ticks() + NOTICED_MS };
	assert_true(worker_start(&c.worker, wait_for_the_time, &c));
	worker_stop(&c.worker);
	assert_true(clock_ticks() >= c.until);
}
