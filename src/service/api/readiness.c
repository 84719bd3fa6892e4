#include "service/api/readiness.h"

#include "base/mem.h"
#include "base/worker.h"
#include "store/failures.h"

struct readiness {
	struct worker worker;
	readiness_check *check;
	void *ctx;
	/* Guarded by the worker's lock: */
	pthread_cond_t answered;
	bool is_asked;
	unsigned answers; /* number of results so far */
	bool ok;          /* the last result */
	struct err err;
};

static void *
run_checks(void *arg)
{
	struct readiness *r = arg;
	worker_lock(&r->worker);
	while (!r->worker.stopping) {
		if (!r->is_asked) {
			worker_wait(&r->worker, WORKER_NO_DEADLINE);
			continue;
		}
		worker_unlock(&r->worker);
		struct err err = { 0 };
		bool ok = r->check(r->ctx, &err);
		worker_lock(&r->worker);
		r->ok = ok;
		r->err = err;
		r->is_asked = false;
		r->answers++;
		pthread_cond_broadcast(&r->answered);
	}
	worker_unlock(&r->worker);
	return NULL;
}

struct readiness *
readiness_start(readiness_check *check, void *ctx, struct err *err)
{
	struct readiness *r = x_new(struct readiness);
	r->check = check;
	r->ctx = ctx;
	pthread_cond_init(&r->answered, NULL);
	if (worker_start(&r->worker, run_checks, r))
		return r;
	pthread_cond_destroy(&r->answered);
	x_free(r);
	err_set(err, ERR_IO, "cannot start a thread to ask the store whether it is ready");
	return NULL;
}

void
readiness_stop(struct readiness *r)
{
	if (!r)
		return;
	worker_stop(&r->worker);
	pthread_cond_destroy(&r->answered);
	x_free(r);
}

bool
readiness_ask(struct readiness *r, int64_t until, struct err *err)
{
	bool in_time = true;
	worker_lock(&r->worker);
	unsigned before = r->answers;
	r->is_asked = true;
	worker_wake(&r->worker);
	while (in_time && r->answers == before)
		in_time = worker_wait_for(&r->answered, &r->worker.lock, until);
	bool is_answered = r->answers != before, ok = is_answered && r->ok;
	if (is_answered)
		*err = r->err;
	worker_unlock(&r->worker);
	return ok ||
	    (is_answered ? false : store_fail_unavailable(err, "the store did not answer in time"));
}
