#include "store/copy.h"

#include "store/chain.h"
#include "store/ops.h"
#include "wire/json_scan.h"

#include <string.h>

/* A pass over a store that counts all records, adds them to a digest and, if `target` is set,
 * copies them. */
struct copy_pass {
	struct store_tx *target; /* NULL: read only */
	bool checks_json;
	struct store_copy_counts *counts;
	struct buf bytes; /* bytes of the current record */
	uint64_t n;       /* records in the current page */
	struct err *err;
	bool ok;
};

/* ---- the digest ---- */

static void
add_number(struct copy_pass *p, int64_t v)
{
	for (int shift = 56; shift >= 0; shift -= 8)
		buf_addc(&p->bytes, (char)((uint64_t)v >> shift & 255));
}

/* Adds the text after its length, so that different records never have the same bytes. */
static void
add_text(struct copy_pass *p, struct str text)
{
	add_number(p, (int64_t)text.n);
	buf_adds(&p->bytes, text);
}

static void
begin_record(struct copy_pass *p, uint64_t *count, char kind)
{
	++*count;
	p->n++;
	buf_reset(&p->bytes);
	buf_add(&p->bytes, p->counts->digest, DIGEST_SIZE);
	buf_addc(&p->bytes, kind);
}

/* `put`: whether the other store accepted the record. */
static bool
end_record(struct copy_pass *p, bool put)
{
	digest_sha256(buf_str(&p->bytes), p->counts->digest);
	return p->ok = p->ok && put;
}

/* ---- records ---- */

static bool
check_json(struct copy_pass *p, const char *kind, struct str id, struct str json)
{
	struct err why;
	if (!p->checks_json || json_scan_check(json, &json_scan_service_rules, NULL, &why))
		return true;
	err_set(p->err, ERR_PROTOCOL, "%s \"%.*s\" is damaged: %s", kind,
	    STR_ARG(str_sub(id, 0, 200)), why.text);
	return p->ok = false;
}

static bool
put_basket_copy(struct store_tx *target, const struct store_basket *b, struct err *err)
{
	target->baskets_changed = true;
	return store_check_basket(b, err) && target->store->ops->copy_basket(target, b, err);
}

static bool
copy_basket(void *ctx, const struct store_basket *b)
{
	struct copy_pass *p = ctx;
	if (!check_json(p, "basket", b->id, b->json))
		return false;
	begin_record(p, &p->counts->baskets, 'b');
	add_number(p, b->created);
	add_number(p, b->completed);
	add_text(p, b->id);
	add_text(p, b->json);
	return end_record(p, !p->target || put_basket_copy(p->target, b, p->err));
}

static bool
copy_item_record(void *ctx, const struct store_item *i)
{
	struct copy_pass *p = ctx;
	uint64_t removed = 0;
	if (i->list < STORE_REMOVED && !check_json(p, "item", i->path, i->json))
		return false;
	begin_record(p, i->list < STORE_REMOVED ? &p->counts->items : &removed, 'i');
	add_number(p, i->list);
	add_number(p, i->number);
	add_number(p, i->modified);
	add_number(p, i->published);
	add_text(p, i->path);
	add_text(p, i->id);
	add_text(p, i->json);
	return end_record(p, !p->target || p->target->store->ops->copy_item(p->target, i, p->err));
}

static bool
copy_owner(void *ctx, struct str id, struct str root)
{
	struct copy_pass *p = ctx;
	begin_record(p, &p->counts->owners, 'o');
	add_text(p, id);
	add_text(p, root);
	return end_record(p, !p->target || store_put_owner(p->target, id, root, p->err));
}

static bool
copy_link(void *ctx, const struct store_link *l)
{
	struct copy_pass *p = ctx;
	begin_record(p, &p->counts->links, 'l');
	add_text(p, l->iss);
	add_text(p, l->sub);
	add_text(p, l->owner);
	add_number(p, l->state);
	add_number(p, l->linked_at);
	add_text(p, l->linked_by);
	add_text(p, l->json);
	return end_record(p, !p->target || store_put_link(p->target, l, p->err));
}

static bool
copy_feed(void *ctx, struct str source, int64_t seq, int64_t at)
{
	struct copy_pass *p = ctx;
	begin_record(p, &p->counts->feeds, 'f');
	add_text(p, source);
	add_number(p, seq);
	add_number(p, at);
	return end_record(
	    p, !p->target || p->target->store->ops->put_feed(p->target, source, seq, at, p->err));
}

