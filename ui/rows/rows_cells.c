#include "ui/rows/rows_cells.h"

#include "base/utf8.h"
#include "model/identity_check.h"

#include <stdio.h>
#include <string.h>

/* Number of rows measured for the widths of columns, besides the visible ones. */
enum { MEASURED_ROWS_MAX = 2000, EDGE_CELLS = 4 };

/* ---- aligning decimal points ---- */

/* Finds the start of the digits in "GBP 24.50 monthly", or in "24.50 monthly" if the column has
 * no currency, and the number of digits before the point. Returns false if the text is not an
 * amount. */
static bool
find_amount(const struct column *column, struct str text, size_t *from, int *whole)
{
	enum { CURRENCY_CODE_CELLS = 3 };
	bool has_currency = !(column->flags & COLUMN_NO_CURRENCY);
	size_t at = has_currency ? CURRENCY_CODE_CELLS + 1 : 0;
	for (size_t i = 0; i + 1 < at; i++)
		if (i >= text.n || text.p[i] < 'A' || text.p[i] > 'Z')
			return false;
	if (text.n <= at || (at && text.p[CURRENCY_CODE_CELLS] != ' '))
		return false;
	*from = at;
	while (at < text.n && text.p[at] && strchr("-0123456789,", text.p[at]))
		at++;
	*whole = (int)(at - *from);
	return *whole > 0;
}

/* The number of digits before the point that is enough for nine of ten amounts. */
static int
digits_for_most_rows(const struct rows_digit_counts *points)
{
	uint32_t seen = points->amount_counts[0];
	int digits = 0;
	while (seen * 10 < points->total_count * 9)
		seen += points->amount_counts[++digits];
	return digits;
}

/* Inserts spaces before the amount, so that the points are aligned, and in place of the decimals
 * that an amount of yen does not have, so that the words after it are aligned, too. An amount with
 * more digits than there is room for is not aligned: a single large amount must not widen the
 * column of a list of small ones. */
static void
align_decimal_point(
    const struct column *column, const struct rows_digit_counts *points, struct buf *text)
{
	size_t from;
	int whole;
	if (!find_amount(column, buf_str(text), &from, &whole) || whole > points->digit_room)
		return;
	enum { DECIMALS_CELLS = sizeof(".00") - 1 };
	struct buf aligned = { 0 };
	size_t end = from + (size_t)whole;
	buf_addf(&aligned, "%.*s%*s", (int)from, text->p, points->digit_room - whole, "");
	buf_adds(&aligned, str_sub(buf_str(text), from, (size_t)whole));
	if (points->has_points && end < text->n && text->p[end] == ' ')
		buf_addf(&aligned, "%*s", DECIMALS_CELLS, "");
	buf_adds(&aligned, str_sub(buf_str(text), end, text->n));
	buf_free(text);
	*text = aligned;
}

struct cell_style
rows_cell_write(struct buf *out, const struct rows_pane *r, const struct shown_rows *rows,
    size_t at, size_t column)
{
	const struct placed_column *p = &r->columns[column];
	struct cell_context cells = console_cell_context(r->pane.console);
	const void *row = shown_rows_at(rows, at);
	cells.highlight_filter = rows->filter;
	column_write(out, p, row,
	    column_reads_json(p->column) ? shown_rows_json(rows, at) : STR_NONE, &cells);
	if (p->column && p->column->flags & COLUMN_ALIGN_POINTS)
		align_decimal_point(
		    p->column, &r->digit_counts[p->column - rows->view->resource->columns], out);
	struct cell_style style = { .role = ROLE_TEXT };
	if (r->kind->style_cell)
		r->kind->style_cell(r, p->column, row, out, &style);
	return style;
}

/* ---- widths ---- */

