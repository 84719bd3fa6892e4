/* Writers that share a transaction when a part of it fails: only stored writes are acknowledged,
 * and the next writer can write. */
#include "lib/files.h"
#include "lib/test.h"
#include "store/sql/sql.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/statvfs.h>

/* The simulated disk, which replaces the system's. */
static struct {
	bool here;
	int error; /* errno of the query for free space */
	unsigned long blocks, block;
} disk;

int
statvfs(const char *path, struct statvfs *out)
{
	static int (*real)(const char *, struct statvfs *);
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "statvfs");
	if (!disk.here)
		return real(path, out);
	*out = (struct statvfs){ .f_bavail = disk.blocks, .f_frsize = disk.block };
	errno = disk.error;
	return disk.error ? -1 : 0;
}

static const char file[] = "commit-test.db";

static int
set_up(void **state)
{
	static struct conn_pool pool;
	struct err err;
	unlink_store("commit-test.db");
	*state = &pool;
	return conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err) ? 0 : -1;
}

static int
tear_down(void **state)
{
	conn_pool_close(*state);
	return 0;
}

static void
run(struct conn_pool *p, const char *sql)
{
	assert_int_equal(sqlite3_exec(p->writer.db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static bool
put_owner(struct conn *c, const char *id)
{
	struct err err;
	return sql_run(
	    &c->sql, SQL_OWNER_PUT, SQL_VALUES(SQL_TEXT(str_of(id)), SQL_TEXT(STR("r"))), &err);
}

static int
owners(struct conn_pool *p)
{
	sqlite3_stmt *stmt = NULL;
	assert_int_equal(
	    sqlite3_prepare_v2(p->writer.db, "SELECT count(*) FROM owners", -1, &stmt, NULL),
	    SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	int n = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	return n;
}

static void
check_next_write(struct conn_pool *p, int before)
{
	struct err err;
	struct conn *c = commit_begin(p, &err);
	assert_non_null(c);
	assert_true(put_owner(c, "next"));
	assert_true(commit_end(p, true, &err));
	assert_int_equal(owners(p), before + 1);
}

#define WITH_POOL(name) TEST_WITH(name, set_up, tear_down)

/* A constraint that is checked only at the commit leaves the transaction open. */
WITH_POOL(a_failed_commit_is_rolled_back)
{
	struct conn_pool *p = *state;
	struct err err;
	run(p,
	    "PRAGMA foreign_keys = ON; CREATE TABLE debts (owner TEXT REFERENCES owners (id)"
	    " DEFERRABLE INITIALLY DEFERRED)");
	struct conn *c = commit_begin(p, &err);
	assert_non_null(c);
	assert_true(put_owner(c, "lost"));
	run(p, "INSERT INTO debts VALUES ('nobody')");
	assert_false(commit_end(p, true, &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_false(store_is_full(&err));
	assert_int_equal(owners(p), 0);
	check_next_write(p, 0);
}

struct second_writer {
	struct conn_pool *pool;
	pthread_t thread;
	bool kept;
	struct err err;
};

static void *
write_second(void *arg)
{
	struct second_writer *s = arg;
	struct conn *c = commit_begin(s->pool, &s->err);
	s->kept = c && put_owner(c, "second");
	s->kept = commit_end(s->pool, s->kept, &s->err) && s->kept;
	return NULL;
}

static void
start_second(struct second_writer *s, struct conn_pool *p)
{
	*s = (struct second_writer){ .pool = p };
	assert_int_equal(pthread_create(&s->thread, NULL, write_second, s), 0);
	while (conn_count_waiting_writers(p) == 0)
		sched_yield();
}

/* The writer's savepoint cannot be released while another writer waits to join the transaction. */
WITH_POOL(a_savepoint_that_cannot_be_released_is_not_acknowledged)
{
	struct conn_pool *p = *state;
	struct second_writer second;
	struct err err;
	struct conn *c = commit_begin(p, &err);
	assert_non_null(c);
	start_second(&second, p);
	run(p, "ROLLBACK TO own; RELEASE own");
	assert_false(commit_end(p, true, &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_int_equal(pthread_join(second.thread, NULL), 0);
	assert_true(second.kept);
	assert_int_equal(owners(p), 1);
}

/* SQLite rolled back by itself: no writer may join a transaction that has ended. */
WITH_POOL(no_writer_joins_a_transaction_that_has_ended)
{
	struct conn_pool *p = *state;
	struct second_writer second;
	struct err err;
	struct conn *c = commit_begin(p, &err);
	assert_non_null(c);
	assert_true(put_owner(c, "lost"));
	start_second(&second, p);
	run(p, "ROLLBACK");
	assert_false(commit_end(p, true, &err));
	assert_int_equal(pthread_join(second.thread, NULL), 0);
	assert_true(second.kept);
	assert_int_equal(owners(p), 1);
	check_next_write(p, 1);
}

/* A writer that gives up is rolled back alone; other writes of the same transaction stay. */
WITH_POOL(an_aborted_write_is_rolled_back_alone)
{
	struct conn_pool *p = *state;
	struct second_writer second;
	struct err err;
	struct conn *c = commit_begin(p, &err);
	assert_non_null(c);
	assert_true(put_owner(c, "given-up"));
	start_second(&second, p);
	assert_true(commit_end(p, false, &err));
	assert_int_equal(pthread_join(second.thread, NULL), 0);
	assert_true(second.kept);
	assert_int_equal(owners(p), 1);
}

enum { CELLS_PER_CALL = 64, MORE = 8 };

struct group_writers {
	struct second_writer writers[CELLS_PER_CALL + MORE];
	sqlite3 *db;
	int before, commits, most; /* before: initial rows; most: most rows committed at once */
};

static int
count_commit(void *arg)
{
	struct group_writers *crowd = arg;
	int now = sqlite3_total_changes(crowd->db);
	crowd->most = now - crowd->before > crowd->most ? now - crowd->before : crowd->most;
	crowd->before = now;
	crowd->commits++;
	return 0;
}

static void *
write_in_group(void *arg)
{
	struct second_writer *s = arg;
	char id[32];
	struct conn *c = commit_begin(s->pool, &s->err);
	snprintf(id, sizeof(id), "%p", arg);
	s->kept = c && put_owner(c, id);
	s->kept = commit_end(s->pool, s->kept, &s->err) && s->kept;
	return NULL;
}

/* However many writers wait, none waits for more than 63 others: the 64th commits for all. */
WITH_POOL(at_most_64_share_a_commit)
{
	struct conn_pool *p = *state;
	struct group_writers crowd = { .db = p->writer.db };
	struct err err;
	struct conn *c = commit_begin(p, &err);
	assert_non_null(c);
	crowd.before = sqlite3_total_changes(crowd.db);
	sqlite3_commit_hook(crowd.db, count_commit, &crowd);
	for (size_t i = 0; i < CELLS_PER_CALL + MORE; i++) {
		crowd.writers[i] = (struct second_writer){ .pool = p };
		assert_int_equal(pthread_create(&crowd.writers[i].thread, NULL, write_in_group,
				     &crowd.writers[i]),
		    0);
	}
	while (conn_count_waiting_writers(p) < CELLS_PER_CALL + MORE)
		sched_yield();
	assert_true(put_owner(c, "first"));
	assert_true(commit_end(p, true, &err));
	for (size_t i = 0; i < CELLS_PER_CALL + MORE; i++) {
		assert_int_equal(pthread_join(crowd.writers[i].thread, NULL), 0);
		assert_true(crowd.writers[i].kept);
	}
	sqlite3_commit_hook(crowd.db, NULL, NULL);
	assert_int_equal(owners(p), CELLS_PER_CALL + MORE + 1);
	assert_int_equal(crowd.commits, 2);
	assert_int_equal(crowd.most, CELLS_PER_CALL);
}

/* A mebibyte must be free, to the exact block; if the free space cannot be determined, the error
 * has the reason. */
WITH_POOL(a_mebibyte_must_be_free)
{
	struct conn_pool *p = *state, memory;
	struct err err = { 0 };
	disk.here = true;
	disk.block = 4096;
	disk.blocks = 256;
	assert_true(commit_has_room(p, &err));
	disk.blocks = 255;
	assert_false(commit_has_room(p, &err));
	assert_true(store_is_full(&err));
	assert_string_equal(err.text, "commit-test.db: less than 1048576 bytes are free");
	disk.error = EACCES;
	disk.blocks = 256;
	assert_false(commit_has_room(p, &err));
	assert_false(store_is_full(&err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_string_equal(err.text, "commit-test.db: Permission denied");
	assert_true(conn_pool_open(&memory, STR_NONE, STORE_MAY_ALL, &err));
	assert_true(commit_has_room(&memory, &err)); /* whatever the disk's state */
	conn_pool_close(&memory);
	disk.here = false;
	disk.error = 0;
}

/* After the file could not grow, a write is tried before space is reported again. */
WITH_POOL(after_a_full_disk_a_write_is_tried)
{
	struct conn_pool *p = *state;
	struct err err = { 0 };
	atomic_store(&p->writer.is_disk_full, true);
	run(p, "DROP TABLE heads");
	assert_false(commit_has_room(p, &err));
	run(p,
	    "CREATE TABLE heads (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash BLOB NOT NULL)"
	    " WITHOUT ROWID");
	assert_true(commit_has_room(p, &err));
	assert_false(atomic_load(&p->writer.is_disk_full));
}
