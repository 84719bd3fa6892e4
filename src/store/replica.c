#include "store/replica.h"

#include "base/clock.h"
#include "store/ops.h"

bool
store_set_replica(struct store *s, struct str url, struct err *err)
{
	if (!s->ops->set_replica)
		return err_set_with_field(err, ERR_USAGE, "read-store",
		    "only a store on PostgreSQL can be read from a replica");
	return s->has_replica = s->ops->set_replica(s, url, err);
}

bool
store_has_replica(const struct store *s)
{
	return s->has_replica;
}

/* ---- current revision ---- */

static bool
find_last_read_since(struct store *s, const struct store_terms *terms, struct store_revision *out)
{
	if (s->ops->get_data_version) /* store_get_known_revision() serves such an engine */
		return false;
	pthread_mutex_lock(&s->last_read.lock);
	bool is = s->last_read.at_us > terms->min_read_at_us &&
	    watermark_covers(&s->last_read.revision.watermark, &terms->min_watermark);
	if (is)
		*out = s->last_read.revision;
	pthread_mutex_unlock(&s->last_read.lock);
	return is;
}

static void
remember_read(struct store *s, int64_t at_us, const struct store_revision *revision)
{
	pthread_mutex_lock(&s->last_read.lock);
	if (at_us > s->last_read.at_us) {
		s->last_read.at_us = at_us;
		s->last_read.revision = *revision;
	}
	pthread_mutex_unlock(&s->last_read.lock);
}

bool
store_find_revision_since(
    struct store *s, const struct store_terms *terms, struct store_revision *out, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (find_last_read_since(s, terms, out))
		return true;
	int64_t now = clock_ticks_us();
	if (!store_begin_until(s, &tx, terms->deadline, NULL, err))
		return false;
	bool ok = store_read_revision(&tx, out, err);
	store_end(&tx, false, &ignored);
	if (ok)
		remember_read(s, now, out);
	return ok;
}

/* ---- reading ---- */

/* The state that the replica must have is read from the primary, which is cheaper than reading
 * the data there: requests at the same time, or within the lag that they allow, share one query. */
static bool
begin_on_replica(struct store *s, struct store_tx *tx, const struct store_terms *terms,
    const struct store_basket_query *page)
{
	struct store_revision now;
	struct err ignored;
	if (!s->has_replica || terms->primary_only ||
	    !store_find_revision_since(s, terms, &now, &ignored))
		return false;
	struct watermark least = watermark_max(&now.watermark, &terms->min_watermark);
	*tx = (struct store_tx){
		.store = s, .access = STORE_READ, .deadline = terms->deadline, .page = page
	};
	bool ok = s->ops->begin_on_replica(tx, &least);
	if (ok)
		atomic_fetch_add(&s->replica_reads, 1);
	return ok;
}

static bool
begin_reading(struct store *s, struct store_tx *tx, const struct store_terms *terms,
    const struct store_basket_query *page, struct err *err)
{
	return begin_on_replica(s, tx, terms, page) ||
	    store_begin_until(s, tx, terms->deadline, page, err);
}

bool
store_begin_reading(
    struct store *s, struct store_tx *tx, const struct store_terms *terms, struct err *err)
{
	return begin_reading(s, tx, terms, NULL, err);
}

bool
store_read_baskets(struct store *s, const struct store_terms *terms,
    const struct store_basket_query *q, struct store_revision *revision, store_basket_fn *take,
    void *ctx, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!begin_reading(s, &tx, terms, q, err))
		return false;
	bool ok = store_read_revision(&tx, revision, err) &&
	    store_list_baskets(&tx, q, take, ctx, err);
	store_end(&tx, false, &ignored);
	return ok;
}
