#include "store/chain.h"
#include "store/ops.h"
#include "wire/names.h"

#include <string.h>

static const char checkpoint_head_name[] = "knot";

/* ---- entries ---- */

static bool
append_to_chain(
    struct store_tx *tx, unsigned audit_chain, const struct store_audit *entry, struct err *err)
{
	const struct store_ops *ops = tx->store->ops;
	struct store_head head;
	struct store_audit next = *entry;
	char name[AUDIT_CHAIN_NAME_SIZE];
	audit_chain_head_name(name, audit_chain);
	if (!ops->get_head(tx, name, &head, err))
		return false;
	next.audit_chain = audit_chain;
	next.seq = head.seq + 1;
	chain_hash_audit(next.hash, head.hash, &next);
	head.seq = next.seq;
	memcpy(head.hash, next.hash, sizeof(head.hash));
	return ops->put_audit(tx, &next, err) && ops->put_head(tx, name, &head, err);
}

bool
store_append_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err)
{
	return (tx->chain_locked || store_lock_chain(tx, STR(""), err)) &&
	    append_to_chain(tx, tx->audit_chain, entry, err);
}

bool
store_list_audit(struct store_tx *tx, store_audit_fn *take, void *ctx, struct err *err)
{
	bool ok = true, go_on = true;
	for (unsigned audit_chain = 0; ok && go_on && audit_chain < STORE_AUDIT_CHAIN_COUNT;
	     audit_chain++)
		ok = tx->store->ops->list_audit(tx, audit_chain, take, ctx, &go_on, err);
	return ok;
}

bool
store_audit_is_about_owner(const struct store_audit *entry)
{
	return str_eqz(entry->operation, endpoint_infos[ENDPOINT_LINK].operation) ||
	    str_eqz(entry->operation, endpoint_infos[ENDPOINT_UNLINK].operation);
}

bool
store_list_audit_newest(struct store_tx *tx, const struct store_audit_query *q,
    store_audit_fn *take, void *ctx, struct err *err)
{
	return tx->store->ops->list_audit_newest(tx, q, take, ctx, err);
}

bool
store_read_audit_head(
    struct store_tx *tx, unsigned audit_chain, struct store_head *head, struct err *err)
{
	char name[AUDIT_CHAIN_NAME_SIZE];
	audit_chain_head_name(name, audit_chain);
	return tx->store->ops->get_head(tx, name, head, err);
}

/* ---- checkpoints ---- */

struct checkpoint_heads {
	struct buf detail; /* {"lanes":{"1":"SEQ HASH",…}} */
	unsigned n;
};

static bool
add_head_to_checkpoint(void *ctx, struct str name, const struct store_head *head)
{
	struct checkpoint_heads *k = ctx;
	unsigned audit_chain;
	if (!audit_chain_from_head_name(name, &audit_chain) || audit_chain == 0 || head->seq == 0)
		return true;
	buf_addf(&k->detail, "%s\"%u\":\"%lld ", k->n++ ? "," : "{\"lanes\":{", audit_chain,
	    (long long)head->seq);
	hex_encode(&k->detail, head->hash, sizeof(head->hash));
	buf_addc(&k->detail, '"');
	return true;
}

/* Sets *in_last to whether the heads are unchanged since the last checkpoint, of which a digest
 * is stored. */
static bool
is_in_last_checkpoint(struct store_tx *tx, const struct checkpoint_heads *k,
    struct store_head *last, bool *in_last, struct err *err)
{
	unsigned char hash[DIGEST_SIZE];
	if (!tx->store->ops->get_head(tx, checkpoint_head_name, last, err))
		return false;
	digest_sha256(buf_str(&k->detail), hash);
	*in_last = k->n == 0 || memcmp(hash, last->hash, sizeof(hash)) == 0;
	memcpy(last->hash, hash, sizeof(hash));
	last->seq++;
	return true;
}

static bool
add_checkpoint(struct store_tx *tx, int64_t now, struct err *err)
{
	struct checkpoint_heads k = { 0 };
	struct store_head last;
	bool in_last;
	bool ok = store_lock_chain(tx, STR(""), err) &&
	    tx->store->ops->list_heads(tx, add_head_to_checkpoint, &k, err) &&
	    is_in_last_checkpoint(tx, &k, &last, &in_last, err);
	if (ok && !in_last) {
		buf_addz(&k.detail, "}}");
		const struct store_audit entry = { .recorded_at = now,
			.operation = STR("knot"),
			.outcome = STR("done"),
			.detail = buf_str(&k.detail) };
		ok = append_to_chain(tx, 0, &entry, err) &&
		    tx->store->ops->put_head(tx, checkpoint_head_name, &last, err);
	}
	buf_free(&k.detail);
	return ok;
}

bool
store_needs_maintenance(const struct store *s)
{
	return s->ops->audit_chain_count > 1;
}

bool
store_maintain(struct store *s, int64_t now, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(s, &tx, STORE_WRITE, err))
		return false;
	bool ok = add_checkpoint(&tx, now, err) &&
	    (!s->ops->delete_expired_data || s->ops->delete_expired_data(&tx, err));
	return store_end(&tx, ok, ok ? err : &ignored) && ok;
}
