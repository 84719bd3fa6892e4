#include "list/table.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "model/when.h"

#include <stdlib.h>
#include <string.h>

struct sort_context {
	struct row_sort sort;
	const char *rows;
};

static const void *
row_by_number(const struct sort_context *s, uint32_t number)
{
	return s->rows + number * s->sort.ops->size;
}

static int
compare_rows(const struct sort_context *s, uint32_t a, uint32_t b)
{
	int order = row_sort_compare(&s->sort, row_by_number(s, a), row_by_number(s, b));
	if (order)
		return order;
	return s->sort.own_reversed ? (a < b) - (a > b) : (a > b) - (a < b);
}

static int
compare_numbers(const void *x, const void *y, void *ctx)
{
	return compare_rows(ctx, *(const uint32_t *)x, *(const uint32_t *)y);
}

/* ---- sorting by text ---- */

/* A row with its text as sort key. The first bytes, which distinguish most rows, are stored
 * here. */
struct sort_key {
	uint64_t prefix; /* the first eight bytes, big-endian; padded with 0 */
	int64_t time;
	uint32_t text_offset, n; /* the whole text in `text_bytes`; n 0: not known */
	uint32_t row_number;
};

struct sort_keys {
	const struct sort_context *sorting;
	struct sort_context tie_sorting; /* the order of rows with equal texts */
	VEC(struct sort_key) rows;
	struct buf text_bytes;
};

static uint64_t
first_eight_bytes(struct str text)
{
	uint64_t begins = 0;
	for (size_t i = 0; i < sizeof(begins); i++)
		begins = begins << 8 | (i < text.n ? (unsigned char)text.p[i] : 0);
	return begins;
}

static struct str
sort_key_text(const struct sort_keys *k, const struct sort_key *row)
{
	return str_from(k->text_bytes.p + row->text_offset, row->n);
}

static int
compare_texts(const struct sort_keys *k, const struct sort_key *a, const struct sort_key *b)
{
	if (a->prefix != b->prefix)
		return a->prefix > b->prefix ? 1 : -1;
	return str_cmp(sort_key_text(k, a), sort_key_text(k, b));
}

static int
compare_sort_keys(const void *x, const void *y, void *ctx)
{
	const struct sort_key *a = x, *b = y;
	const struct sort_keys *k = ctx;
	if (!a->n != !b->n)
		return row_compare_known(a->n, b->n);
	int order = a->n ? compare_texts(k, a, b) : 0;
	if (!order && k->sorting->sort.n == 1 && a->time != b->time && a->time != WHEN_NONE &&
	    b->time != WHEN_NONE)
		order = a->time < b->time ? 1 : -1;
	if (order)
		return k->sorting->sort.descending[0] ? -order : order;
	return compare_rows(&k->tie_sorting, a->row_number, b->row_number);
}

static void
add_sort_key(struct sort_keys *k, uint32_t number, const struct row_text *text)
{
	struct sort_key row = {
		.time = text->time, .row_number = number, .text_offset = (uint32_t)k->text_bytes.n
	};
	if (text->text.n)
		text_write_sort_key(&k->text_bytes, text->text);
	row.n = (uint32_t)k->text_bytes.n - row.text_offset;
	row.prefix = first_eight_bytes(sort_key_text(k, &row));
	vec_push(&k->rows, row);
}

/* Returns false if the column is not sorted by a text, or if the texts exceed 4 GiB. */
static bool
make_sort_keys(struct sort_keys *k, const uint32_t *numbers, size_t n)
{
	const struct row_sort *by = &k->sorting->sort;
	struct buf scratch = { 0 };
	struct row_text text;
	bool ok = by->n && by->ops->get_text;
	if (ok)
		vec_reserve(&k->rows, n);
	for (size_t i = 0; ok && i < n; i++) {
		buf_reset(&scratch);
		ok = by->ops->get_text(
			 row_by_number(k->sorting, numbers[i]), by->columns[0], &scratch, &text) &&
		    k->text_bytes.n + text.text.n < UINT32_MAX / 4;
		if (ok)
			add_sort_key(k, numbers[i], &text);
	}
	buf_free(&scratch);
	return ok;
}

