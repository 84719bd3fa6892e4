/* What SQLite refuses to do: said, and never taken for an empty answer. */
#include "store/sqlite/pool.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

static bool
take_none(void *ctx, const struct store_item *i)
{
	(void)ctx;
	(void)i;
	return true;
}

/* A statement that cannot begin, and one that cannot be made: neither is an empty answer. */
static void
what_cannot_be_asked_is_a_failure(void **state)
{
	struct store *s;
	struct store_tx tx;
	struct err err = { 0 };
	(void)state;
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
	assert_false(store_find_items(&tx, STR("/a"), take_none, NULL, &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_true(store_end(&tx, false, &err));
	store_close(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_be_asked_is_a_failure),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
