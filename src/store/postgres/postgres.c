#include "store/postgres/postgres.h"

#include "base/clock.h"
#include "base/mem.h"
#include "store/chain.h"
#include "store/postgres/commit.h"
#include "store/postgres/engine.h"
#include "store/postgres/migrate.h"
#include "store/sql/parts.h"
#include "store/sql/sql.h"

#include <stdatomic.h>
#include <string.h>

/*
 * The list of baskets, which are stored in one table per month. A page queries only the
 * tables that it needs.
 */

enum { DAY_MS = 86400000, FIRST_SEARCH_DAYS = 31 };

struct basket_receiver {
	store_basket_fn *on_basket;
	void *ctx;
	size_t passed_on_count;
	bool wants_more;
};

static bool
forward_basket(void *ctx, const struct store_basket *b)
{
	struct basket_receiver *t = ctx;
	t->passed_on_count++;
	return t->wants_more = t->on_basket(t->ctx, b);
}

/* The time at which a page likely ends; WHEN_NONE if that is beyond the end of the query. */
static int64_t
estimate_range_end(const struct store_basket_query *q)
{
	int64_t from = q->continues_after_basket ? q->after_basket_created : clock_real();
	int64_t end = from < WHEN_NONE + (int64_t)FIRST_SEARCH_DAYS * DAY_MS
	    ? WHEN_NONE
	    : from - (int64_t)FIRST_SEARCH_DAYS * DAY_MS;
	return end > q->created_after ? end : WHEN_NONE;
}

/* A statement opens and locks every table that it might read. So the first statement covers only
 * the range in which a page likely ends, at most two tables; the rest is queried only if the
 * page is not full. */
static bool
pg_list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	struct store_basket_query near = *q, rest = *q;
	struct basket_receiver t = { .on_basket = take, .ctx = ctx, .wants_more = true };
	int64_t end = estimate_range_end(q);
	if (end == WHEN_NONE || tx->page) /* begin_reading() has tried the near months */
		return sql_list_baskets(tx, q, take, ctx, err);
	near.created_after = end - 1;
	if (!sql_list_baskets(tx, &near, forward_basket, &t, err))
		return false;
	if (!t.wants_more || t.passed_on_count == q->limit)
		return true;
	rest.continues_after_basket = true;
	rest.after_basket_created = end;
	rest.after_basket_id = STR("");
	rest.limit = q->limit - t.passed_on_count;
	return sql_list_baskets(tx, &rest, take, ctx, err);
}

static bool
list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	struct pg_lease *l = tx->connection;
	return l->is_over ? sql_pass_baskets(&l->page, take, ctx, err)
			  : pg_list_baskets(tx, q, take, ctx, err);
}

static bool
find_created_time(
    struct store_tx *tx, struct str id, int64_t *created, bool *found, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_BASKET_CREATED, SQL_VALUES(SQL_TEXT(id)), err))
		return false;
	*found = sql_next_row(&rows);
	if (*found)
		*created = sql_read_number(&rows, 0);
	return sql_end(&rows, err);
}

/* Implements store_put_basket(). The month's table must exist. A basket whose time changes is
 * moved to another month. */
static bool
pg_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err)
{
	int64_t created;
	bool found;
	if (!find_created_time(tx, b->id, &created, &found, err))
		return false;
	if (found && created != b->created &&
	    !sql_run(tx->connection, SQL_BASKET_DROP,
		SQL_VALUES(SQL_TEXT(b->id), SQL_NUMBER(created)), err))
		return false;
	return sql_put_basket(tx, b, err);
}

/* FREE_SPACE_CHECK_MS: how long a test write counts. REPLICA_PAUSE_MS: how long a replica that
 * lagged is not used. VACUUM_TIMEOUT_MS: for one table. */
enum { FREE_SPACE_CHECK_MS = 1000, REPLICA_PAUSE_MS = 20, VACUUM_TIMEOUT_MS = 3600000 };

struct postgres_store {
	struct store store; /* must be first: the engine-independent part */
	struct pg_pool pool;
	struct pg_pool replica;                    /* if configured */
	atomic_int_fast64_t replica_lagging_until; /* clock_ticks() */
	struct month_table_cache months;
	struct { /* result of the last test write */
		pthread_mutex_t lock;
		int64_t valid_until; /* valid until then; clock_ticks() */
		bool has_space;
		struct err err;
	} space_check;
};

