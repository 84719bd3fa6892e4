#include "store/ops.h"

#include "store/chain.h"
#include "store/feed.h"
#include "store/postgres/address.h"
#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct str store_catalog_subject = { "catalog", 7 };

static const char catalog_head[] = "catalog";
static const char baskets_head[] = "baskets";

static const struct {
	struct str scheme;
	struct store *(*open)(struct str url, unsigned may, struct err *err);
} schemes[] = {
	{ { "sqlite:", 7 }, sqlite_store_open },
	{ { "postgresql://", 13 }, postgres_store_open },
	{ { "postgres://", 11 }, postgres_store_open },
};

static bool
fail_unknown_url(struct str url, struct err *err)
{
	return err_set_with_field(err, ERR_USAGE, "store",
	    "unknown kind of store %.*s: use sqlite:FILE, sqlite::memory: or postgresql://…",
	    STR_ARG(str_sub(url, 0, str_find_char(url, ':'))));
}

bool
store_check_url(struct str url, struct err *err)
{
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++)
		if (str_starts(url, schemes[i].scheme))
			return true;
	return fail_unknown_url(url, err);
}

struct store *
store_open_with_flags(struct str url, unsigned may, struct err *err)
{
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		if (!str_starts(url, schemes[i].scheme))
			continue;
		struct store *s = schemes[i].open(url, may, err);
		if (s) {
			pthread_mutex_init(&s->known_revision.lock, NULL);
			pthread_mutex_init(&s->last_read.lock, NULL);
			s->last_read.at_us = INT64_MIN;
		}
		return s;
	}
	fail_unknown_url(url, err);
	return NULL;
}

struct store *
store_open(struct str url, struct err *err)
{
	return store_open_with_flags(url, STORE_MAY_ALL, err);
}

struct store *
store_open_existing(struct str url, struct err *err)
{
	return store_open_with_flags(url, STORE_MAY_MIGRATE, err);
}

void
store_close(struct store *s)
{
	if (!s)
		return;
	pthread_mutex_destroy(&s->known_revision.lock);
	pthread_mutex_destroy(&s->last_read.lock);
	s->ops->close(s);
}

void
store_interrupt(struct store *s)
{
	s->ops->interrupt(s);
}

void
store_read_figures(struct store *s, struct store_figures *out)
{
	memset(out, 0, sizeof(*out));
	if (s->ops->get_figures)
		s->ops->get_figures(s, out);
	out->reads = atomic_load(&s->reads);
	out->replica_reads = atomic_load(&s->replica_reads);
}

/* ---- free space ---- */

bool
store_has_room(struct store *s, struct err *err)
{
	return s->ops->has_free_space(s, err);
}

/* ---- transactions ---- */

/* 0: not known. */
static uint64_t
read_data_version(struct store *s, bool repeated)
{
	uint64_t version = s->ops->get_data_version ? s->ops->get_data_version(s, repeated) : 0;
	if (version)
		atomic_store(&s->seen_version, version);
	return version;
}

bool
store_begin(struct store *s, struct store_tx *tx, enum store_access access, struct err *err)
{
	if (access == STORE_READ)
		return store_begin_until(s, tx, 0, NULL, err);
	*tx = (struct store_tx){ .store = s, .access = access };
	return s->ops->begin(tx, err);
}

bool
store_begin_until(struct store *s, struct store_tx *tx, int64_t until,
    const struct store_basket_query *page, struct err *err)
{
	*tx = (struct store_tx){
		.store = s, .access = STORE_READ, .deadline = until, .page = page
	};
	tx->data_version = atomic_load(&s->seen_version);
	if (!tx->data_version)
		tx->data_version = read_data_version(s, false);
	bool ok = s->ops->begin(tx, err);
	if (ok)
		atomic_fetch_add(&s->reads, 1);
	return ok;
}

bool
store_lock_chain(struct store_tx *tx, struct str about, struct err *err)
{
	const struct store_ops *ops = tx->store->ops;
	if (tx->chain_locked)
		return true;
	tx->chain_locked = true;
	tx->audit_chain = audit_chain_of(about, ops->audit_chain_count);
	return !ops->lock_chain || ops->lock_chain(tx, err);
}

/* Locks the default chain for a writer that has named no subject. */
static bool
ensure_chain_lock(struct store_tx *tx, struct err *err)
{
	return tx->access == STORE_READ || tx->chain_locked || store_lock_chain(tx, STR(""), err);
}

/* Counts a change in the head of this name; *count is the new total. `hash` is stored with it,
 * if not NULL. */
static bool
count_change(struct store_tx *tx, const char *name, const unsigned char *hash, int64_t *count,
    struct err *err)
{
	struct store_head head;
	if (!tx->store->ops->get_head(tx, name, &head, err))
		return false;
	*count = ++head.seq;
	if (hash)
		memcpy(head.hash, hash, sizeof(head.hash));
	return tx->store->ops->put_head(tx, name, &head, err);
}

