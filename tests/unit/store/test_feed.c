/* labels: postgres
 *
 * The store's promises about removing records and about the sequence numbers of a feed's sources,
 * for each kind of store. */
#include "lib/test.h"
#include "store/copy.h"
#include "store/feed.h"

#include <stdio.h>
#include <string.h>

#include "stores.h"

static void
put_item(struct fixture *f, const char *path, const char *json)
{
	struct store_item item = { .list = STORE_OFFERS,
		.path = str_of(path),
		.id = STR("1"),
		.modified = WHEN_NONE,
		.published = true,
		.json = str_of(json) };
	struct err err;
	assert_true(store_put_item(&f->tx, &item, NULL, &err));
}

static bool
remove_item(struct fixture *f, const char *path)
{
	struct err err;
	bool removed;
	assert_true(
	    store_remove_item(&f->tx, STORE_OFFERS, str_of(path), STR("1"), &removed, &err));
	return removed;
}

static bool
collect_item(void *ctx, const struct store_item *item)
{
	buf_addf(ctx, "%.*s=%.*s %lld ", STR_ARG(item->path), STR_ARG(item->json),
	    (long long)item->number);
	return true;
}

/* The items after this number, as "path=json number ". */
static void
check_items(struct fixture *f, int64_t after, const char *want)
{
	const struct store_item_query q = { .list = STORE_OFFERS,
		.limit = 100,
		.modified_after = WHEN_NONE,
		.after_number = after };
	auto_buf found = { 0 };
	struct err err;
	begin(f, STORE_READ);
	assert_true(store_list_items(&f->tx, &q, collect_item, &found, &err));
	assert_string_equal(buf_z(&found), want);
	end(f, false);
}

static void
read_commit_id(struct fixture *f, char id[STORE_COMMIT_ID_SIZE])
{
	struct store_revision now;
	struct err err;
	begin(f, STORE_READ);
	assert_true(store_read_revision(&f->tx, &now, &err));
	memcpy(id, now.catalog, STORE_COMMIT_ID_SIZE);
	end(f, false);
}

/* A cursor has the number of the item to continue after. */
EACH(a_walk_continues_after_a_removed_item)
{
	struct fixture *f = *state;
	char before[STORE_COMMIT_ID_SIZE], after[STORE_COMMIT_ID_SIZE];
	begin(f, STORE_WRITE);
	put_item(f, "/a", "1");
	put_item(f, "/b", "2");
	put_item(f, "/c", "3");
	end(f, true);
	check_items(f, 0, "/a=1 1 /b=2 2 /c=3 3 ");
	read_commit_id(f, before);
	begin(f, STORE_WRITE);
	assert_true(remove_item(f, "/c"));
	assert_true(remove_item(f, "/b"));
	assert_false(remove_item(f, "/b"));
	put_item(f, "/d", "4");
	end(f, true);
	read_commit_id(f, after);
	assert_string_not_equal(before, after);
	check_items(f, 0, "/a=1 1 /d=4 4 ");
	check_items(f, 2, "/d=4 4 ");
	check_items(f, 3, "/d=4 4 ");
	begin(f, STORE_WRITE);
	put_item(f, "/b", "5");
	end(f, true);
	check_items(f, 0, "/a=1 1 /b=5 2 /d=4 4 ");
	read_commit_id(f, before);
	begin(f, STORE_WRITE);
	assert_false(remove_item(f, "/none"));
	end(f, true);
	read_commit_id(f, after);
	assert_string_equal(before, after);
}

static bool
collect_basket(void *ctx, const struct store_basket *b)
{
	buf_addf(ctx, "%.*s %lld %d %.*s ", STR_ARG(b->id), (long long)b->created, b->completed,
	    STR_ARG(b->json));
	return true;
}

static void
check_basket(struct fixture *f, const char *id, const char *want)
{
	auto_buf text = { 0 };
	struct err err;
	bool found;
	assert_true(store_find_basket(&f->tx, str_of(id), collect_basket, &text, &found, &err));
	assert_string_equal(buf_z(&text), want);
	assert_int_equal(found, *want != '\0');
}

