#include "store/erase.h"

#include "model/email.h"
#include "store/audit.h"
#include "store/chain.h"
#include "store/feed.h"
#include "store/ops.h"
#include "wire/basket.h"
#include "wire/member.h"

#include <string.h>

/* TEXT_SIZE_MIN: shorter texts also occur by chance. ENTRIES_MAX: entries that one record names, so
 * that it stays far below the size of a readable detail. */
enum { TEXT_SIZE_MIN = 6, ENTRIES_MAX = 2000 };

/* With an address, the baskets are read three times: for its identities, for those that others use,
 * and for the baskets of the rest. */
enum erase_pass { FIND_ADDRESS, FIND_SHARED, FOLLOW_IDENTITIES };

struct erase_search {
	struct store_tx *tx;
	const struct erase_person *who;
	struct erase_plan *plan;
	struct arena scratch; /* of one basket */
	enum erase_pass pass;
	struct err *err;
	bool ok;
};

/* ---- texts and identities ---- */

/* True if the text has the same bytes wherever it is stored: JSON may escape others. */
static bool
is_searchable(struct str text)
{
	bool is = text.n >= TEXT_SIZE_MIN;
	for (size_t i = 0; is && i < text.n; i++)
		is = text.p[i] > ' ' && text.p[i] < 127 && !strchr("\"\\/", text.p[i]);
	return is;
}

static void
add_text(struct erase_plan *p, struct str text)
{
	if (text.n && !is_searchable(text))
		p->has_other_texts = true;
	if (!is_searchable(text))
		return;
	for (size_t i = 0; i < p->texts.n; i++)
		if (str_eq(p->texts.v[i].text, text))
			return;
	vec_push(&p->texts, ((struct scrub_text){ .text = arena_str(&p->arena, text) }));
}

static bool
is_identity(const struct erase_identity *i, struct str iss, struct str sub)
{
	return str_eq(i->iss, iss) && str_eq(i->sub, sub);
}

static bool
has_identity(const struct erase_plan *p, struct str iss, struct str sub)
{
	for (size_t i = 0; i < p->identities.n; i++)
		if (is_identity(&p->identities.v[i], iss, sub))
			return true;
	return false;
}

static void
add_identity(struct erase_plan *p, struct str iss, struct str sub)
{
	if (sub.n == 0 || has_identity(p, iss, sub))
		return;
	vec_push(&p->identities,
	    ((struct erase_identity){ arena_str(&p->arena, iss), arena_str(&p->arena, sub) }));
	add_text(p, sub);
}

/* ---- baskets ---- */

static bool
has_basket(const struct erase_plan *p, struct str id)
{
	for (size_t i = 0; i < p->baskets.n; i++)
		if (str_eq(p->baskets.v[i], id))
			return true;
	return false;
}

static void
add_basket(struct erase_plan *p, const struct store_basket *b, const struct basket *read)
{
	if (has_basket(p, b->id))
		return;
	vec_push(&p->baskets, arena_str(&p->arena, b->id));
	add_text(p, b->id);
	add_text(p, read->email);
}

static bool
is_of_identity(const struct erase_plan *p, const struct basket *b)
{
	for (size_t i = 0; i < b->identities_n; i++)
		if (has_identity(p, b->identities[i].iss, b->identities[i].sub))
			return true;
	return false;
}

/* Takes the identities of a basket of the address; those that others use, too, are dropped later.
 */
static void
add_identities_of(struct erase_plan *p, const struct basket *b)
{
	for (size_t i = 0; i < b->identities_n; i++)
		add_identity(p, b->identities[i].iss, b->identities[i].sub);
}

/* An identity with a basket of another address may be a household's or a guest's: whose it is, is
 * for a person to say. */
static void
drop_identities_of(struct erase_plan *p, const struct basket *b)
{
	for (size_t i = 0; i < b->identities_n; i++)
		for (size_t k = 0; k < p->identities.n; k++) {
			struct erase_identity one = p->identities.v[k];
			if (!is_identity(&one, b->identities[i].iss, b->identities[i].sub))
				continue;
			vec_push(&p->shared, one);
			vec_remove(&p->identities, k);
			k--;
		}
}