static bool
finish_revision(struct store_tx *tx, struct err *err)
{
	return (!tx->catalog_changed ||
		   count_change(tx, catalog_head, tx->changes_digest,
		       &tx->written_changes.catalog_changes, err)) &&
	    (!tx->baskets_changed ||
		count_change(tx, baskets_head, NULL, &tx->written_changes.basket_changes, err));
}

bool
store_end(struct store_tx *tx, bool commit, struct err *err)
{
	struct err ignored;
	if (commit && !finish_revision(tx, err)) {
		tx->store->ops->end(tx, false, &ignored);
		return false;
	}
	return tx->store->ops->end(tx, commit, err);
}

bool
store_is_empty(struct store_tx *tx, bool *empty, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->is_empty(tx, empty, err);
}

/* The hash of the changes continues from the current commit id. */
static bool
begin_catalog_changes(struct store_tx *tx, struct err *err)
{
	struct store_head head;
	if (tx->catalog_changed)
		return true;
	if (!tx->store->ops->get_head(tx, catalog_head, &head, err))
		return false;
	memcpy(tx->changes_digest, head.hash, sizeof(tx->changes_digest));
	return tx->catalog_changed = true;
}

bool
store_clear(struct store_tx *tx, struct err *err)
{
	if (!ensure_chain_lock(tx, err) || !begin_catalog_changes(tx, err) ||
	    !tx->store->ops->clear(tx, err))
		return false;
	chain_hash_again(tx->changes_digest);
	return tx->baskets_changed = true;
}

/* ---- revisions ---- */

static bool
is_version_remembered(struct store *s, uint64_t version)
{
	pthread_mutex_lock(&s->known_revision.lock);
	bool is = s->known_revision.data_version == version;
	pthread_mutex_unlock(&s->known_revision.lock);
	return is;
}

/* A transaction may see a newer revision than at its beginning. If the data version is still
 * the same, the revision belongs to it and is cached. */
static void
remember_revision(struct store_tx *tx, const struct store_revision *revision)
{
	struct store *s = tx->store;
	uint64_t version = tx->data_version;
	if (!version || is_version_remembered(s, version) || read_data_version(s, false) != version)
		return;
	pthread_mutex_lock(&s->known_revision.lock);
	s->known_revision.data_version = version;
	s->known_revision.revision = *revision;
	pthread_mutex_unlock(&s->known_revision.lock);
}

bool
store_read_revision(struct store_tx *tx, struct store_revision *out, struct err *err)
{
	struct store_head catalog, baskets;
	struct buf hex = { 0 };
	if (!ensure_chain_lock(tx, err) ||
	    !tx->store->ops->get_head(tx, catalog_head, &catalog, err) ||
	    !tx->store->ops->get_head(tx, baskets_head, &baskets, err))
		return false;
	hex_encode(&hex, catalog.hash, (STORE_COMMIT_ID_SIZE - 1) / 2);
	memcpy(out->catalog, buf_z(&hex), STORE_COMMIT_ID_SIZE);
	buf_free(&hex);
	snprintf(out->baskets, sizeof(out->baskets), "%lld", (long long)baskets.seq);
	out->watermark = (struct watermark){ catalog.seq, baskets.seq };
	remember_revision(tx, out);
	return true;
}

bool
store_get_known_revision(struct store *s, struct store_revision *out)
{
	uint64_t now = read_data_version(s, true);
	if (!now)
		return false;
	pthread_mutex_lock(&s->known_revision.lock);
	bool known = s->known_revision.data_version == now;
	if (known)
		*out = s->known_revision.revision;
	pthread_mutex_unlock(&s->known_revision.lock);
	return known;
}

void
store_release_snapshot(struct store *s)
{
	if (s->ops->release_snapshot)
		s->ops->release_snapshot(s);
}

/* ---- baskets ---- */

static bool
check_json_size(struct str json, struct err *err)
{
	return json.n <= STORE_ITEM_SIZE_MAX ||
	    err_set_with_field(
		err, ERR_INVALID, "item", "an item has at most %d bytes", STORE_ITEM_SIZE_MAX);
}

bool
store_list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->list_baskets(tx, q, take, ctx, err);
}

bool
store_check_basket(const struct store_basket *b, struct err *err)
{
	if (b->id.n == 0 || b->id.n > STORE_ID_SIZE_MAX)
		return err_set_with_field(
		    err, ERR_INVALID, "id", "a basket's id has 1 to %d bytes", STORE_ID_SIZE_MAX);
	return check_json_size(b->json, err);
}

