/* labels: postgres
 *
 * The store's promises about the list of baskets, for each kind of store. */
#include "base/clock.h"
#include "base/mem.h"
#include "lib/test.h"
#include "store/replica.h"
#include "store/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "stores.h"

static void
put(struct fixture *f, const char *id, int64_t created, bool completed)
{
	char json[80];
	struct err err;
	int n = snprintf(json, sizeof(json), "{\"id\":\"%s\"}", id);
	struct store_basket b = { created, str_of(id), completed, str_from(json, (size_t)n) };
	assert_true(store_put_basket(&f->tx, &b, &err));
}

static void
list_once(struct fixture *f, const struct store_basket_query *q, store_basket_fn *take, void *ctx)
{
	struct err err;
	begin(f, STORE_READ);
	assert_true(store_list_baskets(&f->tx, q, take, ctx, &err));
	end(f, false);
}

static bool
is_empty(struct fixture *f)
{
	struct err err;
	bool empty = false;
	begin(f, STORE_READ);
	assert_true(store_is_empty(&f->tx, &empty, &err));
	end(f, false);
	return empty;
}

struct seen {
	struct buf ids; /* "a b c " */
	size_t n, stop_at;
	int64_t created;
	char id[STORE_ID_SIZE_MAX + 1];
};

static bool
collect_basket(void *ctx, const struct store_basket *b)
{
	struct seen *seen = ctx;
	buf_addf(&seen->ids, "%.*s ", STR_ARG(b->id));
	seen->n++;
	seen->created = b->created;
	snprintf(seen->id, sizeof(seen->id), "%.*s", STR_ARG(b->id));
	assert_true(str_starts(b->json, STR("{\"id\":\"")));
	return seen->n != seen->stop_at;
}

/* Like list_once(), as the service reads a page. */
static void
read_once(struct fixture *f, const struct store_basket_query *q, struct store_revision *revision,
    struct seen *seen)
{
	const struct store_terms terms = { .min_read_at_us = INT64_MIN };
	struct err err;
	if (!store_read_baskets(f->store, &terms, q, revision, collect_basket, seen, &err))
		fail_msg("%s", err.text);
}

static void
list(struct fixture *f, const struct store_basket_query *q, const char *want)
{
	struct seen seen = { 0 }, read = { 0 };
	struct store_revision ignored;
	list_once(f, q, collect_basket, &seen);
	assert_string_equal(buf_z(&seen.ids), want);
	read_once(f, q, &ignored, &read);
	assert_string_equal(buf_z(&read.ids), want);
	buf_free(&seen.ids);
	buf_free(&read.ids);
}

EACH(newest_baskets_come_first_and_timeless_last)
{
	struct fixture *f = *state;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(f, STORE_WRITE);
	put(f, "none", WHEN_NONE, false);
	put(f, "b", 5, false);
	put(f, "a", 5, false);
	put(f, "old", -7, false);
	put(f, "new", 9, false);
	end(f, true);
	list(f, &q, "new b a old none ");
	q.limit = 2;
	list(f, &q, "new b ");
	q.created_after = 5;
	list(f, &q, "new ");
	q.created_after = INT64_MIN + 1;
	q.limit = 10;
	list(f, &q, "new b a old ");
}

enum { WRITES = 200 };

struct writer {
	struct store *store;
	int64_t first_created;
	atomic_bool over;
};

/* Each write adds a basket that is newer than all others; its id is the number of writes. */
static void *
add_newer_baskets(void *arg)
{
	struct writer *w = arg;
	bool ok = true;
	for (int i = 1; ok && i <= WRITES; i++) {
		struct store_tx tx;
		struct err err;
		char id[20];
		snprintf(id, sizeof(id), "%d", i);
		const struct store_basket b = { w->first_created + i, str_of(id), false,
			STR("{\"id\":\"\"}") };
		ok = store_begin(w->store, &tx, STORE_WRITE, &err);
		ok = ok && store_put_basket(&tx, &b, &err);
		ok = store_end(&tx, ok, &err) && ok;
	}
	atomic_store(&w->over, true);
	return ok ? w : NULL;
}