static bool
is_of_shared(const struct erase_plan *p, const struct basket *b)
{
	for (size_t i = 0; i < b->identities_n; i++)
		for (size_t k = 0; k < p->shared.n; k++)
			if (is_identity(
				&p->shared.v[k], b->identities[i].iss, b->identities[i].sub))
				return true;
	return false;
}

/* Decides on a basket that is not of the address itself. */
static void
search_basket_of_identity(
    struct erase_search *s, const struct store_basket *b, const struct basket *read)
{
	struct erase_plan *p = s->plan;
	bool is_of_other = s->who->email.p && read->email.n;
	if (s->pass == FIND_ADDRESS && s->who->email.p)
		return; /* not all identities are known yet */
	if (s->pass == FIND_SHARED && is_of_other &&
	    (is_of_identity(p, read) || is_of_shared(p, read))) {
		vec_push(&p->others, arena_str(&p->arena, b->id));
		drop_identities_of(p, read);
	} else if (s->pass != FIND_SHARED && !is_of_other && is_of_identity(p, read)) {
		add_basket(p, b, read);
	}
}

static bool
search_basket(void *ctx, const struct store_basket *b)
{
	struct erase_search *s = ctx;
	struct erase_plan *p = s->plan;
	struct basket read = { 0 };
	struct err ignored;
	arena_reset(&s->scratch);
	if (!basket_read_in_place(&read, &s->scratch, b->json, 0, &ignored))
		return true;
	bool same_address = s->who->email.p && read.email.n &&
	    email_is_same(read.email, s->who->email);
	if ((s->who->basket.p && str_eq(b->id, s->who->basket)) || same_address)
		add_basket(p, b, &read);
	if (same_address && s->pass == FIND_ADDRESS)
		add_identities_of(p, &read);
	if (!has_basket(p, b->id))
		search_basket_of_identity(s, b, &read);
	return true;
}

struct basket_pager {
	struct erase_search *search;
	size_t n;
	int64_t created;
	struct buf id;
};

static bool
on_paged_basket(void *ctx, const struct store_basket *b)
{
	struct basket_pager *w = ctx;
	w->n++;
	w->created = b->created;
	buf_reset(&w->id);
	buf_adds(&w->id, b->id);
	return search_basket(w->search, b);
}

static bool
search_baskets(struct erase_search *s)
{
	struct store_basket_query q = {
		.limit = STORE_PAGE_ITEMS_MAX, .include_completed = true, .created_after = WHEN_NONE
	};
	struct basket_pager w = { .search = s };
	struct buf after = { 0 };
	bool ok;
	do {
		w.n = 0;
		ok = store_list_baskets(s->tx, &q, on_paged_basket, &w, s->err);
		buf_reset(&after);
		buf_adds(&after, buf_str(&w.id));
		q.continues_after_basket = true;
		q.after_basket_created = w.created;
		q.after_basket_id = buf_str(&after);
	} while (ok && w.n == STORE_PAGE_ITEMS_MAX);
	buf_free(&after);
	buf_free(&w.id);
	return ok;
}

/* ---- links ---- */

static bool
on_other_owner(void *ctx, const struct store_link *link)
{
	struct erase_search *s = ctx;
	s->ok = s->ok && str_eq(link->owner, s->who->owner);
	return s->ok;
}

static bool
has_link(const struct erase_plan *p, const struct store_link *link)
{
	for (size_t i = 0; i < p->links.n; i++)
		if (is_identity(&p->links.v[i].identity, link->iss, link->sub) &&
		    str_eq(p->links.v[i].owner, link->owner))
			return true;
	return false;
}

static void
add_link(struct erase_plan *p, const struct store_link *link)
{
	const struct erase_link new = { .identity = { arena_str(&p->arena, link->iss),
					    arena_str(&p->arena, link->sub) },
		.owner = arena_str(&p->arena, link->owner) };
	if (!has_link(p, link))
		vec_push(&p->links, new);
}

static bool
take_owners_link(void *ctx, const struct store_link *link)
{
	struct erase_search *s = ctx;
	if (str_eq(link->owner, s->who->owner))
		add_link(s->plan, link);
	return true;
}

/* Finds the owner and its links; the identities that have links with no other owner are the
 * person's own. */
