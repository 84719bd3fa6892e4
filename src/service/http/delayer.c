#include "service/http/delayer.h"

#include "base/clock.h"
#include "base/vec.h"
#include "base/worker.h"

#include <stdbool.h>

struct delayed_call {
	int64_t due; /* in ticks */
	void *what;
};

struct delayer {
	struct worker worker;
	delayer_fn *ring;
	VEC(struct delayed_call) held;
};

/* Index of the next call; the list must not be empty. */
static size_t
next_delayed(const struct delayer *d)
{
	size_t next = 0;
	for (size_t i = 1; i < d->held.n; i++)
		if (d->held.v[i].due < d->held.v[next].due)
			next = i;
	return next;
}

static void *
run_delayer(void *arg)
{
	struct delayer *d = arg;
	worker_lock(&d->worker);
	while (!d->worker.stopping || d->held.n) {
		if (d->held.n == 0) {
			worker_wait(&d->worker, WORKER_NO_DEADLINE);
			continue;
		}
		size_t next = next_delayed(d);
		struct delayed_call h = d->held.v[next];
		if (!d->worker.stopping && h.due > clock_ticks()) {
			worker_wait(&d->worker, h.due);
			continue;
		}
		vec_remove(&d->held, next);
		d->ring(h.what);
	}
	worker_unlock(&d->worker);
	return NULL;
}

struct delayer *
delayer_start(delayer_fn *ring)
{
	struct delayer *d = x_new(struct delayer);
	d->ring = ring;
	if (worker_start(&d->worker, run_delayer, d))
		return d;
	x_free(d);
	return NULL;
}

void
delayer_stop(struct delayer *d)
{
	worker_stop(&d->worker);
	vec_free(&d->held);
	x_free(d);
}

void
delayer_add(struct delayer *d, int ms, void *what)
{
	struct delayed_call h = { clock_ticks() + ms, what };
	worker_lock(&d->worker);
	vec_push(&d->held, h);
	worker_wake(&d->worker);
	worker_unlock(&d->worker);
}
