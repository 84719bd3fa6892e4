#include "list/row_order.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "list/rows.h"
#include "model/decimal.h"
#include "model/when.h"

static const void *
member_at(const void *row, size_t offset)
{
	return (const char *)row + offset;
}

struct row_sort
row_sort_of(const struct view *view)
{
	struct row_sort sort = { .ops = view->resource->row_ops, .n = view->sort_count };
	sort.own_reversed = sort.n && view->sorts[0].descending;
	for (size_t i = 0; i < sort.n; i++) {
		sort.columns[i] = column_find(view->resource->columns, view->sorts[i].column);
		sort.descending[i] = view->sorts[i].descending;
	}
	return sort;
}

int
row_order_reversed(int order)
{
	return order == ROW_ORDER_UNKNOWN || order == -ROW_ORDER_UNKNOWN ? order : -order;
}

/* Numbers come before texts, and empty values last. */
static int
compare_number_texts(struct str a, struct str b)
{
	int64_t x = 0, y = 0;
	bool a_is = decimal_read(a, &x), b_is = decimal_read(b, &y);
	if (a_is && b_is)
		return (x > y) - (x < y);
	return (a_is || b_is) && a.n && b.n ? b_is - a_is : row_compare_texts(a, b);
}

static int
compare_data_cells(const struct column *column, const void *a, const void *b)
{
	bool numbers = column->flags & (COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC);
	struct buf x = { 0 }, y = { 0 };
	struct str of_a = column_write_data(&x, column, a), of_b = column_write_data(&y, column, b);
	int order = numbers ? compare_number_texts(of_a, of_b) : row_compare_texts(of_a, of_b);
	buf_free(&x);
	buf_free(&y);
	return order;
}

/* Compares by the resource's texts; returns false if the column is not sorted by them. */
static bool
compare_by_texts(const struct row_ops *ops, const struct column *column, const void *a,
    const void *b, int *order)
{
	struct buf x = { 0 }, y = { 0 };
	struct row_text of_a, of_b;
	bool ok = ops->get_text && ops->get_text(a, column, &x, &of_a) &&
	    ops->get_text(b, column, &y, &of_b);
	if (ok)
		*order = row_compare_texts(of_a.text, of_b.text);
	buf_free(&x);
	buf_free(&y);
	return ok;
}

static int
compare_by_column(
    const struct row_ops *ops, const struct column *column, const void *a, const void *b)
{
	bool as_data = column_writes_cells(column) ||
	    column->flags & (COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC);
	int order = 0;
	if (column->compare)
		return column->compare(a, b);
	if (column->money_offset)
		return row_compare_money(
		    member_at(a, column->money_offset), member_at(b, column->money_offset));
	if (column->time_offset)
		return row_compare_times(*(const int64_t *)member_at(a, column->time_offset),
		    *(const int64_t *)member_at(b, column->time_offset));
	if (compare_by_texts(ops, column, a, b, &order))
		return order;
	return as_data ? compare_data_cells(column, a, b)
		       : row_compare_texts(column_text(column, a), column_text(column, b));
}

int
row_sort_compare(const struct row_sort *s, const void *a, const void *b)
{
	for (size_t i = 0; i < s->n; i++) {
		int order = s->columns[i] ? compare_by_column(s->ops, s->columns[i], a, b) : 0;
		if (order)
			return s->descending[i] ? row_order_reversed(order) : order;
	}
	int order = s->ops->compare(a, b);
	return s->own_reversed ? row_order_reversed(order) : order;
}

int
row_compare_known(bool a, bool b)
{
	return (!a - !b) * ROW_ORDER_UNKNOWN;
}

int
row_compare_texts(struct str a, struct str b)
{
	if (!a.n || !b.n)
		return row_compare_known(a.n, b.n);
	return text_compare_folded(a, b);
}

int
row_compare_money(const struct row_money *a, const struct row_money *b)
{
	if (!a->known || !b->known)
		return row_compare_known(a->known, b->known);
	int order = str_cmp(a->currency, b->currency);
	return order ? order : (a->amount > b->amount) - (a->amount < b->amount);
}

int
row_compare_times(int64_t a, int64_t b)
{
	if (a == WHEN_NONE || b == WHEN_NONE)
		return row_compare_known(a != WHEN_NONE, b != WHEN_NONE);
	return (a > b) - (a < b);
}
