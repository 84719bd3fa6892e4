#include "store/sql/parts.h"
#include "store/sql/sql.h"

static struct store_basket
read_basket(const struct sql_rows *rows)
{
	return (struct store_basket){
		.created = sql_read_number(rows, 0),
		.id = sql_read_text(rows, 1),
		.completed = !sql_read_number(rows, 2),
		.json = sql_read_text(rows, 3),
	};
}

enum sql_statement_id
sql_basket_page(struct sql_value values[SQL_PAGE_VALUES], const struct store_basket_query *q)
{
	/* No lower bound: WHEN_NONE itself, so that baskets without a time are found. */
	values[0] = SQL_NUMBER(q->created_after == WHEN_NONE ? WHEN_NONE : q->created_after + 1);
	/* No start position: a time later than that of any basket. */
	values[1] = SQL_NUMBER(q->continues_after_basket ? q->after_basket_created : INT64_MAX);
	values[2] = SQL_TEXT(q->continues_after_basket ? q->after_basket_id : STR(""));
	values[3] = SQL_NUMBER(q->limit);
	return q->include_completed ? SQL_BASKETS_ALL : SQL_BASKETS_OPEN;
}

bool
sql_pass_baskets(struct sql_rows *rows, store_basket_fn *take, void *ctx, struct err *err)
{
	bool go_on = true;
	while (go_on && sql_next_row(rows)) {
		struct store_basket b = read_basket(rows);
		go_on = take(ctx, &b);
	}
	return sql_end(rows, err);
}

bool
sql_list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	struct sql_rows rows;
	struct sql_value values[SQL_PAGE_VALUES];
	enum sql_statement_id sql = sql_basket_page(values, q);
	return sql_start(&rows, tx->connection, sql, values, SQL_PAGE_VALUES, err) &&
	    sql_pass_baskets(&rows, take, ctx, err);
}

bool
sql_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err)
{
	return sql_run(tx->connection, SQL_BASKET_PUT,
	    SQL_VALUES(SQL_NUMBER(b->created), SQL_TEXT(b->id), SQL_NUMBER(!b->completed),
		SQL_BLOB(b->json)),
	    err);
}

bool
sql_find_basket(struct store_tx *tx, const struct sql_value *key, size_t key_n,
    store_basket_fn *take, void *ctx, bool *found, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_BASKET_FIND, key, key_n, err))
		return false;
	*found = sql_next_row(&rows);
	if (*found) {
		struct store_basket b = read_basket(&rows);
		take(ctx, &b);
	}
	return sql_end(&rows, err);
}
