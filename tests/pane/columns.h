/*
 * columns.h - checks of one column of a list in the console: it sorts in both directions, with rows
 * that are not known last, and its own cells find their rows.
 */
#ifndef TESTS_PANE_COLUMNS_H
#define TESTS_PANE_COLUMNS_H

#include "lib/test.h"
#include "list/columns.h"
#include "ui/rows/rows_pane.h"

static inline bool
show_terms(struct rows_pane *r, const char *format, const char *column, struct str value)
{
	auto_buf line = { 0 };
	struct view view;
	struct err err;
	buf_addf(&line, format, column);
	if (value.n)
		view_write_quoted(&line, value);
	bool ok = view_parse_terms(
		      &view, rows_pane_shown_rows(r).view->resource, buf_str(&line), &err) &&
	    rows_pane_show_view(r, &view, true, &err);
	if (!ok)
		fail_msg("%s: %s", buf_z(&line), err.text);
	return ok;
}

/* Appends the column's known cells as data, one per line, and returns their number. Those that are
 * not known must be last; of an amount, several charges have no single number. */
static inline size_t
read_cells(struct buf *out, const struct rows_pane *r, const struct column *column)
{
	struct cell_context context = { .now = console_now(r->pane.console), .as_data = true };
	const struct placed_column placed = { .column = column };
	struct shown_rows rows = rows_pane_shown_rows(r);
	size_t known = 0;
	buf_reset(out);
	for (size_t i = 0; i < rows.n; i++) {
		size_t from = out->n;
		const void *row = shown_rows_at(&rows, i);
		if (column->part_count)
			column->write_cell_part(out, row, COLUMN_NUMBER);
		else
			column_write(out, &placed, row, STR_NONE, &context);
		if (strcmp(column->id, "person") == 0 &&
		    str_eqz(str_sub(buf_str(out), from, out->n), "no name"))
			out->n = from;
		if (out->n > from && known < i && !column->part_count)
			fail_msg("%s %s: %s follows a row that is not known",
			    rows.view->resource->name, column->id, buf_z(out) + from);
		if (out->n == from)
			continue;
		known++;
		buf_addc(out, '\n');
	}
	return known;
}

static inline struct str
find_line(const struct buf *lines, size_t at)
{
	struct str rest = buf_str(lines), line = STR_NONE;
	for (size_t i = 0; i <= at && str_next(&rest, '\n', &line); i++)
		;
	return line;
}

static inline void
check_column(struct rows_pane *r, const struct column *column)
{
	auto_buf up = { 0 }, down = { 0 };
	if (column->flags & COLUMN_IF_NAMED) /* it neither sorts nor searches */
		return;
	show_terms(r, "sort=%s", column->id, STR_NONE);
	size_t known = read_cells(&up, r, column), all = rows_pane_shown_rows(r).n;
	show_terms(r, "sort=-%s", column->id, STR_NONE);
	assert_int_equal(read_cells(&down, r, column), known);
	for (size_t i = 0; i < known; i++)
		if (!str_eq(find_line(&up, i), find_line(&down, known - 1 - i)))
			fail_msg("%s: row %zu is %.*s up and %.*s down", column->id, i,
			    STR_ARG(find_line(&up, i)), STR_ARG(find_line(&down, known - 1 - i)));
	struct str value = find_line(&up, known / 2);
	if (known && !column->has_lines && !column->part_count) {
		show_terms(r, "%s=", column->id, value);
		size_t with = rows_pane_shown_rows(r).n;
		show_terms(r, "!%s=", column->id, value);
		if (!with || with + rows_pane_shown_rows(r).n != all)
			fail_msg("%s=%.*s: %zu with it, %zu without, of %zu", column->id,
			    STR_ARG(value), with, rows_pane_shown_rows(r).n, all);
	}
}

#endif
