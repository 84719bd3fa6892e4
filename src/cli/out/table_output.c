#include "cli/out/table_output.h"

#include "app/text/csv.h"
#include "base/utf8.h"
#include "cli/out/stack.h"
#include "wire/token.h"

#include <stdio.h>
#include <string.h>

enum { PIPE_WIDTH = 120 }; /* columns of a table that no terminal limits */

/* ---- cells ---- */

/* A table, or one for a ticket: as people read it, cleaned. */
static bool
is_for_eyes(const struct output *o)
{
	return o->format == FORMAT_TABLE || o->format == FORMAT_MD;
}

static void
add_delimited(struct output *o, size_t column, struct str text, bool foreign)
{
	struct buf *out = &o->writer.bytes;
	if (o->format == FORMAT_MD) {
		buf_addz(out, column ? " | " : "| ");
		md_add(out, text);
		buf_addz(out, column + 1 == o->columns_n ? " |" : "");
		return;
	}
	if (column)
		buf_addc(out, o->format == FORMAT_CSV ? ',' : '\t');
	if (o->format == FORMAT_CSV)
		csv_add(out, text, foreign);
	else
		tsv_add(out, text, foreign);
}

/* A member's value as people read it. */
static void
field_text(struct output *o, struct buf *out, size_t i, struct str json, bool *foreign)
{
	struct buf text = { 0 };
	field_write(&text, &o->fields.v[i], json, foreign);
	if (is_for_eyes(o) || o->terminal)
		text_clean(out, buf_str(&text), o->cells.ascii);
	else
		buf_adds(out, buf_str(&text));
	buf_free(&text);
}

static void
cell_text(
    struct output *o, struct buf *out, size_t i, const void *row, struct str json, bool *foreign)
{
	if (o->fields.n) {
		field_text(o, out, i, json, foreign);
		return;
	}
	struct str raw = o->columns[i].column ? STR_NONE : token_find(json, o->columns[i].path);
	*foreign = o->columns[i].column || (raw.n && raw.p[0] == '"');
	column_write(out, &o->columns[i], row, json, &o->cells);
}

/* ---- columns ---- */

/* Every column there is; `age` and `created` of a basket are the same time in a file. */
static void
choose_all(struct output *o)
{
	for (const struct column *c = o->view->resource->columns; c->id; c++)
		if (!str_eqz(str_of(c->id), "age") && !(c->shape & COLUMN_LINKED))
			o->columns[o->columns_n++] = (struct placed_column){ .column = c };
}

/* What decides which columns there are. Those that may be stacked are all there. */
static int
table_width(const struct output *o)
{
	if (o->wide || o->format == FORMAT_MD)
		return 1 << 20;
	if (o->terminal && !o->head)
		return o->width;
	return o->head || o->view->columns.n ? 1 << 20 : PIPE_WIDTH;
}

static void
choose_columns(struct output *o)
{
	o->cells.whole = !is_for_eyes(o);
	o->cells.raw = o->cells.whole && !o->terminal;
	o->cells.full = o->cells.whole || o->head;
	if (o->columns_n)
		return;
	if (o->fields.n)
		o->columns_n = o->fields.n;
	else if (!is_for_eyes(o) && o->view->columns.n == 0)
		choose_all(o);
	else
		o->columns_n = columns_place(o->columns, o->view, NULL, table_width(o),
		    columns_linked(o->view->resource->columns), 0);
}

static void
header_text(struct output *o, struct buf *out, size_t i)
{
	if (o->fields.n)
		text_clean(out, o->fields.v[i].path, o->cells.ascii);
	else if (is_for_eyes(o))
		column_write_header(out, &o->columns[i], &o->cells);
	else if (o->columns[i].column)
		buf_addz(out, o->columns[i].column->id);
	else
		buf_adds(out, o->columns[i].path);
}

static void
add_delimited_header(struct output *o)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < o->columns_n; i++) {
		buf_reset(&text);
		header_text(o, &text, i);
		add_delimited(o, i, buf_str(&text), false);
	}
	buf_addc(&o->writer.bytes, o->end);
	for (size_t i = 0; i < o->columns_n && o->format == FORMAT_MD; i++)
		buf_addz(&o->writer.bytes, i + 1 == o->columns_n ? "| --- |\n" : "| --- ");
	buf_free(&text);
}

