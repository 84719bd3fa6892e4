#include "service/api/readiness.h"

#include "base/mem.h"
#include "base/worker.h"
#include "store/failures.h"

struct readiness {
	struct worker worker;
	readiness_check *check;
	void *ctx;
	/* Guarded by the worker's lock: */
	pthread_cond_t result_ready;
	bool is_check_requested;
	unsigned result_count; /* number of results so far */
	bool is_ready;         /* the last result */
	struct err err;
};

static void *
run_checks(void *arg)
{
	struct readiness *r = arg;
	worker_lock(&r->worker);
	while (!r->worker.stopping) {
		if (!r->is_check_requested) {
			worker_wait(&r->worker, WORKER_NO_DEADLINE);
			continue;
		}
		worker_unlock(&r->worker);
		struct err err = { 0 };
		bool ok = r->check(r->ctx, &err);
		worker_lock(&r->worker);
		r->is_ready = ok;
		r->err = err;
		r->is_check_requested = false;
		r->result_count++;
		pthread_cond_broadcast(&r->result_ready);
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
	pthread_cond_init(&r->result_ready, NULL);
	if (worker_start(&r->worker, run_checks, r))
		return r;
	pthread_cond_destroy(&r->result_ready);
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
	pthread_cond_destroy(&r->result_ready);
	x_free(r);
}

bool
readiness_wait_for_check(struct readiness *r, int64_t until, struct err *err)
{
	bool in_time = true;
	worker_lock(&r->worker);
	unsigned before = r->result_count;
	r->is_check_requested = true;
	worker_wake(&r->worker);
	while (in_time && r->result_count == before)
		in_time = worker_wait_for(&r->result_ready, &r->worker.lock, until);
	bool is_answered = r->result_count != before, ok = is_answered && r->is_ready;
	if (is_answered)
		*err = r->err;
	worker_unlock(&r->worker);
	return ok ||
	    (is_answered ? false
			 : store_fail_unavailable(err, "the store did not respond in time"));
}
