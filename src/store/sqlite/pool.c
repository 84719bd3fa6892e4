#include "store/sqlite/pool.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/regular_file.h"
#include "base/str.h"
#include "base/worker.h"
#include "store/schema/schema.h"
#include "store/sql/sql.h"
#include "store/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
read_version(struct conn *c, unsigned may, int *version, struct err *err)
{
	sqlite3_stmt *stmt = NULL;
	bool ok = sqlite3_prepare_v2(c->db, "PRAGMA user_version", -1, &stmt, NULL) == SQLITE_OK &&
	    sqlite3_step(stmt) == SQLITE_ROW;
	if (ok)
		*version = sqlite3_column_int(stmt, 0);
	else
		conn_fail(c, err);
	sqlite3_finalize(stmt);
	return ok && schema_check_version(*version, may, err);
}

/* Migrates the database in one transaction: two services that start on the same file wait for
 * each other. */
static bool
apply_steps(struct conn *c, unsigned may, struct err *err)
{
	char set_version[40];
	int newest = schema_newest_version(), version;
	if (!sql_run(&c->sql, SQL_BEGIN_WRITE, NULL, 0, err) ||
	    !read_version(c, may, &version, err))
		return false;
	for (; version < newest; version++)
		if (sqlite3_exec(c->db, schema_steps[version].sqlite, NULL, NULL, NULL) !=
		    SQLITE_OK)
			return conn_fail(c, err);
	snprintf(set_version, sizeof(set_version), "PRAGMA user_version = %d", newest);
	if (sqlite3_exec(c->db, set_version, NULL, NULL, NULL) != SQLITE_OK)
		return conn_fail(c, err);
	return sql_run(&c->sql, SQL_COMMIT, NULL, 0, err);
}

/* Checks the version without waiting for a writer first: most files are up to date. */
static bool
migrate(struct conn *c, unsigned may, struct err *err)
{
	int version;
	return read_version(c, may, &version, err) &&
	    (version == schema_newest_version() || apply_steps(c, may, err));
}

/* Creates the file as private: SQLite would make it readable for all users, and baskets contain
 * names and e-mail addresses. */
static bool
create_private_file(const char *file, bool may_create, struct err *err)
{
	int fd = regular_file_open(
	    file, O_RDWR | (may_create ? O_CREAT : 0), REGULAR_FILE_FOLLOW, err);
	if (fd < 0) {
		err_prefix(err, "cannot open the store");
		if (may_create || err->kind != ERR_NOT_FOUND)
			err->kind = ERR_IO;
		return false;
	}
	close(fd);
	return true;
}

static bool
open_conn(struct conn_pool *p, struct conn *c, int flags, const char *pragmas, struct err *err)
{
	c->ended = &p->ended;
	return conn_open(c, p->file, flags, pragmas, err);
}

static ino_t
inode_of(const char *file, const char *more, dev_t *device)
{
	struct buf name = { 0 };
	struct stat st;
	buf_addf(&name, "%s%s", file, more);
	bool there = stat(buf_z(&name), &st) == 0;
	buf_free(&name);
	*device = there ? st.st_dev : 0;
	return there ? st.st_ino : 0;
}

static void
record_file_inodes(struct conn_pool *p)
{
	dev_t ignored;
	if (!p->file)
		return;
	p->inode = inode_of(p->file, "", &p->device);
	p->wal_inode = inode_of(p->file, "-wal", &ignored);
}

bool
conn_pool_check_file(const struct conn_pool *p, struct err *err)
{
	dev_t device, ignored;
	if (!p->file)
		return true;
	ino_t node = inode_of(p->file, "", &device);
	bool same = node == p->inode && device == p->device;
	if (same && (!p->wal_inode || inode_of(p->file, "-wal", &ignored) == p->wal_inode))
		return true;
	return store_fail_unavailable(err,
	    "%s%s was %s while the service was running: restore it, or restart the service",
	    p->file, same ? "-wal" : "", same || node ? "replaced" : "removed");
}

/* Opens a connection without a busy handler, because the caller of its statement must not wait. */
static bool
open_statement(
    struct conn_pool *p, struct conn *c, const char *sql, sqlite3_stmt **stmt, struct err *err)
{
	if (!open_conn(p, c, SQLITE_OPEN_READONLY, "PRAGMA query_only = 1", err))
		return false;
	sqlite3_busy_handler(c->db, NULL, NULL);
	return sqlite3_prepare_v3(c->db, sql, -1, SQLITE_PREPARE_PERSISTENT, stmt, NULL) ==
	    SQLITE_OK ||
	    conn_fail(c, err);
}

static bool
open_change_counter(struct conn_pool *p, struct err *err)
{
	return open_statement(p, &p->version_reader.conn, "PRAGMA data_version",
		   &p->version_reader.data_version, err) &&
	    open_statement(p, &p->version_reader.anchor_conn, "SELECT 1 FROM sqlite_schema",
		&p->version_reader.anchor, err);
}

bool
conn_pool_open(struct conn_pool *p, struct str file, unsigned may, struct err *err)
{
	memset(p, 0, sizeof(*p));
	p->file = file.p ? str_dup(file) : NULL;
	const char *pragmas = p->file ? "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL;"
					"PRAGMA synchronous = FULL"
				      : "PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY";
	pthread_mutex_init(&p->writer_lock, NULL);
	pthread_mutex_init(&p->commit_group.lock, NULL);
	pthread_cond_init(&p->commit_group.ended, NULL);
	pthread_mutex_init(&p->version_reader.lock, NULL);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->returned, NULL);
	if ((!p->file || create_private_file(p->file, may & STORE_MAY_CREATE, err)) &&
	    open_conn(p, &p->writer, SQLITE_OPEN_READWRITE, pragmas, err) &&
	    migrate(&p->writer, may, err) && (!p->file || open_change_counter(p, err))) {
		record_file_inodes(p);
		return true;
	}
	conn_pool_close(p);
	return false;
}

