/* What every store promises about the list of baskets, for each store there is. */
#include "base/mem.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
	struct store *store;
	char file[64];
};

static int
open_memory(void **state)
{
	struct fixture *f = x_new(struct fixture);
	struct err err;
	f->store = store_open(STR("sqlite::memory:"), &err);
	*state = f;
	return f->store ? 0 : -1;
}

static int
open_file(void **state)
{
	struct fixture *f = x_new(struct fixture);
	struct err err;
	char url[80];
	snprintf(f->file, sizeof(f->file), "store-test-%ld.db", (long)getpid());
	snprintf(url, sizeof(url), "sqlite:%s", f->file);
	f->store = store_open(str_of(url), &err);
	*state = f;
	return f->store ? 0 : -1;
}

static int
close_store(void **state)
{
	struct fixture *f = *state;
	char name[80];
	store_close(f->store);
	for (int i = 0; f->file[0] && i < 3; i++) {
		snprintf(
		    name, sizeof(name), "%s%s", f->file, (const char *[]){ "", "-wal", "-shm" }[i]);
		unlink(name);
	}
	x_free(f);
	return 0;
}

/* The load under way: one at a time. */
static struct store_tx load;

static void
put(const char *id, int64_t created, bool completed)
{
	char json[80];
	struct err err;
	int n = snprintf(json, sizeof(json), "{\"id\":\"%s\"}", id);
	struct store_basket b = { created, str_of(id), completed, str_from(json, (size_t)n) };
	assert_true(store_put_basket(&load, &b, &err));
}

static void
begin(struct store *s)
{
	struct err err;
	assert_true(store_begin(s, &load, STORE_WRITE, &err));
}

static void
end(bool commit)
{
	struct err err;
	assert_true(store_end(&load, commit, &err));
}

static void
list_once(struct store *s, const struct store_basket_query *q, store_basket_fn *take, void *ctx)
{
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_list_baskets(&tx, q, take, ctx, &err));
	assert_true(store_end(&tx, false, &err));
}

static bool
is_empty(struct store *s)
{
	struct store_tx tx;
	struct err err;
	bool empty = false;
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_is_empty(&tx, &empty, &err));
	assert_true(store_end(&tx, false, &err));
	return empty;
}

struct seen {
	struct buf ids; /* "a b c " */
	size_t n, stop_at;
	int64_t created;
	char id[STORE_ID_MAX + 1];
};

static bool
see(void *ctx, const struct store_basket *b)
{
	struct seen *seen = ctx;
	buf_addf(&seen->ids, "%.*s ", STR_ARG(b->id));
	seen->n++;
	seen->created = b->created;
	snprintf(seen->id, sizeof(seen->id), "%.*s", STR_ARG(b->id));
	assert_true(str_starts(b->json, STR("{\"id\":\"")));
	return seen->n != seen->stop_at;
}

static void
list(struct store *s, const struct store_basket_query *q, const char *want)
{
	struct seen seen = { 0 };
	list_once(s, q, see, &seen);
	assert_string_equal(buf_z(&seen.ids), want);
	buf_free(&seen.ids);
}

static void
newest_come_first_and_timeless_last(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(s);
	put("none", WHEN_NONE, false);
	put("b", 5, false);
	put("a", 5, false);
	put("old", -7, false);
	put("new", 9, false);
	end(true);
	list(s, &q, "new b a old none ");
	q.limit = 2;
	list(s, &q, "new b ");
	q.created_after = 5;
	list(s, &q, "new ");
	q.created_after = INT64_MIN + 1;
	q.limit = 10;
	list(s, &q, "new b a old ");
}

static void
completed_ones_show_on_demand(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(s);
	put("o3", 3, false);
	put("c2", 2, true);
	put("o1", 1, false);
	put("c4", 4, true);
	end(true);
	list(s, &q, "o3 o1 ");
	q.include_completed = true;
	list(s, &q, "c4 o3 c2 o1 ");
	q.has_after = true;
	q.after_created = 3;
	q.after_id = STR("o3");
	list(s, &q, "c2 o1 ");
	q.created_after = 1;
	list(s, &q, "c2 ");
}

static void
an_id_is_kept_once(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(s);
	put("x", 3, false);
	put("x", 8, false);
	put("y", 5, false);
	put("y", 5, true);
	end(true);
	q.include_completed = true;
	list(s, &q, "x y ");
	q.include_completed = false;
	list(s, &q, "x ");
}

static void
a_load_is_all_or_nothing(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	struct store_basket_query q = { .limit = 10, .created_after = WHEN_NONE };
	begin(s);
	put("x", 3, false);
	end(false);
	assert_true(is_empty(s));
	list(s, &q, "");
	begin(s);
	put("y", 3, true);
	end(true);
	assert_false(is_empty(s));
}