static struct postgres_store *
store_of(const struct store_tx *tx)
{
	return (struct postgres_store *)tx->store;
}

/* ---- transactions ---- */

static bool
send_begin_reading(struct pg_conn *c, struct err *err)
{
	return pg_send(c, SQL_BEGIN_READ, NULL, 0, err) &&
	    pg_send(c, SQL_TWO_HEADS,
		SQL_VALUES(SQL_TEXT(STR("catalog")), SQL_TEXT(STR("baskets"))), err);
}

/* Ends the rows, which are those of SQL_TWO_HEADS; none if the server did not respond. */
static bool
read_heads(struct pg_lease *l, PGresult *answer, struct err *err)
{
	struct sql_rows rows = pg_rows_of(&l->conn, answer);
	if (!answer)
		return false;
	memset(&l->catalog_head, 0, sizeof(l->catalog_head));
	memset(&l->baskets_head, 0, sizeof(l->baskets_head));
	while (sql_next_row(&rows))
		sql_head_from_row(&rows,
		    str_eqz(sql_read_text(&rows, 0), "catalog") ? &l->catalog_head
								: &l->baskets_head);
	return sql_end(&rows, err);
}

/* Reads the page in one round trip, as a transaction that is then over. If it is not full and may
 * continue in older months, l->is_over stays false: a transaction for the whole list must begin. */
static bool
read_page(const struct store_basket_query *q, struct pg_lease *l, struct err *err)
{
	struct pg_conn *c = &l->conn;
	struct store_basket_query near = *q;
	struct sql_value values[SQL_PAGE_VALUES];
	int64_t end = estimate_range_end(q);
	near.created_after = end == WHEN_NONE ? near.created_after : end - 1;
	enum sql_statement_id sql = sql_basket_page(values, &near);
	PGresult *page = NULL;
	bool ok = pg_make_room(c, PG_QUEUE_MAX / 2, err) && send_begin_reading(c, err) &&
	    pg_send(c, sql, values, SQL_PAGE_VALUES, err) &&
	    pg_send(c, SQL_ROLLBACK, NULL, 0, err) && pg_sync(c, err) &&
	    read_heads(l, pg_read_answer_to(c, SQL_TWO_HEADS, err), err) &&
	    (page = pg_read_answer_to(c, sql, err)) && pg_drain(c, err);
	l->is_over = ok && (end == WHEN_NONE || (size_t)c->pq->ntuples(page) == q->limit);
	if (l->is_over)
		l->page = pg_rows_of(c, page);
	else
		c->pq->clear(page);
	return ok;
}

/* Reads the heads, which nearly every reader needs first, together with the BEGIN. */
static bool
begin_reading(struct store_tx *tx, struct pg_lease *l, struct err *err)
{
	tx->connection = &l->conn.sql;
	if (tx->page && !read_page(tx->page, l, err))
		return false;
	return l->is_over ||
	    (send_begin_reading(&l->conn, err) &&
		read_heads(l, pg_read_last_answer(&l->conn, err), err));
}

/* A writer waits here for others that write about the same subject, and then sees their writes. */
static bool
begin_writing(struct store_tx *tx, struct pg_lease *l, struct err *err)
{
	char name[AUDIT_CHAIN_NAME_SIZE];
	audit_chain_head_name(name, tx->audit_chain);
	tx->connection = &l->conn.sql;
	return pg_send(&l->conn, SQL_BEGIN_WRITE, NULL, 0, err) &&
	    sql_query_head(tx->connection, SQL_HEAD_LOCK, name, &l->audit_chain_head, err);
}

/* A test write takes no lock, so it does not wait for other writers. */
static bool
begin_probe(struct store_tx *tx, struct pg_lease *l, struct err *err)
{
	tx->connection = &l->conn.sql;
	return pg_send(&l->conn, SQL_BEGIN_WRITE, NULL, 0, err) &&
	    sql_query_head(tx->connection, SQL_HEAD, "room", &l->audit_chain_head, err);
}