/* Columns that the terminal has no room for: nobody would look for them. */
static void
say_left_out(const struct output *o)
{
	const struct column *table = o->view->resource->columns;
	struct buf names = { 0 };
	for (size_t i = 0; table[i].id; i++) {
		bool shown = table[i].from == COLUMN_ASKED || table[i].shape & COLUMN_LINKED;
		for (size_t k = 0; k < o->columns_n; k++)
			shown = shown || o->columns[k].column == &table[i];
		if (!shown)
			buf_addf(&names, "%s%s", names.n ? ", " : "",
			    table[i].also ? table[i].also : table[i].id);
	}
	if (names.n)
		fprintf(stderr, "No room for %s: -o wide prints them\n", buf_z(&names));
	buf_free(&names);
}

/* ---- the table ---- */

static void
keep_cell(struct output *o, struct buf *text)
{
	struct str cell = arena_str(&o->texts, buf_str(text));
	vec_push(&o->page, cell);
	buf_reset(text);
}

static void
keep_header(struct output *o)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < o->columns_n; i++) {
		header_text(o, &text, i);
		keep_cell(o, &text);
	}
	buf_free(&text);
}

static void
print_row(struct output *o, const struct str *cells)
{
	struct buf *out = &o->writer.bytes;
	size_t from = out->n;
	for (size_t i = 0; i < o->columns_n; i++) {
		bool last = i + 1 == o->columns_n;
		bool cut = o->terminal && !o->wide && !o->head && !(last && o->wraps);
		int limit = cut ? o->widths[i] : 1 << 20;
		int used = text_cut(out, cells[i], limit, o->cells.ascii);
		if (!last && used < o->widths[i])
			buf_pad(out, ' ', (size_t)(o->widths[i] - used));
		if (!last)
			buf_pad(out, ' ', COLUMN_GAP);
	}
	while (out->n > from && out->p[out->n - 1] == ' ')
		out->n--;
	buf_addc(out, '\n');
	writer_some(&o->writer);
}

/* On a terminal the columns keep what was given to them; --fields share it from the left. Those
 * that may be stacked are as wide as they are. */
static void
measure(struct output *o)
{
	int left = o->width;
	for (size_t i = 0; i < o->page.n; i++) {
		int *width = &o->widths[i % o->columns_n];
		int w = text_width(o->page.v[i]);
		*width = w > *width ? w : *width;
	}
	for (size_t i = 0; i < o->columns_n && o->terminal && !o->wide && !o->head; i++) {
		int share = o->fields.n ? left : o->columns[i].width;
		o->widths[i] = o->widths[i] < share ? o->widths[i] : share;
		left -= o->widths[i] + COLUMN_GAP;
		left = left > 0 ? left : 0;
	}
}

void
table_output_page(struct output *o)
{
	if (o->columns_n == 0)
		return;
	measure(o);
	if (stack_is_needed(o))
		stack_page(o);
	else
		for (size_t i = 0; i + o->columns_n <= o->page.n; i += o->columns_n)
			print_row(o, o->page.v + i);
	o->page.n = 0;
	arena_reset(&o->texts);
}

/* ---- items ---- */

static void
begin_sheet(struct output *o)
{
	choose_columns(o);
	if (o->format == FORMAT_TABLE)
		keep_header(o);
	else
		add_delimited_header(o);
}

void
table_output_item(struct output *o, const void *row, struct str json)
{
	struct buf text = { 0 };
	bool foreign;
	if (o->items == 0)
		begin_sheet(o);
	for (size_t i = 0; i < o->columns_n; i++) {
		if (i == 0 && o->marked && o->format == FORMAT_TABLE)
			buf_addz(&text, "! ");
		cell_text(o, &text, i, row, json, &foreign);
		if (o->format == FORMAT_TABLE)
			keep_cell(o, &text);
		else
			add_delimited(o, i, buf_str(&text), foreign);
		buf_reset(&text);
	}
	if (o->format != FORMAT_TABLE)
		buf_addc(&o->writer.bytes, o->end);
	buf_free(&text);
}

void
table_output_end(struct output *o)
{
	if (o->items == 0 && o->format != FORMAT_TABLE)
		begin_sheet(o);
	if (o->format == FORMAT_TABLE)
		table_output_page(o);
	bool chosen = o->wide || o->head || o->fields.n || o->view->columns.n;
	if (o->format == FORMAT_TABLE && o->terminal && o->items && !chosen)
		say_left_out(o);
}
