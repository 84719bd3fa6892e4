/* The worker pool: a job that waits does not delay others, and every job added is done before
 * the pool ends. */
#include "lib/test.h"
#include "service/http/worker_pool.h"

#include <semaphore.h>
#include <stdatomic.h>

enum { JOBS = 500 };

struct piece {
	struct pool_job job; /* must be first */
	atomic_uint *done;
	sem_t *waits_for, *rings;
};

static void
run(struct pool_job *job)
{
	struct piece *p = (struct piece *)job;
	if (p->waits_for)
		sem_wait(p->waits_for);
	if (p->rings)
		sem_post(p->rings);
	atomic_fetch_add(p->done, 1);
}

TEST(all_jobs_are_done_before_the_end)
{
	struct piece pieces[JOBS];
	atomic_uint done = 0;
	struct worker_pool *c = worker_pool_start(3);
	assert_non_null(c);
	for (int i = 0; i < JOBS; i++) {
		pieces[i] = (struct piece){ .job.run = run, .done = &done };
		worker_pool_add(c, &pieces[i].job);
	}
	worker_pool_free(c);
	assert_int_equal(atomic_load(&done), JOBS);
}

/* Each job waits for the one added after it: as many run at the same time as there are workers. */
TEST(a_waiting_job_blocks_no_other)
{
	enum { HANDS = 4 };
	struct piece pieces[HANDS];
	sem_t bells[HANDS];
	atomic_uint done = 0;
	struct worker_pool *c = worker_pool_start(HANDS);
	assert_non_null(c);
	for (int i = 0; i < HANDS; i++)
		sem_init(&bells[i], 0, 0);
	for (int i = 0; i < HANDS; i++) {
		pieces[i] = (struct piece){ .job.run = run,
			.done = &done,
			.waits_for = i + 1 < HANDS ? &bells[i + 1] : NULL,
			.rings = &bells[i] };
		worker_pool_add(c, &pieces[i].job);
	}
	worker_pool_free(c);
	assert_int_equal(atomic_load(&done), HANDS);
	for (int i = 0; i < HANDS; i++)
		sem_destroy(&bells[i]);
}

TEST(it_can_end_without_jobs)
{
	for (int i = 0; i < 20; i++) {
		struct worker_pool *c = worker_pool_start(4);
		assert_non_null(c);
		worker_pool_free(c);
	}
}