/* Retries once: an idle connection may have died. A page that takes too long is not tried again. */
static bool
begin_on_pool(struct store_tx *tx, struct pg_pool *pool,
    bool (*begin)(struct store_tx *, struct pg_lease *, struct err *), struct err *err)
{
	for (int tries = 0; tries < 2; tries++) {
		struct pg_lease *l = pg_borrow_lease(pool, tx->deadline, err);
		if (!l)
			break;
		pg_clear_failure(&l->conn);
		if (begin(tx, l, err))
			return true;
		bool lost = l->conn.is_broken && !(tx->page && l->conn.timed_out);
		pg_return_lease(pool, l);
		if (!lost)
			break;
		pg_pool_reset(pool);
	}
	tx->connection = NULL;
	return false;
}

/* A writer's transaction begins later, in store_lock_chain(). */
static bool
begin_tx(struct store_tx *tx, struct err *err)
{
	return tx->access == STORE_WRITE ||
	    begin_on_pool(tx, &store_of(tx)->pool, begin_reading, err);
}

static bool
lock_chain(struct store_tx *tx, struct err *err)
{
	return begin_on_pool(tx, &store_of(tx)->pool, begin_writing, err);
}

/* Reads the remaining results, so that the next borrower of the connection does not get them. */
static void
roll_back(struct pg_conn *c)
{
	struct err ignored;
	if (c->failed && !c->is_broken && pg_sync(c, &ignored)) {
		pg_drain(c, &ignored);
		pg_clear_failure(c);
	}
	if (!c->is_broken && pg_send(c, SQL_ROLLBACK, NULL, 0, &ignored))
		pg_sync(c, &ignored);
}

static bool
end_tx(struct store_tx *tx, bool commit, struct err *err)
{
	struct pg_lease *l = tx->connection;
	bool ok = true;
	if (!l) /* it was not used, or could not begin */
		return !commit || !tx->chain_locked ||
		    store_fail_retryable(err, "the store could not be reached");
	bool kept = commit && tx->access == STORE_WRITE;
	if (kept)
		ok = pg_commit(l->pool, &l->conn, err);
	if (strcmp(l->conn.sqlstate, "23514") == 0) /* a month's table was removed */
		months_clear(&store_of(tx)->months);
	if ((!kept || !ok) && !l->is_over)
		roll_back(&l->conn);
	l->is_over = false;
	pg_bulk_free(&l->bulk);
	l->conn.pq->clear(l->page.handle); /* rows that no one has read */
	l->page.handle = NULL;
	pg_return_lease(l->pool, l);
	return ok;
}

/* ---- replica ---- */

static bool
begin_on_replica(struct store_tx *tx, const struct watermark *least)
{
	struct postgres_store *self = store_of(tx);
	struct err ignored;
	if (clock_ticks() < atomic_load(&self->replica_lagging_until) ||
	    !begin_on_pool(tx, &self->replica, begin_reading, &ignored))
		return false;
	const struct pg_lease *l = tx->connection;
	struct watermark has = { l->catalog_head.seq, l->baskets_head.seq };
	if (watermark_covers(&has, least))
		return true;
	atomic_store(&self->replica_lagging_until, clock_ticks() + REPLICA_PAUSE_MS);
	end_tx(tx, false, &ignored);
	return false;
}

static bool
set_replica(struct store *s, struct str url, struct err *err)
{
	struct postgres_store *self = (struct postgres_store *)s;
	int64_t system;
	if (!pg_pool_read_system_id(&self->pool, &system, err) ||
	    !pg_pool_open(&self->replica, url, PG_REPLICA, err))
		return false;
	self->replica.required_system_id = system;
	/* If the replica is already reachable, check now that it is a copy of our database. */
	struct pg_lease *l = pg_borrow_lease(&self->replica, 0, err);
	bool ok = l || err->kind != ERR_IO;
	if (l)
		pg_return_lease(&self->replica, l);
	if (!ok)
		pg_pool_close(&self->replica);
	return ok;
}

/* ---- heads ---- */

/* The head that this transaction read at its beginning, or NULL. */
static struct store_head *
find_cached_head(const struct store_tx *tx, const char *name)
{
	struct pg_lease *l = tx->connection;
	char audit_chain[AUDIT_CHAIN_NAME_SIZE];
	audit_chain_head_name(audit_chain, tx->audit_chain);
	if (tx->access == STORE_WRITE)
		return strcmp(name, audit_chain) == 0 ? &l->audit_chain_head : NULL;
	if (strcmp(name, "catalog") == 0)
		return &l->catalog_head;
	return strcmp(name, "baskets") == 0 ? &l->baskets_head : NULL;
}

