#include "store/sql/parts.h"
#include "store/sql/sql.h"
#include "wire/item.h"

/* The remaining range of a list, as keys. */
struct key_range {
	struct buf first_path, first_id; /* first key, inclusive */
	struct buf end_path;             /* end of the paths, exclusive; empty: none */
};

static void
key_range_free(struct key_range *s)
{
	buf_free(&s->first_path);
	buf_free(&s->first_id);
	buf_free(&s->end_path);
}

/* Appends the smallest text after all texts that begin with `prefix`. */
static void
add_prefix_end(struct buf *out, struct str prefix)
{
	buf_adds(out, prefix);
	while (out->n && (unsigned char)out->p[out->n - 1] == 0xFF)
		out->n--;
	if (out->n)
		out->p[out->n - 1]++;
}

static bool
read_start_key(
    struct sql_conn *c, const struct store_item_query *q, struct key_range *s, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, c, SQL_ITEM_KEY,
		SQL_VALUES(SQL_NUMBER(q->after_number), SQL_NUMBER(q->list)), err))
		return false;
	bool found = sql_next_row(&rows);
	if (found) {
		buf_adds(&s->first_path, sql_read_text(&rows, 0));
		buf_adds(&s->first_id, sql_read_text(&rows, 1));
	}
	if (!sql_end(&rows, err))
		return false;
	return found || err_set(err, ERR_NOT_FOUND, "the item to continue after no longer exists");
}

static bool
find_key_range(
    struct sql_conn *c, const struct store_item_query *q, struct key_range *s, struct err *err)
{
	add_prefix_end(&s->end_path, q->path_prefix);
	if (q->after_number)
		return read_start_key(c, q, s, err);
	buf_adds(&s->first_path, q->path.p ? q->path : q->path_prefix);
	return true;
}

static enum sql_statement_id
statement_for(const struct store_item_query *q, const struct key_range *s)
{
	if (q->path.p)
		return SQL_ITEMS_AT;
	return s->end_path.n ? SQL_ITEMS_BEFORE : SQL_ITEMS_TO_END;
}

static struct store_item
read_item(const struct sql_rows *rows)
{
	return (struct store_item){
		.number = sql_read_number(rows, 0),
		.list = (enum store_list)sql_read_number(rows, 1),
		.path = sql_read_text(rows, 2),
		.id = sql_read_text(rows, 3),
		.modified = sql_read_number(rows, 4),
		.published = sql_read_number(rows, 5),
		.json = sql_read_text(rows, 6),
	};
}

/* The state of a walk over a range, one batch of rows at a time. */
struct item_walk {
	const struct store_item_query *q;
	store_item_fn *on_item;
	void *ctx;
	struct key_range *range; /* the remaining range */
	int64_t
	    first_number;   /* number of the first item in the range, already passed on; 0: none */
	int64_t batch_rows; /* number of rows in the next batch */
	bool last_batch_full, wants_more; /* the last batch was full; `on_item` wants more */
};

static void
set_walk_position(struct item_walk *w, const struct store_item *item)
{
	w->first_number = item->number;
	buf_reset(&w->range->first_path);
	buf_reset(&w->range->first_id);
	buf_adds(&w->range->first_path, item->path);
	buf_adds(&w->range->first_id, item->id);
}

static void
visit_rows(struct item_walk *w, struct sql_rows *rows, int64_t limit)
{
	struct store_item item = { 0 };
	int64_t n = 0, met = w->first_number;
	while (w->wants_more && sql_next_row(rows)) {
		item = read_item(rows);
		n++;
		if (item.number != met && (!w->q->filter || item_matches(w->q->filter, item.json)))
			w->wants_more = w->on_item(w->ctx, &item);
		if (n == limit)
			set_walk_position(w, &item);
	}
	w->last_batch_full = n == limit;
}

static bool
walk_piece(struct sql_conn *c, struct item_walk *w, int64_t limit, struct err *err)
{
	const struct store_item_query *q = w->q;
	struct sql_rows rows;
	/* No lower bound: WHEN_NONE itself, so that items without a time are found. */
	int64_t from = q->modified_after == WHEN_NONE ? WHEN_NONE : q->modified_after + 1;
	struct buf path = { 0 }, id = { 0 };
	buf_adds(&path,
	    buf_str(&w->range->first_path)); /* bound values must stay valid while *s changes */
	buf_adds(&id, buf_str(&w->range->first_id));
	bool ok = sql_start(&rows, c, statement_for(q, w->range),
	    SQL_VALUES(SQL_NUMBER(q->list), SQL_NUMBER(from), SQL_NUMBER(q->published_only),
		SQL_TEXT(q->path.p ? q->path : buf_str(&w->range->end_path)),
		SQL_TEXT(buf_str(&path)), SQL_TEXT(buf_str(&id)), SQL_NUMBER(limit)),
	    err);
	if (ok) {
		visit_rows(w, &rows, limit);
		ok = sql_end(&rows, err);
	}
	buf_free(&path);
	buf_free(&id);
	return ok;
}

/* The number of rows in a batch: the page and one more, since the item to continue after is read
 * again; usually that suffices. With a filter the required number is not known. */
static int64_t
piece_limit(const struct store_item_query *q)
{
	if (q->filter && !item_filter_is_empty(q->filter))
		return STORE_PAGE_ITEMS_MAX;
	return (int64_t)q->limit + 1;
}

