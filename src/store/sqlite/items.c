#include "store/sqlite/conn.h"
#include "store/sqlite/parts.h"
#include "store/sqlite/sql.h"
#include "wire/item.h"

/* Where a list begins and ends, as keys. */
struct stretch {
	struct buf path, id; /* from here on */
	struct buf end;      /* paths before this; empty: no end */
};

static void
stretch_free(struct stretch *s)
{
	buf_free(&s->path);
	buf_free(&s->id);
	buf_free(&s->end);
}

/* The first text behind all that begin with `prefix`. */
static void
add_end(struct buf *out, struct str prefix)
{
	buf_adds(out, prefix);
	while (out->n && (unsigned char)out->p[out->n - 1] == 0xFF)
		out->n--;
	if (out->n)
		out->p[out->n - 1]++;
}

static bool
read_key(struct conn *c, const struct store_item_query *q, struct stretch *s, struct err *err)
{
	sqlite3_stmt *stmt = sql_start(
	    c, SQL_ITEM_KEY, SQL_VALUES(SQL_NUMBER(q->after), SQL_NUMBER(q->list)), err);
	if (!stmt)
		return false;
	bool found = sql_row(stmt);
	if (found) {
		buf_adds(&s->path, sql_text(stmt, 0));
		buf_adds(&s->id, sql_text(stmt, 1));
	}
	if (!sql_end(c, stmt, err))
		return false;
	return found || err_set(err, ERR_NOT_FOUND, "there is no item to go on behind");
}

static bool
find_stretch(struct conn *c, const struct store_item_query *q, struct stretch *s, struct err *err)
{
	add_end(&s->end, q->under);
	if (q->after)
		return read_key(c, q, s, err);
	buf_adds(&s->path, q->path.p ? q->path : q->under);
	return true;
}

/* A blob is behind every text there is. */
static struct sql_value
end_value(const struct stretch *s)
{
	return s->end.n ? SQL_TEXT(buf_str(&s->end)) : SQL_BLOB(STR(""));
}

/* One more than asked, since the item to go on behind is met again. With a filter nobody knows how
 * many rows a page takes. */
static int64_t
row_limit(const struct store_item_query *q)
{
	if (q->filter && !item_filter_is_empty(q->filter))
		return -1;
	return (int64_t)q->limit + (q->after != 0);
}

static struct store_item
read_item(sqlite3_stmt *stmt)
{
	return (struct store_item){
		.number = sql_number(stmt, 0),
		.list = (enum store_list)sql_number(stmt, 1),
		.path = sql_text(stmt, 2),
		.id = sql_text(stmt, 3),
		.modified = sql_number(stmt, 4),
		.published = sql_number(stmt, 5),
		.json = sql_text(stmt, 6),
	};
}

static bool
walk(struct conn *c, const struct store_item_query *q, const struct stretch *s, int64_t limit,
    store_item_fn *take, void *ctx, struct err *err)
{
	bool go_on = true;
	/* Without a bound: WHEN_NONE itself, so that items without a time are found. */
	int64_t from = q->modified_after == WHEN_NONE ? WHEN_NONE : q->modified_after + 1;
	sqlite3_stmt *stmt = sql_start(c, q->path.p ? SQL_ITEMS_AT : SQL_ITEMS,
	    SQL_VALUES(SQL_NUMBER(q->list), SQL_NUMBER(from), SQL_NUMBER(q->published_only),
		q->path.p ? SQL_TEXT(q->path) : end_value(s), SQL_TEXT(buf_str(&s->path)),
		SQL_TEXT(buf_str(&s->id)), SQL_NUMBER(limit)),
	    err);
	if (!stmt)
		return false;
	while (go_on && sql_row(stmt)) {
		struct store_item item = read_item(stmt);
		if (item.number != q->after && (!q->filter || item_matches(q->filter, item.json)))
			go_on = take(ctx, &item);
	}
	return sql_end(c, stmt, err);
}

struct counted {
	store_item_fn *take;
	void *ctx;
	uint64_t left;
};

static bool
take_limited(void *ctx, const struct store_item *item)
{
	struct counted *counted = ctx;
	return counted->take(counted->ctx, item) && --counted->left > 0;
}

bool
sqlite_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err)
{
	struct stretch s = { 0 };
	struct counted counted = { take, ctx, q->limit };
	bool ok = find_stretch(tx->connection, q, &s, err) &&
	    walk(tx->connection, q, &s, row_limit(q), take_limited, &counted, err);
	stretch_free(&s);
	return ok;
}

/* Every path of the stretch counts: the index alone tells. */
static bool
count_stretch(struct conn *c, const struct store_item_query *q, uint64_t *count, struct err *err)
{
	struct stretch s = { 0 };
	add_end(&s.end, q->under);
	sqlite3_stmt *stmt = sql_start(c, SQL_ITEMS_COUNT,
	    SQL_VALUES(SQL_NUMBER(q->list), SQL_TEXT(q->under), end_value(&s)), err);
	if (stmt && sql_row(stmt))
		*count = (uint64_t)sql_number(stmt, 0);
	bool ok = stmt && sql_end(c, stmt, err);
	stretch_free(&s);
	return ok;
}

static bool
count_one(void *ctx, const struct store_item *item)
{
	(void)item;
	++*(uint64_t *)ctx;
	return true;
}

static bool
is_plain(const struct store_item_query *q)
{
	return !q->path.p && q->modified_after == WHEN_NONE && !q->published_only &&
	    (!q->filter || item_filter_is_empty(q->filter));
}

bool
sqlite_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err)
{
	struct store_item_query whole = *q;
	struct stretch s = { 0 };
	whole.after = 0;
	*count = 0;
	if (is_plain(&whole))
		return count_stretch(tx->connection, &whole, count, err);
	bool ok = find_stretch(tx->connection, &whole, &s, err) &&
	    walk(tx->connection, &whole, &s, -1, count_one, count, err);
	stretch_free(&s);
	return ok;
}

bool
sqlite_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err)
{
	bool go_on = true;
	sqlite3_stmt *stmt = sql_start(
	    tx->connection, SQL_ITEMS_FIND, SQL_VALUES(SQL_TEXT(path)), err);
	if (!stmt)
		return false;
	while (go_on && sql_row(stmt)) {
		struct store_item item = read_item(stmt);
		go_on = take(ctx, &item);
	}
	return sql_end(tx->connection, stmt, err);
}

bool
sqlite_put_item(struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err)
{
	struct conn *c = tx->connection;
	bool ok = sql_run(c, SQL_ITEM_PUT,
	    SQL_VALUES(SQL_NUMBER(item->list), SQL_TEXT(item->path), SQL_TEXT(item->id),
		SQL_NUMBER(item->published), SQL_NUMBER(item->modified), SQL_BLOB(item->json)),
	    err);
	*changed = ok && sqlite3_changes(c->db) > 0;
	return ok;
}