EACH(a_basket_is_found_and_removed_by_its_id)
{
	struct fixture *f = *state;
	struct store_basket open = { .created = 5, .id = STR("b-1"), .json = STR("{}") };
	struct store_basket done = {
		.created = WHEN_NONE, .id = STR("b-2"), .completed = true, .json = STR("[]")
	};
	struct store_revision before, after;
	struct err err;
	bool removed;
	begin(f, STORE_WRITE);
	assert_true(store_put_basket(&f->tx, &open, &err));
	assert_true(store_put_basket(&f->tx, &done, &err));
	check_basket(f, "b-1", "b-1 5 0 {} ");
	check_basket(f, "b-3", "");
	assert_true(store_read_revision(&f->tx, &before, &err));
	end(f, true);
	begin(f, STORE_WRITE);
	assert_true(store_remove_basket(&f->tx, STR("b-1"), &removed, &err) && removed);
	assert_true(store_remove_basket(&f->tx, STR("b-2"), &removed, &err) && removed);
	assert_true(store_remove_basket(&f->tx, STR("b-2"), &removed, &err) && !removed);
	check_basket(f, "b-1", "");
	check_basket(f, "b-2", "");
	end(f, true);
	begin(f, STORE_WRITE);
	assert_true(store_read_revision(&f->tx, &after, &err));
	assert_string_not_equal(before.baskets, after.baskets);
	assert_true(store_put_basket(&f->tx, &open, &err));
	check_basket(f, "b-1", "b-1 5 0 {} ");
	end(f, true);
}

static bool
remove_owner(struct fixture *f, const char *id, bool *removed)
{
	struct err err;
	bool ok = store_remove_owner(&f->tx, str_of(id), removed, &err);
	assert_true(ok || err.kind == ERR_CONFLICT);
	return ok;
}

EACH(an_owner_with_a_linked_identity_stays)
{
	struct fixture *f = *state;
	struct store_link link = { .iss = STR("i"),
		.sub = STR("s"),
		.owner = STR("ann"),
		.state = LINK_ACTIVE,
		.linked_by = STR(""),
		.json = STR("{}") };
	auto_buf root = { 0 };
	struct err err;
	bool removed, found;
	begin(f, STORE_WRITE);
	assert_true(store_put_owner(&f->tx, STR("ann"), STR("r"), &err));
	assert_true(store_put_link(&f->tx, &link, &err));
	assert_false(remove_owner(f, "ann", &removed));
	assert_true(store_find_owner(&f->tx, STR("ann"), &root, &found, &err) && found);
	link.state = LINK_REMOVED;
	assert_true(store_put_link(&f->tx, &link, &err));
	assert_true(remove_owner(f, "ann", &removed) && removed);
	assert_true(remove_owner(f, "ann", &removed) && !removed);
	assert_true(store_find_owner(&f->tx, STR("ann"), &root, &found, &err) && !found);
	end(f, true);
}

static void
check_feed(struct fixture *f, const char *source, int64_t want)
{
	struct err err;
	int64_t seq;
	begin(f, STORE_READ);
	assert_true(store_read_feed(&f->tx, str_of(source), &seq, &err));
	assert_int_equal(seq, want);
	end(f, false);
}

EACH(the_last_number_of_a_source_belongs_to_the_transaction)
{
	struct fixture *f = *state;
	struct err err;
	check_feed(f, "shop", -1);
	begin(f, STORE_WRITE);
	assert_true(store_put_feed(&f->tx, STR("shop"), 7, 1, &err));
	end(f, false);
	check_feed(f, "shop", -1);
	begin(f, STORE_WRITE);
	assert_true(store_put_feed(&f->tx, STR("shop"), INT64_MAX, 1, &err));
	assert_true(store_put_feed(&f->tx, STR("crm"), 0, 1, &err));
	end(f, true);
	check_feed(f, "shop", INT64_MAX);
	check_feed(f, "crm", 0);
	begin(f, STORE_WRITE);
	assert_true(store_clear(&f->tx, &err));
	end(f, true);
	check_feed(f, "crm", -1);
}

/* A moved store continues its feeds, and its cursors. */
EACH(numbers_of_sources_and_removed_items_are_copied)
{
	struct fixture *f = *state, other = { 0 };
	struct store_copy_counts copied;
	struct err err;
	other.store = store_open(STR("sqlite::memory:"), &err);
	assert_non_null(other.store);
	begin(&other, STORE_WRITE);
	put_item(&other, "/a", "1");
	put_item(&other, "/b", "2");
	assert_true(remove_item(&other, "/b"));
	assert_true(store_put_feed(&other.tx, STR("shop"), 7, 1, &err));
	end(&other, true);
	assert_true(store_copy(other.store, f->store, &copied, &err));
	assert_int_equal(copied.items, 1);
	assert_int_equal(copied.feeds, 1);
	check_feed(f, "shop", 7);
	check_items(f, 2, "");
	begin(f, STORE_WRITE);
	put_item(f, "/c", "3");
	end(f, true);
	check_items(f, 0, "/a=1 1 /c=3 3 ");
	store_close(other.store);
}