int
rows_column_order(
    const struct rows_kind *kind, const struct view *view, const struct column *column)
{
	if (!column)
		return 0;
	for (size_t i = 0; i < view->sort_count; i++)
		if (str_eqz(view->sorts[i].column, column->id))
			return view->sorts[i].descending ? -1 : 1;
	if (view->sort_count)
		return 0;
	const char *own = kind->time_column ? kind->time_column : kind->newest_first_column;
	if (!own || !str_eqz(str_of(column->id), own))
		return 0;
	return str_eqz(str_of(own), "age") ? 1 : -1; /* ages increase as times decrease */
}

/* Starts measuring again after the resource or the time format changed. */
static void
reset_measures(struct rows_pane *r, const struct view_resource *resource)
{
	const struct console *c = r->pane.console;
	if (r->measured_resource == resource && r->measured_time_style == c->time_style)
		return;
	r->widths = (struct column_widths){ 0 };
	memset(r->digit_counts, 0, sizeof(r->digit_counts));
	r->measured_rows = 0;
	r->measured_resource = resource;
	r->measured_time_style = c->time_style;
}

/* The end of the rows to measure. */
static size_t
count_measured_rows(const struct shown_rows *rows)
{
	return rows->total_count < MEASURED_ROWS_MAX ? rows->total_count : MEASURED_ROWS_MAX;
}

static void
write_measured_cell(struct buf *out, const struct rows_pane *r, const struct shown_rows *rows,
    size_t number, size_t at)
{
	const struct cell_context cells = console_cell_context(r->pane.console);
	const struct placed_column p = { .column = &rows->view->resource->columns[number] };
	buf_reset(out);
	column_write(
	    out, &p, (const char *)rows->rows + at * rows->filter->ops->size, STR_NONE, &cells);
}

/* Aligned points only ever move to the right; then the widths measured so far grow, too. */
static void
measure_decimal_points(
    struct rows_pane *r, const struct shown_rows *rows, size_t number, struct buf *text)
{
	struct rows_digit_counts *points = &r->digit_counts[number];
	const struct column *column = &rows->view->resource->columns[number];
	size_t from;
	int whole;
	for (size_t at = r->measured_rows; at < count_measured_rows(rows); at++) {
		write_measured_cell(text, r, rows, number, at);
		if (!find_amount(column, buf_str(text), &from, &whole) || whole >= ROWS_DIGITS_MAX)
			continue;
		points->amount_counts[whole]++;
		if (from + (size_t)whole < text->n && text->p[from + (size_t)whole] == '.')
			points->has_points = true;
		points->total_count++;
	}
	int digits = digits_for_most_rows(points);
	if (digits <= points->digit_room)
		return;
	r->widths.max_widths[number] += points->digit_room ? digits - points->digit_room : 0;
	points->digit_room = digits;
}

static void
measure_column(struct rows_pane *r, const struct shown_rows *rows, size_t number, struct buf *text)
{
	const struct column *column = &rows->view->resource->columns[number];
	int head = text_width(str_of(column->header)) +
	    (rows_column_order(r->kind, rows->view, column) != 0);
	if (r->widths.max_widths[number] < head)
		r->widths.max_widths[number] = head;
	if (column->flags & COLUMN_ALIGN_POINTS)
		measure_decimal_points(r, rows, number, text);
	for (size_t at = r->measured_rows; at < count_measured_rows(rows); at++) {
		write_measured_cell(text, r, rows, number, at);
		if (column->flags & COLUMN_ALIGN_POINTS)
			align_decimal_point(column, &r->digit_counts[number], text);
		column_widths_add(&r->widths, number, text_width(buf_str(text)));
	}
}

static void
measure_cells(struct rows_pane *r, const struct shown_rows *rows)
{
	struct buf text = { 0 };
	reset_measures(r, rows->view->resource);
	for (size_t i = 0; rows->view->resource->columns[i].id; i++)
		measure_column(r, rows, i, &text);
	if (r->measured_rows < count_measured_rows(rows))
		r->measured_rows = count_measured_rows(rows);
	buf_free(&text);
}

/* ---- visible cells ---- */

