#include "list/table.h"

#include "list/columns.h"
#include "list/sorting.h"

#include <stdlib.h>
#include <string.h>

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

/* Applies the filter to all rows, or only removes shown rows that no longer match and keeps
 * their order. */
static void
show_matching(struct table *t, bool all)
{
	vec_reserve(&t->shown, t->n);
	struct shown_rows listed = table_shown_rows(t);
	t->shown.n = shown_rows_match(&listed, all, t->shown.v);
	if (all && t->view.sort.n)
		rows_sort(&t->view, t->rows, t->shown.v, t->shown.n, 0);
}

void
table_set_rows(struct table *t, const void *rows, size_t n)
{
	t->rows = rows;
	t->n = n;
	show_matching(t, true);
}

bool
table_set_view(struct table *t, struct view *view, int64_t now, struct err *err)
{
	struct row_filter filter;
	if (!row_filter_init(&filter, view, now, err)) {
		row_filter_free(&filter);
		return false;
	}
	bool less = view_has_same_sort(&t->view, view) &&
	    row_filter_is_narrower(&filter, &t->filter);
	row_filter_free(&t->filter);
	view_free(&t->view);
	t->view = *view;
	t->filter = filter;
	*view = (struct view){ 0 };
	show_matching(t, !less);
	return true;
}

struct shown_rows
table_shown_rows(const struct table *t)
{
	return (struct shown_rows){ .view = &t->view,
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
	struct shown_rows s = table_shown_rows(t);
	return shown_rows_json(&s, at);
}

struct str
table_id(const struct table *t, size_t at)
{
	struct shown_rows s = table_shown_rows(t);
	return shown_rows_id(&s, at);
}

size_t
table_find(const struct table *t, struct str id)
{
	struct shown_rows s = table_shown_rows(t);
	return shown_rows_find(&s, id);
}

/* ---- shown rows ---- */

const void *
shown_rows_at(const struct shown_rows *s, size_t at)
{
	const char *rows = s->rows;
	return at < s->n ? rows + s->numbers[at] * s->filter->ops->size : NULL;
}

/* Prefetches the rows examined next: they are scattered in memory, and waiting for it takes most
 * of a filter's time. Inline, because GCC drops a call that only prefetches. */
__attribute__((always_inline)) static inline void
fetch_ahead(const struct shown_rows *s, const uint32_t *numbers, size_t n, size_t at)
{
	enum {
		TEXT_PREFETCH_DISTANCE = 8,
		ROW_PREFETCH_DISTANCE = 16,
		CACHE_LINE_SIZE = 64,
		CACHE_LINES = 3
	};
	const struct row_ops *ops = s->filter->ops;
	size_t soon = at + TEXT_PREFETCH_DISTANCE, later = at + ROW_PREFETCH_DISTANCE;
	const char *rows = (const char *)s->rows + ops->search_text;
	if (later < n)
		__builtin_prefetch(rows + (numbers ? numbers[later] : later) * ops->size);
	if (!ops->search_text || soon >= n)
		return;
	struct str search_text;
	memcpy(
	    &search_text, rows + (numbers ? numbers[soon] : soon) * ops->size, sizeof(search_text));
	for (size_t i = 0; i < CACHE_LINES && i * CACHE_LINE_SIZE < search_text.n; i++)
		__builtin_prefetch(search_text.p + i * CACHE_LINE_SIZE);
}

size_t
shown_rows_match(const struct shown_rows *s, bool all, uint32_t *out)
{
	const struct row_filter *f = s->filter;
	const uint32_t *numbers = all ? NULL : s->numbers;
	size_t n = all ? s->total : s->n, kept = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t number = numbers ? numbers[i] : (uint32_t)i;
		const void *row = (const char *)s->rows + number * f->ops->size;
		fetch_ahead(s, numbers, n, i);
		struct str json = f->needs_json && s->json ? s->json(s->ctx, number) : STR_NONE;
		if (row_filter_match(f, row, json))
			out[kept++] = number;
	}
	return kept;
}

struct str
shown_rows_json(const struct shown_rows *s, size_t at)
{
	return at < s->n && s->json ? s->json(s->ctx, s->numbers[at]) : STR_NONE;
}

struct str
shown_rows_id(const struct shown_rows *s, size_t at)
{
	const void *row = shown_rows_at(s, at);
	return row ? s->filter->ops->id(row) : STR_NONE;
}

size_t
shown_rows_find(const struct shown_rows *s, struct str id)
{
	const struct row_ops *ops = s->filter->ops;
	const char *rows = s->rows;
	for (size_t i = 0; i < s->n; i++)
		if (str_eq(ops->id(rows + s->numbers[i] * ops->size), id))
			return i;
	return SIZE_MAX;
}