static bool
copy_answer(void *ctx, const struct store_caller *c, struct str key, const struct store_answer *a)
{
	struct copy_pass *p = ctx;
	begin_record(p, &p->counts->idempotency_answers, 'a');
	add_text(p, c->subject);
	add_text(p, c->root);
	add_text(p, c->client);
	add_text(p, key);
	add_number(p, a->answered_at);
	add_number(p, a->status);
	add_text(p, buf_str(&a->body));
	buf_add(&p->bytes, a->request_digest, DIGEST_SIZE);
	return end_record(p,
	    !p->target ||
		p->target->store->ops->put_answer(p->target, c, key, a, INT64_MIN, p->err));
}

/* The hash is copied without a check; `audit verify` checks it. */
static bool
copy_audit_entry(void *ctx, const struct store_audit *e)
{
	struct copy_pass *p = ctx;
	unsigned char hash[DIGEST_SIZE] = { 0 };
	begin_record(p, &p->counts->audit_entries, 'e');
	chain_hash_audit(hash, hash, e);
	add_number(p, e->audit_chain);
	buf_add(&p->bytes, hash, DIGEST_SIZE);
	buf_add(&p->bytes, e->hash, DIGEST_SIZE);
	return end_record(p, !p->target || p->target->store->ops->put_audit(p->target, e, p->err));
}

/* Skips the head "room": every store uses its own for test writes. */
static bool
copy_audit_head(void *ctx, struct str name, const struct store_head *head)
{
	struct copy_pass *p = ctx;
	char text[64];
	uint64_t ignored = 0;
	if (head->seq == 0 || str_eqz(name, "room") || name.n >= sizeof(text))
		return true;
	memcpy(text, name.p, name.n);
	text[name.n] = '\0';
	begin_record(p, &ignored, 'h');
	add_text(p, name);
	add_number(p, head->seq);
	buf_add(&p->bytes, head->hash, DIGEST_SIZE);
	return end_record(
	    p, !p->target || p->target->store->ops->put_head(p->target, text, head, p->err));
}

/* ---- lists with pages ---- */

static bool
finish_baskets(struct copy_pass *p)
{
	return !p->target || !p->target->store->ops->finish_basket_copy ||
	    p->target->store->ops->finish_basket_copy(p->target, p->err);
}

struct last_basket {
	struct copy_pass *pass;
	int64_t created;
	struct buf id;
};

static bool
copy_listed_basket(void *ctx, const struct store_basket *b)
{
	struct last_basket *last = ctx;
	last->created = b->created;
	buf_reset(&last->id);
	buf_adds(&last->id, b->id);
	return copy_basket(last->pass, b);
}

static bool
copy_baskets(struct store_tx *tx, struct copy_pass *p)
{
	struct store_basket_query q = {
		.limit = STORE_PAGE_ITEMS_MAX, .include_completed = true, .created_after = WHEN_NONE
	};
	struct last_basket last = { .pass = p };
	struct buf after = { 0 };
	bool ok = true;
	do {
		p->n = 0;
		ok = store_list_baskets(tx, &q, copy_listed_basket, &last, p->err) && p->ok;
		buf_reset(&after);
		buf_adds(&after, buf_str(&last.id));
		q.continues_after_basket = true;
		q.after_basket_created = last.created;
		q.after_basket_id = buf_str(&after);
	} while (ok && p->n == STORE_PAGE_ITEMS_MAX);
	buf_free(&after);
	buf_free(&last.id);
	return ok && finish_baskets(p);
}

struct last_item {
	struct copy_pass *pass;
	int64_t number;
};

static bool
copy_listed_item(void *ctx, const struct store_item *i)
{
	struct last_item *last = ctx;
	last->number = i->number;
	return copy_item_record(last->pass, i);
}

static bool
copy_list(struct store_tx *tx, struct copy_pass *p, int list)
{
	struct last_item last = { .pass = p };
	struct store_item_query q = { .list = (enum store_list)list,
		.limit = STORE_PAGE_ITEMS_MAX,
		.modified_after = WHEN_NONE };
	bool ok = true;
	do {
		p->n = 0;
		ok = store_list_items(tx, &q, copy_listed_item, &last, p->err) && p->ok;
		q.after_number = last.number;
	} while (ok && p->n == STORE_PAGE_ITEMS_MAX);
	return ok;
}