static void
write_visible_cells(struct rows_pane *r, const struct shown_rows *rows)
{
	struct buf text = { 0 };
	r->cells.n = 0;
	arena_reset(&r->cell_texts);
	for (size_t at = r->pos.first_visible_row;
	     at < rows->n && at < r->pos.first_visible_row + r->pos.visible_rows; at++)
		for (size_t i = 0; i < r->columns_n; i++) {
			struct rows_cell cell = { 0 };
			buf_reset(&text);
			cell.style = rows_cell_write(&text, r, rows, at, i);
			cell.text = arena_str(&r->cell_texts, buf_str(&text));
			vec_push(&r->cells, cell);
		}
	buf_free(&text);
}

/* Widens the columns if a visible cell is wider than measured. Returns true if any column has
 * grown. */
static bool
has_grown(struct rows_pane *r, const struct shown_rows *rows)
{
	bool any = false;
	for (size_t k = 0; k < r->cells.n; k++) {
		const struct column *c = r->columns[k % r->columns_n].column;
		const struct rows_cell *cell = &r->cells.v[k];
		size_t number = c ? (size_t)(c - rows->view->resource->columns) : COLUMNS_MAX;
		int wide = text_width(cell->text) +
		    (cell->style.right_text
			    ? COLUMN_GAP + text_width(str_of(cell->style.right_text))
			    : 0);
		if (!c || wide <= r->widths.max_widths[number])
			continue;
		r->widths.max_widths[number] = wide;
		any = true;
	}
	return any;
}

static void
place_shown_columns(struct rows_pane *r, const struct view *view, uint32_t hidden)
{
	r->columns_n = columns_place(r->columns, view, &r->widths, r->layout.list.w - EDGE_CELLS,
	    hidden, r->column_shift);
}

/* The column that the rows are sorted by; NULL if none is, or if it is not shown anyway. */
static const struct column *
find_sorted_column(const struct rows_pane *r, const struct view *view, uint32_t hidden)
{
	const struct column *columns = view->resource->columns;
	for (uint32_t i = 0; columns[i].id && !r->column_shift && !view->columns.n; i++)
		if (columns[i].visibility != COLUMN_ASKED && !(hidden >> i & 1) &&
		    rows_column_order(r->kind, view, &columns[i]))
			return &columns[i];
	return NULL;
}

/* The bits of the placed columns, and their widths. */
static uint32_t
read_placed(const struct rows_pane *r, const struct view *view, int widths[COLUMNS_MAX])
{
	uint32_t bits = 0;
	for (size_t i = 0; i < r->columns_n; i++) {
		if (!r->columns[i].column)
			continue;
		size_t number = (size_t)(r->columns[i].column - view->resource->columns);
		bits |= 1u << number;
		widths[number] = r->columns[i].width;
	}
	return bits;
}

/* Adds the columns of one visibility that have room; those in *kept do not become narrower for
 * them. */
static void
add_kept_columns(struct rows_pane *r, const struct view *view, uint32_t hidden,
    enum column_visibility visibility, uint32_t *kept)
{
	const struct column *columns = view->resource->columns;
	int widths[COLUMNS_MAX] = { 0 }, tried[COLUMNS_MAX] = { 0 };
	place_shown_columns(r, view, hidden | ~*kept);
	read_placed(r, view, widths);
	for (uint32_t i = 1; columns[i].id; i++) {
		uint32_t more = *kept | 1u << i;
		bool narrower = false;
		if (columns[i].visibility != visibility || hidden >> i & 1 || more == *kept)
			continue;
		place_shown_columns(r, view, hidden | ~more);
		bool all = (read_placed(r, view, tried) & more) == more;
		for (uint32_t k = 0; k < COLUMNS_MAX; k++)
			narrower = narrower || (*kept >> k & 1 && tried[k] < widths[k]);
		if (!all || (narrower && visibility != COLUMN_ALWAYS))
			continue;
		*kept = more;
		memcpy(widths, tried, sizeof(widths));
	}
}

