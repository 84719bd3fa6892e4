/* Tables of a file made by an older version, a newer one, or another program. */
#include "lib/files.h"
#include "lib/test.h"
#include "store/schema/schema.h"
#include "store/sqlite/pool.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char file[] = "versions-test.db";

/* Takes back the later steps of schema.c. */
#define BACK_TO_VERSION_2                                                                    \
	"DROP TABLE callers_answers; DROP TABLE audit_lanes; DROP INDEX audit_by_time;"      \
	"DROP TABLE feeds; DROP INDEX links_owner;"                                          \
	"PRAGMA user_version = 2;"

static int
remove_file(void **state)
{
	(void)state;
	unlink_store(file);
	return 0;
}

TEST_WITH(a_newer_or_foreign_file_is_refused, remove_file, remove_file)
{
	struct conn_pool pool;
	struct err err;
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	sqlite3_exec(pool.writer.db, "PRAGMA user_version = 99", NULL, NULL, NULL);
	conn_pool_close(&pool);
	assert_null(store_open(STR("sqlite:versions-test.db"), &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_non_null(strstr(err.text, "newer"));
	remove_file(NULL);
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	sqlite3_exec(pool.writer.db, "PRAGMA user_version = -3", NULL, NULL, NULL);
	conn_pool_close(&pool);
	assert_null(store_open(STR("sqlite:versions-test.db"), &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_non_null(strstr(err.text, "not a Backroom store"));
	remove_file(NULL);
	FILE *f = fopen(file, "w");
	for (int i = 0; i < 2000; i++)
		fputs("this is no database\n", f);
	fclose(f);
	assert_null(store_open(STR("sqlite:versions-test.db"), &err));
	assert_int_equal(err.kind, ERR_IO);
}

/* Without permission to migrate the service reports what to do and changes nothing; with it, it
 * migrates. */
TEST_WITH(tables_are_not_migrated_without_permission, remove_file, remove_file)
{
	static const char older[] = BACK_TO_VERSION_2;
	char expected[160];
	const struct str url = STR("sqlite:versions-test.db");
	struct conn_pool pool;
	struct err err;
	assert_null(store_open_with_flags(url, 0, &err));
	assert_int_equal(err.kind, ERR_NOT_FOUND);
	assert_int_equal(access(file, F_OK), -1);
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	assert_int_equal(sqlite3_exec(pool.writer.db, older, NULL, NULL, NULL), SQLITE_OK);
	conn_pool_close(&pool);
	for (unsigned may = 0; may <= STORE_MAY_CREATE; may++) {
		assert_null(store_open_with_flags(url, may, &err));
		assert_int_equal(err.kind, ERR_IO);
		snprintf(expected, sizeof(expected),
		    "the store has tables of version 2, but this Backroom needs %d: migrate it "
		    "with backroom serve --migrate=only",
		    schema_newest_version());
		assert_string_equal(err.text, expected);
	}
	struct store *s = store_open_with_flags(url, STORE_MAY_MIGRATE, &err);
	assert_non_null(s);
	store_close(s);
	s = store_open_with_flags(url, 0, &err);
	assert_non_null(s);
	store_close(s);
}

/* A database from the version before callers were distinguished: its stored responses are still
 * returned. */
TEST_WITH(responses_of_an_older_version_are_found, remove_file, remove_file)
{
	static const char older[] =
	    BACK_TO_VERSION_2 "INSERT INTO answers VALUES ('ann', 'k', zeroblob(32), 100, 201, '{}')";
	const struct store_caller ann = { STR("ann"), STR("r1"), STR("shop") };
	struct store_answer got = { 0 }, own = { .answered_at = 200, .status = 200 };
	struct conn_pool pool;
	struct store_tx tx;
	struct err err;
	bool found;
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	assert_int_equal(sqlite3_exec(pool.writer.db, older, NULL, NULL, NULL), SQLITE_OK);
	conn_pool_close(&pool);
	struct store *s = store_open(STR("sqlite:versions-test.db"), &err);
	assert_true(s && store_begin(s, &tx, STORE_WRITE, &err));
	assert_true(store_find_answer(&tx, &ann, STR("k"), 100, &got, &found, &err));
	assert_true(found && got.status == 201);
	assert_true(store_put_answer(&tx, &ann, STR("k"), &own, 100, &err));
	assert_true(store_find_answer(&tx, &ann, STR("k"), 100, &got, &found, &err));
	assert_true(found && got.status == 200);
	assert_true(store_put_answer(&tx, &ann, STR("other"), &own, 101, &err));
	assert_true(store_find_answer(&tx, &(struct store_caller){ STR("ann"), STR("r2"), STR("") },
	    STR("k"), 0, &got, &found, &err));
	assert_false(found);
	assert_true(store_end(&tx, true, &err));
	store_close(s);
	buf_free(&got.body);
}
