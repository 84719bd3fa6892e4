/*
 * table.h - rows as a VIEW shows them: filtered, sorted, found by their ids. A `struct table` does
 * it to rows that are all there; a `struct listed` is what any list of rows comes to.
 *
 * A table's rows are the owner's, one after the other in an array; table_set_rows() says where they
 * are whenever they moved. Owns the view.
 */
#ifndef APP_LIST_TABLE_H
#define APP_LIST_TABLE_H

#include "app/list/rows.h"

/* The rows that a VIEW shows, wherever they are stored. Borrows all of it: valid until rows or
 * view change. */
struct shown_rows {
	const struct view *view;
	const struct row_filter *filter;
	const void *rows; /* all of them, one after the other */
	size_t total;
	const uint32_t *numbers; /* of those shown, in their order */
	size_t n;
	/* JSON of the row of a number, for terms and columns that rows do not keep; may be NULL. */
	struct str (*json)(void *ctx, size_t row);
	void *ctx;
};

/* The row at an index of the view; NULL after the last. */
const void *shown_rows_at(const struct shown_rows *s, size_t at);
/* Its JSON, or STR_NONE. */
struct str shown_rows_json(const struct shown_rows *s, size_t at);
struct str shown_rows_id(const struct shown_rows *s, size_t at);
/* The index of a row in the view; SIZE_MAX if it is not shown. */
size_t shown_rows_find(const struct shown_rows *s, struct str id);

/* Numbers of those rows that match the list's filter, in their order: of all, or of those that are
 * shown. `out` has room for them, and may be what the list shows. Gives how many. */
size_t shown_rows_match(const struct shown_rows *s, bool all, uint32_t *out);

struct table {
	struct view view;
	struct row_filter filter;
	const char *rows;
	size_t n;
	struct str (*json)(void *ctx, size_t row); /* as in struct listed */
	void *ctx;
	VEC(uint32_t) shown; /* numbers of rows */
};

/* Everything of a resource, in its own order. */
void table_init(struct table *t, const struct view_resource *resource);
void table_free(struct table *t);
void table_set_rows(struct table *t, const void *rows, size_t n);
/* Takes the view. False (and nothing changed) when a term's value cannot be. */
bool table_set_view(struct table *t, struct view *view, int64_t now, struct err *err);
struct shown_rows table_shown_rows(const struct table *t);
/* As of what is shown. */
const void *table_row(const struct table *t, size_t at);
struct str table_json(const struct table *t, size_t at);
struct str table_id(const struct table *t, size_t at);
size_t table_find(const struct table *t, struct str id);

#endif