static void
limits_are_kept(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	char long_id[STORE_ID_MAX + 2];
	struct err err;
	char *big = x_alloc(STORE_ITEM_MAX + 1);
	memset(long_id, 'i', sizeof(long_id));
	struct store_basket b = { 1, str_from(long_id, STORE_ID_MAX + 1), false, STR("{}") };
	begin(s);
	assert_false(store_put_basket(&load, &b, &err));
	assert_int_equal(err.kind, ERR_INVALID);
	b.id.n = 0;
	assert_false(store_put_basket(&load, &b, &err));
	b.id.n = STORE_ID_MAX;
	assert_true(store_put_basket(&load, &b, &err));
	b.json = str_from(big, STORE_ITEM_MAX + 1);
	assert_false(store_put_basket(&load, &b, &err));
	assert_int_equal(err.kind, ERR_INVALID);
	end(false);
	x_free(big);
}

/* Walks in pages of `limit`, calling `between` after each; every id must come exactly once. */
static size_t
walk(struct store *s, size_t limit, void (*between)(struct store *s, int turn), struct buf *ids)
{
	struct store_basket_query q = { .limit = limit, .created_after = WHEN_NONE };
	struct seen seen = { 0 };
	char after[STORE_ID_MAX + 1];
	size_t before;
	int turn = 0;
	do {
		before = seen.n;
		list_once(s, &q, see, &seen);
		q.has_after = true;
		q.after_created = seen.created;
		snprintf(after, sizeof(after), "%s", seen.id);
		q.after_id = str_of(after);
		if (between)
			between(s, turn++);
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
put_sixty(struct store *s)
{
	char id[20];
	begin(s);
	for (int i = 0; i < 60; i++) {
		snprintf(id, sizeof(id), "same-%02d", i);
		put(id, 1000, false);
	}
	end(true);
}

static void
equal_times_cross_page_ends(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	char id[20];
	put_sixty(s);
	for (size_t limit = 1; limit < 70; limit += 6) {
		struct buf ids;
		assert_int_equal(walk(s, limit, NULL, &ids), 60);
		for (int i = 0; i < 60; i++) {
			snprintf(id, sizeof(id), "same-%02d", i);
			assert_int_equal(times_in(&ids, id), 1);
		}
		buf_free(&ids);
	}
}

/* Between two pages newer ones, older ones and equal ones arrive, and the last seen leaves. */
static void
disturb(struct store *s, int turn)
{
	char id[24];
	begin(s);
	snprintf(id, sizeof(id), "newer-%d", turn);
	put(id, 2000 + turn, false);
	snprintf(id, sizeof(id), "older-%d", turn);
	put(id, 500 - turn, false);
	snprintf(id, sizeof(id), "same-00-%d", turn);
	put(id, 1000, false);
	snprintf(id, sizeof(id), "leaving-%d", turn);
	put(id, 1000, true);
	end(true);
}

static void
what_stays_is_met_once_while_others_come_and_go(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	struct buf ids;
	char id[24];
	put_sixty(s);
	begin(s);
	for (int i = 0; i < 10; i++) {
		snprintf(id, sizeof(id), "leaving-%d", i);
		put(id, 900 - i, false);
	}
	end(true);
	walk(s, 7, disturb, &ids);
	for (int i = 0; i < 60; i++) {
		snprintf(id, sizeof(id), "same-%02d", i);
		assert_int_equal(times_in(&ids, id), 1);
	}
	for (int i = 0; i < 9; i++) {
		snprintf(id, sizeof(id), "older-%d", i);
		assert_in_range(times_in(&ids, id), 0, 1);
	}
	buf_free(&ids);
}

static void
a_taker_may_stop(void **state)
{
	struct store *s = ((struct fixture *)*state)->store;
	struct store_basket_query q = { .limit = 50, .created_after = WHEN_NONE };
	struct seen seen = { .stop_at = 3 };
	put_sixty(s);
	list_once(s, &q, see, &seen);
	assert_int_equal(seen.n, 3);
	buf_free(&seen.ids);
}

#define PROMISE(test)                                                    \
	cmocka_unit_test_setup_teardown(test, open_memory, close_store), \
	    cmocka_unit_test_setup_teardown(test, open_file, close_store)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		PROMISE(newest_come_first_and_timeless_last),
		PROMISE(completed_ones_show_on_demand),
		PROMISE(an_id_is_kept_once),
		PROMISE(a_load_is_all_or_nothing),
		PROMISE(limits_are_kept),
		PROMISE(equal_times_cross_page_ends),
		PROMISE(what_stays_is_met_once_while_others_come_and_go),
		PROMISE(a_taker_may_stop),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
