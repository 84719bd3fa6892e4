/* labels: postgres
 *
 * The store's promises about items, owners, links, responses and the audit, for each kind of
 * store. */
#include "lib/test.h"
#include "store/chain.h"
#include "store/store.h"
#include "wire/item.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kept.h"
#include "stores.h"

static bool
put(struct fixture *f, const char *path, const char *id, const char *json)
{
	struct store_item item = { .list = STORE_OFFERS,
		.path = str_of(path),
		.id = str_of(id),
		.modified = WHEN_NONE,
		.published = true,
		.json = str_of(json) };
	struct err err;
	bool changed;
	assert_true(store_put_item(&f->tx, &item, &changed, &err));
	return changed;
}

struct seen {
	struct buf paths; /* "a b c " */
	int64_t last;
};

static bool
collect_item(void *ctx, const struct store_item *item)
{
	struct seen *seen = ctx;
	buf_addf(&seen->paths, "%.*s ", STR_ARG(item->path));
	seen->last = item->number;
	return true;
}

/* Compares the items that the query returns, and the count. */
static int64_t
list(struct fixture *f, const struct store_item_query *q, const char *want, uint64_t hits)
{
	struct seen seen = { 0 };
	struct err err;
	uint64_t count;
	begin(f, STORE_READ);
	assert_true(store_list_items(&f->tx, q, collect_item, &seen, &err));
	assert_string_equal(buf_z(&seen.paths), want);
	assert_true(store_count_items(&f->tx, q, &count, &err));
	assert_int_equal(count, hits);
	end(f, false);
	buf_free(&seen.paths);
	return seen.last;
}

static const struct store_item_query everything = {
	.list = STORE_OFFERS, .limit = 100, .modified_after = WHEN_NONE
};

EACH(items_are_ordered_by_path_and_id)
{
	struct fixture *f = *state;
	struct store_item_query q = everything;
	begin(f, STORE_WRITE);
	put(f, "/offers2/b", "1", "{}");
	put(f, "/offers/b", "1", "{}");
	put(f, "/offers2/a", "2", "{}");
	put(f, "/offers2/a", "1", "{}");
	put(f, "/offers2x/a", "1", "{}");
	put(f, "/Offers/b", "1", "{}");
	put(f, "", "nameless", "{}");
	end(f, true);
	list(f, &q, " /Offers/b /offers/b /offers2/a /offers2/a /offers2/b /offers2x/a ", 7);
	q.path_prefix = STR("/offers2/");
	list(f, &q, "/offers2/a /offers2/a /offers2/b ", 3);
	q.limit = 2;
	q.after_number = list(f, &q, "/offers2/a /offers2/a ", 3);
	list(f, &q, "/offers2/b ", 3);
	q = everything;
	q.path = STR("/offers2/a");
	list(f, &q, "/offers2/a /offers2/a ", 2);
	q.list = STORE_ASSETS;
	list(f, &q, "", 0);
	/* a prefix may be any bytes: the largest one has no upper bound but the end of the list */
	begin(f, STORE_WRITE);
	put(f, "/z\xFE", "1", "{}");
	put(f, "/z\xFF", "1", "{}");
	put(f, "/z\xFF\xFF", "1", "{}");
	put(f, "/{", "1", "{}");
	put(f, "\xFF\xFF", "1", "{}");
	end(f, true);
	q = everything;
	q.path_prefix = STR("/z\xFF");
	list(f, &q, "/z\xFF /z\xFF\xFF ", 2);
	q.path_prefix = STR("/z\xFE");
	list(f, &q, "/z\xFE ", 1);
	q.path_prefix = STR("\xFF");
	list(f, &q, "\xFF\xFF ", 1);
}

/* Every member, in a page and found by its path, published or not. */
EACH(an_item_is_read_back_unchanged)
{
	const struct store_item items[] = {
		{ .list = STORE_OFFERS,
		    .path = STR("/o/a"),
		    .id = STR("a"),
		    .modified = 17,
		    .published = true,
		    .json = STR("{\"n\":1}") },
		{ .list = STORE_OFFERS,
		    .path = STR("/o/b"),
		    .id = STR("b"),
		    .modified = WHEN_NONE,
		    .json = STR("{\"n\":2}") },
	};
	struct fixture *f = *state;
	auto_buf want = { 0 }, page = { 0 }, found = { 0 };
	struct err err;
	begin(f, STORE_WRITE);
	for (size_t i = 0; i < 2; i++) {
		assert_true(store_put_item(&f->tx, &items[i], NULL, &err));
		append_item(&want, &items[i]);
	}
	end(f, true);
	begin(f, STORE_READ);
	assert_true(store_list_items(&f->tx, &everything, append_item, &page, &err));
	assert_true(store_find_items(&f->tx, STR("/o/a"), append_item, &found, &err));
	assert_true(store_find_items(&f->tx, STR("/o/b"), append_item, &found, &err));
	end(f, false);
	assert_string_equal(buf_z(&page), buf_z(&want));
	assert_string_equal(buf_z(&found), buf_z(&want));
}