/* In a narrow window the sorted column stays, with those of the other columns that have room. */
static void
keep_sorted_column(struct rows_pane *r, const struct view *view, uint32_t hidden)
{
	const struct column *column = find_sorted_column(r, view, hidden);
	int widths[COLUMNS_MAX];
	if (!column)
		return;
	struct view by_it = *view;
	uint32_t sorted = 1u << (column - view->resource->columns), kept = sorted | 1;
	if (read_placed(r, view, widths) & sorted)
		return;
	view_sort_by(&by_it, str_of(column->id), false);
	add_kept_columns(r, &by_it, hidden, COLUMN_ALWAYS, &kept);
	add_kept_columns(r, &by_it, hidden, COLUMN_ROOM, &kept);
	place_shown_columns(r, &by_it, hidden | ~kept);
	if (!(read_placed(r, view, widths) & sorted))
		place_shown_columns(r, view, hidden);
}

static bool
is_column_cut(const struct rows_pane *r, const struct view *view, const char *id)
{
	for (size_t i = 0; i < r->columns_n; i++) {
		const struct column *c = r->columns[i].column;
		if (c && str_eqz(str_of(c->id), id))
			return r->columns[i].width <
			    r->widths.max_widths[c - view->resource->columns];
	}
	return false;
}

/* Hides the columns that tell less than another one while that is cut. */
static void
yield_columns(struct rows_pane *r, const struct view *view, uint32_t *hidden)
{
	struct str rest = str_of(r->kind->yielding_columns), id;
	while (rest.n && !view->columns.n && str_next(&rest, ' ', &id)) {
		const struct column *c = column_find(view->resource->columns, id);
		if (!is_column_cut(r, view, r->kind->whole_column))
			return;
		*hidden |= 1u << (c - view->resource->columns);
		place_shown_columns(r, view, *hidden);
	}
}

static void
place_columns(struct rows_pane *r, const struct shown_rows *rows)
{
	const struct console *c = r->pane.console;
	const struct column *columns = rows->view->resource->columns;
	uint32_t hidden = r->empty_columns | r->hidden_columns |
	    (c->linear ? 0 : r->needless_columns) |
	    (c->presenting ? columns_private_mask(columns) : 0);
	place_shown_columns(r, rows->view, hidden);
	yield_columns(r, rows->view, &hidden);
	keep_sorted_column(r, rows->view, hidden);
	for (size_t i = 0; i < r->columns_n; i++)
		r->columns[i].x += EDGE_CELLS - 1;
}

void
rows_cells_arrange(struct rows_pane *r, const struct shown_rows *rows)
{
	measure_cells(r, rows);
	place_columns(r, rows);
	write_visible_cells(r, rows);
	if (!has_grown(r, rows))
		return;
	place_columns(r, rows);
	write_visible_cells(r, rows);
}

static const struct rows_cell *
cell_at(const struct rows_pane *r, size_t row, size_t column)
{
	static const struct rows_cell none;
	size_t at = row * r->columns_n + column;
	return column < r->columns_n && at < r->cells.n ? &r->cells.v[at] : &none;
}

struct str
rows_cell_text(const struct rows_pane *r, size_t row, size_t column)
{
	return cell_at(r, row, column)->text;
}

struct cell_style
rows_cell_style(const struct rows_pane *r, size_t row, size_t column)
{
	return cell_at(r, row, column)->style;
}

/* ---- cutting cells ---- */

/* True if another visible row starts with the same text, as far as it fits. */
static bool
begins_like_another(const struct rows_pane *r, size_t row, size_t column, int cells)
{
	struct str text = rows_cell_text(r, row, column);
	struct str begin = str_sub(text, 0, text_fit(text, cells - 1, NULL));
	for (size_t i = 0; i * r->columns_n < r->cells.n; i++) {
		struct str other = rows_cell_text(r, i, column);
		if (i != row && str_starts(other, begin) && !str_eq(other, text))
			return true;
	}
	return false;
}

/* The end of a text that stays visible when it is cut: "+2", an e-mail's domain, or the part
 * that people compare. */