static void
check_pages_during_writes(struct fixture *f, int64_t first_created)
{
	const struct store_basket_query q = { .limit = 1, .created_after = WHEN_NONE };
	struct writer w = { .store = f->store, .first_created = first_created };
	pthread_t thread;
	void *ok;
	bool last;
	pthread_create(&thread, NULL, add_newer_baskets, &w);
	do {
		struct seen seen = { 0 };
		struct store_revision revision;
		last = atomic_load(&w.over);
		read_once(f, &q, &revision, &seen);
		assert_string_equal(revision.baskets, seen.n ? seen.id : "0");
		buf_free(&seen.ids);
	} while (!last);
	pthread_join(thread, &ok);
	assert_non_null(ok);
}

EACH(a_page_and_its_revision_are_of_one_moment)
{
	check_pages_during_writes(*state, clock_real());
}

/* On PostgreSQL these are not in the months that are read first. */
EACH(an_old_page_and_its_revision_are_of_one_moment)
{
	check_pages_during_writes(*state, 1000);
}

EACH(completed_baskets_are_listed_on_request)
{
	struct fixture *f = *state;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(f, STORE_WRITE);
	put(f, "o3", 3, false);
	put(f, "c2", 2, true);
	put(f, "o1", 1, false);
	put(f, "c4", 4, true);
	end(f, true);
	list(f, &q, "o3 o1 ");
	q.include_completed = true;
	list(f, &q, "c4 o3 c2 o1 ");
	q.continues_after_basket = true;
	q.after_basket_created = 3;
	q.after_basket_id = STR("o3");
	list(f, &q, "c2 o1 ");
	q.created_after = 1;
	list(f, &q, "c2 ");
}

EACH(an_id_is_stored_once)
{
	struct fixture *f = *state;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(f, STORE_WRITE);
	put(f, "x", 3, false);
	put(f, "x", 8, false);
	put(f, "y", 5, false);
	put(f, "y", 5, true);
	end(f, true);
	q.include_completed = true;
	list(f, &q, "x y ");
	q.include_completed = false;
	list(f, &q, "x ");
}

EACH(a_load_is_all_or_nothing)
{
	struct fixture *f = *state;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(f, STORE_WRITE);
	put(f, "x", 3, false);
	end(f, false);
	assert_true(is_empty(f));
	list(f, &q, "");
	begin(f, STORE_WRITE);
	put(f, "y", 3, true);
	end(f, true);
	assert_false(is_empty(f));
}

EACH(limits_are_enforced)
{
	struct fixture *f = *state;
	char long_id[STORE_ID_SIZE_MAX + 2];
	struct err err;
	char *big = x_alloc(STORE_ITEM_SIZE_MAX + 1);
	memset(long_id, 'i', sizeof(long_id));
	struct store_basket b = { 1, str_from(long_id, STORE_ID_SIZE_MAX + 1), false, STR("{}") };
	begin(f, STORE_WRITE);
	assert_false(store_put_basket(&f->tx, &b, &err));
	assert_int_equal(err.kind, ERR_INVALID);
	b.id.n = 0;
	assert_false(store_put_basket(&f->tx, &b, &err));
	b.id.n = STORE_ID_SIZE_MAX;
	assert_true(store_put_basket(&f->tx, &b, &err));
	b.json = str_from(big, STORE_ITEM_SIZE_MAX + 1);
	assert_false(store_put_basket(&f->tx, &b, &err));
	assert_int_equal(err.kind, ERR_INVALID);
	end(f, false);
	x_free(big);
}

/* Walks in pages of `limit`, calling `between` after each; every id must come exactly once. */
static size_t
walk_pages(
    struct fixture *f, size_t limit, void (*between)(struct fixture *f, int turn), struct buf *ids)
{
	struct store_basket_query q = { .limit = limit, .created_after = WHEN_NONE };
	struct seen seen = { 0 };
	char after[STORE_ID_SIZE_MAX + 1];
	size_t before;
	int turn = 0;
	do {
		before = seen.n;
		list_once(f, &q, collect_basket, &seen);
		q.continues_after_basket = true;
		q.after_basket_created = seen.created;
		snprintf(after, sizeof(after), "%s", seen.id);
		q.after_basket_id = str_of(after);
		if (between)
			between(f, turn++);
	} while (seen.n - before == limit);
	*ids = seen.ids;
	return seen.n;
}