static bool
copy_items(struct store_tx *tx, struct copy_pass *p)
{
	bool ok = true;
	for (int list = STORE_CAMPAIGNS; ok && list <= STORE_JOURNEYS; list++)
		ok = copy_list(tx, p, list) && copy_list(tx, p, list + STORE_REMOVED);
	return ok && (!p->target || p->target->store->ops->finish_item_copy(p->target, p->err));
}

/* ---- copying and comparing ---- */

static bool
copy_data_records(struct store_tx *from, struct copy_pass *p)
{
	const struct store_ops *ops = from->store->ops;
	return copy_baskets(from, p) && copy_items(from, p) &&
	    ops->list_owners(from, copy_owner, p, p->err) && p->ok &&
	    ops->list_all_links(from, copy_link, p, p->err) && p->ok;
}

bool
store_copy_data(struct store_tx *from, struct store_tx *to, struct err *err)
{
	struct store_copy_counts ignored = { 0 };
	struct copy_pass p = { .target = to, .counts = &ignored, .err = err, .ok = true };
	bool ok = store_clear(to, err) && copy_data_records(from, &p);
	buf_free(&p.bytes);
	return ok;
}

static bool
copy_all_records(struct store_tx *from, struct store_tx *to, bool checks_json,
    struct store_copy_counts *sum, struct err *err)
{
	const struct store_ops *ops = from->store->ops;
	struct copy_pass p = {
		.target = to, .checks_json = checks_json, .counts = sum, .err = err, .ok = true
	};
	memset(sum, 0, sizeof(*sum));
	bool ok = copy_data_records(from, &p) &&
	    ops->list_feeds(from, copy_feed, &p, err) && p.ok &&
	    ops->list_answers(from, copy_answer, &p, err) && p.ok &&
	    store_list_audit(from, copy_audit_entry, &p, err) && p.ok &&
	    ops->list_heads(from, copy_audit_head, &p, err) && p.ok;
	buf_free(&p.bytes);
	return ok;
}

static bool
on_any_entry(void *ctx, const struct store_audit *entry)
{
	(void)entry;
	*(bool *)ctx = true;
	return false;
}

static bool
check_target_is_empty(struct store_tx *tx, struct err *err)
{
	bool empty = false, has_audit = false;
	if (!store_is_empty(tx, &empty, err) ||
	    !store_list_audit(tx, on_any_entry, &has_audit, err))
		return false;
	return (empty && !has_audit) ||
	    err_set(err, ERR_CONFLICT, "the store to copy to holds data already");
}

/* The heads are copied as they are; clearing the flags keeps store_end() from incrementing them. */
static bool
copy_into_empty_store(
    struct store_tx *from, struct store_tx *to, struct store_copy_counts *sum, struct err *err)
{
	bool ok = store_lock_chain(to, store_catalog_subject, err) &&
	    check_target_is_empty(to, err) && copy_all_records(from, to, false, sum, err);
	to->baskets_changed = to->catalog_changed = false;
	return ok;
}

bool
store_find_damage(struct store_tx *tx, struct buf *out, struct err *err)
{
	const struct store_ops *ops = tx->store->ops;
	return !ops->find_damage || ops->find_damage(tx, out, err);
}

static bool
read_all(struct store *s, bool checks_json, struct store_copy_counts *read, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	if (!store_begin(s, &tx, STORE_READ, err))
		return false;
	bool ok = copy_all_records(&tx, NULL, checks_json, read, err);
	store_end(&tx, false, &ignored);
	return ok;
}

bool
store_check_records(struct store *s, struct store_copy_counts *read, struct err *err)
{
	return read_all(s, true, read, err);
}

static bool
verify_copy(struct store *to, const struct store_copy_counts *sum, struct err *err)
{
	struct store_copy_counts now;
	return read_all(to, false, &now, err) &&
	    (memcmp(&now, sum, sizeof(now)) == 0 ||
		err_set(err, ERR_PROTOCOL, "the copy differs from the original: do not use it"));
}

bool
store_copy(struct store *from, struct store *to, struct store_copy_counts *copied, struct err *err)
{
	struct store_tx source, target;
	struct err ignored;
	if (!store_begin(from, &source, STORE_READ, err))
		return false;
	bool ok = store_begin(to, &target, STORE_WRITE, err);
	if (ok) {
		ok = copy_into_empty_store(&source, &target, copied, err);
		ok = store_end(&target, ok, ok ? err : &ignored) && ok;
	}
	store_end(&source, false, &ignored);
	return ok && verify_copy(to, copied, err);
}
