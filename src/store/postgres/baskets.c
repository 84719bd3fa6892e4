#include "store/postgres/baskets.h"

#include "base/clock.h"
#include "store/sql/parts.h"
#include "store/sql/sql.h"

enum { DAY_MS = 86400000, FIRST_SEARCH_DAYS = 31 };

struct basket_taker {
	store_basket_fn *take;
	void *ctx;
	size_t taken;
	bool go_on;
};

static bool
pass_and_count(void *ctx, const struct store_basket *b)
{
	struct basket_taker *t = ctx;
	t->taken++;
	return t->go_on = t->take(t->ctx, b);
}

/* The time at which a page likely ends; WHEN_NONE if that is beyond the end of the query. */
static int64_t
estimate_range_end(const struct store_basket_query *q)
{
	int64_t from = q->has_after ? q->after_created : clock_real();
	int64_t end = from < WHEN_NONE + (int64_t)FIRST_SEARCH_DAYS * DAY_MS
	    ? WHEN_NONE
	    : from - (int64_t)FIRST_SEARCH_DAYS * DAY_MS;
	return end > q->created_after ? end : WHEN_NONE;
}

/* A statement opens and locks every table that it might read. So the first statement covers only
 * the range in which a page likely ends, at most two tables; the rest is queried only if the
 * page is not full. */
bool
pg_list_baskets(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	struct store_basket_query near = *q, rest = *q;
	struct basket_taker t = { .take = take, .ctx = ctx, .go_on = true };
	int64_t end = estimate_range_end(q);
	if (end == WHEN_NONE)
		return sql_list_baskets(tx, q, take, ctx, err);
	near.created_after = end - 1;
	if (!sql_list_baskets(tx, &near, pass_and_count, &t, err))
		return false;
	if (!t.go_on || t.taken == q->limit)
		return true;
	rest.has_after = true;
	rest.after_created = end;
	rest.after_id = STR("");
	rest.limit = q->limit - t.taken;
	return sql_list_baskets(tx, &rest, take, ctx, err);
}

static bool
find_created(struct store_tx *tx, struct str id, int64_t *created, bool *found, struct err *err)
{
	struct sql_rows rows;
	if (!sql_start(&rows, tx->connection, SQL_BASKET_CREATED, SQL_VALUES(SQL_TEXT(id)), err))
		return false;
	*found = sql_row(&rows);
	if (*found)
		*created = sql_number(&rows, 0);
	return sql_end(&rows, err);
}

bool
pg_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err)
{
	int64_t created;
	bool found;
	if (!find_created(tx, b->id, &created, &found, err))
		return false;
	if (found && created != b->created &&
	    !sql_run(tx->connection, SQL_BASKET_DROP,
		SQL_VALUES(SQL_NUMBER(created), SQL_TEXT(b->id)), err))
		return false;
	return sql_put_basket(tx, b, err);
}