static size_t
times_in(const struct buf *ids, const char *id)
{
	char needle[40];
	struct str rest = buf_str(ids);
	size_t n = 0;
	int length = snprintf(needle, sizeof(needle), "%s ", id);
	for (size_t at; (at = str_find(rest, str_from(needle, (size_t)length))) != SIZE_MAX; n++)
		rest = str_sub(rest, at + 1, rest.n);
	return n;
}

static void
put_sixty(struct fixture *f)
{
	char id[20];
	begin(f, STORE_WRITE);
	for (int i = 0; i < 60; i++) {
		snprintf(id, sizeof(id), "same-%02d", i);
		put(f, id, 1000, false);
	}
	end(f, true);
}

EACH(equal_times_across_pages_are_listed_once)
{
	struct fixture *f = *state;
	char id[20];
	put_sixty(f);
	for (size_t limit = 1; limit < 70; limit += 6) {
		CLEANUP(buf_free) struct buf ids;
		assert_int_equal(walk_pages(f, limit, NULL, &ids), 60);
		for (int i = 0; i < 60; i++) {
			snprintf(id, sizeof(id), "same-%02d", i);
			assert_int_equal(times_in(&ids, id), 1);
		}
	}
}

/* Between two pages newer, older and equally old baskets arrive, and the last one returned is
 * removed. */
static void
disturb(struct fixture *f, int turn)
{
	char id[24];
	begin(f, STORE_WRITE);
	snprintf(id, sizeof(id), "newer-%d", turn);
	put(f, id, 2000 + turn, false);
	snprintf(id, sizeof(id), "older-%d", turn);
	put(f, id, 500 - turn, false);
	snprintf(id, sizeof(id), "same-00-%d", turn);
	put(f, id, 1000, false);
	snprintf(id, sizeof(id), "leaving-%d", turn);
	put(f, id, 1000, true);
	end(f, true);
}

EACH(unchanged_baskets_are_listed_once_while_others_change)
{
	struct fixture *f = *state;
	CLEANUP(buf_free) struct buf ids;
	char id[24];
	put_sixty(f);
	begin(f, STORE_WRITE);
	for (int i = 0; i < 10; i++) {
		snprintf(id, sizeof(id), "leaving-%d", i);
		put(f, id, 900 - i, false);
	}
	end(f, true);
	walk_pages(f, 7, disturb, &ids);
	for (int i = 0; i < 60; i++) {
		snprintf(id, sizeof(id), "same-%02d", i);
		assert_int_equal(times_in(&ids, id), 1);
	}
	for (int i = 0; i < 9; i++) {
		snprintf(id, sizeof(id), "older-%d", i);
		assert_in_range(times_in(&ids, id), 0, 1);
	}
}

EACH(a_callback_can_stop_the_list)
{
	struct fixture *f = *state;
	struct store_basket_query q = { .limit = 50, .created_after = WHEN_NONE };
	struct seen seen = { .stop_at = 3 };
	put_sixty(f);
	list_once(f, &q, collect_basket, &seen);
	assert_int_equal(seen.n, 3);
	buf_free(&seen.ids);
}

/* A page with few baskets spans months, and no basket is lost at the boundary of a month. */
EACH(empty_months_are_skipped)
{
	static const int64_t day = 86400000, last = 1762000000000;
	const int64_t times[] = { last + 90 * day, last, last - 31 * day + 1, last - 31 * day,
		last - 31 * day - 1, last - 62 * day, last - 400 * day, WHEN_NONE };
	struct fixture *f = *state;
	char id[24];
	begin(f, STORE_WRITE);
	for (int i = 0; i < 8; i++) {
		snprintf(id, sizeof(id), "gap-%d", i);
		put(f, id, times[i], false);
	}
	end(f, true);
	for (size_t limit = 1; limit <= 9; limit++) {
		CLEANUP(buf_free) struct buf ids;
		assert_int_equal(walk_pages(f, limit, NULL, &ids), 8);
		assert_string_equal(
		    buf_z(&ids), "gap-0 gap-1 gap-2 gap-3 gap-4 gap-5 gap-6 gap-7 ");
	}
	struct store_basket_query q = { .limit = 50, .created_after = last - 62 * day };
	list(f, &q, "gap-0 gap-1 gap-2 gap-3 gap-4 ");
	q.limit = 4;
	list(f, &q, "gap-0 gap-1 gap-2 gap-3 ");
}
