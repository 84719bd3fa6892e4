#include "store/removal.h"

#include "store/ops.h"

static bool
lock_chain(struct store_tx *tx, struct err *err)
{
	return tx->chain_locked || store_lock_chain(tx, STR(""), err);
}

bool
store_drop_old_baskets(struct store_tx *tx, bool completed, int64_t before, size_t limit,
    int64_t *dropped, struct err *err)
{
	if (!lock_chain(tx, err) ||
	    !tx->store->ops->drop_old_baskets(tx, completed, before, limit, dropped, err))
		return false;
	tx->baskets_changed = tx->baskets_changed || *dropped > 0;
	return true;
}

bool
store_drop_link(
    struct store_tx *tx, struct str iss, struct str sub, struct str owner, struct err *err)
{
	return lock_chain(tx, err) && tx->store->ops->drop_link(tx, iss, sub, owner, err);
}

bool
store_drop_answer(
    struct store_tx *tx, const struct store_caller *caller, struct str key, struct err *err)
{
	return lock_chain(tx, err) && tx->store->ops->drop_answer(tx, caller, key, err);
}

bool
store_redact_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err)
{
	return lock_chain(tx, err) &&
	    tx->store->ops->redact_audit(tx, entry->audit_chain, entry->seq, err);
}

bool
store_scrub(struct store *s, struct scrub_text *texts, size_t n, struct scrub_report *report,
    struct err *err)
{
	return s->ops->scrub(s, texts, n, report, err);
}