void
conn_pool_close(struct conn_pool *p)
{
	for (size_t i = 0; i < p->opened_n; i++)
		conn_close(&p->readers[i]);
	sqlite3_finalize(p->version_reader.data_version);
	sqlite3_finalize(p->version_reader.anchor);
	conn_close(&p->version_reader.conn);
	conn_close(&p->version_reader.anchor_conn);
	/* The last connection removes the WAL, if it may write. */
	conn_close(&p->writer);
	pthread_mutex_destroy(&p->version_reader.lock);
	pthread_cond_destroy(&p->returned);
	pthread_mutex_destroy(&p->lock);
	pthread_mutex_destroy(&p->writer_lock);
	pthread_mutex_destroy(&p->commit_group.lock);
	pthread_cond_destroy(&p->commit_group.ended);
	x_free(p->file);
}

/* Refuses a file that has replaced ours. Call with the lock held. */
static struct conn *
open_reader(struct conn_pool *p, struct err *err)
{
	struct conn *c = &p->readers[p->opened_n];
	if (!conn_pool_check_file(p, err))
		return NULL;
	if (!open_conn(p, c, SQLITE_OPEN_READONLY,
		"PRAGMA query_only = 1; PRAGMA mmap_size = 2147418112", err)) {
		err->kind = ERR_UPSTREAM;
		return NULL;
	}
	if (!conn_pool_check_file(p, err)) {
		conn_close(c);
		return NULL;
	}
	p->opened_n++;
	return c;
}

struct conn *
conn_borrow_reader(struct conn_pool *p, int64_t until, struct err *err)
{
	struct conn *c = NULL;
	bool in_time = true;
	if (atomic_load(&p->ended)) {
		err_set(err, ERR_UPSTREAM, "the service is shutting down");
		return NULL;
	}
	if (!p->file)
		return conn_borrow_writer(p);
	pthread_mutex_lock(&p->lock);
	while (in_time && p->idle_n == 0 && p->opened_n == CONN_READERS_MAX) {
		p->waiting_n++;
		in_time = worker_wait_for(
		    &p->returned, &p->lock, until ? until : WORKER_NO_DEADLINE);
		p->waiting_n--;
	}
	if (p->idle_n)
		c = p->idle[--p->idle_n];
	else if (!in_time)
		store_fail_busy(err, "every connection to the store is in use");
	else
		c = open_reader(p, err);
	pthread_mutex_unlock(&p->lock);
	if (c)
		c->deadline = until;
	return c;
}

void
conn_return_reader(struct conn_pool *p, struct conn *c)
{
	if (!p->file) {
		conn_return_writer(p);
		return;
	}
	pthread_mutex_lock(&p->lock);
	p->idle[p->idle_n++] = c;
	pthread_cond_signal(&p->returned);
	pthread_mutex_unlock(&p->lock);
}

struct conn *
conn_borrow_writer(struct conn_pool *p)
{
	atomic_fetch_add(&p->writer_count, 1);
	pthread_mutex_lock(&p->writer_lock);
	return &p->writer;
}

void
conn_return_writer(struct conn_pool *p)
{
	atomic_fetch_sub(&p->writer_count, 1);
	pthread_mutex_unlock(&p->writer_lock);
}

void
conn_pool_interrupt(struct conn_pool *p)
{
	atomic_store(&p->ended, true);
}

/* A read transaction, which is open until the statement is reset. */
static void
open_anchor_read(struct conn_pool *p)
{
	atomic_store(
	    &p->version_reader.anchored, sqlite3_step(p->version_reader.anchor) == SQLITE_ROW);
}

/* A connection never counts its own commits, so a connection without any counts all of them. */
static uint64_t
read_data_version(struct conn_pool *p, bool repeated)
{
	uint64_t version = 0;
	pthread_mutex_lock(&p->version_reader.lock);
	if (repeated && !atomic_load(&p->version_reader.anchored))
		open_anchor_read(p);
	if (sqlite3_step(p->version_reader.data_version) == SQLITE_ROW)
		version = (uint64_t)sqlite3_column_int64(p->version_reader.data_version, 0) + 1;
	sqlite3_reset(p->version_reader.data_version);
	pthread_mutex_unlock(&p->version_reader.lock);
	return version;
}

uint64_t
conn_pool_data_version(struct conn_pool *p, bool repeated)
{
	return p->file ? read_data_version(p, repeated) : atomic_load(&p->commit_count) + 1;
}

void
conn_pool_release_anchor(struct conn_pool *p)
{
	if (!atomic_load(&p->version_reader.anchored))
		return;
	pthread_mutex_lock(&p->version_reader.lock);
	sqlite3_reset(p->version_reader.anchor);
	atomic_store(&p->version_reader.anchored, false);
	pthread_mutex_unlock(&p->version_reader.lock);
}

void
conn_pool_read_figures(struct conn_pool *p, struct store_pool_figures *out)
{
	unsigned writers = atomic_load(&p->writer_count), writes = writers > 0;
	pthread_mutex_lock(&p->lock);
	*out = (struct store_pool_figures){ .in_use = (unsigned)(p->opened_n - p->idle_n) + writes,
		.idle = (unsigned)p->idle_n + !writes,
		.waiting = p->waiting_n + writers - writes };
	pthread_mutex_unlock(&p->lock);
}

unsigned
conn_count_waiting_writers(struct conn_pool *p)
{
	return atomic_load(&p->writer_count) - 1;
}