static struct str
end_of_tail(const struct rows_pane *r, size_t row, size_t column, int cells)
{
	const struct column *c = r->columns[column].column;
	struct str text = rows_cell_text(r, row, column);
	size_t at = text.n;
	if (c && c->flags & COLUMN_CUT_MIDDLE)
		return identity_tail(text);
	while (at > 0 && text.p[at - 1] >= '0' && text.p[at - 1] <= '9')
		at--;
	if (at > 1 && at < text.n && text.p[at - 1] == '+' && text.p[at - 2] == ' ')
		return str_sub(text, at - 2, text.n);
	at = str_find_char(text, '@');
	if (at != SIZE_MAX && str_find_char(text, ' ') == SIZE_MAX)
		return str_sub(text, at, text.n);
	if (begins_like_another(r, row, column, cells)) {
		size_t from = text.n; /* half of the width */
		while (from > 0 && text_width(str_sub(text, from, text.n)) < cells / 2)
			do
				from--;
			while (from > 0 && ((unsigned char)text.p[from] & 0xC0) == 0x80);
		return str_sub(text, from, text.n);
	}
	return STR_NONE;
}

/* Shows as many texts of a list as fit, and the number of the others: "lapsed-30 +2". */
static bool
cut_list(struct buf *out, struct str text, int cells)
{
	size_t fits = text_fit(text, cells, NULL), all = 1, shown = 0, end = 0;
	for (size_t i = 0; i + 1 < text.n; i++)
		all += text.p[i] == ',' && text.p[i + 1] == ' ';
	for (size_t i = 0; i + 1 < text.n; i++) {
		char more[24];
		int wide = snprintf(more, sizeof(more), " +%zu", all - shown - 1);
		if (text.p[i] != ',' || text.p[i + 1] != ' ')
			continue;
		if (i > fits || text_width(str_sub(text, 0, i)) + wide > cells)
			break;
		end = i;
		shown++;
	}
	if (shown == 0)
		return false;
	buf_adds(out, str_sub(text, 0, end));
	buf_addf(out, " +%zu", all - shown);
	return true;
}

/* "GBP 711.71 +2": shows only whole amounts, since a cut number would be misread, and the number
 * of the others. */
static void
cut_sums(struct buf *out, struct str text, int cells)
{
	struct str plus = STR(" + ");
	size_t end = 0, shown = 0, all = 1;
	for (size_t at = 0; at + plus.n < text.n; at++)
		all += str_starts(str_sub(text, at, text.n), plus);
	for (size_t at = 0, seen = 0; at + plus.n < text.n; at++) {
		char more[24];
		if (!str_starts(str_sub(text, at, text.n), plus))
			continue;
		seen++;
		int wide = snprintf(more, sizeof(more), " +%zu", all - seen);
		if (text_width(str_sub(text, 0, at)) + wide > cells)
			break;
		end = at;
		shown = seen;
	}
	buf_adds(out, str_sub(text, 0, end));
	buf_addf(out, "%s+%zu", end ? " " : "", all - shown);
}

void
rows_cell_cut(
    struct buf *out, const struct rows_pane *r, size_t row, size_t column, int cells, bool ascii)
{
	struct str text = rows_cell_text(r, row, column), end = STR_NONE;
	const struct column *c = r->columns[column].column;
	if (text_width(text) > cells && c && c->has_lines && cut_list(out, text, cells))
		return;
	if (text_width(text) > cells && c && c->flags & COLUMN_SUMS) {
		cut_sums(out, text, cells);
		return;
	}
	if (text_width(text) > cells)
		end = end_of_tail(r, row, column, cells);
	int room = cells - 1 - text_width(end);
	if (end.n && room > 1) {
		buf_adds(out, str_sub(text, 0, text_fit(text, room, NULL)));
		buf_addz(out, ascii ? "~" : "\xE2\x80\xA6");
		buf_adds(out, end);
	} else {
		text_cut(out, text, cells, ascii);
	}
}
