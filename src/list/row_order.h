/*
 * row_order.h - the order of rows, for any resource: compares two rows by the columns of sort=;
 * table.h sorts with it.
 */
#ifndef LIST_ROW_ORDER_H
#define LIST_ROW_ORDER_H

#include "list/view.h"

/* The result of a comparison (plus or minus) if the column's value is unknown for one of the
 * rows: that row comes last in both directions. */
enum { ROW_ORDER_UNKNOWN = 2 };

/* A sort key: rows are ordered by the text, as in row_compare_texts(); for equal texts, by the
 * later time; otherwise by the resource's own order. */
struct row_text {
	struct str text;
	int64_t time; /* ms, or WHEN_NONE */
};

/* The sort order of a view: its columns one after the other, then the resource's own order, which
 * is reversed if the first column is descending. */
struct row_sort {
	const struct row_ops *ops;
	const struct column *columns[VIEW_SORTS_MAX];
	bool descending[VIEW_SORTS_MAX];
	size_t n;
	bool own_reversed;
};

struct row_sort row_sort_of(const struct view *view);
/* Compares by each column's own order, else by the resource's text for it, else by the column's
 * output; equal rows are in the resource's own order. */
int row_sort_compare(const struct row_sort *s, const void *a, const void *b);
/* Reverses an order, except for unknown values, which stay last. */
int row_order_reversed(int order);

/* An amount for sorting; known is false if there is none. */
struct row_money {
	struct str currency;
	int64_t amount; /* as decimal_read() returns it */
	bool known;
};

/* Sorts known before unknown values: 0 if both or neither are known, else plus or minus
 * ROW_ORDER_UNKNOWN. */
int row_compare_known(bool a, bool b);
/* Compares folded texts, with empty ones last. */
int row_compare_texts(struct str a, struct str b);
/* Compares by currency, then by amount; unknown amounts come last. */
int row_compare_money(const struct row_money *a, const struct row_money *b);
/* Compares times, oldest first; WHEN_NONE counts as unknown. */
int row_compare_times(int64_t a, int64_t b);

#endif
