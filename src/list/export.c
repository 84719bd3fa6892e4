#include "list/export.h"

#include "base/json_quote.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "list/csv.h"
#include "model/decimal.h"
#include "wire/json_lex.h"
#include "wire/json_text.h"

static const char *const part_names[] = {
	[COLUMN_NUMBER] = "",
	[COLUMN_CURRENCY] = "Currency",
	[COLUMN_TIME] = "When",
};
_Static_assert(sizeof(part_names) / sizeof(*part_names) == COLUMN_PARTS,
    "every part needs a row in this table");

/* ---- cells ---- */

static size_t
table_cells_place(struct table_cell out[TABLE_CELLS_MAX], const struct placed_column *columns,
    size_t n, bool apart)
{
	size_t cells = 0;
	for (size_t i = 0; i < n; i++) {
		const struct column *c = columns[i].column;
		if (apart && c && (c->flags & COLUMN_SCREEN_ONLY))
			continue;
		int parts = apart && c && c->write_cell_part ? c->part_count : 0;
		out[cells++] = (struct table_cell){ &columns[i], COLUMN_NUMBER, parts > 0 };
		for (int part = 1; part < parts; part++)
			out[cells++] = (struct table_cell){ &columns[i], (enum column_part)part,
				true };
	}
	return cells;
}

/* Appends the name of a cell in data: "then", "thenCurrency". */
static void
table_cell_write_name(struct buf *out, const struct table_cell *cell)
{
	const struct placed_column *p = cell->column;
	buf_adds(out, p->column ? str_of(p->column->id) : p->path);
	buf_addz(out, part_names[cell->part]);
}

static void
write_cell_part(struct buf *out, const struct table_cell *cell, const void *row,
    const struct cell_context *c, bool *foreign)
{
	struct buf text = { 0 };
	cell->column->column->write_cell_part(&text, row, cell->part);
	*foreign = !decimal_is_valid(buf_str(&text));
	cell_add_text(out, buf_str(&text), c);
	buf_free(&text);
}

/* Appends a cell; sets *foreign if a program could take it for a formula. */
static void
table_cell_write(struct buf *out, const struct table_cell *cell, const void *row, struct str json,
    const struct cell_context *c, bool *foreign)
{
	const struct placed_column *p = cell->column;
	if (cell->split_amount) {
		write_cell_part(out, cell, row, c, foreign);
		return;
	}
	struct str raw = p->column ? STR_NONE : json_lex_find(json, p->path);
	*foreign = p->column || (raw.n && raw.p[0] == '"');
	column_write(out, p, row, json, c);
}

/* ---- lines ---- */

static bool
table_writer_is_for_people(const struct table_writer *s)
{
	return s->format == TABLE_ALIGNED || s->format == TABLE_MD;
}

void
table_writer_begin(
    struct table_writer *s, const struct placed_column *columns, size_t n, bool terminal)
{
	bool eyes = table_writer_is_for_people(s);
	s->context.as_data = !(s->format == TABLE_ALIGNED && s->shortened);
	s->context.unshortened = s->context.unshortened || s->context.as_data;
	s->context.is_printed = true;
	s->context.uncleaned = !eyes && !terminal;
	s->context.marks_unsafe_text = eyes && s->context.as_data;
	s->context.highlight_filter = NULL;
	s->n = table_cells_place(s->cells, columns, n, !eyes);
}

void
table_writer_free(struct table_writer *s)
{
	vec_free(&s->cell_texts);
	arena_free(&s->text_arena);
}

void
table_writer_add_cell(struct table_writer *s, struct buf *out, struct str text, bool foreign)
{
	size_t at = s->next_cell++;
	enum csv_text_source guard = !foreign ? CSV_OWN : s->for_mail_tool ? CSV_MAIL : CSV_FOREIGN;
	if (s->format == TABLE_ALIGNED) {
		struct str kept = arena_str(&s->text_arena, text);
		vec_push(&s->cell_texts, kept);
	} else if (s->format == TABLE_MD) {
		buf_addz(out, at ? " | " : "| ");
		md_add(out, text);
		buf_addz(out, at + 1 == s->n ? " |" : "");
	} else if (s->format == TABLE_CSV) {
		buf_addz(out, at ? "," : "");
		csv_add(out, text, guard);
	} else {
		buf_addz(out, at ? "\t" : "");
		tsv_add(out, text, guard);
	}
}

void
table_writer_end_row(struct table_writer *s, struct buf *out)
{
	s->next_cell = 0;
	if (s->format != TABLE_ALIGNED)
		buf_addc(out, s->format == TABLE_MD ? '\n' : s->line_end);
}

