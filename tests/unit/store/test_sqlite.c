/* SQLite only: the file, its WAL, the connection pool, and the cost of a page. */
#include "base/regular_file.h"
#include "lib/cleanup.h"
#include "lib/files.h"
#include "lib/test.h"
#include "store/sql/sql.h"
#include "store/sqlite/pool.h"
#include "store/sqlite/scrub.h"
#include "store/store.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char file[] = "sqlite-test.db";

static int
remove_file(void **state)
{
	(void)state;
	unlink_store("sqlite-test.db");
	return 0;
}

static void
fill(struct conn *c, int from, int to)
{
	struct err err;
	char id[24];
	assert_true(sql_run(&c->sql, SQL_BEGIN_WRITE, NULL, 0, &err));
	for (int i = from; i < to; i++) {
		sqlite3_stmt *stmt = conn_statement(c, SQL_BASKET_PUT, &err);
		snprintf(id, sizeof(id), "basket-%08d", i);
		sqlite3_bind_int64(stmt, 1, i / 3);
		sqlite3_bind_text(stmt, 2, id, -1, SQLITE_STATIC);
		sqlite3_bind_int(stmt, 3, i % 50 != 0);
		sqlite3_bind_blob(stmt, 4, "{}", 2, SQLITE_STATIC);
		assert_int_equal(sqlite3_step(stmt), SQLITE_DONE);
	}
	assert_true(sql_run(&c->sql, SQL_COMMIT, NULL, 0, &err));
}

/* SQLite VM steps for 51 rows from a position in the list. */
static int
count_page_steps(struct conn *c, enum sql_statement_id sql, int64_t created)
{
	struct err err;
	int rows = 0;
	sqlite3_stmt *stmt = conn_statement(c, sql, &err);
	sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_VM_STEP, 1);
	sqlite3_bind_int64(stmt, 1, INT64_MIN);
	sqlite3_bind_int64(stmt, 2, created);
	sqlite3_bind_text(stmt, 3, "", 0, SQLITE_STATIC);
	sqlite3_bind_int(stmt, 4, 51);
	while (sqlite3_step(stmt) == SQLITE_ROW)
		rows++;
	sqlite3_reset(stmt);
	assert_int_equal(rows, 51);
	assert_int_equal(sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1), 0);
	return sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_VM_STEP, 1);
}

TEST(a_page_costs_the_same_in_any_list)
{
	CLEANUP(conn_pool_close) struct conn_pool pool;
	struct err err;
	assert_true(conn_pool_open(&pool, STR_NONE, STORE_MAY_ALL, &err));
	fill(&pool.writer, 0, 300);
	int open = count_page_steps(&pool.writer, SQL_BASKETS_OPEN, INT64_MAX);
	fill(&pool.writer, 300, 30000);
	assert_in_range(
	    count_page_steps(&pool.writer, SQL_BASKETS_OPEN, INT64_MAX), open - 8, open + 8);
	assert_in_range(count_page_steps(&pool.writer, SQL_BASKETS_OPEN, 100), open - 8, open + 8);
	int all = count_page_steps(&pool.writer, SQL_BASKETS_ALL, INT64_MAX);
	assert_in_range(count_page_steps(&pool.writer, SQL_BASKETS_ALL, 5000), all - 40, all + 40);
	assert_in_range(all, open, open * 3);
}

static int
pragma(struct conn *c, const char *name)
{
	char sql[60];
	sqlite3_stmt *stmt = NULL;
	snprintf(sql, sizeof(sql), "PRAGMA %s", name);
	assert_int_equal(sqlite3_prepare_v2(c->db, sql, -1, &stmt, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	int value = strcmp((const char *)sqlite3_column_text(stmt, 0), "wal") == 0
	    ? -1
	    : sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	return value;
}

static void
fill_items(struct conn *c, int n)
{
	struct err err;
	char path[24];
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "/offers/%06d", i);
		assert_true(sql_run(&c->sql, SQL_ITEM_PUT,
		    SQL_VALUES(SQL_NUMBER(STORE_OFFERS), SQL_TEXT(str_of(path)),
			SQL_TEXT(STR("id")), SQL_NUMBER(0), SQL_NUMBER(0), SQL_BLOB(STR("{}"))),
		    &err));
	}
}

