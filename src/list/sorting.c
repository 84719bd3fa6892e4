#include "list/sorting.h"

#include "base/utf8.h"
#include "model/when.h"

struct sorting {
	struct row_sort by;
	const char *rows;
};

static const void *
row_numbered(const struct sorting *s, uint32_t number)
{
	return s->rows + number * s->by.ops->size;
}

static int
compare_rows(const struct sorting *s, uint32_t a, uint32_t b)
{
	int order = row_sort_compare(&s->by, row_numbered(s, a), row_numbered(s, b));
	if (order)
		return order;
	return s->by.descending ? (a < b) - (a > b) : (a > b) - (a < b);
}

static int
compare_numbers(const void *x, const void *y, void *ctx)
{
	return compare_rows(ctx, *(const uint32_t *)x, *(const uint32_t *)y);
}

/* ---- sorting by text ---- */

/* A row with its text as sort key. The first bytes, which distinguish most rows, are stored
 * here. */
struct keyed {
	uint64_t begins; /* the first eight bytes, big-endian; padded with 0 */
	int64_t then;
	uint32_t at, n; /* the whole text in `texts`; n 0: not known */
	uint32_t number;
};

struct keys {
	const struct sorting *sorting;
	struct sorting ties; /* the resource's own order, for equal texts */
	VEC(struct keyed) rows;
	struct buf texts;
};

static uint64_t
beginning_of(struct str text)
{
	uint64_t begins = 0;
	for (size_t i = 0; i < sizeof(begins); i++)
		begins = begins << 8 | (i < text.n ? (unsigned char)text.p[i] : 0);
	return begins;
}

static struct str
text_of(const struct keys *k, const struct keyed *row)
{
	return str_from(k->texts.p + row->at, row->n);
}

static int
compare_texts(const struct keys *k, const struct keyed *a, const struct keyed *b)
{
	if (a->begins != b->begins)
		return a->begins > b->begins ? 1 : -1;
	return str_cmp(text_of(k, a), text_of(k, b));
}

static int
compare_keyed(const void *x, const void *y, void *ctx)
{
	const struct keyed *a = x, *b = y;
	const struct keys *k = ctx;
	if (!a->n != !b->n)
		return row_known_order(a->n, b->n);
	int order = a->n ? compare_texts(k, a, b) : 0;
	if (!order && a->then != b->then && a->then != WHEN_NONE && b->then != WHEN_NONE)
		order = a->then < b->then ? 1 : -1;
	if (order)
		return k->sorting->by.descending ? -order : order;
	return compare_rows(&k->ties, a->number, b->number);
}

static void
add_sort_key(struct keys *k, uint32_t number, const struct row_text *text)
{
	struct keyed row = { .then = text->then, .number = number, .at = (uint32_t)k->texts.n };
	if (text->text.n)
		text_fold(&k->texts, text->text);
	row.n = (uint32_t)k->texts.n - row.at;
	row.begins = beginning_of(text_of(k, &row));
	vec_push(&k->rows, row);
}

/* Returns false if the column is not sorted by a text, or if the texts exceed 4 GiB. */
static bool
make_keys(struct keys *k, const uint32_t *numbers, size_t n)
{
	const struct row_sort *by = &k->sorting->by;
	struct buf scratch = { 0 };
	struct row_text text;
	bool ok = by->ops->text != NULL;
	if (ok)
		vec_reserve(&k->rows, n);
	for (size_t i = 0; ok && i < n; i++) {
		buf_reset(&scratch);
		ok = by->ops->text(
			 row_numbered(k->sorting, numbers[i]), by->column, &scratch, &text) &&
		    k->texts.n + text.text.n < UINT32_MAX / 4;
		if (ok)
			add_sort_key(k, numbers[i], &text);
	}
	buf_free(&scratch);
	return ok;
}

/* Many rows are first distributed to buckets by their first two bytes, which halves the
 * comparisons. */
enum { SORT_BUCKETS = 65536 };

/* The bucket in sort order; rows without a text come last in both directions. */
static uint32_t
bucket_of(const struct keys *k, const struct keyed *row)
{
	uint32_t begins = (uint32_t)(row->begins >> 48);
	return !row->n                  ? SORT_BUCKETS
	    : k->sorting->by.descending ? SORT_BUCKETS - 1 - begins
					: begins;
}

static void
sort_in_buckets(struct keys *k)
{
	size_t n = k->rows.n;
	uint32_t *ends = x_new_array(uint32_t, SORT_BUCKETS + 2); /* bucket starts, later ends */
	struct keyed *dealt = x_new_array(struct keyed, n);
	for (size_t i = 0; i < n; i++)
		ends[bucket_of(k, &k->rows.v[i]) + 1]++;
	for (size_t i = 1; i < SORT_BUCKETS + 2; i++)
		ends[i] += ends[i - 1];
	for (size_t i = 0; i < n; i++)
		dealt[ends[bucket_of(k, &k->rows.v[i])]++] = k->rows.v[i];
	for (size_t i = 0, from = 0; i <= SORT_BUCKETS; from = ends[i++])
		if (ends[i] > from + 1)
			qsort_r(dealt + from, ends[i] - from, sizeof(*dealt), compare_keyed, k);
	memcpy(k->rows.v, dealt, n * sizeof(*dealt));
	x_free(dealt);
	x_free(ends);
}

static void
sort_by_keys(struct keys *k, uint32_t *numbers)
{
	if (k->rows.n < SORT_PARTITION_MIN)
		vec_sort(&k->rows, compare_keyed, k);
	else
		sort_in_buckets(k);
	for (size_t i = 0; i < k->rows.n; i++)
		numbers[i] = k->rows.v[i].number;
}

/* From this many rows on, memory is returned to the system: the heap would keep 60 MiB for a
 * million. With fewer rows the heap soon reuses it. */
enum { MEMORY_TRIM_ROWS_MIN = 1 << 18 };

static void
sort_all(const struct sorting *s, uint32_t *numbers, size_t n)
{
	struct keys k = { .sorting = s, .ties = *s };
	k.ties.by.column = NULL;
	if (make_keys(&k, numbers, n))
		sort_by_keys(&k, numbers);
	else if (n > 1)
		qsort_r(numbers, n, sizeof(*numbers), compare_numbers, (void *)(uintptr_t)s);
	vec_free(&k.rows);
	buf_free(&k.texts);
	if (n >= MEMORY_TRIM_ROWS_MIN)
		mem_trim();
}

/* ---- merging new rows ---- */

/* The number of the first n rows that come before this one. */
static size_t
place_among(const struct sorting *s, const uint32_t *numbers, size_t n, uint32_t number)
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
merge(const struct sorting *s, uint32_t *numbers, size_t sorted, size_t more)
{
	VEC(uint32_t) late = { 0 };
	vec_reserve(&late, more);
	memcpy(late.v, numbers + sorted, more * sizeof(*numbers));
	for (; more && sorted; more--) {
		size_t at = place_among(s, numbers, sorted, late.v[more - 1]);
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
	const struct sorting s = { row_sort_of(view), rows };
	bool few = n - sorted < sorted / 4;
	if (n == sorted)
		return;
	if (!few)
		sorted = 0;
	sort_all(&s, numbers + sorted, n - sorted);
	merge(&s, numbers, sorted, n - sorted);
}