static bool
search_owner(struct erase_search *s)
{
	struct erase_plan *p = s->plan;
	struct buf root = { 0 };
	if (!s->who->owner.p)
		return true;
	bool ok = store_find_owner(s->tx, s->who->owner, &root, &p->has_owner, s->err) &&
	    s->tx->store->ops->list_all_links(s->tx, take_owners_link, s, s->err);
	buf_free(&root);
	for (size_t i = 0; ok && i < p->links.n; i++) {
		const struct erase_identity *of = &p->links.v[i].identity;
		s->ok = true;
		ok = store_list_links(s->tx, of->iss, of->sub, on_other_owner, s, s->err);
		if (ok && s->ok)
			add_identity(p, of->iss, of->sub);
	}
	return ok;
}

static bool
take_identitys_link(void *ctx, const struct store_link *link)
{
	add_link(((struct erase_search *)ctx)->plan, link);
	return true;
}

static bool
search_links(struct erase_search *s)
{
	bool ok = true;
	for (size_t i = 0; ok && i < s->plan->identities.n; i++)
		ok = store_list_links(s->tx, s->plan->identities.v[i].iss,
		    s->plan->identities.v[i].sub, take_identitys_link, s, s->err);
	return ok;
}

/* ---- saved responses and the audit ---- */

/* True if the JSON object names an identity or the owner that are erased. */
static bool
names_person(const struct erase_search *s, struct str object, struct str owner)
{
	struct buf iss = { 0 }, sub = { 0 };
	bool is = s->who->owner.p && str_eq(owner, s->who->owner);
	is = is ||
	    (member_read_text(&iss, object, STR("iss")) &&
		member_read_text(&sub, object, STR("sub")) &&
		has_identity(s->plan, buf_str(&iss), buf_str(&sub)));
	buf_free(&iss);
	buf_free(&sub);
	return is;
}

static bool
take_answer(
    void *ctx, const struct store_caller *caller, struct str key, const struct store_answer *answer)
{
	struct erase_search *s = ctx;
	struct arena *a = &s->plan->arena;
	struct str body = buf_str(&answer->body);
	struct buf owner = { 0 };
	member_read_text(&owner, body, STR("owner"));
	if (names_person(s, member_find(body, STR("data")), buf_str(&owner)))
		vec_push(&s->plan->answers,
		    ((struct erase_answer){
			{ arena_str(a, caller->subject), arena_str(a, caller->root),
			    arena_str(a, caller->client) },
			arena_str(a, key) }));
	buf_free(&owner);
	return true;
}

static bool
take_entry(void *ctx, const struct store_audit *entry)
{
	struct erase_search *s = ctx;
	struct erase_plan *p = s->plan;
	struct erase_entry e = { .audit_chain = entry->audit_chain, .seq = entry->seq };
	if (str_eqz(entry->operation, STORE_BACKUP_OPERATION)) {
		vec_push(&p->backups,
		    ((struct erase_backup){
			entry->recorded_at, arena_str(&p->arena, entry->target) }));
	} else if (names_person(s, entry->detail,
		       store_audit_is_about_owner(entry) ? entry->target : STR_NONE)) {
		chain_hash_redacted(e.left, entry);
		vec_push(&p->entries, e);
	}
	return true;
}

/* ---- the plan ---- */

static bool
search_all(struct erase_search *s)
{
	const struct store_ops *ops = s->tx->store->ops;
	add_text(s->plan, s->who->email);
	add_text(s->plan, s->who->basket);
	add_text(s->plan, s->who->owner);
	if (s->who->identity.sub.p)
		add_identity(s->plan, s->who->identity.iss, s->who->identity.sub);
	bool ok = search_owner(s) && search_baskets(s);
	for (s->pass = FIND_SHARED;
	     ok && s->who->email.p && s->plan->identities.n && s->pass <= FOLLOW_IDENTITIES;
	     s->pass++)
		ok = search_baskets(s);
	return ok && search_links(s) && ops->list_answers(s->tx, take_answer, s, s->err) &&
	    store_list_audit(s->tx, take_entry, s, s->err);
}

static int
compare_backups(const void *a, const void *b, void *ctx)
{
	const struct erase_backup *x = a, *y = b;
	(void)ctx;
	return x->made_at < y->made_at ? -1 : x->made_at > y->made_at;
}

