/* labels: postgres
 *
 * The current revisions of the lists: returned without waiting, and never outdated. */
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "store/replica.h"
#include "unit/store/stores.h"

static void
put_basket(struct fixture *f, const char *id)
{
	struct store_basket b = { .created = 1, .id = str_of(id), .json = STR("{}") };
	struct err err;
	begin(f, STORE_WRITE);
	assert_true(store_put_basket(&f->tx, &b, &err));
	end(f, true);
}

static void
put_item(struct fixture *f, const char *json)
{
	struct store_item item = {
		.list = STORE_OFFERS, .path = STR("/o"), .id = STR("1"), .json = str_of(json)
	};
	struct err err;
	begin(f, STORE_WRITE);
	assert_true(store_put_item(&f->tx, &item, NULL, &err));
	end(f, true);
}

static void
put_link(struct fixture *f, const char *owner)
{
	struct store_link link = { .iss = STR("i"),
		.sub = str_of(owner),
		.owner = str_of(owner),
		.state = LINK_ACTIVE,
		.json = STR("{}") };
	struct err err;
	begin(f, STORE_WRITE);
	assert_true(store_put_link(&f->tx, &link, &err));
	end(f, true);
}

static struct store_revision
read_revision(struct fixture *f)
{
	struct store_revision revision;
	struct err err;
	begin(f, STORE_READ);
	assert_true(store_read_revision(&f->tx, &revision, &err));
	end(f, false);
	return revision;
}

static bool
is_known_revision(struct fixture *f, const struct store_revision *as)
{
	struct store_revision known;
	bool is = store_get_known_revision(f->store, &known);
	if (is) {
		assert_string_equal(known.catalog, as->catalog);
		assert_string_equal(known.baskets, as->baskets);
	}
	return is;
}

/* Only SQLite knows it without a query. */
static bool
knows_revision_without_asking(const struct fixture *f)
{
	return strncmp(f->url, "sqlite:", 7) == 0;
}

EACH(a_revision_is_valid_until_the_next_change)
{
	struct fixture *f = *state;
	struct store_revision first = read_revision(f);
	assert_int_equal(is_known_revision(f, &first), knows_revision_without_asking(f));
	put_basket(f, "b-1");
	assert_false(is_known_revision(f, &first));
	struct store_revision second = read_revision(f);
	assert_int_equal(is_known_revision(f, &second), knows_revision_without_asking(f));
	assert_string_not_equal(first.baskets, second.baskets);
	assert_string_equal(first.catalog, second.catalog);
}

EACH(each_list_has_its_own_revision)
{
	struct fixture *f = *state;
	struct store_revision before = read_revision(f), after;
	put_item(f, "{\"a\":1}");
	after = read_revision(f);
	assert_string_not_equal(before.catalog, after.catalog);
	assert_string_equal(before.baskets, after.baskets);
	put_link(f, "ann");
	assert_false(is_known_revision(f, &after));
	before = read_revision(f);
	assert_string_equal(before.catalog, after.catalog);
	assert_string_equal(before.baskets, after.baskets);
}

EACH(clearing_changes_both_revisions)
{
	struct fixture *f = *state;
	struct err err;
	put_item(f, "{}");
	put_basket(f, "b-1");
	struct store_revision before = read_revision(f);
	begin(f, STORE_WRITE);
	assert_true(store_clear(&f->tx, &err));
	end(f, true);
	struct store_revision after = read_revision(f);
	assert_string_not_equal(before.catalog, after.catalog);
	assert_string_not_equal(before.baskets, after.baskets);
}

EACH(a_rolled_back_change_keeps_the_revision)
{
	struct fixture *f = *state;
	struct store_basket b = { .created = 1, .id = STR("b-1"), .json = STR("{}") };
	struct err err;
	struct store_revision before = read_revision(f);
	begin(f, STORE_WRITE);
	assert_true(store_put_basket(&f->tx, &b, &err));
	end(f, false);
	struct store_revision after = read_revision(f);
	assert_string_equal(before.baskets, after.baskets);
}

static void
register_on_shared(int line, const char *name, CMUnitTestFunction run)
{
	test_register(line, name, run, open_file, close_store);
	register_on_postgres(line, name, run);
}

/* Stores that several programs can open. */
#define EACH_SHARED(name) TEST_BY(register_on_shared, name)

/* A transaction that began before a change returns the revision that it sees, which is not the
 * current one. */