static bool
walk_items(struct sql_conn *c, const struct store_item_query *q, struct key_range *s, int64_t limit,
    store_item_fn *take, void *ctx, struct err *err)
{
	struct item_walk w = { .q = q,
		.on_item = take,
		.ctx = ctx,
		.range = s,
		.first_number = q->after_number,
		.last_batch_full = true,
		.wants_more = true };
	bool ok = true;
	while (ok && w.last_batch_full && w.wants_more)
		ok = walk_piece(c, &w, limit, err);
	return ok;
}

struct item_counter {
	store_item_fn *on_item;
	void *ctx;
	uint64_t remaining_count;
};

static bool
on_limited_item(void *ctx, const struct store_item *item)
{
	struct item_counter *counted = ctx;
	return counted->on_item(counted->ctx, item) && --counted->remaining_count > 0;
}

bool
sql_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err)
{
	struct key_range s = { 0 };
	struct item_counter counted = { take, ctx, q->limit };
	bool ok = find_key_range(tx->connection, q, &s, err) &&
	    walk_items(tx->connection, q, &s, piece_limit(q), on_limited_item, &counted, err);
	key_range_free(&s);
	return ok;
}

/* Counts a range from the index alone; every path in it counts. */
static bool
count_key_range(
    struct sql_conn *c, const struct store_item_query *q, uint64_t *count, struct err *err)
{
	struct key_range s = { 0 };
	struct sql_rows rows;
	add_prefix_end(&s.end_path, q->path_prefix);
	bool ok = sql_start(&rows, c,
	    s.end_path.n ? SQL_ITEMS_COUNT_BEFORE : SQL_ITEMS_COUNT_TO_END,
	    (const struct sql_value[]){
		SQL_NUMBER(q->list), SQL_TEXT(q->path_prefix), SQL_TEXT(buf_str(&s.end_path)) },
	    s.end_path.n ? 3 : 2, err);
	if (ok && sql_next_row(&rows))
		*count = (uint64_t)sql_read_number(&rows, 0);
	ok = ok && sql_end(&rows, err);
	key_range_free(&s);
	return ok;
}

static bool
on_counted_item(void *ctx, const struct store_item *item)
{
	(void)item;
	++*(uint64_t *)ctx;
	return true;
}

static bool
is_unfiltered(const struct store_item_query *q)
{
	return !q->path.p && q->modified_after == WHEN_NONE && !q->published_only &&
	    (!q->filter || item_filter_is_empty(q->filter));
}

bool
sql_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err)
{
	struct store_item_query whole = *q;
	struct key_range s = { 0 };
	whole.after_number = 0;
	*count = 0;
	if (is_unfiltered(&whole))
		return count_key_range(tx->connection, &whole, count, err);
	bool ok = find_key_range(tx->connection, &whole, &s, err) &&
	    walk_items(
		tx->connection, &whole, &s, STORE_PAGE_ITEMS_MAX, on_counted_item, count, err);
	key_range_free(&s);
	return ok;
}

bool
sql_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err)
{
	bool go_on = true;
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_ITEMS_BY_PATH, SQL_VALUES(SQL_TEXT(path)), err))
		return false;
	while (go_on && sql_next_row(&rows)) {
		struct store_item item = read_item(&rows);
		go_on = take(ctx, &item);
	}
	return sql_end(&rows, err);
}

/* True if the item was removed earlier and is there again, with its number. */
static bool
restore_item(struct sql_conn *c, const struct store_item *item, bool *restored, struct err *err)
{
	int64_t n = 0;
	bool ok = sql_run_and_count(c, SQL_ITEM_RESTORE,
	    SQL_VALUES(SQL_NUMBER(item->list), SQL_TEXT(item->path), SQL_TEXT(item->id),
		SQL_NUMBER(item->published), SQL_NUMBER(item->modified), SQL_BLOB(item->json)),
	    &n, err);
	*restored = ok && n > 0;
	return ok;
}

bool
sql_put_item(struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err)
{
	int64_t n = 0;
	if (!restore_item(tx->connection, item, changed, err))
		return false;
	if (*changed)
		return true;
	bool ok = sql_run_and_count(tx->connection, SQL_ITEM_PUT,
	    SQL_VALUES(SQL_NUMBER(item->list), SQL_TEXT(item->path), SQL_TEXT(item->id),
		SQL_NUMBER(item->published), SQL_NUMBER(item->modified), SQL_BLOB(item->json)),
	    &n, err);
	*changed = ok && n > 0;
	return ok;
}

bool
sql_remove_item(struct store_tx *tx, enum store_list list, struct str path, struct str id,
    bool *removed, struct err *err)
{
	int64_t n = 0;
	/* A service of an older version adds a removed item again as another row. */
	if (!sql_run(tx->connection, SQL_ITEM_FORGET,
		SQL_VALUES(SQL_NUMBER(list), SQL_TEXT(path), SQL_TEXT(id)), err))
		return false;
	bool ok = sql_run_and_count(tx->connection, SQL_ITEM_REMOVE,
	    SQL_VALUES(SQL_NUMBER(list), SQL_TEXT(path), SQL_TEXT(id), SQL_BLOB(STR(""))), &n, err);
	*removed = ok && n > 0;
	return ok;
}