void
table_writer_end_header(struct table_writer *s, struct buf *out)
{
	table_writer_end_row(s, out);
	for (size_t i = 0; i < s->n && s->format == TABLE_MD; i++)
		buf_addz(out, i + 1 == s->n ? "| --- |\n" : "| --- ");
}

void
table_writer_add_header(struct table_writer *s, struct buf *out)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < s->n; i++) {
		buf_reset(&text);
		if (table_writer_is_for_people(s))
			column_write_header(&text, s->cells[i].column, &s->context);
		else
			table_cell_write_name(&text, &s->cells[i]);
		table_writer_add_cell(s, out, buf_str(&text), false);
	}
	table_writer_end_header(s, out);
	buf_free(&text);
}

void
table_writer_add_row(
    struct table_writer *s, struct buf *out, const void *row, struct str json, const char *mark)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < s->n; i++) {
		bool foreign;
		buf_reset(&text);
		buf_addz(&text, i == 0 ? mark : "");
		table_cell_write(&text, &s->cells[i], row, json, &s->context, &foreign);
		table_writer_add_cell(s, out, buf_str(&text), foreign);
	}
	table_writer_end_row(s, out);
	buf_free(&text);
}

/* ---- tables ---- */

void
table_writer_measure(struct table_writer *s)
{
	for (size_t i = 0; i < s->cell_texts.n; i++) {
		int *width = &s->widths[i % s->n];
		int w = text_width(s->cell_texts.v[i]);
		*width = w > *width ? w : *width;
	}
}

void
table_writer_print_row(
    const struct table_writer *s, struct buf *out, size_t row, const bool cut[TABLE_CELLS_MAX])
{
	const struct str *cells = s->cell_texts.v + row * s->n;
	size_t from = out->n;
	for (size_t i = 0; i < s->n; i++) {
		int limit = cut && cut[i] ? s->widths[i] : 1 << 20;
		int used = text_cut(out, cells[i], limit, s->context.ascii);
		if (i + 1 == s->n)
			break;
		buf_pad(out, ' ', used < s->widths[i] ? (size_t)(s->widths[i] - used) : 0);
		buf_pad(out, ' ', COLUMN_GAP);
	}
	while (out->n > from && out->p[out->n - 1] == ' ')
		out->n--;
	buf_addc(out, '\n');
}

void
table_writer_clear(struct table_writer *s)
{
	s->cell_texts.n = 0;
	arena_reset(&s->text_arena);
}

const char *const export_names[] = { "csv", "tsv", "md", "table", "json", "ndjson" };
_Static_assert(sizeof(export_names) / sizeof(*export_names) == EXPORTS,
    "every value needs a row in this table");

/* ---- two orders of rows ---- */

/* A row's text in the export, with its position in the view and its row number. */
struct export_line {
	size_t shown_index;
	uint32_t row_number;
	size_t offset, n; /* position in the text of all rows, once it is written */
};

/* The rows, and the writer for their lines. */
struct export_state {
	const struct shown_rows *rows;
	struct table_writer table_writer;
	VEC(struct export_line) lines;
	struct buf text;
};

static int
compare_row_numbers(const void *a, const void *b, void *ctx)
{
	const struct export_line *x = a, *y = b;
	(void)ctx;
	return (x->row_number > y->row_number) - (x->row_number < y->row_number);
}

static int
compare_view_order(const void *a, const void *b, void *ctx)
{
	const struct export_line *x = a, *y = b;
	(void)ctx;
	return (x->shown_index > y->shown_index) - (x->shown_index < y->shown_index);
}

/* If JSON is needed, rows are written in the order of reading: the rows of a page are adjacent,
 * and the page is decompressed once. */
static void
export_begin(struct export_state *e, bool json)
{
	for (size_t i = 0; i < e->rows->n; i++)
		vec_push(&e->lines,
		    ((struct export_line){
			.shown_index = i, .row_number = e->rows->row_numbers[i] }));
	if (json)
		vec_sort(&e->lines, compare_row_numbers, NULL);
}

/* Appends the lines in view order. */
static void
export_end(struct export_state *e, struct buf *out, const char *between)
{
	vec_sort(&e->lines, compare_view_order, NULL);
	for (size_t i = 0; i < e->lines.n; i++) {
		const struct export_line *l = &e->lines.v[i];
		buf_addz(out, i ? between : "");
		buf_adds(out, str_sub(buf_str(&e->text), l->offset, l->n));
	}
}

static void
export_free(struct export_state *e)
{
	table_writer_free(&e->table_writer);
	vec_free(&e->lines);
	buf_free(&e->text);
}

