#include "app/list/table.h"

#include "app/list/columns.h"

#include <stdlib.h>

static const void *
row_at(const struct table *t, uint32_t number)
{
	return t->rows + number * t->filter.ops->size;
}

void
table_init(struct table *t, const struct view_resource *resource)
{
	struct err none;
	*t = (struct table){ 0 };
	view_parse_terms(&t->view, resource, STR_NONE, &none);
	row_filter_init(&t->filter, &t->view, 0, &none);
}

void
table_free(struct table *t)
{
	row_filter_free(&t->filter);
	view_free(&t->view);
	vec_free(&t->shown);
}

struct sorting {
	const struct table *table;
	struct row_sort by;
};

static int
rows_by_column(const void *x, const void *y, void *ctx)
{
	const struct sorting *s = ctx;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	int order = row_sort_compare(&s->by, row_at(s->table, a), row_at(s->table, b));
	if (order)
		return order;
	return s->by.descending ? (a < b) - (a > b) : (a > b) - (a < b);
}

static bool
row_matches(const struct table *t, uint32_t row)
{
	struct str json = t->filter.needs_json && t->json ? t->json(t->ctx, row) : STR_NONE;
	return row_filter_match(&t->filter, row_at(t, row), json);
}

static void
show_again(struct table *t)
{
	t->shown.n = 0;
	for (uint32_t i = 0; i < t->n; i++)
		if (row_matches(t, i))
			vec_push(&t->shown, i);
	struct sorting sorting = { t, row_sort_of(&t->view) };
	if (t->view.sort.n)
		vec_sort(&t->shown, rows_by_column, &sorting);
}

void
table_set_rows(struct table *t, const void *rows, size_t n)
{
	t->rows = rows;
	t->n = n;
	show_again(t);
}

/* What is shown already in its order, but for what does not match any more. */
static void
show_less(struct table *t)
{
	size_t kept = 0;
	for (size_t i = 0; i < t->shown.n; i++) {
		uint32_t row = t->shown.v[i];
		if (row_matches(t, row))
			t->shown.v[kept++] = row;
	}
	t->shown.n = kept;
}

bool
table_set_view(struct table *t, struct view *view, int64_t now, struct err *err)
{
	struct row_filter filter;
	if (!row_filter_init(&filter, view, now, err)) {
		row_filter_free(&filter);
		return false;
	}
	bool less = view_sorts_alike(&t->view, view) && row_filter_narrows(&filter, &t->filter);
	row_filter_free(&t->filter);
	view_free(&t->view);
	t->view = *view;
	t->filter = filter;
	*view = (struct view){ 0 };
	if (less)
		show_less(t);
	else
		show_again(t);
	return true;
}

struct listed
table_listed(const struct table *t)
{
	return (struct listed){ .view = &t->view,
		.filter = &t->filter,
		.rows = t->rows,
		.total = t->n,
		.numbers = t->shown.v,
		.n = t->shown.n,
		.json = t->json,
		.ctx = t->ctx };
}

const void *
table_row(const struct table *t, size_t at)
{
	return at < t->shown.n ? row_at(t, t->shown.v[at]) : NULL;
}

struct str
table_json(const struct table *t, size_t at)
{
	struct listed s = table_listed(t);
	return listed_json(&s, at);
}

struct str
table_id(const struct table *t, size_t at)
{
	struct listed s = table_listed(t);
	return listed_id(&s, at);
}

size_t
table_find(const struct table *t, struct str id)
{
	struct listed s = table_listed(t);
	return listed_find(&s, id);
}

/* ---- what is shown ---- */

const void *
listed_row(const struct listed *s, size_t at)
{
	const char *rows = s->rows;
	return at < s->n ? rows + s->numbers[at] * s->filter->ops->size : NULL;
}

struct str
listed_json(const struct listed *s, size_t at)
{
	return at < s->n && s->json ? s->json(s->ctx, s->numbers[at]) : STR_NONE;
}

struct str
listed_id(const struct listed *s, size_t at)
{
	const void *row = listed_row(s, at);
	return row ? s->filter->ops->id(row) : STR_NONE;
}

size_t
listed_find(const struct listed *s, struct str id)
{
	const struct row_ops *ops = s->filter->ops;
	const char *rows = s->rows;
	for (size_t i = 0; i < s->n; i++)
		if (str_eq(ops->id(rows + s->numbers[i] * ops->size), id))
			return i;
	return SIZE_MAX;
}