static bool
get_head(struct store_tx *tx, const char *name, struct store_head *head, struct err *err)
{
	const struct store_head *known = find_cached_head(tx, name);
	if (!known)
		return sql_query_head(tx->connection,
		    tx->access == STORE_WRITE ? SQL_HEAD_LOCK : SQL_HEAD, name, head, err);
	*head = *known;
	return true;
}

static bool
put_head(struct store_tx *tx, const char *name, const struct store_head *head, struct err *err)
{
	struct store_head *known = find_cached_head(tx, name);
	if (known)
		*known = *head;
	return sql_put_head(tx, name, head, err);
}

/* ---- functions that differ from store/sql ---- */

static bool
put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err)
{
	struct postgres_store *self = store_of(tx);
	return months_ensure_partition(&self->months, &self->pool, b->created, err) &&
	    pg_put_basket(tx, b, err);
}

static bool
copy_basket(struct store_tx *tx, const struct store_basket *b, struct err *err)
{
	struct postgres_store *self = store_of(tx);
	struct pg_lease *l = tx->connection;
	return months_ensure_partition(&self->months, &self->pool, b->created, err) &&
	    pg_bulk_add(&l->bulk, &l->conn, b, err);
}

static bool
finish_copied_baskets(struct store_tx *tx, struct err *err)
{
	struct pg_lease *l = tx->connection;
	return pg_bulk_finish(&l->bulk, &l->conn, err);
}

static bool
find_basket(struct store_tx *tx, struct str id, store_basket_fn *take, void *ctx, bool *found,
    struct err *err)
{
	int64_t created;
	return find_created_time(tx, id, &created, found, err) &&
	    (!*found ||
		sql_find_basket(
		    tx, SQL_VALUES(SQL_TEXT(id), SQL_NUMBER(created)), take, ctx, found, err));
}

static bool
remove_basket(struct store_tx *tx, struct str id, bool *removed, struct err *err)
{
	int64_t created;
	return find_created_time(tx, id, &created, removed, err) &&
	    (!*removed ||
		(sql_run(tx->connection, SQL_BASKET_DROP,
		     SQL_VALUES(SQL_TEXT(id), SQL_NUMBER(created)), err) &&
		    sql_run(tx->connection, SQL_BASKET_ID_DROP, SQL_VALUES(SQL_TEXT(id)), err)));
}

static bool
clear_tables(struct store_tx *tx, struct err *err)
{
	static const enum sql_statement_id all[] = { SQL_CLEAR_BASKETS, SQL_CLEAR_BASKET_IDS,
		SQL_CLEAR_ITEMS, SQL_CLEAR_OWNERS, SQL_CLEAR_LINKS, SQL_CLEAR_FEEDS,
		SQL_CLEAR_ANSWERS };
	return sql_clear(tx, all, sizeof(all) / sizeof(*all), err);
}

static bool
finish_copied_items(struct store_tx *tx, struct err *err)
{
	int64_t ignored;
	return sql_run_and_count(tx->connection, SQL_ITEMS_RESET_NUMBERS, NULL, 0, &ignored, err);
}

static bool
maintain(struct store_tx *tx, struct err *err)
{
	return pg_drop_tokens(tx->connection, err);
}

/* Commits a test write to a row that no reader uses. */
static bool
probe_write(struct store *s, struct err *err)
{
	const struct store_head head = { .seq = clock_real() };
	struct store_tx tx = {
		.store = s, .access = STORE_WRITE, .audit_chain = STORE_AUDIT_CHAIN_COUNT
	};
	struct err ignored;
	tx.chain_locked = true;
	bool ok = begin_on_pool(&tx, &store_of(&tx)->pool, begin_probe, err) &&
	    sql_put_head(&tx, "room", &head, err);
	return end_tx(&tx, ok, ok ? err : &ignored) && ok;
}

