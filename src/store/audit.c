#include "store/chain.h"
#include "store/lanes.h"
#include "store/ops.h"

#include <string.h>

static const char knot[] = "knot";

/* ---- entries ---- */

static bool
append(struct store_tx *tx, unsigned lane, const struct store_audit *entry, struct err *err)
{
	const struct store_ops *ops = tx->store->ops;
	struct store_head head;
	struct store_audit next = *entry;
	char name[LANE_NAME];
	lane_head_name(name, lane);
	if (!ops->get_head(tx, name, &head, err))
		return false;
	next.lane = lane;
	next.seq = head.seq + 1;
	chain_audit(next.hash, head.hash, &next);
	head.seq = next.seq;
	memcpy(head.hash, next.hash, sizeof(head.hash));
	return ops->put_audit(tx, &next, err) && ops->put_head(tx, name, &head, err);
}

bool
store_append_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err)
{
	return (tx->claimed || store_claim(tx, STR(""), err)) && append(tx, tx->lane, entry, err);
}

bool
store_list_audit(struct store_tx *tx, store_audit_fn *take, void *ctx, struct err *err)
{
	bool ok = true, go_on = true;
	for (unsigned lane = 0; ok && go_on && lane < STORE_LANES; lane++)
		ok = tx->store->ops->list_audit(tx, lane, take, ctx, &go_on, err);
	return ok;
}

bool
store_audit_head(struct store_tx *tx, unsigned lane, struct store_head *head, struct err *err)
{
	char name[LANE_NAME];
	lane_head_name(name, lane);
	return tx->store->ops->get_head(tx, name, head, err);
}

/* ---- knots ---- */

struct knot_heads {
	struct buf detail; /* {"lanes":{"1":"SEQ HASH",…}} */
	unsigned n;
};

static bool
add_head_to_knot(void *ctx, struct str name, const struct store_head *head)
{
	struct knot_heads *k = ctx;
	unsigned lane;
	if (!lane_of_head(name, &lane) || lane == 0 || head->seq == 0)
		return true;
	buf_addf(&k->detail, "%s\"%u\":\"%lld ", k->n++ ? "," : "{\"lanes\":{", lane,
	    (long long)head->seq);
	hex_encode(&k->detail, head->hash, sizeof(head->hash));
	buf_addc(&k->detail, '"');
	return true;
}

/* Anything that was not tied yet? The last knot is noted by its digest. */
static bool
is_tied(struct store_tx *tx, const struct knot_heads *k, struct store_head *last, bool *tied,
    struct err *err)
{
	unsigned char hash[DIGEST_SIZE];
	if (!tx->store->ops->get_head(tx, knot, last, err))
		return false;
	digest_sha256(buf_str(&k->detail), hash);
	*tied = k->n == 0 || memcmp(hash, last->hash, sizeof(hash)) == 0;
	memcpy(last->hash, hash, sizeof(hash));
	last->seq++;
	return true;
}

static bool
tie_lanes(struct store_tx *tx, int64_t now, struct err *err)
{
	struct knot_heads k = { 0 };
	struct store_head last;
	bool tied;
	bool ok = store_claim(tx, STR(""), err) &&
	    tx->store->ops->list_heads(tx, add_head_to_knot, &k, err) &&
	    is_tied(tx, &k, &last, &tied, err);
	if (ok && !tied) {
		buf_addz(&k.detail, "}}");
		const struct store_audit entry = { .at = now,
			.operation = STR("knot"),
			.outcome = STR("done"),
			.detail = buf_str(&k.detail) };
		ok = append(tx, 0, &entry, err) && tx->store->ops->put_head(tx, knot, &last, err);
	}
	buf_free(&k.detail);
	return ok;
}

bool
store_needs_tending(const struct store *s)
{
	return s->ops->lanes > 1;
}

bool
store_tend(struct store *s, int64_t now, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(s, &tx, STORE_WRITE, err))
		return false;
	bool ok = tie_lanes(&tx, now, err) && (!s->ops->tend || s->ops->tend(&tx, err));
	return store_end(&tx, ok, ok ? err : &ignored) && ok;
}
