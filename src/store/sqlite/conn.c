#include "store/sqlite/conn.h"

#include "base/clock.h"
#include "store/store.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* STEPS: SQLite instructions between two checks of the clock, about 10 µs. */
enum { SQLITE_LOCK_TIMEOUT_MS = 5000, LOCK_PAUSE_MAX_MS = 50, STEPS_PER_CLOCK_CHECK = 1000 };

/* The system error of the last failed write to the WAL or the file; 0 if none. */
static int
read_last_errno(struct conn *c, int which)
{
	sqlite3_file *file = NULL;
	int why = 0;
	if (sqlite3_file_control(c->db, "main", which, &file) == SQLITE_OK && file &&
	    file->pMethods)
		file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &why);
	return why;
}

/* SQLite reports a full disk as such, but not a quota or a limit on file size. */
static bool
lacks_room(struct conn *c)
{
	static const int files[] = { SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER };
	int why = sqlite3_errcode(c->db) & 0xff;
	bool lacks = why == SQLITE_FULL;
	for (size_t i = 0; why == SQLITE_IOERR && i < sizeof(files) / sizeof(*files); i++) {
		int system = read_last_errno(c, files[i]);
		lacks = lacks || system == ENOSPC || system == EDQUOT || system == EFBIG;
	}
	return lacks;
}

bool
conn_fail(struct conn *c, struct err *err)
{
	bool full = lacks_room(c);
	int why = sqlite3_errcode(c->db) & 0xff;
	if (why == SQLITE_BUSY || why == SQLITE_LOCKED)
		return store_fail_unavailable(
		    err, "another program has locked the store: %s", sqlite3_errmsg(c->db));
	if (full && sqlite3_db_readonly(c->db, "main") == 0)
		atomic_store(&c->is_disk_full, true);
	if (full || atomic_load(&c->is_disk_full))
		return store_fail_full(err, "the store failed: %s", sqlite3_errmsg(c->db));
	return err_set(err, ERR_UPSTREAM, "the store failed: %s", sqlite3_errmsg(c->db));
}

/* SQLite's progress callback: true ends the statement. */
static int
must_interrupt(void *ctx)
{
	const struct conn *c = ctx;
	return atomic_load(c->ended) || (c->deadline && clock_ticks() >= c->deadline);
}

/* SQLite's busy callback, while another program holds the lock: zero gives up. */
static int
wait_for_lock(void *ctx, int tries)
{
	struct conn *c = ctx;
	int64_t now = clock_ticks();
	if (tries == 0)
		c->lock_wait_started_at = now;
	if (now - c->lock_wait_started_at >= SQLITE_LOCK_TIMEOUT_MS || must_interrupt(c))
		return 0;
	poll(NULL, 0, tries < LOCK_PAUSE_MAX_MS ? tries + 1 : LOCK_PAUSE_MAX_MS);
	return 1;
}

void
conn_close(struct conn *c)
{
	for (size_t i = 0; i < SQL_STATEMENT_COUNT; i++)
		sqlite3_finalize(c->prepared[i]);
	sqlite3_close(c->db);
	memset(c, 0, sizeof(*c));
}

sqlite3_stmt *
conn_statement(struct conn *c, enum sql_statement_id sql, struct err *err)
{
	if (!c->prepared[sql] &&
	    sqlite3_prepare_v3(c->db, sql_statements[sql].sqlite, -1, SQLITE_PREPARE_PERSISTENT,
		&c->prepared[sql], NULL) != SQLITE_OK) {
		conn_fail(c, err);
		return NULL;
	}
	sqlite3_reset(c->prepared[sql]);
	sqlite3_clear_bindings(c->prepared[sql]);
	return c->prepared[sql];
}

/* ---- SQLite as an engine of store/sql ---- */

static bool
bind_value(sqlite3_stmt *stmt, int at, const struct sql_value *v)
{
	const char *p = v->text.n ? v->text.p : "";
	switch (v->kind) {
	case VALUE_NUMBER:
		return sqlite3_bind_int64(stmt, at, v->number) == SQLITE_OK;
	case VALUE_TEXT:
		return sqlite3_bind_text(stmt, at, p, (int)v->text.n, SQLITE_STATIC) == SQLITE_OK;
	default:
		return sqlite3_bind_blob(stmt, at, p, (int)v->text.n, SQLITE_STATIC) == SQLITE_OK;
	}
}

static struct conn *
conn_of(const struct sql_rows *rows)
{
	return (struct conn *)rows->conn;
}

static bool
start_statement(struct sql_rows *rows, enum sql_statement_id sql, const struct sql_value *values,
    size_t n, struct err *err)
{
	sqlite3_stmt *stmt = conn_statement(conn_of(rows), sql, err);
	for (size_t i = 0; stmt && i < n; i++)
		if (!bind_value(stmt, (int)i + 1, &values[i]))
			return conn_fail(conn_of(rows), err);
	rows->handle = stmt;
	return stmt != NULL;
}

static bool
step_row(struct sql_rows *rows)
{
	return sqlite3_step(rows->handle) == SQLITE_ROW;
}

static int64_t
read_column_number(const struct sql_rows *rows, int column)
{
	return sqlite3_column_int64(rows->handle, column);
}

static struct str
read_column_text(const struct sql_rows *rows, int column)
{
	const char *p = sqlite3_column_blob(rows->handle, column);
	return str_from(p ? p : "", (size_t)sqlite3_column_bytes(rows->handle, column));
}

/* sqlite3_reset() returns the error of the last step again. */
static bool
end_statement(struct sql_rows *rows, int64_t *changed, struct err *err)
{
	if (changed)
		*changed = sqlite3_changes64(conn_of(rows)->db);
	return sqlite3_reset(rows->handle) == SQLITE_OK || conn_fail(conn_of(rows), err);
}

static bool
run_statement(struct sql_conn *c, enum sql_statement_id sql, const struct sql_value *values,
    size_t n, struct err *err)
{
	struct sql_rows rows = { .conn = c };
	if (!start_statement(&rows, sql, values, n, err))
		return false;
	step_row(&rows);
	return end_statement(&rows, NULL, err);
}

static const struct sql_engine sqlite_engine = {
	.start = start_statement,
	.next_row = step_row,
	.get_number = read_column_number,
	.get_text = read_column_text,
	.end = end_statement,
	.run = run_statement,
};

bool
conn_open(struct conn *c, const char *file, int flags, const char *pragmas, struct err *err)
{
	int all = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
	c->sql.engine = &sqlite_engine;
	if (sqlite3_open_v2(file ? file : ":memory:", &c->db, all, NULL) == SQLITE_OK) {
		sqlite3_busy_handler(c->db, wait_for_lock, c);
		sqlite3_progress_handler(c->db, STEPS_PER_CLOCK_CHECK, must_interrupt, c);
		if (sqlite3_exec(c->db, pragmas, NULL, NULL, NULL) == SQLITE_OK)
			return true;
	}
	err_set(err, ERR_IO, "cannot open the store %s: %s", file ? file : "in memory",
	    c->db ? sqlite3_errmsg(c->db) : "out of memory");
	conn_close(c);
	return false;
}
