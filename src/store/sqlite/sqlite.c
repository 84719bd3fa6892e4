#include "store/sqlite/sqlite.h"

#include "base/mem.h"
#include "store/sqlite/commit.h"
#include "store/sqlite/parts.h"
#include "store/sqlite/sql.h"

struct sqlite_store {
	struct store store; /* first: what the others see */
	struct conn_pool pool;
};

static struct conn_pool *
pool_of(struct store_tx *tx)
{
	return &((struct sqlite_store *)tx->store)->pool;
}

static bool
begin(struct store_tx *tx, struct err *err)
{
	struct conn_pool *pool = pool_of(tx);
	if (tx->access == STORE_WRITE) {
		tx->connection = commit_begin(pool, err);
		return tx->connection != NULL;
	}
	tx->connection = conn_borrow_reader(pool, err);
	if (!tx->connection)
		return false;
	if (sql_run(tx->connection, SQL_BEGIN_READ, NULL, 0, err))
		return true;
	conn_return_reader(pool, tx->connection);
	return false;
}

static bool
end(struct store_tx *tx, bool commit, struct err *err)
{
	if (tx->access == STORE_WRITE)
		return commit_end(pool_of(tx), commit, err);
	bool ok = sql_run(tx->connection, SQL_ROLLBACK, NULL, 0, err);
	conn_return_reader(pool_of(tx), tx->connection);
	return ok;
}

static bool
is_empty(struct store_tx *tx, bool *empty, struct err *err)
{
	sqlite3_stmt *stmt = sql_start(tx->connection, SQL_ANY, NULL, 0, err);
	if (!stmt)
		return false;
	*empty = !sql_row(stmt);
	return sql_end(tx->connection, stmt, err);
}

static bool
clear(struct store_tx *tx, struct err *err)
{
	static const enum sql all[] = { SQL_CLEAR_BASKETS, SQL_CLEAR_ITEMS, SQL_CLEAR_OWNERS,
		SQL_CLEAR_LINKS, SQL_CLEAR_ANSWERS, SQL_CLEAR_OLD_ANSWERS };
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (!sql_run(tx->connection, all[i], NULL, 0, err))
			return false;
	return true;
}

static bool
has_room(struct store *s, struct err *err)
{
	return commit_has_room(&((struct sqlite_store *)s)->pool, err);
}

static bool
state(struct store *s, struct store_state *out)
{
	return conn_pool_state(&((struct sqlite_store *)s)->pool, out);
}

static void
close_store(struct store *s)
{
	conn_pool_close(&((struct sqlite_store *)s)->pool);
	x_free(s);
}

static const struct store_ops sqlite_ops = {
	.begin = begin,
	.end = end,
	.close = close_store,
	.has_room = has_room,
	.state = state,
	.is_empty = is_empty,
	.clear = clear,
	.list_baskets = sqlite_list_baskets,
	.put_basket = sqlite_put_basket,
	.list_items = sqlite_list_items,
	.count_items = sqlite_count_items,
	.find_items = sqlite_find_items,
	.put_item = sqlite_put_item,
	.put_owner = sqlite_put_owner,
	.find_owner = sqlite_find_owner,
	.list_links = sqlite_list_links,
	.put_link = sqlite_put_link,
	.find_answer = sqlite_find_answer,
	.put_answer = sqlite_put_answer,
	.drop_answers = sqlite_drop_answers,
	.put_audit = sqlite_put_audit,
	.list_audit = sqlite_list_audit,
	.get_head = sqlite_get_head,
	.put_head = sqlite_put_head,
};

struct store *
sqlite_store_open(struct str name, unsigned may, struct err *err)
{
	bool in_memory = str_eqz(name, ":memory:");
	if (name.n == 0) {
		err_field(err, ERR_USAGE, "store", "sqlite: needs a file, or :memory:");
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
