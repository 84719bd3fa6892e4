#include "store/sqlite/sqlite.h"

#include "base/clock.h"
#include "base/mem.h"
#include "store/sql/parts.h"
#include "store/sql/sql.h"
#include "store/sqlite/scrub.h"
#include "store/store.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

enum { COMMIT_GROUP_MAX = 64, FREE_SPACE_MIN = 1 << 20, LOCK_TIMEOUT_MS = 1000 };

/* A writer that waits for the group's commit; lives on its thread's stack. */
struct group_member {
	struct group_member *next;
	bool done, ok;
	struct err err;
};

/* True if the caller, which holds the writer connection, may write. It must, if a group is open,
 * since it has to end it. While another program holds the file's lock, only one writer waits for
 * it. */
static bool
may_write(struct conn_pool *p, struct err *err)
{
	if (p->commit_group.open)
		return true;
	if (atomic_load(&p->ended))
		return err_set(err, ERR_UPSTREAM, "the service is shutting down");
	if (clock_ticks() < atomic_load(&p->locked_until))
		return store_fail_unavailable(err, "another program has locked the store");
	return conn_pool_check_file(p, err);
}

static bool
begin_commit_group(struct conn_pool *p, struct err *err)
{
	if (sql_run(&p->writer.sql, SQL_BEGIN_WRITE, NULL, 0, err))
		return true;
	if (store_is_unavailable(err))
		atomic_store(&p->locked_until, clock_ticks() + LOCK_TIMEOUT_MS);
	return false;
}

struct conn *
commit_begin(struct conn_pool *p, struct err *err)
{
	struct conn *c = conn_borrow_writer(p);
	if (!may_write(p, err)) {
		conn_return_writer(p);
		return NULL;
	}
	bool ok = p->commit_group.open || begin_commit_group(p, err);
	if (ok) {
		p->commit_group.open = true;
		p->commit_group.member_count++;
		if (sql_run(&c->sql, SQL_SAVEPOINT, NULL, 0, err))
			return c;
		commit_end(p, false, &(struct err){ 0 });
		return NULL;
	}
	conn_return_writer(p);
	return NULL;
}

static bool
end_own_savepoint(struct conn *c, bool keep, struct err *err)
{
	struct err ignored;
	if (keep && sql_run(&c->sql, SQL_RELEASE, NULL, 0, err))
		return true;
	sql_run(&c->sql, SQL_ROLLBACK_TO, NULL, 0, &ignored);
	sql_run(&c->sql, SQL_RELEASE, NULL, 0, &ignored);
	return !keep;
}

/* Commits the whole group to disk and wakes its waiting members. */
static bool
commit_group(struct conn_pool *p, struct err *err)
{
	struct conn *c = &p->writer;
	struct err why = { 0 }, ignored;
	/* A write to a file that was removed meanwhile must not be acknowledged. */
	bool ok = sql_run(&c->sql, SQL_COMMIT, NULL, 0, &why) && conn_pool_check_file(p, &why);
	atomic_fetch_add(&p->commit_count, 1);
	if (ok)
		atomic_store(&c->is_disk_full, false);
	else
		sql_run(&c->sql, SQL_ROLLBACK, NULL, 0, &ignored);
	pthread_mutex_lock(&p->commit_group.lock);
	for (struct group_member *m = p->commit_group.waiting_members; m;) {
		struct group_member *next = m->next;
		m->ok = ok;
		m->err = why;
		m->done = true;
		m = next;
	}
	p->commit_group.waiting_members = NULL;
	pthread_cond_broadcast(&p->commit_group.ended);
	pthread_mutex_unlock(&p->commit_group.lock);
	p->commit_group.open = false;
	p->commit_group.member_count = 0;
	if (!ok)
		*err = why;
	return ok;
}

static bool
wait_for_group(struct conn_pool *p, struct err *err)
{
	struct group_member self = { 0 };
	pthread_mutex_lock(&p->commit_group.lock);
	self.next = p->commit_group.waiting_members;
	p->commit_group.waiting_members = &self;
	conn_return_writer(p);
	while (!self.done)
		pthread_cond_wait(&p->commit_group.ended, &p->commit_group.lock);
	pthread_mutex_unlock(&p->commit_group.lock);
	if (!self.ok)
		*err = self.err;
	return self.ok;
}

/* True if SQLite has rolled back the whole transaction by itself, as it does after some
 * failures: the group has ended, and none of its writes may be acknowledged. */
static bool
is_rolled_back(const struct conn *c)
{
	return sqlite3_get_autocommit(c->db);
}

/* The last waiting writer commits for the whole group. */
bool
commit_end(struct conn_pool *p, bool keep, struct err *err)
{
	struct err ignored;
	bool kept = end_own_savepoint(&p->writer, keep, err);
	bool last = !p->file || conn_count_waiting_writers(p) == 0 ||
	    p->commit_group.member_count >= COMMIT_GROUP_MAX || is_rolled_back(&p->writer);
	if (last) {
		bool durable = commit_group(p, keep && kept ? err : &ignored);
		conn_return_writer(p);
		return kept && (durable || !keep);
	}
	if (keep && kept)
		return wait_for_group(p, err);
	conn_return_writer(p);
	return kept;
}