EACH_SHARED(an_older_snapshot_is_not_taken_as_current)
{
	struct fixture *f = *state;
	struct store_revision old, again;
	struct fixture other = { 0 };
	struct err err;
	other.store = store_open(str_of(f->url), &err);
	assert_non_null(other.store);
	begin(f, STORE_READ);
	assert_true(store_read_revision(&f->tx, &old, &err));
	put_basket(&other, "b-1");
	assert_false(is_known_revision(f, &old));
	assert_true(store_read_revision(&f->tx, &again, &err));
	assert_string_equal(again.baskets, old.baskets);
	assert_false(is_known_revision(f, &old));
	end(f, false);
	store_close(other.store);
}

/* A thousand changes by one store, each seen by the other at once. */
EACH_SHARED(writes_of_another_program_are_always_noticed)
{
	struct fixture *f = *state;
	struct fixture other = { 0 };
	char json[40];
	struct err err;
	other.store = store_open(str_of(f->url), &err);
	assert_non_null(other.store);
	for (int i = 0; i < 1000; i++) {
		struct store_revision before = read_revision(f);
		assert_int_equal(is_known_revision(f, &before), knows_revision_without_asking(f));
		snprintf(json, sizeof(json), "{\"n\":%d}", i);
		put_item(&other, json);
		assert_false(is_known_revision(f, &before));
		assert_string_not_equal(read_revision(f).catalog, before.catalog);
	}
	store_close(other.store);
}

static size_t
wal_size(const char *url)
{
	char file[PATH_MAX];
	struct stat st;
	snprintf(file, sizeof(file), "%s-wal", url + strlen("sqlite:"));
	assert_int_equal(stat(file, &st), 0);
	return (size_t)st.st_size;
}

/* SQLite starts its WAL again after 1,000 pages, unless a transaction still reads it. */
TEST_WITH(the_wal_is_reused_after_a_rest, open_file, close_store)
{
	enum { ITEM_SIZE = 100000, WRITES = 400, WAL_MAX = 16 << 20 };
	struct fixture *f = *state;
	struct fixture other = { 0 };
	struct err err;
	other.store = store_open(str_of(f->url), &err);
	assert_non_null(other.store);
	auto_buf json = { 0 };
	struct store_revision known = read_revision(f);
	assert_true(is_known_revision(f, &known));
	store_release_snapshot(f->store);
	for (unsigned i = 0; i < WRITES; i++) {
		buf_reset(&json);
		buf_addz(&json, "{\"n\":\"");
		for (unsigned n = i; json.n < ITEM_SIZE; n = n * 1664525 + 1013904223)
			buf_addf(&json, "%08x", n);
		buf_addz(&json, "\"}");
		put_item(&other, buf_z(&json));
	}
	assert_false(is_known_revision(f, &known));
	assert_true(wal_size(f->url) < WAL_MAX);
	store_close(other.store);
}

/* So that the file alone can be copied or moved. */
TEST_WITH(the_wal_is_removed_when_the_store_is_closed, open_file, close_store)
{
	struct fixture *f = *state;
	struct err err;
	char file[PATH_MAX];
	snprintf(file, sizeof(file), "%s-wal", f->url + strlen("sqlite:"));
	put_basket(f, "b-1");
	struct store_revision known = read_revision(f);
	assert_true(is_known_revision(f, &known));
	assert_int_equal(access(file, F_OK), 0);
	store_close(f->store);
	assert_int_equal(access(file, F_OK), -1);
	f->store = store_open(str_of(f->url), &err);
	assert_non_null(f->store);
}

/* A request made after a change gets the new revision; one made before it may get the revision
 * read at that time. */
EACH(a_revision_serves_all_earlier_requests)
{
	struct fixture *f = *state;
	struct store_revision first = read_revision(f), told;
	struct err err;
	struct store_terms came = { .min_read_at_us = clock_ticks_us() };
	put_basket(f, "b-1");
	assert_true(store_find_revision_since(f->store, &came, &told, &err));
	assert_string_not_equal(told.baskets, first.baskets);
	assert_true(store_find_revision_since(f->store, &came, &first, &err));
	assert_string_equal(told.baskets, first.baskets);
	put_basket(f, "b-2");
	came.min_read_at_us = clock_ticks_us();
	assert_true(store_find_revision_since(f->store, &came, &told, &err));
	assert_string_not_equal(told.baskets, first.baskets);
}

/* A store in memory has only one reader. */