bool
erase_find(
    struct store *s, const struct erase_person *who, struct erase_plan *plan, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	struct erase_search search = { .tx = &tx, .who = who, .plan = plan, .err = err };
	*plan = (struct erase_plan){ 0 };
	if (!store_begin(s, &tx, STORE_READ, err))
		return false;
	bool ok = search_all(&search);
	store_end(&tx, false, &ignored);
	arena_free(&search.scratch);
	vec_sort(&plan->backups, compare_backups, NULL);
	return ok;
}

void
erase_plan_add_texts(struct erase_plan *plan, const struct erase_plan *other)
{
	for (size_t i = 0; i < other->texts.n; i++)
		add_text(plan, other->texts.v[i].text);
	plan->has_other_texts = plan->has_other_texts || other->has_other_texts;
}

bool
erase_plan_is_empty(const struct erase_plan *p)
{
	return !p->has_owner && !p->baskets.n && !p->links.n && !p->answers.n && !p->entries.n;
}

void
erase_plan_free(struct erase_plan *p)
{
	vec_free(&p->identities);
	vec_free(&p->baskets);
	vec_free(&p->others);
	vec_free(&p->shared);
	vec_free(&p->links);
	vec_free(&p->answers);
	vec_free(&p->entries);
	vec_free(&p->backups);
	vec_free(&p->texts);
	arena_free(&p->arena);
}

/* ---- erasure ---- */

/* The links go first: an owner with a linked identity is not removed. */
static bool
drop_records(struct store_tx *tx, const struct erase_plan *p, struct str owner, struct err *err)
{
	bool ok = true, removed;
	for (size_t i = 0; ok && i < p->baskets.n; i++)
		ok = store_remove_basket(tx, p->baskets.v[i], &removed, err);
	for (size_t i = 0; ok && i < p->links.n; i++)
		ok = store_drop_link(tx, p->links.v[i].identity.iss, p->links.v[i].identity.sub,
		    p->links.v[i].owner, err);
	for (size_t i = 0; ok && i < p->answers.n; i++)
		ok = store_drop_answer(tx, &p->answers.v[i].caller, p->answers.v[i].key, err);
	return ok && (!p->has_owner || store_remove_owner(tx, owner, &removed, err));
}

/* Redacts some entries and records them; the first record has the counts as well. */
static bool
redact_entries(struct store_tx *tx, const struct erase_plan *p, size_t from, size_t n,
    struct str user, int64_t now, struct err *err)
{
	struct buf detail = { 0 };
	bool ok = true;
	buf_addc(&detail, '{');
	if (from == 0)
		buf_addf(&detail, "\"baskets\":%zu,\"links\":%zu,\"owners\":%d,\"responses\":%zu,",
		    p->baskets.n, p->links.n, p->has_owner, p->answers.n);
	buf_addz(&detail, "\"entries\":{");
	for (size_t i = from; ok && i < from + n; i++) {
		const struct erase_entry *e = &p->entries.v[i];
		buf_addf(&detail, "%s\"%u/%lld\":\"", i > from ? "," : "", e->audit_chain,
		    (long long)e->seq);
		hex_encode(&detail, e->left, DIGEST_SIZE);
		buf_addc(&detail, '"');
		ok = store_redact_audit(
		    tx, &(struct store_audit){ .audit_chain = e->audit_chain, .seq = e->seq }, err);
	}
	buf_addz(&detail, "}}");
	const struct store_audit record = { .recorded_at = now,
		.subject = user,
		.operation = STR(STORE_ERASE_OPERATION),
		.outcome = STR("done"),
		.detail = buf_str(&detail) };
	ok = ok && store_append_audit(tx, &record, err);
	buf_free(&detail);
	return ok;
}

bool
erase_run(struct store *s, const struct erase_person *who, const struct erase_plan *plan,
    struct str user, int64_t now, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	size_t at = 0;
	if (!store_begin(s, &tx, STORE_WRITE, err))
		return false;
	bool ok = store_lock_chain(&tx, store_catalog_subject, err) &&
	    drop_records(&tx, plan, who->owner, err);
	do {
		size_t left = plan->entries.n - at, n = left < ENTRIES_MAX ? left : ENTRIES_MAX;
		ok = ok && redact_entries(&tx, plan, at, n, user, now, err);
		at += n;
	} while (at < plan->entries.n);
	return store_end(&tx, ok, ok ? err : &ignored) && ok;
}