static bool
probe_commit(struct conn_pool *p, struct err *err)
{
	static const char name[] = "room", hash[DIGEST_SIZE];
	struct err ignored;
	struct conn *c = commit_begin(p, err);
	if (!c)
		return false;
	/* A different number each time, since an unchanged value is not written. */
	bool ok = sql_run(&c->sql, SQL_HEAD_PUT,
	    SQL_VALUES(SQL_TEXT(STR(name)), SQL_NUMBER(clock_real()),
		SQL_BLOB(str_from(hash, sizeof(hash)))),
	    err);
	return commit_end(p, ok, ok ? err : &ignored) && ok;
}

/* True if the file's lock can be acquired; releases it again. */
static bool
can_lock_store(struct conn_pool *p, struct err *err)
{
	struct err ignored;
	return commit_begin(p, err) && commit_end(p, false, &ignored);
}

bool
commit_has_room(struct conn_pool *p, struct err *err)
{
	struct statvfs fs;
	if (!p->file)
		return true;
	if (!conn_pool_check_file(p, err))
		return false;
	if (statvfs(p->file, &fs) != 0)
		return err_set(err, ERR_UPSTREAM, "%s: %s", p->file, strerror(errno));
	if (fs.f_bavail < FREE_SPACE_MIN / fs.f_frsize)
		return store_fail_full(
		    err, "%s: less than %d bytes are free", p->file, FREE_SPACE_MIN);
	return atomic_load(&p->writer.is_disk_full) ? probe_commit(p, err) : can_lock_store(p, err);
}

struct sqlite_store {
	struct store store; /* must be first: the engine-independent part */
	struct conn_pool pool;
};

static struct conn_pool *
pool_of(struct store_tx *tx)
{
	return &((struct sqlite_store *)tx->store)->pool;
}

static bool
begin_tx(struct store_tx *tx, struct err *err)
{
	struct conn_pool *pool = pool_of(tx);
	if (tx->access == STORE_WRITE) {
		tx->connection = commit_begin(pool, err);
		return tx->connection != NULL;
	}
	tx->connection = conn_borrow_reader(pool, tx->deadline, err);
	if (!tx->connection)
		return false;
	if (sql_run(tx->connection, SQL_BEGIN_READ, NULL, 0, err))
		return true;
	conn_return_reader(pool, tx->connection);
	return false;
}

static bool
end_tx(struct store_tx *tx, bool commit, struct err *err)
{
	if (tx->access == STORE_WRITE)
		return commit_end(pool_of(tx), commit, err);
	struct conn *c = tx->connection;
	c->deadline = 0; /* no deadline for the next borrower */
	bool ok = sql_run(tx->connection, SQL_ROLLBACK, NULL, 0, err);
	conn_return_reader(pool_of(tx), tx->connection);
	return ok;
}

static bool
find_basket(struct store_tx *tx, struct str id, store_basket_fn *take, void *ctx, bool *found,
    struct err *err)
{
	return sql_find_basket(tx, SQL_VALUES(SQL_TEXT(id)), take, ctx, found, err);
}

static bool
remove_basket(struct store_tx *tx, struct str id, bool *removed, struct err *err)
{
	int64_t n = 0;
	bool ok = sql_run_and_count(
	    tx->connection, SQL_BASKET_DROP, SQL_VALUES(SQL_TEXT(id)), &n, err);
	*removed = n > 0;
	return ok;
}

static bool
clear_tables(struct store_tx *tx, struct err *err)
{
	static const enum sql_statement_id all[] = { SQL_CLEAR_BASKETS, SQL_CLEAR_ITEMS,
		SQL_CLEAR_OWNERS, SQL_CLEAR_LINKS, SQL_CLEAR_FEEDS, SQL_CLEAR_ANSWERS,
		SQL_CLEAR_OLD_ANSWERS };
	return sql_clear(tx, all, sizeof(all) / sizeof(*all), err);
}

/* Also deletes expired answers from the older table, which does not distinguish callers. */
static bool
drop_answers(struct store_tx *tx, int64_t before, struct err *err)
{
	return sql_drop_answers(tx, before, err) &&
	    sql_run(tx->connection, SQL_OLD_ANSWERS_DROP, SQL_VALUES(SQL_NUMBER(before)), err);
}

/* Nothing to do: SQLite continues after the highest number by itself. */
static bool
finish_copied_items(struct store_tx *tx, struct err *err)
{
	(void)tx;
	(void)err;
	return true;
}

static bool
has_room(struct store *s, struct err *err)
{
	return commit_has_room(&((struct sqlite_store *)s)->pool, err);
}

