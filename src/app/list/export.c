#include "app/list/export.h"

#include "app/text/csv.h"
#include "base/json_quote.h"
#include "base/utf8.h"

const char *const export_names[] = { "csv", "tsv", "md", "table", "json", "ndjson" };
_Static_assert(sizeof(export_names) / sizeof(*export_names) == EXPORTS, "a name for each");

struct export
{
	const struct listed *rows;
	const struct placed_column *columns;
	size_t n;
	enum export_format format;
	struct cell_context context;
	int widths[COLUMNS_MAX]; /* of a table */
};

static struct str
column_name(const struct placed_column *p)
{
	if (!p->column)
		return p->path;
	return str_of(p->column->also ? p->column->also : p->column->id);
}

static void
write_data(const struct export *x, struct buf *out, size_t row, size_t column)
{
	column_write(out, &x->columns[column], listed_row(x->rows, row),
	    x->columns[column].column ? STR_NONE : listed_json(x->rows, row), &x->context);
}

/* ---- lines of cells ---- */

static void
add_cell(const struct export *x, struct buf *out, size_t column, struct str text, bool foreign)
{
	bool last = column + 1 == x->n;
	int cells;
	switch (x->format) {
	case EXPORT_CSV:
		buf_addz(out, column ? "," : "");
		csv_add(out, text, foreign);
		break;
	case EXPORT_TSV:
		buf_addz(out, column ? "\t" : "");
		tsv_add(out, text, foreign);
		break;
	case EXPORT_MD:
		buf_addz(out, "| ");
		md_add(out, text);
		buf_addz(out, last ? " |" : " ");
		break;
	default:
		buf_adds(out, text);
		cells = x->widths[column] - text_width(text) + COLUMN_GAP;
		if (!last)
			buf_pad(out, ' ', cells > 0 ? (size_t)cells : 0);
		break;
	}
}

static void
add_head(const struct export *x, struct buf *out)
{
	struct buf head = { 0 };
	for (size_t i = 0; i < x->n; i++) {
		buf_reset(&head);
		if (x->format == EXPORT_CSV || x->format == EXPORT_TSV)
			buf_adds(&head, column_name(&x->columns[i]));
		else
			column_write_header(&head, &x->columns[i], &x->context);
		add_cell(x, out, i, buf_str(&head), false);
	}
	buf_addc(out, '\n');
	for (size_t i = 0; i < x->n && x->format == EXPORT_MD; i++)
		buf_addz(out, i + 1 == x->n ? "| --- |\n" : "| --- ");
	buf_free(&head);
}

static void
measure_table(struct export *x)
{
	struct buf cell = { 0 };
	for (size_t i = 0; i < x->n; i++) {
		buf_reset(&cell);
		column_write_header(&cell, &x->columns[i], &x->context);
		x->widths[i] = text_width(buf_str(&cell));
		for (size_t row = 0; row < x->rows->n; row++) {
			buf_reset(&cell);
			write_data(x, &cell, row, i);
			int wide = text_width(buf_str(&cell));
			x->widths[i] = wide > x->widths[i] ? wide : x->widths[i];
		}
	}
	buf_free(&cell);
}

static void
add_rows(const struct export *x, struct buf *out)
{
	struct buf cell = { 0 };
	add_head(x, out);
	for (size_t row = 0; row < x->rows->n; row++) {
		for (size_t i = 0; i < x->n; i++) {
			buf_reset(&cell);
			write_data(x, &cell, row, i);
			add_cell(x, out, i, buf_str(&cell), true);
		}
		while (x->format == EXPORT_TABLE && out->n && out->p[out->n - 1] == ' ')
			out->n--;
		buf_addc(out, '\n');
	}
	buf_free(&cell);
}

/* ---- JSON ---- */

static void
add_object(const struct export *x, struct buf *out, size_t row)
{
	struct buf cell = { 0 };
	buf_addc(out, '{');
	for (size_t i = 0; i < x->n; i++) {
		buf_reset(&cell);
		write_data(x, &cell, row, i);
		buf_addz(out, i ? "," : "");
		json_quote(out, column_name(&x->columns[i]));
		buf_addc(out, ':');
		json_quote(out, buf_str(&cell));
	}
	buf_addc(out, '}');
	buf_free(&cell);
}

static void
add_items(const struct export *x, struct buf *out)
{
	bool array = x->format == EXPORT_JSON;
	buf_addz(out, array ? "[" : "");
	for (size_t row = 0; row < x->rows->n; row++) {
		struct str json = listed_json(x->rows, row);
		buf_addz(out, row && array ? ",\n" : "");
		if (json.n)
			buf_adds(out, json);
		else
			add_object(x, out, row);
		buf_addz(out, array ? "" : "\n");
	}
	buf_addz(out, array ? "]\n" : "");
}

void
export_rows(struct buf *out, const struct listed *rows, const struct placed_column *columns,
    size_t columns_n, enum export_format format, const struct cell_context *context)
{
	struct export x = { rows, columns, columns_n, format, *context, { 0 } };
	bool text = format == EXPORT_TABLE || format == EXPORT_MD; /* for people: cleaned */
	x.context.whole = x.context.full = true;
	x.context.raw = !text;
	x.context.marks = false;
	x.context.wanted = NULL;
	if (format == EXPORT_TABLE)
		measure_table(&x);
	if (format == EXPORT_JSON || format == EXPORT_NDJSON)
		add_items(&x, out);
	else
		add_rows(&x, out);
}
