#include "store/ops.h"

#include "store/chain.h"
#include "store/sqlite/sqlite.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char catalog_head[] = "catalog";
static const char audit_head[] = "audit";

static const struct {
	struct str scheme;
	struct store *(*open)(struct str rest, bool may_create, struct err *err);
} schemes[] = {
	{ { "sqlite:", 7 }, sqlite_store_open },
};

static struct store *
open_by_scheme(struct str url, bool may_create, struct err *err)
{
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++)
		if (str_starts(url, schemes[i].scheme))
			return schemes[i].open(
			    str_sub(url, schemes[i].scheme.n, url.n), may_create, err);
	err_field(err, ERR_USAGE, "store",
	    "no store is called %.*s: use sqlite:FILE or "
	    "sqlite::memory:",
	    STR_ARG(url));
	return NULL;
}

struct store *
store_open(struct str url, struct err *err)
{
	return open_by_scheme(url, true, err);
}

struct store *
store_open_existing(struct str url, struct err *err)
{
	return open_by_scheme(url, false, err);
}

void
store_close(struct store *s)
{
	if (s)
		s->ops->close(s);
}

/* ---- room ---- */

bool
store_has_room(struct store *s, struct err *err)
{
	return s->ops->has_room(s, err);
}

/* ---- transactions ---- */

bool
store_begin(struct store *s, struct store_tx *tx, enum store_access access, struct err *err)
{
	*tx = (struct store_tx){ .store = s, .access = access };
	return s->ops->begin(tx, err);
}

static bool
finish_revision(struct store_tx *tx, struct err *err)
{
	struct store_head head;
	if (!tx->store->ops->get_head(tx, catalog_head, &head, err))
		return false;
	head.seq++;
	memcpy(head.hash, tx->changes, sizeof(head.hash));
	return tx->store->ops->put_head(tx, catalog_head, &head, err);
}

bool
store_end(struct store_tx *tx, bool commit, struct err *err)
{
	struct err ignored;
	if (commit && tx->catalog_changed && !finish_revision(tx, err)) {
		tx->store->ops->end(tx, false, &ignored);
		return false;
	}
	return tx->store->ops->end(tx, commit, err);
}

bool
store_is_empty(struct store_tx *tx, bool *empty, struct err *err)
{
	return tx->store->ops->is_empty(tx, empty, err);
}

bool
store_clear(struct store_tx *tx, struct err *err)
{
	return tx->store->ops->clear(tx, err);
}

/* ---- baskets ---- */

static bool
check_size(struct str json, struct err *err)
{
	return json.n <= STORE_ITEM_MAX ||
	    err_field(err, ERR_INVALID, "item", "an item has at most %d bytes", STORE_ITEM_MAX);
}

bool
store_list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	return tx->store->ops->list_baskets(tx, q, take, ctx, err);
}

bool
store_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err)
{
	if (b->id.n == 0 || b->id.n > STORE_ID_MAX)
		return err_field(
		    err, ERR_INVALID, "id", "a basket's id has 1 to %d bytes", STORE_ID_MAX);
	return check_size(b->json, err) && tx->store->ops->put_basket(tx, b, err);
}

/* ---- catalog ---- */

bool
store_commit_id(struct store_tx *tx, char out[STORE_COMMIT_ID], struct err *err)
{
	struct store_head head;
	struct buf hex = { 0 };
	if (!tx->store->ops->get_head(tx, catalog_head, &head, err))
		return false;
	hex_encode(&hex, head.hash, (STORE_COMMIT_ID - 1) / 2);
	memcpy(out, buf_z(&hex), STORE_COMMIT_ID);
	buf_free(&hex);
	return true;
}

bool
store_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err)
{
	return tx->store->ops->list_items(tx, q, take, ctx, err);
}

bool
store_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err)
{
	return tx->store->ops->count_items(tx, q, count, err);
}

bool
store_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err)
{
	return tx->store->ops->find_items(tx, path, take, ctx, err);
}

static bool
note_change(struct store_tx *tx, const struct store_item *item, struct err *err)
{
	if (!tx->catalog_changed) {
		struct store_head head;
		if (!tx->store->ops->get_head(tx, catalog_head, &head, err))
			return false;
		memcpy(tx->changes, head.hash, sizeof(tx->changes));
		tx->catalog_changed = true;
	}
	chain_item(tx->changes, item);
	return true;
}

bool
store_put_item(struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err)
{
	bool differs = false;
	bool ok = check_size(item->json, err) &&
	    tx->store->ops->put_item(tx, item, &differs, err) &&
	    (!differs || note_change(tx, item, err));
	if (changed)
		*changed = differs;
	return ok;
}

/* ---- identities ---- */

bool
store_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err)
{
	return tx->store->ops->put_owner(tx, id, root, err);
}

bool
store_find_owner(struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err)
{
	return tx->store->ops->find_owner(tx, id, root, found, err);
}

bool
store_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
    void *ctx, struct err *err)
{
	return tx->store->ops->list_links(tx, iss, sub, take, ctx, err);
}

bool
store_put_link(struct store_tx *tx, const struct store_link *link, struct err *err)
{
	return tx->store->ops->put_link(tx, link, err);
}

/* ---- answers and the audit ---- */

bool
store_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err)
{
	return tx->store->ops->find_answer(tx, caller, key, not_before, answer, found, err);
}

bool
store_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, int64_t not_before, struct err *err)
{
	return tx->store->ops->drop_answers(tx, not_before, err) &&
	    tx->store->ops->put_answer(tx, caller, key, answer, err);
}

bool
store_append_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err)
{
	const struct store_ops *ops = tx->store->ops;
	struct store_head head;
	struct store_audit next = *entry;
	if (!ops->get_head(tx, audit_head, &head, err))
		return false;
	next.seq = head.seq + 1;
	chain_audit(next.hash, head.hash, &next);
	head.seq = next.seq;
	memcpy(head.hash, next.hash, sizeof(head.hash));
	return ops->put_audit(tx, &next, err) && ops->put_head(tx, audit_head, &head, err);
}

bool
store_list_audit(struct store_tx *tx, store_audit_fn *take, void *ctx, struct err *err)
{
	return tx->store->ops->list_audit(tx, take, ctx, err);
}

bool
store_audit_head(struct store_tx *tx, struct store_head *head, struct err *err)
{
	return tx->store->ops->get_head(tx, audit_head, head, err);
}