/* The result is cached for a second. */
static bool
has_room(struct store *s, struct err *err)
{
	struct postgres_store *self = (struct postgres_store *)s;
	pthread_mutex_lock(&self->space_check.lock);
	if (clock_ticks() >= self->space_check.valid_until) {
		self->space_check.has_space = probe_write(s, &self->space_check.err);
		self->space_check.valid_until = clock_ticks() + FREE_SPACE_CHECK_MS;
	}
	bool ok = self->space_check.has_space;
	if (!ok)
		*err = self->space_check.err;
	pthread_mutex_unlock(&self->space_check.lock);
	return ok;
}

/* ---- opening and closing ---- */

static void
close_store(struct store *s)
{
	struct postgres_store *self = (struct postgres_store *)s;
	pg_pool_close(&self->pool);
	if (s->has_replica)
		pg_pool_close(&self->replica);
	months_free(&self->months);
	pthread_mutex_destroy(&self->space_check.lock);
	x_free(self);
}

static void
interrupt(struct store *s)
{
	struct postgres_store *self = (struct postgres_store *)s;
	pg_pool_shut_down(&self->pool);
	if (s->has_replica)
		pg_pool_shut_down(&self->replica);
}

static void
read_figures(struct store *s, struct store_figures *out)
{
	struct postgres_store *self = (struct postgres_store *)s;
	pg_pool_read_figures(&self->pool, &out->primary);
	if (s->has_replica)
		pg_pool_read_figures(&self->replica, &out->replica);
}

/* Deleted rows go from the tables, not from old blocks of the server's files, its log, its replicas
 * and its archives. */
static bool
scrub_store(struct store *s, struct scrub_text *texts, size_t n, struct scrub_report *report,
    struct err *err)
{
	static const char *const tables[] = { "baskets", "basket_ids", "owners", "links",
		"callers_answers", "audit" };
	struct pg_conn c;
	struct buf sql = { 0 };
	(void)texts;
	(void)n;
	bool ok = pg_conn_open_plain(&c, &((struct postgres_store *)s)->pool.server, err);
	if (!ok)
		return false;
	c.response_timeout_ms = VACUUM_TIMEOUT_MS;
	/* Through a pooler the session has no timeout of ours. */
	ok = c.pooled || pg_run_script(&c, "SET statement_timeout = 0", NULL, err);
	for (size_t i = 0; ok && i < sizeof(tables) / sizeof(*tables); i++) {
		buf_reset(&sql);
		buf_addf(&sql, "VACUUM %s", tables[i]);
		ok = pg_run_script(&c, buf_z(&sql), NULL, err);
	}
	pg_conn_close(&c);
	buf_free(&sql);
	buf_addz(&report->beyond,
	    "PostgreSQL: bytes of deleted rows stay in its files until it reuses their space (VACUUM "
	    "FULL rewrites a\ntable, and locks it meanwhile), in its WAL, and in its archives.\n");
	return ok;
}

static const struct store_ops postgres_ops = {
	.audit_chain_count = STORE_AUDIT_CHAIN_COUNT,
	.lock_chain = lock_chain,
	.begin = begin_tx,
	.end = end_tx,
	.close = close_store,
	.interrupt = interrupt,
	.get_figures = read_figures,
	.has_free_space = has_room,
	.set_replica = set_replica,
	.begin_on_replica = begin_on_replica,
	.delete_expired_data = maintain,
	.is_empty = sql_is_empty,
	.clear = clear_tables,
	.list_baskets = list_baskets,
	.put_basket = put_basket,
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
	.drop_answers = sql_drop_answers,
	.put_audit = sql_put_audit,
	.list_audit = sql_list_audit,
	.list_audit_newest = sql_list_audit_newest,
	.find_stray_audit = sql_find_stray_audit,
	.get_head = get_head,
	.put_head = put_head,
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
	.copy_basket = copy_basket,
	.finish_basket_copy = finish_copied_baskets,
};

struct store *
postgres_store_open(struct str url, unsigned may, struct err *err)
{
	struct postgres_store *self = x_new(struct postgres_store);
	self->store.ops = &postgres_ops;
	if (!pg_pool_open(&self->pool, url, PG_PRIMARY, err)) {
		x_free(self);
		return NULL;
	}
	months_init(&self->months);
	pthread_mutex_init(&self->space_check.lock, NULL);
	if (pg_migrate(&self->pool, may, err))
		return &self->store;
	if (err->kind == ERR_UPSTREAM)
		err->kind = ERR_IO;
	close_store(&self->store);
	return NULL;
}