EACH(filters_apply_to_pages_and_counts)
{
	struct fixture *f = *state;
	struct item_filter filter = { .tag = STR("/tags/t") };
	struct store_item_query q = everything;
	struct err err;
	begin(f, STORE_WRITE);
	for (int i = 0; i < 6; i++) {
		char path[20];
		snprintf(path, sizeof(path), "/o/%d", i);
		struct store_item item = { .list = STORE_OFFERS,
			.path = str_of(path),
			.id = STR("i"),
			.modified = i == 5 ? WHEN_NONE : i * 10,
			.published = i % 2,
			.json = i < 3 ? STR("{\"data\":{\"tags\":[\"/tags/t\"]}}") : STR("{}") };
		assert_true(store_put_item(&f->tx, &item, NULL, &err));
	}
	end(f, true);
	q.modified_after = 20;
	list(f, &q, "/o/3 /o/4 ", 2);
	q = everything;
	q.published_only = true;
	list(f, &q, "/o/1 /o/3 /o/5 ", 3);
	q.filter = &filter;
	list(f, &q, "/o/1 ", 1);
	q.published_only = false;
	q.limit = 2;
	q.after_number = list(f, &q, "/o/0 /o/1 ", 3);
	list(f, &q, "/o/2 ", 3);
}

EACH(an_item_keeps_its_number)
{
	struct fixture *f = *state;
	struct store_item_query q = everything;
	begin(f, STORE_WRITE);
	put(f, "/b", "1", "{}");
	put(f, "/c", "1", "{}");
	end(f, true);
	q.limit = 1;
	q.after_number = list(f, &q, "/b ", 2);
	begin(f, STORE_WRITE);
	put(f, "/b", "1", "{\"changed\":1}");
	put(f, "/a", "1", "{}");
	end(f, true);
	list(f, &q, "/c ", 3);
	q.after_number = 999;
	struct seen seen = { 0 };
	struct err err;
	begin(f, STORE_READ);
	assert_false(store_list_items(&f->tx, &q, collect_item, &seen, &err));
	assert_int_equal(err.kind, ERR_NOT_FOUND);
	end(f, false);
}

static void
commit_id(struct fixture *f, char out[STORE_COMMIT_ID_SIZE])
{
	struct err err;
	struct store_revision revision;
	begin(f, STORE_READ);
	assert_true(store_read_revision(&f->tx, &revision, &err));
	end(f, false);
	memcpy(out, revision.catalog, STORE_COMMIT_ID_SIZE);
}

EACH(the_commit_id_changes_with_each_change)
{
	struct fixture *f = *state;
	char ids[5][STORE_COMMIT_ID_SIZE];
	commit_id(f, ids[0]);
	assert_string_equal(ids[0], "0000000000000000000000000000000000000000");
	begin(f, STORE_WRITE);
	assert_true(put(f, "/a", "1", "{}"));
	end(f, true);
	commit_id(f, ids[1]);
	assert_string_not_equal(ids[0], ids[1]);
	begin(f, STORE_WRITE);
	assert_false(put(f, "/a", "1", "{}"));
	end(f, true);
	commit_id(f, ids[2]);
	assert_string_equal(ids[1], ids[2]);
	begin(f, STORE_WRITE);
	assert_true(put(f, "/a", "1", "{ }"));
	end(f, false);
	commit_id(f, ids[2]);
	assert_string_equal(ids[1], ids[2]);
	begin(f, STORE_WRITE);
	assert_true(put(f, "/a", "1", "{ }"));
	assert_true(put(f, "/a", "1", "{}"));
	end(f, true);
	commit_id(f, ids[3]);
	assert_string_not_equal(ids[1], ids[3]);
}

/* ---- identities ---- */

static bool
put_link(struct fixture *f, const char *owner, enum link_state link_state, struct err *err)
{
	struct store_link link = { .iss = STR("i"),
		.sub = STR("s"),
		.owner = str_of(owner),
		.state = link_state,
		.linked_at = 5,
		.linked_by = STR("ann"),
		.json = STR("{}") };
	return store_put_link(&f->tx, &link, err);
}

static bool
collect_link(void *ctx, const struct store_link *link)
{
	buf_addf(ctx, "%.*s %d %.*s %lld ", STR_ARG(link->owner), link->state,
	    STR_ARG(link->linked_by), (long long)link->linked_at);
	return true;
}

/* The same JSON, but published or withdrawn, is a change with a new revision. */
EACH(publishing_is_a_change)
{
	static const bool turns[] = { true, true, false, false, true };
	struct fixture *f = *state;
	char commits[sizeof(turns)][STORE_COMMIT_ID_SIZE];
	struct err err;
	for (size_t i = 0; i < sizeof(turns); i++) {
		struct store_item item = { .list = STORE_OFFERS,
			.path = STR("/o"),
			.id = STR("1"),
			.modified = WHEN_NONE,
			.published = turns[i],
			.json = STR("{}") };
		bool changed;
		begin(f, STORE_WRITE);
		assert_true(store_put_item(&f->tx, &item, &changed, &err));
		end(f, true);
		commit_id(f, commits[i]);
		assert_int_equal(changed, i == 0 || turns[i] != turns[i - 1]);
		if (i)
			assert_int_equal(strcmp(commits[i], commits[i - 1]) != 0, changed);
	}
}