/* SQLite VM steps for the one item at a path that is a prefix of many others. */
static int
count_path_steps(struct conn *c)
{
	static const struct str path = { "/offers/000001", 14 };
	struct err err;
	struct sql_rows rows;
	assert_true(sql_start(&rows, &c->sql, SQL_ITEMS_AT,
	    SQL_VALUES(SQL_NUMBER(STORE_OFFERS), SQL_NUMBER(INT64_MIN), SQL_NUMBER(0),
		SQL_TEXT(path), SQL_TEXT(path), SQL_TEXT(STR("")), SQL_NUMBER(51)),
	    &err));
	sqlite3_stmt_status(rows.handle, SQLITE_STMTSTATUS_VM_STEP, 1);
	assert_true(sql_next_row(&rows));
	assert_false(sql_next_row(&rows));
	assert_true(sql_end(&rows, &err));
	return sqlite3_stmt_status(rows.handle, SQLITE_STMTSTATUS_VM_STEP, 1);
}

TEST(a_read_by_path_costs_the_same_in_any_list)
{
	CLEANUP(conn_pool_close) struct conn_pool pool;
	struct err err;
	assert_true(conn_pool_open(&pool, STR_NONE, STORE_MAY_ALL, &err));
	fill_items(&pool.writer, 2000);
	assert_in_range(count_path_steps(&pool.writer), 1, 100);
}