/* Many rows are first distributed to buckets by their first two bytes, which halves the
 * comparisons. */
enum { SORT_BUCKET_COUNT = 65536 };

/* The bucket in sort order; rows without a text come last in both directions. */
static uint32_t
bucket_of(const struct sort_keys *k, const struct sort_key *row)
{
	uint32_t begins = (uint32_t)(row->prefix >> 48);
	return !row->n                    ? SORT_BUCKET_COUNT
	    : k->sorting->sort.descending[0] ? SORT_BUCKET_COUNT - 1 - begins
					  : begins;
}

static void
sort_in_buckets(struct sort_keys *k)
{
	size_t n = k->rows.n;
	uint32_t *ends = x_new_array(
	    uint32_t, SORT_BUCKET_COUNT + 2); /* bucket starts, later ends */
	struct sort_key *dealt = x_new_array(struct sort_key, n);
	for (size_t i = 0; i < n; i++)
		ends[bucket_of(k, &k->rows.v[i]) + 1]++;
	for (size_t i = 1; i < SORT_BUCKET_COUNT + 2; i++)
		ends[i] += ends[i - 1];
	for (size_t i = 0; i < n; i++)
		dealt[ends[bucket_of(k, &k->rows.v[i])]++] = k->rows.v[i];
	for (size_t i = 0, from = 0; i <= SORT_BUCKET_COUNT; from = ends[i++])
		if (ends[i] > from + 1)
			qsort_r(dealt + from, ends[i] - from, sizeof(*dealt), compare_sort_keys, k);
	memcpy(k->rows.v, dealt, n * sizeof(*dealt));
	x_free(dealt);
	x_free(ends);
}

static void
sort_by_keys(struct sort_keys *k, uint32_t *numbers)
{
	if (k->rows.n < SORT_PARTITION_MIN)
		vec_sort(&k->rows, compare_sort_keys, k);
	else
		sort_in_buckets(k);
	for (size_t i = 0; i < k->rows.n; i++)
		numbers[i] = k->rows.v[i].row_number;
}

/* From this many rows on, memory is returned to the system: the heap would keep 60 MiB for a
 * million. With fewer rows the heap soon reuses it. */
enum { MEMORY_TRIM_ROWS_MIN = 1 << 18 };

static void
drop_first_column(struct row_sort *sort)
{
	if (!sort->n)
		return;
	sort->n--;
	memmove(sort->columns, sort->columns + 1, sort->n * sizeof(*sort->columns));
	memmove(sort->descending, sort->descending + 1, sort->n * sizeof(*sort->descending));
}

static void
sort_row_numbers(const struct sort_context *s, uint32_t *numbers, size_t n)
{
	struct sort_keys k = { .sorting = s, .tie_sorting = *s };
	drop_first_column(&k.tie_sorting.sort);
	if (make_sort_keys(&k, numbers, n))
		sort_by_keys(&k, numbers);
	else if (n > 1)
		qsort_r(numbers, n, sizeof(*numbers), compare_numbers, (void *)(uintptr_t)s);
	vec_free(&k.rows);
	buf_free(&k.text_bytes);
	if (n >= MEMORY_TRIM_ROWS_MIN)
		mem_trim();
}

/* ---- merging new rows ---- */

/* The number of the first n rows that come before this one. */
static size_t
find_insert_index(const struct sort_context *s, const uint32_t *numbers, size_t n, uint32_t number)
{
	size_t from = 0;
	while (from < n) {
		size_t middle = from + (n - from) / 2;
		if (compare_rows(s, numbers[middle], number) < 0)
			from = middle + 1;
		else
			n = middle;
	}
	return from;
}

/* Merges from the last row on, so that each number moves once. */
static void
merge_late_rows(const struct sort_context *s, uint32_t *numbers, size_t sorted, size_t more)
{
	VEC(uint32_t) late = { 0 };
	vec_reserve(&late, more);
	memcpy(late.v, numbers + sorted, more * sizeof(*numbers));
	for (; more && sorted; more--) {
		size_t at = find_insert_index(s, numbers, sorted, late.v[more - 1]);
		memmove(numbers + at + more, numbers + at, (sorted - at) * sizeof(*numbers));
		numbers[at + more - 1] = late.v[more - 1];
		sorted = at;
	}
	memcpy(numbers, late.v, more * sizeof(*numbers));
	vec_free(&late);
}

