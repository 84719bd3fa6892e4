#include "service/cmd/maintenance.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/worker.h"

enum { MAINTENANCE_INTERVAL_MS = 60000 };

struct maintenance {
	struct store *store;
	struct worker worker;
};

static void
maintain_store(struct maintenance *k)
{
	struct err err;
	if (!store_maintain(k->store, clock_real(), &err))
		log_event(
		    LOG_ERROR, "store maintenance failed", LOG_TEXT("reason", str_of(err.text)));
}

static void *
run_maintenance(void *arg)
{
	struct maintenance *k = arg;
	while (worker_sleep(&k->worker, MAINTENANCE_INTERVAL_MS))
		maintain_store(k);
	maintain_store(k);
	return NULL;
}

struct maintenance *
maintenance_start(struct store *store, struct err *err)
{
	struct maintenance *k = x_new(struct maintenance);
	k->store = store;
	if (worker_start(&k->worker, run_maintenance, k))
		return k;
	x_free(k);
	err_set(err, ERR_IO, "cannot start a thread to maintain the store");
	return NULL;
}

void
maintenance_stop(struct maintenance *k)
{
	if (!k)
		return;
	worker_stop(&k->worker);
	x_free(k);
}
