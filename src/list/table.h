/*
 * table.h - the rows that a VIEW shows: filtered, sorted, found by id. `struct table` does this for
 * rows that are all in memory; `struct shown_rows` is the common form of all lists.
 *
 * A table's rows belong to the caller, in an array; call table_set_rows() whenever it moves. The
 * table owns the view.
 */
#ifndef LIST_TABLE_H
#define LIST_TABLE_H

#include "list/rows.h"

/* The rows that a VIEW shows, wherever they are stored. Borrows all of it: valid until rows or
 * view change. */
struct shown_rows {
	const struct view *view;
	const struct row_filter *filter;
	const void *rows; /* array of all rows */
	size_t total_count;
	const uint32_t *row_numbers; /* row numbers of the shown rows, in view order */
	size_t n;
	/* The JSON of a row by its number, for terms and columns whose values are not in the
	 * row; may be NULL. */
	struct str (*get_row_json)(void *ctx, size_t row);
	void *ctx;
};

/* The row at an index of the view; NULL after the last. */
const void *shown_rows_at(const struct shown_rows *s, size_t at);
/* The row's JSON, or STR_NONE. */
struct str shown_rows_json(const struct shown_rows *s, size_t at);
struct str shown_rows_id(const struct shown_rows *s, size_t at);
/* The index of a row in the view; SIZE_MAX if it is not shown. */
size_t shown_rows_find(const struct shown_rows *s, struct str id);

/* Writes the numbers of the rows that match the list's filter: of all rows, or only of the shown
 * ones. `out` must have room for them, and may be the shown numbers themselves. Returns the
 * count. */
size_t shown_rows_match(const struct shown_rows *s, bool all, uint32_t *out);

struct table {
	struct view view;
	struct row_filter filter;
	const char *rows;
	size_t n;
	struct str (*get_row_json)(void *ctx, size_t row); /* as in struct shown_rows */
	void *ctx;
	VEC(uint32_t) shown_numbers; /* numbers of the shown rows */
};

/* Shows all rows of a resource, in its own order. */
void table_init(struct table *t, const struct view_resource *resource);
void table_free(struct table *t);
void table_set_rows(struct table *t, const void *rows, size_t n);
/* Takes ownership of the view. Returns false, with nothing changed, if a term has an invalid
 * value. */
bool table_set_view(
    struct table *t, struct view *view, struct age_context ages, struct err *err);
struct shown_rows table_shown_rows(const struct table *t);
/* As the shown_rows functions of these names. */
const void *table_row(const struct table *t, size_t at);
struct str table_json(const struct table *t, size_t at);
struct str table_id(const struct table *t, size_t at);
size_t table_find(const struct table *t, struct str id);

/*
 * Sorts row numbers in a view's order.
 *
 * Texts are folded once per row, not once per comparison. Pure; temporarily allocates 64 bytes and
 * the folded text per row.
 */

enum { SORT_PARTITION_MIN = 4096 }; /* minimum number of rows for sorting in parts */

/* Sorts numbers of `rows`, an array of the resource's rows. The first `sorted` numbers are in
 * order already. Equal rows keep the order of their numbers, reversed if the view is descending. */
void rows_sort(
    const struct view *view, const void *rows, uint32_t *numbers, size_t n, size_t sorted);

#endif
