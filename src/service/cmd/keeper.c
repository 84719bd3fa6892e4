#include "service/cmd/keeper.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/worker.h"

enum { EVERY_MS = 60000 };

struct keeper {
	struct store *store;
	struct worker worker;
};

static void
tend_store(struct keeper *k)
{
	struct err err;
	if (!store_maintain(k->store, clock_real(), &err))
		log_event(
		    LOG_ERROR, "the store was not tended", LOG_TEXT("reason", str_of(err.text)));
}

static void *
run_keeper(void *arg)
{
	struct keeper *k = arg;
	while (worker_sleep(&k->worker, EVERY_MS))
		tend_store(k);
	tend_store(k);
	return NULL;
}

struct keeper *
keeper_start(struct store *store, struct err *err)
{
	struct keeper *k = x_new(struct keeper);
	k->store = store;
	if (worker_start(&k->worker, run_keeper, k))
		return k;
	x_free(k);
	err_set(err, ERR_IO, "cannot start a thread to tend the store");
	return NULL;
}

void
keeper_stop(struct keeper *k)
{
	if (!k)
		return;
	worker_stop(&k->worker);
	x_free(k);
}
