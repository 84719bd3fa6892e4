#include "store/sqlite/sqlite.h"

#include "base/mem.h"
#include "store/sqlite/conn.h"

struct sqlite_store {
	struct store store; /* first: what the others see */
	struct conn_pool pool;
	struct conn *loading; /* between load_begin and load_end; guarded by pool.writing */
};

static struct sqlite_store *
sqlite_of(struct store *s)
{
	return (struct sqlite_store *)s;
}

static bool
bind_text(sqlite3_stmt *stmt, int at, struct str s)
{
	return sqlite3_bind_text(stmt, at, s.n ? s.p : "", (int)s.n, SQLITE_STATIC) == SQLITE_OK;
}

static bool
bind_page(sqlite3_stmt *stmt, const struct store_basket_query *q)
{
	/* Without a place to start from: a time that no basket has. */
	int64_t upto = q->has_after ? q->after_created : INT64_MAX;
	struct str before = q->has_after ? q->after_id : STR("");
	/* Without a bound: WHEN_NONE itself, so that baskets without a time are found. */
	int64_t from = q->created_after == WHEN_NONE ? WHEN_NONE : q->created_after + 1;
	return sqlite3_bind_int64(stmt, 1, from) == SQLITE_OK &&
	    sqlite3_bind_int64(stmt, 2, upto) == SQLITE_OK && bind_text(stmt, 3, before) &&
	    sqlite3_bind_int64(stmt, 4, (int64_t)q->limit) == SQLITE_OK;
}

static struct str
column_text(sqlite3_stmt *stmt, int column)
{
	const char *p = sqlite3_column_blob(stmt, column);
	return str_from(p, (size_t)sqlite3_column_bytes(stmt, column));
}

static bool
read_page(struct conn *c, const struct store_basket_query *q, store_basket_fn *take, void *ctx,
    struct err *err)
{
	int rc = SQLITE_DONE;
	sqlite3_stmt *stmt = conn_statement(
	    c, q->include_completed ? SQL_LIST_ALL : SQL_LIST_OPEN, err);
	if (!stmt)
		return false;
	bool ok = bind_page(stmt, q), go_on = true;
	while (ok && go_on && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct store_basket b = {
			.created = sqlite3_column_int64(stmt, 0),
			.id = column_text(stmt, 1),
			.completed = !sqlite3_column_int(stmt, 2),
			.json = column_text(stmt, 3),
		};
		go_on = take(ctx, &b);
	}
	if (!ok || (go_on && rc != SQLITE_DONE))
		ok = conn_fail(c, err);
	sqlite3_reset(stmt);
	return ok;
}

static bool
list_baskets(struct store *s, const struct store_basket_query *q, store_basket_fn *take, void *ctx,
    struct err *err)
{
	struct conn_pool *pool = &sqlite_of(s)->pool;
	struct conn *c = conn_borrow_reader(pool, err);
	if (!c)
		return false;
	bool ok = read_page(c, q, take, ctx, err);
	conn_return_reader(pool, c);
	return ok;
}

static bool
is_empty(struct store *s, bool *empty, struct err *err)
{
	struct conn_pool *pool = &sqlite_of(s)->pool;
	struct conn *c = conn_borrow_reader(pool, err);
	if (!c)
		return false;
	sqlite3_stmt *stmt = conn_statement(c, SQL_ANY, err);
	int rc = stmt ? sqlite3_step(stmt) : SQLITE_ERROR;
	*empty = rc == SQLITE_DONE;
	bool ok = rc == SQLITE_DONE || rc == SQLITE_ROW || (stmt && conn_fail(c, err));
	sqlite3_reset(stmt);
	conn_return_reader(pool, c);
	return ok;
}

static bool
load_begin(struct store *s, struct err *err)
{
	struct sqlite_store *self = sqlite_of(s);
	struct conn *c = conn_borrow_writer(&self->pool);
	if (!conn_run(c, SQL_BEGIN, err)) {
		conn_return_writer(&self->pool);
		return false;
	}
	self->loading = c;
	return true;
}

static bool
load_basket(struct store *s, const struct store_basket *b, struct err *err)
{
	struct conn *c = sqlite_of(s)->loading;
	sqlite3_stmt *stmt = conn_statement(c, SQL_PUT, err);
	if (!stmt)
		return false;
	bool ok = sqlite3_bind_int64(stmt, 1, b->created) == SQLITE_OK &&
	    bind_text(stmt, 2, b->id) && sqlite3_bind_int(stmt, 3, !b->completed) == SQLITE_OK &&
	    sqlite3_bind_blob(stmt, 4, b->json.p, (int)b->json.n, SQLITE_STATIC) == SQLITE_OK &&
	    sqlite3_step(stmt) == SQLITE_DONE;
	if (!ok)
		conn_fail(c, err);
	sqlite3_reset(stmt);
	return ok;
}

static bool
load_end(struct store *s, bool commit, struct err *err)
{
	struct sqlite_store *self = sqlite_of(s);
	struct err ignored;
	struct conn *c = self->loading;
	bool ok = conn_run(c, commit ? SQL_COMMIT : SQL_ROLLBACK, err);
	if (!ok && commit)
		conn_run(c, SQL_ROLLBACK, &ignored);
	self->loading = NULL;
	conn_return_writer(&self->pool);
	return ok;
}

static void
close_store(struct store *s)
{
	conn_pool_close(&sqlite_of(s)->pool);
	x_free(s);
}

static const struct store_ops sqlite_ops = {
	.list_baskets = list_baskets,
	.is_empty = is_empty,
	.load_begin = load_begin,
	.load_basket = load_basket,
	.load_end = load_end,
	.close = close_store,
};

struct store *
sqlite_store_open(struct str name, struct err *err)
{
	bool in_memory = str_eqz(name, ":memory:");
	if (name.n == 0) {
		err_field(err, ERR_USAGE, "store", "sqlite: needs a file, or :memory:");
		return NULL;
	}
	struct sqlite_store *self = x_new(struct sqlite_store);
	self->store.ops = &sqlite_ops;
	if (!conn_pool_open(&self->pool, in_memory ? STR_NONE : name, err)) {
		x_free(self);
		return NULL;
	}
	return &self->store;
}