void
rows_sort(const struct view *view, const void *rows, uint32_t *numbers, size_t n, size_t sorted)
{
	const struct sort_context s = { row_sort_of(view), rows };
	bool few = n - sorted < sorted / 4;
	if (n == sorted)
		return;
	if (!few)
		sorted = 0;
	sort_row_numbers(&s, numbers + sorted, n - sorted);
	merge_late_rows(&s, numbers, sorted, n - sorted);
}

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
	row_filter_init(&t->filter, &t->view, (struct age_context){ 0 }, &none);
}

void
table_free(struct table *t)
{
	row_filter_free(&t->filter);
	view_free(&t->view);
	vec_free(&t->shown_numbers);
}

/* Applies the filter to all rows, or only removes shown rows that no longer match and keeps
 * their order. */
static void
show_matching_rows(struct table *t, bool all)
{
	vec_reserve(&t->shown_numbers, t->n);
	struct shown_rows listed = table_shown_rows(t);
	t->shown_numbers.n = shown_rows_match(&listed, all, t->shown_numbers.v);
	if (all && t->view.sort_count)
		rows_sort(&t->view, t->rows, t->shown_numbers.v, t->shown_numbers.n, 0);
}

void
table_set_rows(struct table *t, const void *rows, size_t n)
{
	t->rows = rows;
	t->n = n;
	show_matching_rows(t, true);
}

bool
table_set_view(struct table *t, struct view *view, struct age_context ages, struct err *err)
{
	struct row_filter filter;
	if (!row_filter_init(&filter, view, ages, err)) {
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
	show_matching_rows(t, !less);
	return true;
}

struct shown_rows
table_shown_rows(const struct table *t)
{
	return (struct shown_rows){ .view = &t->view,
		.filter = &t->filter,
		.rows = t->rows,
		.total_count = t->n,
		.row_numbers = t->shown_numbers.v,
		.n = t->shown_numbers.n,
		.get_row_json = t->get_row_json,
		.ctx = t->ctx };
}

const void *
table_row(const struct table *t, size_t at)
{
	return at < t->shown_numbers.n ? row_at(t, t->shown_numbers.v[at]) : NULL;
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
	return at < s->n ? rows + s->row_numbers[at] * s->filter->ops->size : NULL;
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
	const char *rows = (const char *)s->rows + ops->search_text_offset;
	if (later < n) {
		const char *row = rows + (numbers ? numbers[later] : later) * ops->size;
		__builtin_prefetch(row);
		__builtin_prefetch(row + CACHE_LINE_SIZE);
	}
	if (!ops->search_text_offset || soon >= n)
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
	const uint32_t *numbers = all ? NULL : s->row_numbers;
	size_t n = all ? s->total_count : s->n, kept = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t number = numbers ? numbers[i] : (uint32_t)i;
		const void *row = (const char *)s->rows + number * f->ops->size;
		fetch_ahead(s, numbers, n, i);
		struct str json = f->needs_json && s->get_row_json ? s->get_row_json(s->ctx, number)
								   : STR_NONE;
		if (row_filter_match(f, row, json))
			out[kept++] = number;
	}
	return kept;
}

struct str
shown_rows_json(const struct shown_rows *s, size_t at)
{
	return at < s->n && s->get_row_json ? s->get_row_json(s->ctx, s->row_numbers[at])
					    : STR_NONE;
}

struct str
shown_rows_id(const struct shown_rows *s, size_t at)
{
	const void *row = shown_rows_at(s, at);
	return row ? row_id(s->filter->ops, row) : STR_NONE;
}

size_t
shown_rows_find(const struct shown_rows *s, struct str id)
{
	const struct row_ops *ops = s->filter->ops;
	const char *rows = s->rows;
	for (size_t i = 0; i < s->n; i++)
		if (str_eq(row_id(ops, rows + s->row_numbers[i] * ops->size), id))
			return i;
	return SIZE_MAX;
}
