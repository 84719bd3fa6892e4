#include "store/sqlite/sqlite.h"

#include "base/mem.h"
#include "store/sql/parts.h"
#include "store/sql/sql.h"
#include "store/sqlite/commit.h"

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
begin(struct store_tx *tx, struct err *err)
{
	struct conn_pool *pool = pool_of(tx);
	if (tx->access == STORE_WRITE) {
		tx->connection = commit_begin(pool, err);
		return tx->connection != NULL;
	}
	tx->connection = conn_borrow_reader(pool, tx->until, err);
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
	struct conn *c = tx->connection;
	c->until = 0; /* no deadline for the next borrower */
	bool ok = sql_run(tx->connection, SQL_ROLLBACK, NULL, 0, err);
	conn_return_reader(pool_of(tx), tx->connection);
	return ok;
}

static bool
clear(struct store_tx *tx, struct err *err)
{
	static const enum sql all[] = { SQL_CLEAR_BASKETS, SQL_CLEAR_ITEMS, SQL_CLEAR_OWNERS,
		SQL_CLEAR_LINKS, SQL_CLEAR_ANSWERS, SQL_CLEAR_OLD_ANSWERS };
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
end_items(struct store_tx *tx, struct err *err)
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

static void
interrupt(struct store *s)
{
	conn_pool_interrupt(&((struct sqlite_store *)s)->pool);
}

static void
read_figures(struct store *s, struct store_figures *out)
{
	conn_pool_figures(&((struct sqlite_store *)s)->pool, &out->primary);
}

static const struct store_ops sqlite_ops = {
	.audit_chains = 1,
	.begin = begin,
	.end = end,
	.close = close_store,
	.interrupt = interrupt,
	.figures = read_figures,
	.has_room = has_room,
	.state = state,
	.is_empty = sql_is_empty,
	.clear = clear,
	.list_baskets = sql_list_baskets,
	.put_basket = sql_put_basket,
	.list_items = sql_list_items,
	.count_items = sql_count_items,
	.find_items = sql_find_items,
	.put_item = sql_put_item,
	.put_owner = sql_put_owner,
	.find_owner = sql_find_owner,
	.list_links = sql_list_links,
	.put_link = sql_put_link,
	.find_answer = sql_find_answer,
	.put_answer = sql_put_answer,
	.drop_answers = drop_answers,
	.put_audit = sql_put_audit,
	.list_audit = sql_list_audit,
	.find_stray_audit = sql_find_stray_audit,
	.get_head = sql_get_head,
	.put_head = sql_put_head,
	.list_heads = sql_list_heads,
	.list_owners = sql_list_owners,
	.list_all_links = sql_list_all_links,
	.list_answers = sql_list_answers,
	.copy_item = sql_copy_item,
	.end_items = end_items,
};

struct store *
sqlite_store_open(struct str url, unsigned may, struct err *err)
{
	struct str name = str_sub(url, str_find_char(url, ':') + 1, url.n);
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