TEST_WITH(a_file_is_private_and_durable, remove_file, remove_file)
{
	CLEANUP(conn_pool_close) struct conn_pool pool;
	struct err err;
	struct stat st;
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	assert_int_equal(pragma(&pool.writer, "journal_mode"), -1);
	assert_int_equal(pragma(&pool.writer, "synchronous"), 2);
	assert_int_equal(pragma(&pool.writer, "page_size"), 8192);
	assert_int_equal(stat(file, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static bool
count_basket(void *ctx, const struct store_basket *b)
{
	(void)b;
	++*(int *)ctx;
	return true;
}

static int
count(struct store *s)
{
	struct store_basket_query q = { .limit = 1000, .created_after = WHEN_NONE };
	struct err err;
	int n = 0;
	struct store_tx tx;
	assert_true(store_begin(s, &tx, STORE_READ, &err));
	assert_true(store_list_baskets(&tx, &q, count_basket, &n, &err));
	assert_true(store_end(&tx, false, &err));
	return n;
}

TEST_WITH(readers_continue_during_a_load, remove_file, remove_file)
{
	struct store_basket b = { 1, STR("a"), false, STR("{}") };
	struct err err;
	struct store *s = store_open(STR("sqlite:sqlite-test.db"), &err);
	assert_non_null(s);
	struct store_tx load;
	assert_true(store_begin(s, &load, STORE_WRITE, &err));
	assert_true(store_put_basket(&load, &b, &err));
	assert_int_equal(count(s), 0);
	assert_true(store_end(&load, true, &err));
	assert_int_equal(count(s), 1);
	store_close(s);
	s = store_open(STR("sqlite:sqlite-test.db"), &err);
	assert_non_null(s);
	assert_int_equal(count(s), 1);
	store_close(s);
}

enum { WALKERS = 4, STEADY = 100, WALKS = 20 };

struct walk {
	struct store *store;
	int steady; /* in the last walk */
	bool sound;
};

struct walking {
	int64_t created;
	char id[STORE_ID_SIZE_MAX + 1];
	size_t n;
	int steady;
};

static bool
note(void *ctx, const struct store_basket *b)
{
	struct walking *w = ctx;
	w->created = b->created;
	snprintf(w->id, sizeof(w->id), "%.*s", STR_ARG(b->id));
	w->n++;
	w->steady += str_starts(b->id, STR("steady-"));
	return true;
}

static bool
walk_once(struct store *s, int *steady)
{
	struct walking w = { 0 };
	struct err err;
	char after[STORE_ID_SIZE_MAX + 1];
	struct store_basket_query q = { .limit = 9, .created_after = WHEN_NONE };
	do {
		struct store_tx tx;
		w.n = 0;
		if (!store_begin(s, &tx, STORE_READ, &err))
			return false;
		bool read = store_list_baskets(&tx, &q, note, &w, &err);
		if (!store_end(&tx, false, &err) || !read)
			return false;
		snprintf(after, sizeof(after), "%s", w.id);
		q.continues_after_basket = true;
		q.after_basket_created = w.created;
		q.after_basket_id = str_of(after);
	} while (w.n == q.limit);
	*steady = w.steady;
	return true;
}

static void *
walk_often(void *arg)
{
	struct walk *w = arg;
	w->sound = true;
	for (int i = 0; i < WALKS && w->sound; i++)
		w->sound = walk_once(w->store, &w->steady) && w->steady == STEADY;
	return NULL;
}

static bool
load_some(struct store *s, const char *word, int n, int64_t created)
{
	struct err err;
	char id[40];
	struct store_tx load;
	bool ok = store_begin(s, &load, STORE_WRITE, &err);
	for (int i = 0; ok && i < n; i++) {
		snprintf(id, sizeof(id), "%s-%d", word, i);
		struct store_basket b = { created + i % 7, str_of(id), false, STR("{}") };
		ok = store_put_basket(&load, &b, &err);
	}
	return ok && store_end(&load, true, &err);
}

/* More walkers than the store keeps idle readers, and a writer that moves baskets. */
TEST_WITH(walks_are_complete_during_writes, remove_file, remove_file)
{
	static const char *const urls[] = { "sqlite:sqlite-test.db", "sqlite::memory:" };
	struct err err;
	for (int u = 0; u < 2; u++) {
		struct store *s = store_open(str_of(urls[u]), &err);
		struct walk walks[WALKERS];
		pthread_t threads[WALKERS];
		assert_true(load_some(s, "steady", STEADY, 1000));
		for (int i = 0; i < WALKERS; i++) {
			walks[i].store = s;
			assert_int_equal(
			    pthread_create(&threads[i], NULL, walk_often, &walks[i]), 0);
		}
		for (int turn = 0; turn < 30; turn++)
			assert_true(load_some(s, "moving", 20, 990 + turn));
		for (int i = 0; i < WALKERS; i++) {
			pthread_join(threads[i], NULL);
			assert_true(walks[i].sound);
		}
		store_close(s);
	}
}

enum { WRITERS = 8, WRITES = 60 };

struct writer {
	struct store *store;
	int number;
	bool sound;
};

/* Every third write is aborted; a committed one must be visible as soon as it is acknowledged. */
static void *
write_often(void *arg)
{
	struct writer *w = arg;
	w->sound = true;
	for (int i = 0; i < WRITES && w->sound; i++) {
		struct store_tx tx;
		struct err err;
		char id[40];
		snprintf(id, sizeof(id), "writer-%d-%d", w->number, i);
		struct store_basket b = { 1, str_of(id), false, STR("{}") };
		w->sound = store_begin(w->store, &tx, STORE_WRITE, &err) &&
		    store_put_basket(&tx, &b, &err) && store_end(&tx, i % 3 != 0, &err);
	}
	return NULL;
}

/* The writers share SQLite transactions, but each is rolled back alone. */
TEST_WITH(aborted_writers_are_rolled_back_alone, remove_file, remove_file)
{
	static const char *const urls[] = { "sqlite:sqlite-test.db", "sqlite::memory:" };
	struct err err;
	for (int u = 0; u < 2; u++) {
		struct store *s = store_open(str_of(urls[u]), &err);
		struct writer writers[WRITERS];
		pthread_t threads[WRITERS];
		for (int i = 0; i < WRITERS; i++) {
			writers[i] = (struct writer){ s, i, false };
			assert_int_equal(
			    pthread_create(&threads[i], NULL, write_often, &writers[i]), 0);
		}
		for (int i = 0; i < WRITERS; i++) {
			pthread_join(threads[i], NULL);
			assert_true(writers[i].sound);
		}
		assert_int_equal(count(s), WRITERS * WRITES * 2 / 3);
		store_close(s);
	}
}

static bool
put_basket(struct store *s, const char *id, size_t bytes, struct err *err)
{
	auto_buf json = { 0 };
	struct store_tx tx;
	buf_addz(&json, "{\"x\":\"");
	buf_pad(&json, 'x', bytes);
	buf_addz(&json, "\"}");
	struct store_basket b = { 1, str_of(id), false, buf_str(&json) };
	bool ok = store_begin(s, &tx, STORE_WRITE, err);
	if (ok) {
		struct err ignored;
		ok = store_put_basket(&tx, &b, err);
		ok = store_end(&tx, ok, ok ? err : &ignored) && ok;
	}
	return ok;
}

static void
allow_file_growth(bool may)
{
	struct rlimit limit = { may ? RLIM_INFINITY : 0, RLIM_INFINITY };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A commit without disk space is rolled back with an error; so is a write too large to be held
 * in memory, which SQLite rolls back by itself. With space again, the next write succeeds. */
TEST_WITH(a_full_disk_is_reported_and_recovered_from, remove_file, remove_file)
{
	static const size_t sizes[] = { 1, 1 << 19 };
	struct err err;
	signal(SIGXFSZ, SIG_IGN);
	struct store *s = store_open(STR("sqlite:sqlite-test.db"), &err);
	assert_true(put_basket(s, "before", 1, &err));
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		char id[20];
		snprintf(id, sizeof(id), "after-%zu", i);
		allow_file_growth(false);
		bool put = put_basket(s, "lost", sizes[i], &err);
		allow_file_growth(true);
		assert_false(put);
		assert_true(store_is_full(&err));
		assert_int_equal(count(s), 1 + (int)i);
		allow_file_growth(false);
		bool room = store_has_room(s, &err);
		allow_file_growth(true);
		assert_false(room);
		assert_true(store_is_full(&err));
		assert_true(store_has_room(s, &err));
		assert_true(put_basket(s, id, sizes[i], &err));
		assert_int_equal(count(s), 2 + (int)i);
	}
	store_close(s);
}

TEST_WITH(another_failure_is_not_reported_as_a_full_disk, remove_file, remove_file)
{
	CLEANUP(conn_pool_close) struct conn_pool pool;
	struct err err;
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	sqlite3_exec(pool.writer.db, "DROP TABLE owners", NULL, NULL, NULL);
	assert_false(sql_run(&pool.writer.sql, SQL_OWNER_PUT,
	    SQL_VALUES(SQL_TEXT(STR("a")), SQL_TEXT(STR("b"))), &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_false(store_is_full(&err));
}

/* The descriptor with which this process has the file open; -1 if it has not. */
static int
find_descriptor(const char *name)
{
	char link[40], path[300];
	for (int fd = 3; fd < 256; fd++) {
		snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		ssize_t n = readlink(link, path, sizeof(path) - 1);
		path[n > 0 ? n : 0] = '\0';
		if (n > 0 && strstr(path, name) && strcmp(strstr(path, name), name) == 0)
			return fd;
	}
	return -1;
}

/* A write that fails for a reason other than space: the log is read-only. */
TEST_WITH(an_unwritable_log_is_not_reported_as_a_full_disk, remove_file, remove_file)
{
	struct err err;
	struct store *s = store_open(STR("sqlite:sqlite-test.db"), &err);
	assert_true(put_basket(s, "before", 1, &err));
	int log = find_descriptor("sqlite-test.db-wal"), kept = dup(log);
	int reading = open("sqlite-test.db-wal", O_RDONLY | O_CLOEXEC);
	assert_true(log >= 0 && kept >= 0 && reading >= 0);
	assert_int_equal(dup2(reading, log), log);
	assert_false(put_basket(s, "lost", 1, &err));
	assert_int_equal(err.kind, ERR_UPSTREAM);
	assert_false(store_is_full(&err));
	assert_true(store_has_room(s, &err));
	assert_int_equal(dup2(kept, log), log);
	assert_true(put_basket(s, "after", 1, &err));
	assert_int_equal(count(s), 2);
	close(kept);
	close(reading);
	store_close(s);
}

/* Uses SQLite's own message. */
TEST_WITH(a_file_at_its_page_limit_is_reported_as_full, remove_file, remove_file)
{
	CLEANUP(conn_pool_close) struct conn_pool pool;
	struct err err;
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	sqlite3_exec(pool.writer.db, "PRAGMA max_page_count = 30", NULL, NULL, NULL);
	bool ok = true;
	char id[32]; /* room for any int and the blanks */
	for (int i = 0; i < 1000 && ok; i++) {
		snprintf(id, sizeof(id), "%04d%*s", i, 12, "");
		ok = sql_run(&pool.writer.sql, SQL_BASKET_PUT,
		    SQL_VALUES(SQL_NUMBER(i), SQL_TEXT(str_of(id)), SQL_NUMBER(1),
			SQL_BLOB(str_from((char[4000]){ 0 }, 4000))),
		    &err);
	}
	assert_false(ok);
	assert_true(store_is_full(&err));
}

static bool
file_has(const char *text)
{
	auto_buf bytes = { 0 };
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0 && regular_file_read(&bytes, fd, 64 << 20));
	close(fd);
	return memmem(bytes.p, bytes.n, text, strlen(text)) != NULL;
}

/* Free pages with old bytes, as a file has that was written without secure_delete. */
TEST_WITH(a_deleted_text_is_scrubbed_from_free_pages, remove_file, remove_file)
{
	struct scrub_text texts[] = { { .text = STR("basket-00000777") },
		{ .text = STR("basket-00001500") } };
	struct scrub_report report = { 0 };
	struct conn_pool pool;
	struct err err;
	assert_true(conn_pool_open(&pool, str_of(file), STORE_MAY_ALL, &err));
	assert_int_equal(
	    sqlite3_exec(pool.writer.db, "PRAGMA secure_delete = 0", NULL, NULL, NULL), SQLITE_OK);
	fill(&pool.writer, 0, 2000);
	assert_int_equal(sqlite3_exec(pool.writer.db,
			     "DELETE FROM baskets WHERE id < 'basket-00001000';"
			     "PRAGMA wal_checkpoint(TRUNCATE)",
			     NULL, NULL, NULL),
	    SQLITE_OK);
	assert_true(file_has("basket-00000777"));
	assert_true(scrub_file(&pool, texts, 1, &report, &err));
	assert_true(report.was_rewritten);
	assert_int_equal(texts[0].found, 0);
	assert_false(file_has("basket-00000777"));
	/* A text that is in use stays, and is counted. */
	assert_true(scrub_file(&pool, texts, 2, &report, &err));
	assert_true(texts[1].found > 0);
	assert_true(file_has("basket-00001500"));
	conn_pool_close(&pool);
}

TEST(wrong_urls_are_refused)
{
	struct err err;
	assert_null(store_open(STR("mysql://x"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_null(store_open(STR("sqlite:"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_null(store_open(STR("sqlite:/nonexistent/folder/x.db"), &err));
	assert_int_equal(err.kind, ERR_IO);
}
