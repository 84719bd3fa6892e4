/*
 * kept.h - the whole contents of a store as one text, for comparisons: one line per basket, item,
 * link and audit entry, the owners ann and bob, the responses for k-1 and k-2, and the revision.
 */
#ifndef TESTS_UNIT_STORE_KEPT_H
#define TESTS_UNIT_STORE_KEPT_H

#include "lib/test.h"
#include "store/store.h"

static inline bool
append_basket(void *ctx, const struct store_basket *b)
{
	buf_addf(ctx, "basket %.*s %lld %d %.*s\n", STR_ARG(b->id), (long long)b->created,
	    b->completed, STR_ARG(b->json));
	return true;
}

static inline bool
append_item(void *ctx, const struct store_item *i)
{
	buf_addf(ctx, "item %d %.*s %.*s %lld %d %.*s\n", (int)i->list, STR_ARG(i->path),
	    STR_ARG(i->id), (long long)i->modified, i->published, STR_ARG(i->json));
	return true;
}

static inline bool
append_link(void *ctx, const struct store_link *l)
{
	buf_addf(ctx, "link %.*s %.*s %.*s %d %lld %.*s %.*s\n", STR_ARG(l->iss), STR_ARG(l->sub),
	    STR_ARG(l->owner), (int)l->state, (long long)l->linked_at, STR_ARG(l->linked_by),
	    STR_ARG(l->json));
	return true;
}

static inline bool
append_entry(void *ctx, const struct store_audit *e)
{
	buf_addf(ctx, "audit %lld %lld %.*s %.*s %.*s %.*s\n", (long long)e->seq,
	    (long long)e->recorded_at, STR_ARG(e->operation), STR_ARG(e->target),
	    STR_ARG(e->outcome), STR_ARG(e->detail));
	return true;
}

static inline void
append_named(struct buf *out, struct store_tx *tx, struct str owner, struct str key)
{
	const struct store_caller ann = { .subject = STR("ann") };
	struct store_answer answer = { 0 };
	struct err err;
	bool found = false;
	assert_true(store_find_owner(tx, owner, out, &found, &err));
	buf_addf(out, " owner %d\n", found);
	assert_true(store_find_answer(tx, &ann, key, 0, &answer, &found, &err));
	buf_addf(out, "answer %d %d %lld\n", found, answer.status, (long long)answer.answered_at);
	buf_free(&answer.body);
}

static inline void
append_all(struct buf *out, struct store *s)
{
	const struct store_basket_query all = {
		.limit = STORE_PAGE_ITEMS_MAX, .include_completed = true, .created_after = WHEN_NONE
	};
	struct store_revision revision;
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_list_baskets(&tx, &all, append_basket, out, &err));
	for (int list = STORE_CAMPAIGNS; list <= STORE_JOURNEYS; list++) {
		const struct store_item_query q = { .list = (enum store_list)list,
			.limit = STORE_PAGE_ITEMS_MAX,
			.modified_after = WHEN_NONE };
		assert_true(store_list_items(&tx, &q, append_item, out, &err));
	}
	assert_true(store_list_links(&tx, STR("i"), STR("s"), append_link, out, &err));
	assert_true(store_list_audit(&tx, append_entry, out, &err));
	append_named(out, &tx, STR("ann"), STR("k-1"));
	append_named(out, &tx, STR("bob"), STR("k-2"));
	assert_true(store_read_revision(&tx, &revision, &err));
	buf_addf(out, "revision %s, baskets %s\n", revision.catalog, revision.baskets);
	assert_true(store_end(&tx, false, &err));
}

#endif