bool
store_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err)
{
	tx->baskets_changed = true;
	return store_check_basket(b, err) && ensure_chain_lock(tx, err) &&
	    tx->store->ops->put_basket(tx, b, err);
}

bool
store_find_basket(struct store_tx *tx, struct str id, store_basket_fn *take, void *ctx, bool *found,
    struct err *err)
{
	return ensure_chain_lock(tx, err) &&
	    tx->store->ops->find_basket(tx, id, take, ctx, found, err);
}

bool
store_remove_basket(struct store_tx *tx, struct str id, bool *removed, struct err *err)
{
	bool ok = ensure_chain_lock(tx, err) && tx->store->ops->remove_basket(tx, id, removed, err);
	tx->baskets_changed = tx->baskets_changed || (ok && *removed);
	return ok;
}

/* ---- catalog ---- */

bool
store_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->list_items(tx, q, take, ctx, err);
}

bool
store_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->count_items(tx, q, count, err);
}

bool
store_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->find_items(tx, path, take, ctx, err);
}

/* The key must fit into the indexes of every engine. */
static bool
check_key_size(const struct store_item *item, struct err *err)
{
	return item->path.n + item->id.n <= STORE_KEY_SIZE_MAX ||
	    err_set_with_field(err, ERR_INVALID, "path",
		"an item's path and id have at most %d bytes", STORE_KEY_SIZE_MAX);
}

static bool
hash_item_change(struct store_tx *tx, const struct store_item *item, struct err *err)
{
	if (!begin_catalog_changes(tx, err))
		return false;
	chain_hash_item(tx->changes_digest, item);
	return true;
}

bool
store_put_item(struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err)
{
	bool differs = false;
	bool ok = check_json_size(item->json, err) && check_key_size(item, err) &&
	    ensure_chain_lock(tx, err) && tx->store->ops->put_item(tx, item, &differs, err) &&
	    (!differs || hash_item_change(tx, item, err));
	if (changed)
		*changed = differs;
	return ok;
}

/* The change is hashed like an item without content. */
bool
store_remove_item(struct store_tx *tx, enum store_list list, struct str path, struct str id,
    bool *removed, struct err *err)
{
	const struct store_item item = { .list = list, .path = path, .id = id, .json = STR("") };
	return ensure_chain_lock(tx, err) &&
	    tx->store->ops->remove_item(tx, list, path, id, removed, err) &&
	    (!*removed || hash_item_change(tx, &item, err));
}

/* ---- feeds ---- */

bool
store_read_feed(struct store_tx *tx, struct str source, int64_t *seq, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->read_feed(tx, source, seq, err);
}

bool
store_put_feed(struct store_tx *tx, struct str source, int64_t seq, int64_t at, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->put_feed(tx, source, seq, at, err);
}

/* ---- identities ---- */

bool
store_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err)
{
	if (id.n > STORE_OWNER_SIZE_MAX)
		return err_set_with_field(err, ERR_INVALID, "id",
		    "an owner's id has at most %d bytes", STORE_OWNER_SIZE_MAX);
	return ensure_chain_lock(tx, err) && tx->store->ops->put_owner(tx, id, root, err);
}

bool
store_find_owner(struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->find_owner(tx, id, root, found, err);
}

bool
store_remove_owner(struct store_tx *tx, struct str id, bool *removed, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->remove_owner(tx, id, removed, err);
}

bool
store_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
    void *ctx, struct err *err)
{
	return ensure_chain_lock(tx, err) &&
	    tx->store->ops->list_links(tx, iss, sub, take, ctx, err);
}

bool
store_put_link(struct store_tx *tx, const struct store_link *link, struct err *err)
{
	if (link->iss.n > STORE_NAME_SIZE_MAX || link->sub.n > STORE_NAME_SIZE_MAX ||
	    link->owner.n > STORE_OWNER_SIZE_MAX)
		return err_set_with_field(err, ERR_INVALID, "sub",
		    "an issuer and a subject have at most %d bytes, an owner %d",
		    STORE_NAME_SIZE_MAX, STORE_OWNER_SIZE_MAX);
	return ensure_chain_lock(tx, err) && tx->store->ops->put_link(tx, link, err);
}

/* ---- answers and the audit ---- */

bool
store_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err)
{
	return ensure_chain_lock(tx, err) &&
	    tx->store->ops->find_answer(tx, caller, key, not_before, answer, found, err);
}

bool
store_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, int64_t not_before, struct err *err)
{
	return ensure_chain_lock(tx, err) && tx->store->ops->drop_answers(tx, not_before, err) &&
	    tx->store->ops->put_answer(tx, caller, key, answer, not_before, err);
}

const char *
store_sqlite_version(void)
{
	return sqlite_library_version();
}

void
store_append_libpq_version(struct buf *out)
{
	pq_append_version(out);
}
