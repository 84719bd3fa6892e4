#include "app/list/export.h"

#include "app/list/sheet.h"
#include "app/text/json_text.h"
#include "base/json_quote.h"

const char *const export_names[] = { "csv", "tsv", "md", "table", "json", "ndjson" };
_Static_assert(sizeof(export_names) / sizeof(*export_names) == EXPORTS, "a name for each");

/* ---- lines of cells ---- */

static const enum sheet_format sheets[EXPORTS] = {
	[EXPORT_CSV] = SHEET_CSV,
	[EXPORT_TSV] = SHEET_TSV,
	[EXPORT_MD] = SHEET_MD,
	[EXPORT_TABLE] = SHEET_TABLE,
};

/* Of rows that keep no JSON only columns are known. */
static bool
looks_at_json(const struct sheet *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (!s->cells[i].column->column)
			return true;
	return false;
}

static void
add_sheet(struct buf *out, const struct listed *rows, struct sheet *s)
{
	bool json = looks_at_json(s); /* which a page may have to be unpacked for */
	sheet_head(s, out);
	for (size_t row = 0; row < rows->n; row++)
		sheet_row(
		    s, out, listed_row(rows, row), json ? listed_json(rows, row) : STR_NONE, "");
	if (s->format != SHEET_TABLE)
		return;
	sheet_measure(s);
	for (size_t row = 0; row <= rows->n; row++)
		sheet_print_row(s, out, row, NULL);
}

/* ---- JSON ---- */

static void
add_object(struct buf *out, const struct listed *rows, const struct sheet *s, size_t row)
{
	struct buf name = { 0 }, cell = { 0 };
	bool foreign;
	for (size_t i = 0; i < s->n; i++) {
		buf_reset(&name);
		buf_reset(&cell);
		sheet_cell_name(&name, &s->cells[i]);
		sheet_cell_write(
		    &cell, &s->cells[i], listed_row(rows, row), STR_NONE, &s->context, &foreign);
		buf_addc(out, i ? ',' : '{');
		json_quote(out, buf_str(&name));
		buf_addc(out, ':');
		json_quote(out, buf_str(&cell));
	}
	buf_addc(out, '}');
	buf_free(&name);
	buf_free(&cell);
}

static void
add_items(struct buf *out, const struct listed *rows, const struct sheet *s, bool array)
{
	for (size_t row = 0; row < rows->n; row++) {
		struct str json = listed_json(rows, row);
		buf_addz(out, !array ? "" : row ? ",\n" : "[\n");
		if (json.n)
			json_text_add(out, json, JSON_MEND | (array ? 0 : JSON_ONE_LINE));
		else
			add_object(out, rows, s, row);
		buf_addz(out, array ? "" : "\n");
	}
	if (array)
		buf_addz(out, rows->n ? "\n]\n" : "[]\n");
}

void
export_rows(struct buf *out, const struct listed *rows, const struct placed_column *columns,
    size_t columns_n, enum export_format format, const struct cell_context *context)
{
	bool json = format == EXPORT_JSON || format == EXPORT_NDJSON;
	struct sheet s = {
		.format = json ? SHEET_CSV : sheets[format], .end = '\n', .context = *context
	};
	sheet_begin(&s, columns, columns_n, false);
	if (json)
		add_items(out, rows, &s, format == EXPORT_JSON);
	else
		add_sheet(out, rows, &s);
	sheet_free(&s);
}