EACH(an_identity_has_one_active_link)
{
	struct fixture *f = *state;
	struct err err;
	auto_buf links = { 0 };
	begin(f, STORE_WRITE);
	assert_true(put_link(f, "a", LINK_ACTIVE, &err));
	assert_false(put_link(f, "b", LINK_ACTIVE, &err));
	assert_int_equal(err.kind, ERR_CONFLICT);
	assert_true(put_link(f, "a", LINK_REMOVED, &err));
	assert_true(put_link(f, "b", LINK_ACTIVE, &err));
	end(f, true);
	begin(f, STORE_READ);
	assert_true(store_list_links(&f->tx, STR("i"), STR("s"), collect_link, &links, &err));
	assert_string_equal(buf_z(&links), "a 0 ann 5 b 1 ann 5 ");
	buf_reset(&links);
	assert_true(store_list_links(&f->tx, STR("i"), STR("S"), collect_link, &links, &err));
	assert_int_equal(links.n, 0);
	end(f, false);
}

EACH(owners_have_roots)
{
	struct fixture *f = *state;
	auto_buf root = { 0 };
	struct err err;
	bool found;
	begin(f, STORE_WRITE);
	assert_true(store_put_owner(&f->tx, STR("o"), STR("r"), &err));
	assert_true(store_find_owner(&f->tx, STR("o"), &root, &found, &err));
	assert_true(found && str_eqz(buf_str(&root), "r"));
	assert_true(store_find_owner(&f->tx, STR("p"), &root, &found, &err));
	assert_false(found);
	end(f, true);
}

/* ---- stored responses and audit ---- */

EACH(stored_responses_expire_on_time)
{
	struct fixture *f = *state;
	const struct store_caller ann = { STR("ann"), STR("r1"), STR("shop") };
	const struct store_caller others[] = { { STR("bob"), STR("r1"), STR("shop") },
		{ STR("ann"), STR("r2"), STR("shop") }, { STR("ann"), STR("r1"), STR("till") },
		{ STR("ann"), STR(""), STR("") }, { STR("ann"), STR("r1shop"), STR("") } };
	struct store_answer a = { .request_digest = { 7 }, .answered_at = 100, .status = 409 },
			    got = { 0 };
	struct err err;
	bool found;
	buf_addz(&a.body, "{\"x\":1}");
	begin(f, STORE_WRITE);
	assert_true(store_put_answer(&f->tx, &ann, STR("k"), &a, 0, &err));
	assert_true(store_find_answer(&f->tx, &ann, STR("k"), 100, &got, &found, &err));
	assert_true(
	    found && got.status == 409 && got.request_digest[0] == 7 && got.answered_at == 100);
	assert_string_equal(buf_z(&got.body), "{\"x\":1}");
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		assert_true(store_find_answer(&f->tx, &others[i], STR("k"), 0, &got, &found, &err));
		assert_false(found);
	}
	assert_true(store_find_answer(&f->tx, &ann, STR("k"), 101, &got, &found, &err));
	assert_false(found);
	assert_true(store_put_answer(&f->tx, &ann, STR("other"), &a, 101, &err));
	assert_true(store_find_answer(&f->tx, &ann, STR("k"), 0, &got, &found, &err));
	assert_false(found);
	end(f, true);
	buf_free(&a.body);
	buf_free(&got.body);
}

static bool
follow(void *ctx, const struct store_audit *entry)
{
	struct store_head *head = ctx;
	unsigned char hash[DIGEST_SIZE];
	assert_int_equal(entry->seq, head->seq + 1);
	chain_hash_audit(hash, head->hash, entry);
	assert_memory_equal(hash, entry->hash, DIGEST_SIZE);
	head->seq = entry->seq;
	memcpy(head->hash, hash, DIGEST_SIZE);
	return true;
}

EACH(the_audit_is_a_complete_hash_chain)
{
	struct fixture *f = *state;
	struct store_head walked = { 0 }, head;
	struct err err;
	for (int i = 0; i < 6; i++) {
		struct store_audit entry = { .recorded_at = i,
			.request_id = STR("r"),
			.subject = STR("ann"),
			.operation = STR("link"),
			.target = STR("o"),
			.outcome = STR("done"),
			.detail = STR("{}") };
		begin(f, STORE_WRITE);
		assert_true(store_append_audit(&f->tx, &entry, &err));
		end(f, i != 3);
	}
	begin(f, STORE_READ);
	assert_true(store_list_audit(&f->tx, follow, &walked, &err));
	assert_int_equal(walked.seq, 5);
	assert_true(store_read_audit_head(&f->tx, 0, &head, &err));
	assert_int_equal(head.seq, 5);
	assert_memory_equal(head.hash, walked.hash, DIGEST_SIZE);
	end(f, false);
}