/* ---- cell formats ---- */

static const enum table_format table_formats[EXPORTS] = {
	[EXPORT_CSV] = TABLE_CSV,
	[EXPORT_TSV] = TABLE_TSV,
	[EXPORT_MD] = TABLE_MD,
	[EXPORT_TABLE] = TABLE_ALIGNED,
};

static bool
needs_json_text(const struct table_writer *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (column_reads_json(s->cells[i].column->column))
			return true;
	return false;
}

static void
write_cells_of(struct export_state *e, struct export_line *l, bool json)
{
	l->offset = e->text.n;
	table_writer_add_row(&e->table_writer, &e->text, shown_rows_at(e->rows, l->shown_index),
	    json ? shown_rows_json(e->rows, l->shown_index) : STR_NONE, "");
	l->n = e->text.n - l->offset;
}

/* Writes the collected table: widths are known only after all cells were measured. */
static void
write_table(struct export_state *e, struct buf *out)
{
	table_writer_measure(&e->table_writer);
	table_writer_print_row(&e->table_writer, out, 0, NULL);
	for (size_t i = 0; i < e->lines.n; i++) {
		struct export_line *l = &e->lines.v[i];
		l->offset = e->text.n;
		table_writer_print_row(&e->table_writer, &e->text, i + 1, NULL);
		l->n = e->text.n - l->offset;
	}
}

static void
add_table(struct buf *out, struct export_state *e)
{
	bool json = needs_json_text(&e->table_writer);
	export_begin(e, json);
	table_writer_add_header(&e->table_writer, out);
	for (size_t i = 0; i < e->lines.n; i++)
		write_cells_of(e, &e->lines.v[i], json);
	if (e->table_writer.format == TABLE_ALIGNED)
		write_table(e, out);
	export_end(e, out, "");
}

/* ---- JSON ---- */

void
export_write_object(struct buf *out, const struct table_writer *s, const void *row)
{
	struct buf name = { 0 }, cell = { 0 };
	bool foreign;
	for (size_t i = 0; i < s->n; i++) {
		buf_reset(&name);
		buf_reset(&cell);
		table_cell_write_name(&name, &s->cells[i]);
		table_cell_write(&cell, &s->cells[i], row, STR_NONE, &s->context, &foreign);
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
write_item(struct export_state *e, struct export_line *l, bool one_line)
{
	struct str json = shown_rows_json(e->rows, l->shown_index);
	l->offset = e->text.n;
	if (json.n)
		json_text_add(&e->text, json, JSON_REPAIR | (one_line ? JSON_ONE_LINE : 0));
	else
		export_write_object(
		    &e->text, &e->table_writer, shown_rows_at(e->rows, l->shown_index));
	l->n = e->text.n - l->offset;
}

static void
add_items(struct buf *out, struct export_state *e, bool array)
{
	export_begin(e, true);
	for (size_t i = 0; i < e->lines.n; i++)
		write_item(e, &e->lines.v[i], !array);
	buf_addz(out, !array ? "" : e->lines.n ? "[\n" : "[");
	export_end(e, out, array ? ",\n" : "\n");
	buf_addz(out, array ? (e->lines.n ? "\n]\n" : "]\n") : e->lines.n ? "\n" : "");
}

size_t
export_rows(struct buf *out, const struct shown_rows *rows, const struct placed_column *columns,
    size_t columns_n, enum export_format format, const struct cell_context *context)
{
	bool json = format == EXPORT_JSON || format == EXPORT_NDJSON;
	struct export_state e = { .rows = rows,
		.table_writer = { .format = json ? TABLE_CSV : table_formats[format],
		    .line_end = '\n',
		    .for_mail_tool = rows->view->resource->for_mail_tool,
		    .context = *context } };
	table_writer_begin(&e.table_writer, columns, columns_n, false);
	if (json)
		add_items(out, &e, format == EXPORT_JSON);
	else
		add_table(out, &e);
	size_t cells = json && rows->get_row_json ? 0 : e.table_writer.n;
	export_free(&e);
	return cells;
}

void
export_row(struct buf *out, const struct column *table, const void *row,
    const struct cell_context *context)
{
	struct cell_context as_data = *context;
	as_data.as_data = true;
	for (size_t i = 0; table[i].id; i++) {
		const struct placed_column column = { .column = &table[i] };
		if (table[i].flags & COLUMN_IF_NAMED)
			continue;
		buf_addz(out, i ? "\t" : "");
		column_write(out, &column, row, STR_NONE, &as_data);
	}
}
