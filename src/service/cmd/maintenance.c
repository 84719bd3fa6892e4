#include "service/cmd/maintenance.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/worker.h"
#include "model/when.h"
#include "store/removal.h"

/* STEP_BASKETS: deleted in one transaction, in a few milliseconds, so that other writers hardly
 * wait. FIRST_MS: after the start, when requests come first. */
enum { INTERVAL_MS = 60000, FIRST_MS = 1000, STEP_BASKETS = 200, STEP_PAUSE_MS = 20 };

struct maintenance {
	struct store *store;
	const struct clock *clock;
	struct retention keep;
	struct worker worker;
};

static void
log_failure(const struct err *err)
{
	log_event(LOG_ERROR, "store maintenance failed", LOG_TEXT("reason", str_of(err->text)));
}

static void
add_checkpoint(struct maintenance *m)
{
	struct err err;
	if (store_needs_maintenance(m->store) && !store_maintain(m->store, clock_real(), &err))
		log_failure(&err);
}

/* ---- retention ---- */

static bool
append_record(struct store_tx *tx, bool completed, int64_t n, int64_t before, struct err *err)
{
	struct buf detail = { 0 };
	buf_addf(&detail, "{\"%s\":%lld,\"before\":\"", completed ? "completed-baskets" : "baskets",
	    (long long)n);
	when_write(&detail, before);
	buf_addz(&detail, "\"}");
	const struct store_audit entry = { .recorded_at = clock_real(),
		.operation = STR("retention"),
		.outcome = STR("done"),
		.detail = buf_str(&detail) };
	bool ok = store_append_audit(tx, &entry, err);
	buf_free(&detail);
	return ok;
}

/* One small transaction with its audit entry; *dropped is 0 if there is nothing (more) to delete.
 */
static bool
drop_step(struct maintenance *m, bool completed, int64_t before, int64_t *dropped, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	*dropped = 0;
	if (!store_begin(m->store, &tx, STORE_WRITE, err))
		return false;
	bool ok = store_lock_chain(&tx, STR(""), err) &&
	    store_drop_old_baskets(&tx, completed, before, STEP_BASKETS, dropped, err);
	bool keep = ok && *dropped > 0;
	if (keep)
		keep = ok = append_record(&tx, completed, *dropped, before, err);
	return store_end(&tx, keep, ok ? err : &ignored) && ok;
}

static void
drop_old(struct maintenance *m, bool completed, int64_t kept_ms)
{
	struct err err;
	int64_t dropped, sum = 0, before = clock_now(m->clock) - kept_ms;
	bool ok = kept_ms > 0;
	if (!ok)
		return;
	do {
		ok = drop_step(m, completed, before, &dropped, &err);
		sum += ok ? dropped : 0;
	} while (ok && dropped == STEP_BASKETS && worker_sleep(&m->worker, STEP_PAUSE_MS));
	if (!ok)
		log_failure(&err);
	if (sum)
		log_event(LOG_INFO,
		    completed ? "old completed baskets deleted" : "old baskets deleted",
		    LOG_NUMBER("baskets", sum));
}

/* A completed basket is kept no longer than any other. */
static void
apply_retention(struct maintenance *m)
{
	const struct retention *keep = &m->keep;
	bool sooner = keep->completed_baskets_ms &&
	    (!keep->baskets_ms || keep->completed_baskets_ms < keep->baskets_ms);
	drop_old(m, false, keep->baskets_ms);
	drop_old(m, true, sooner ? keep->completed_baskets_ms : keep->baskets_ms);
}

/* ---- the thread ---- */

static void *
run_maintenance(void *arg)
{
	struct maintenance *m = arg;
	int64_t wait = FIRST_MS;
	while (worker_sleep(&m->worker, wait)) {
		apply_retention(m);
		if (wait == INTERVAL_MS)
			add_checkpoint(m);
		wait = INTERVAL_MS;
	}
	add_checkpoint(m);
	return NULL;
}

bool
maintenance_start(struct maintenance **out, struct store *store, const struct clock *clock,
    const struct retention *keep, struct err *err)
{
	*out = NULL;
	if (!store_needs_maintenance(store) && !keep->baskets_ms && !keep->completed_baskets_ms)
		return true;
	struct maintenance *m = x_new(struct maintenance);
	*m = (struct maintenance){ .store = store, .clock = clock, .keep = *keep };
	if (worker_start(&m->worker, run_maintenance, m)) {
		*out = m;
		return true;
	}
	x_free(m);
	return err_set(err, ERR_IO, "cannot start a thread to maintain the store");
}

void
maintenance_stop(struct maintenance *m)
{
	if (!m)
		return;
	worker_stop(&m->worker);
	x_free(m);
}
