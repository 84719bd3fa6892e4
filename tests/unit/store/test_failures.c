/* SQLite's failures are reported, and never look like an empty result. */
#include "base/mem.h"
#include "lib/test.h"
#include "store/sqlite/pool.h"
#include "store/store.h"

#include <stdio.h>
#include <unistd.h>

static bool
ignore_item(void *ctx, const struct store_item *i)
{
	(void)ctx;
	(void)i;
	return true;
}

/* Asserts that the call returns false with a store error. */
#define FAILS(call)                                       \
	do {                                              \
		err.kind = ERR_NONE;                      \
		assert_false(call);                       \
		assert_int_equal(err.kind, ERR_UPSTREAM); \
	} while (0)

/* A statement that cannot be started, and one that cannot be prepared: neither is an empty
 * result. */
TEST(a_query_that_cannot_start_is_a_failure)
{
	struct store *s;
	struct store_tx tx;
	struct err err = { 0 };
	unlink("failures.db");
	s = store_open(STR("sqlite:failures.db"), &err);
	assert_non_null(s);
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	struct conn *reader = tx.connection;
	assert_true(store_end(&tx, false, &err));
	assert_int_equal(sqlite3_exec(reader->db, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
	assert_false(store_begin(s, &tx, STORE_READ, &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_int_equal(sqlite3_exec(reader->db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	assert_true(store_begin(s, &tx, STORE_WRITE, &err));
	struct conn *writer = tx.connection;
	assert_int_equal(sqlite3_exec(writer->db, "DROP TABLE items", NULL, NULL, NULL), SQLITE_OK);
	err.kind = ERR_NONE;
	assert_false(store_find_items(&tx, STR("/a"), ignore_item, NULL, &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_true(store_end(&tx, false, &err));
	store_close(s);
}

static void
spoil(const struct store_tx *tx, const char *sql)
{
	const struct conn *c = tx->connection;
	if (sqlite3_exec(c->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(c->db));
}

/* Opens a new file and runs SQL that damages it; close_spoiled() closes it. */
static struct store *
open_spoiled(struct store_tx *tx, const char *sql)
{
	struct err err;
	unlink("failures.db");
	struct store *s = store_open(STR("sqlite:failures.db"), &err);
	assert_non_null(s);
	assert_true(store_begin(s, tx, STORE_WRITE, &err));
	spoil(tx, sql);
	return s;
}

static void
close_spoiled(struct store *s, struct store_tx *tx)
{
	struct err err;
	assert_true(store_end(tx, false, &err));
	store_close(s);
}

static bool
ignore_entry(void *ctx, const struct store_audit *entry)
{
	(void)ctx;
	(void)entry;
	return true;
}

TEST(stored_responses_and_audit_fail_the_same_way)
{
	static const struct store_caller caller = { .subject = { "mara", 4 } };
	struct store_head head;
	struct store_answer answer = { .status = 200 };
	struct store_tx tx;
	struct err err = { 0 };
	bool found;
	struct store *s = open_spoiled(
	    &tx, "DROP TABLE callers_answers; DROP TABLE audit; DROP TABLE heads");
	FAILS(store_find_answer(&tx, &caller, STR("k"), 0, &answer, &found, &err));
	FAILS(store_put_answer(&tx, &caller, STR("k"), &answer, 0, &err));
	FAILS(store_list_audit(&tx, ignore_entry, NULL, &err));
	FAILS(store_read_audit_head(&tx, 0, &head, &err));
	close_spoiled(s, &tx);
}

static bool
ignore_basket(void *ctx, const struct store_basket *basket)
{
	(void)ctx;
	(void)basket;
	return true;
}

static bool
ignore_link(void *ctx, const struct store_link *link)
{
	(void)ctx;
	(void)link;
	return true;
}

/* Baskets, owners and links: a missing table is neither empty nor written to. */
TEST(a_missing_table_is_not_an_empty_list)
{
	const struct store_basket basket = { .id = STR("b"), .json = STR("{}") };
	const struct store_link link = { .iss = STR("i"), .sub = STR("s"), .json = STR("{}") };
	const struct store_basket_query open = { .limit = 1, .created_after = WHEN_NONE },
					all = { .limit = 1,
						.created_after = WHEN_NONE,
						.include_completed = true };
	struct store_tx tx;
	struct buf root = { 0 };
	struct err err = { 0 };
	bool found, empty;
	struct store *s = open_spoiled(
	    &tx, "DROP TABLE baskets; DROP TABLE links; DROP TABLE owners");
	FAILS(store_list_baskets(&tx, &open, ignore_basket, NULL, &err));
	FAILS(store_list_baskets(&tx, &all, ignore_basket, NULL, &err));
	FAILS(store_put_basket(&tx, &basket, &err));
	FAILS(store_find_owner(&tx, STR("ann"), &root, &found, &err));
	FAILS(store_put_owner(&tx, STR("ann"), STR("r"), &err));
	FAILS(store_list_links(&tx, STR("i"), STR("s"), ignore_link, NULL, &err));
	FAILS(store_put_link(&tx, &link, &err));
	FAILS(store_is_empty(&tx, &empty, &err));
	FAILS(store_clear(&tx, &err));
	assert_int_equal(root.n, 0);
	close_spoiled(s, &tx);
}

/* Responses in the older table expire too: if they cannot be deleted, nothing is stored. */
TEST(old_responses_that_cannot_be_deleted_are_a_failure)
{
	static const struct store_caller caller = { .subject = { "mara", 4 } };
	struct store_answer answer = { .status = 200 };
	struct store_tx tx;
	struct err err = { 0 };
	unlink("failures.db");
	struct store *s = store_open(STR("sqlite:failures.db"), &err);
	assert_true(store_begin(s, &tx, STORE_WRITE, &err));
	struct conn *writer = tx.connection;
	assert_true(store_put_answer(&tx, &caller, STR("k"), &answer, 0, &err));
	assert_int_equal(
	    sqlite3_exec(writer->db, "DROP TABLE answers", NULL, NULL, NULL), SQLITE_OK);
	FAILS(store_put_answer(&tx, &caller, STR("l"), &answer, 0, &err));
	assert_true(store_end(&tx, false, &err));
	store_close(s);
}

/* A hash stored by another program, too short or too long: missing bytes are zero. */
TEST(a_hash_has_its_length_whatever_is_stored)
{
	static const struct {
		const char *sql;
		unsigned char first, third, fourth, last;
	} hashes[] = {
		{ "REPLACE INTO heads VALUES ('audit', 7, x'010203')", 1, 3, 0, 0 },
		{ "REPLACE INTO heads VALUES ('audit', 7, x'')", 0, 0, 0, 0 },
		{ "REPLACE INTO heads VALUES ('audit', 7, CAST(printf('%.*c', 200, 'a') AS BLOB))",
		    'a', 'a', 'a', 'a' },
	};
	struct store_tx tx;
	struct err err = { 0 };
	struct store *s = open_spoiled(&tx, hashes[0].sql);
	for (size_t i = 0; i < sizeof(hashes) / sizeof(*hashes); i++) {
		struct store_head *head = x_new(struct store_head); /* to detect overruns */
		spoil(&tx, hashes[i].sql);
		assert_true(store_read_audit_head(&tx, 0, head, &err));
		assert_int_equal(head->seq, 7);
		assert_int_equal(head->hash[0], hashes[i].first);
		assert_int_equal(head->hash[2], hashes[i].third);
		assert_int_equal(head->hash[3], hashes[i].fourth);
		assert_int_equal(head->hash[DIGEST_SIZE - 1], hashes[i].last);
		x_free(head);
	}
	close_spoiled(s, &tx);
}

/* A reader cannot be opened because the file was deleted meanwhile. */
TEST(a_reader_that_cannot_be_opened_is_a_failure)
{
	struct store_tx tx;
	struct err err = { 0 };
	unlink("gone.db");
	struct store *s = store_open(STR("sqlite:gone.db"), &err);
	assert_non_null(s);
	assert_int_equal(rename("gone.db", "elsewhere.db"), 0);
	FAILS(store_begin(s, &tx, STORE_READ, &err));
	assert_int_equal(rename("elsewhere.db", "gone.db"), 0);
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_end(&tx, false, &err));
	store_close(s);
}