static uint64_t
read_data_version(struct store *s, bool repeated)
{
	return conn_pool_data_version(&((struct sqlite_store *)s)->pool, repeated);
}

static void
release_anchor(struct store *s)
{
	conn_pool_release_anchor(&((struct sqlite_store *)s)->pool);
}

static void
close_store(struct store *s)
{
	conn_pool_close(&((struct sqlite_store *)s)->pool);
	x_free(s);
}

static void
interrupt(struct store *s)
{
	conn_pool_interrupt(&((struct sqlite_store *)s)->pool);
}

/* 0 if it is not there. */
static int64_t
size_of_file(const char *file, const char *more)
{
	struct buf name = { 0 };
	struct stat st;
	buf_addf(&name, "%s%s", file, more);
	int64_t size = stat(buf_z(&name), &st) == 0 ? st.st_size : 0;
	buf_free(&name);
	return size;
}

static void
read_figures(struct store *s, struct store_figures *out)
{
	const struct conn_pool *pool = &((struct sqlite_store *)s)->pool;
	conn_pool_read_figures(&((struct sqlite_store *)s)->pool, &out->primary);
	out->has_file = pool->file;
	if (pool->file) {
		out->file_bytes = size_of_file(pool->file, "");
		out->wal_bytes = size_of_file(pool->file, "-wal");
	}
}

static bool
find_damage(struct store_tx *tx, struct buf *out, struct err *err)
{
	struct conn *c = tx->connection;
	sqlite3_stmt *stmt = NULL;
	bool ok = sqlite3_prepare_v2(c->db, "PRAGMA integrity_check(1)", -1, &stmt, NULL) ==
		SQLITE_OK &&
	    sqlite3_step(stmt) == SQLITE_ROW;
	const char *found = ok ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
	if (found && strcmp(found, "ok") != 0)
		buf_addz(out, found);
	else if (!found)
		conn_fail(c, err);
	sqlite3_finalize(stmt);
	return found != NULL;
}

static bool
scrub_store(struct store *s, struct scrub_text *texts, size_t n, struct scrub_report *report,
    struct err *err)
{
	return scrub_file(&((struct sqlite_store *)s)->pool, texts, n, report, err);
}

static const struct store_ops sqlite_ops = {
	.audit_chain_count = 1,
	.begin = begin_tx,
	.end = end_tx,
	.close = close_store,
	.interrupt = interrupt,
	.get_figures = read_figures,
	.has_free_space = has_room,
	.get_data_version = read_data_version,
	.release_snapshot = release_anchor,
	.find_damage = find_damage,
	.is_empty = sql_is_empty,
	.clear = clear_tables,
	.list_baskets = sql_list_baskets,
	.put_basket = sql_put_basket,
	.find_basket = find_basket,
	.remove_basket = remove_basket,
	.list_items = sql_list_items,
	.count_items = sql_count_items,
	.find_items = sql_find_items,
	.remove_item = sql_remove_item,
	.read_feed = sql_read_feed,
	.put_feed = sql_put_feed,
	.put_item = sql_put_item,
	.put_owner = sql_put_owner,
	.find_owner = sql_find_owner,
	.remove_owner = sql_remove_owner,
	.list_links = sql_list_links,
	.put_link = sql_put_link,
	.find_answer = sql_find_answer,
	.put_answer = sql_put_answer,
	.drop_answers = drop_answers,
	.put_audit = sql_put_audit,
	.list_audit = sql_list_audit,
	.list_audit_newest = sql_list_audit_newest,
	.find_stray_audit = sql_find_stray_audit,
	.get_head = sql_get_head,
	.put_head = sql_put_head,
	.list_heads = sql_list_heads,
	.drop_old_baskets = sql_drop_old_baskets,
	.drop_link = sql_drop_link,
	.drop_answer = sql_drop_answer,
	.redact_audit = sql_redact_audit,
	.scrub = scrub_store,
	.list_owners = sql_list_owners,
	.list_all_links = sql_list_all_links,
	.list_feeds = sql_list_feeds,
	.list_answers = sql_list_answers,
	.copy_item = sql_copy_item,
	.finish_item_copy = finish_copied_items,
	.copy_basket = sql_put_basket,
};

struct store *
sqlite_store_open(struct str url, unsigned may, struct err *err)
{
	struct str name = str_sub(url, str_find_char(url, ':') + 1, url.n);
	bool in_memory = str_eqz(name, ":memory:");
	if (name.n == 0) {
		err_set_with_field(err, ERR_USAGE, "store", "sqlite: needs a file, or :memory:");
		return NULL;
	}
	struct sqlite_store *self = x_new(struct sqlite_store);
	self->store.ops = &sqlite_ops;
	if (!conn_pool_open(&self->pool, in_memory ? STR_NONE : name, may, err)) {
		x_free(self);
		return NULL;
	}
	return &self->store;
}

const char *
sqlite_library_version(void)
{
	return sqlite3_libversion();
}
