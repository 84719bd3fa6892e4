#include "store/sql/parts.h"
#include "store/sql/sql.h"

bool
sql_is_empty(struct store_tx *tx, bool *empty, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_HAS_ANY_DATA, NULL, 0, err))
		return false;
	*empty = !sql_next_row(&rows);
	return sql_end(&rows, err);
}

bool
sql_clear(struct store_tx *tx, const enum sql_statement_id *statements, size_t n, struct err *err)
{
	for (size_t i = 0; i < n; i++)
		if (!sql_run(tx->connection, statements[i], NULL, 0, err))
			return false;
	return true;
}

/* ---- for copies ---- */

enum { KEY_COLUMNS_MAX = 4 };

/* A walk over a table in the order of its key, which is in the first columns. */
struct table_walk {
	enum sql_statement_id sql;
	size_t key_part_count;
	bool (*on_row)(const struct sql_rows *rows, const struct table_walk *w);
	void *ctx, *callback; /* the caller's context and callback */
};

static void
copy_key(struct buf key[KEY_COLUMNS_MAX], const struct sql_rows *rows, size_t parts)
{
	for (size_t i = 0; i < parts; i++) {
		buf_reset(&key[i]);
		buf_adds(&key[i], sql_read_text(rows, (int)i));
	}
}

/* Reads at most a page of rows after `key`; sets *last to the key of the last row and *more to
 * whether there may be others. */
static bool
walk_rows(struct sql_conn *c, const struct table_walk *w, struct buf key[KEY_COLUMNS_MAX],
    struct buf last[KEY_COLUMNS_MAX], bool *more, struct err *err)
{
	struct sql_value values[KEY_COLUMNS_MAX + 1];
	struct sql_rows rows;
	size_t n = 0;
	bool go_on = true;
	for (size_t i = 0; i < w->key_part_count; i++)
		values[i] = SQL_TEXT(buf_str(&key[i]));
	values[w->key_part_count] = SQL_NUMBER(STORE_PAGE_ITEMS_MAX);
	if (!sql_start(&rows, c, w->sql, values, w->key_part_count + 1, err))
		return false;
	while (go_on && sql_next_row(&rows)) {
		go_on = w->on_row(&rows, w);
		if (++n == STORE_PAGE_ITEMS_MAX)
			copy_key(last, &rows, w->key_part_count);
	}
	*more = go_on && n == STORE_PAGE_ITEMS_MAX;
	return sql_end(&rows, err);
}

static bool
walk_table(struct store_tx *tx, const struct table_walk *w, struct err *err)
{
	struct buf keys[2][KEY_COLUMNS_MAX] = { 0 };
	bool ok = true, more = true;
	for (int at = 0; ok && more; at = !at)
		ok = walk_rows(tx->connection, w, keys[at], keys[!at], &more, err);
	for (size_t i = 0; i < 2 * KEY_COLUMNS_MAX; i++)
		buf_free(&keys[i / KEY_COLUMNS_MAX][i % KEY_COLUMNS_MAX]);
	return ok;
}

static bool
read_owner_row(const struct sql_rows *rows, const struct table_walk *w)
{
	store_owner_fn *take = *(store_owner_fn **)w->callback;
	return take(w->ctx, sql_read_text(rows, 0), sql_read_text(rows, 1));
}

bool
sql_list_owners(struct store_tx *tx, store_owner_fn *take, void *ctx, struct err *err)
{
	const struct table_walk w = { SQL_OWNERS, 1, read_owner_row, ctx, &take };
	return walk_table(tx, &w, err);
}

static bool
read_link_row(const struct sql_rows *rows, const struct table_walk *w)
{
	store_link_fn *take = *(store_link_fn **)w->callback;
	const struct store_link link = {
		.sub = sql_read_text(rows, 0),
		.iss = sql_read_text(rows, 1),
		.owner = sql_read_text(rows, 2),
		.state = (enum link_state)sql_read_number(rows, 3),
		.linked_at = sql_read_number(rows, 4),
		.linked_by = sql_read_text(rows, 5),
		.json = sql_read_text(rows, 6),
	};
	return take(w->ctx, &link);
}

bool
sql_list_all_links(struct store_tx *tx, store_link_fn *take, void *ctx, struct err *err)
{
	const struct table_walk w = { SQL_LINKS_ALL, 3, read_link_row, ctx, &take };
	return walk_table(tx, &w, err);
}

static bool
read_feed_row(const struct sql_rows *rows, const struct table_walk *w)
{
	store_feed_fn *take = *(store_feed_fn **)w->callback;
	return take(
	    w->ctx, sql_read_text(rows, 0), sql_read_number(rows, 1), sql_read_number(rows, 2));
}

bool
sql_list_feeds(struct store_tx *tx, store_feed_fn *take, void *ctx, struct err *err)
{
	const struct table_walk w = { SQL_FEEDS, 1, read_feed_row, ctx, &take };
	return walk_table(tx, &w, err);
}

static bool
read_answer_row(const struct sql_rows *rows, const struct table_walk *w)
{
	store_answer_fn *take = *(store_answer_fn **)w->callback;
	const struct store_caller caller = { sql_read_text(rows, 0), sql_read_text(rows, 1),
		sql_read_text(rows, 2) };
	struct store_answer answer = { .answered_at = sql_read_number(rows, 5),
		.status = (int)sql_read_number(rows, 6) };
	sql_copy_hash(answer.request_digest, sql_read_text(rows, 4));
	buf_adds(&answer.body, sql_read_text(rows, 7));
	bool go_on = take(w->ctx, &caller, sql_read_text(rows, 3), &answer);
	buf_free(&answer.body);
	return go_on;
}

bool
sql_list_answers(struct store_tx *tx, store_answer_fn *take, void *ctx, struct err *err)
{
	const struct table_walk w = { SQL_ANSWERS, 4, read_answer_row, ctx, &take };
	return walk_table(tx, &w, err);
}

bool
sql_copy_item(struct store_tx *tx, const struct store_item *item, struct err *err)
{
	return sql_run(tx->connection, SQL_ITEM_COPY,
	    SQL_VALUES(SQL_NUMBER(item->number), SQL_NUMBER(item->list), SQL_TEXT(item->path),
		SQL_TEXT(item->id), SQL_NUMBER(item->published), SQL_NUMBER(item->modified),
		SQL_BLOB(item->json)),
	    err);
}
