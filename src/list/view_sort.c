/* The columns of sort=. Columns and rows use it, view.c needs their tables. */
#include "list/view.h"

bool
view_has_same_sort(const struct view *a, const struct view *b)
{
	bool same = a->resource == b->resource && a->sort_count == b->sort_count;
	for (size_t i = 0; same && i < a->sort_count; i++)
		same = a->sorts[i].descending == b->sorts[i].descending &&
		    str_eq(a->sorts[i].column, b->sorts[i].column);
	return same;
}

bool
view_sorts_by(const struct view *v, const char *column)
{
	for (size_t i = 0; i < v->sort_count; i++)
		if (str_eqz(v->sorts[i].column, column))
			return true;
	return false;
}

void
view_sort_by(struct view *v, struct str column, bool descending)
{
	v->sorts[0] = (struct view_sort){ column, descending };
	v->sort_count = column.n > 0;
}

void
view_write_sort(struct buf *out, const struct view *v)
{
	for (size_t i = 0; i < v->sort_count; i++)
		buf_addf(out, "%s%s%.*s", i ? "," : "", v->sorts[i].descending ? "-" : "",
		    STR_ARG(v->sorts[i].column));
}
