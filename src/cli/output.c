#include "cli/output.h"

#include "base/utf8.h"
#include "cli/args.h"
#include "wire/json_text.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- tables on a narrow terminal ---- */

/* A report's table on a terminal too narrow for it: the identifying columns are whole on one line,
 * and the others indented on the next. Rows with the same identifying columns share the first
 * line. */

enum { INDENT = 2 };

/* True if the table may be stacked and its rows, which were measured, do not fit. */
static bool
stack_is_needed(const struct output *o)
{
	int width = 0;
	for (size_t i = 0; i < o->table_writer.n; i++)
		width += o->table_writer.widths[i] + (i ? COLUMN_GAP : 0);
	return o->to_terminal && o->first_line_column_count &&
	    o->first_line_column_count < o->table_writer.n && width > o->width;
}

static bool
is_same_head(const struct output *o, const struct str *a, const struct str *b)
{
	for (size_t i = 0; i < o->first_line_column_count; i++)
		if (!str_eq(a[i], b[i]))
			return false;
	return true;
}

/* Prints the identifying columns aligned, without padding the last one. */
static void
print_head(struct output *o, const struct str *cells)
{
	struct buf *out = &o->writer.pending_output;
	for (size_t i = 0; i < o->first_line_column_count; i++) {
		buf_adds(out, cells[i]);
		int gap = o->table_writer.widths[i] - text_width(cells[i]) + COLUMN_GAP;
		if (i + 1 < o->first_line_column_count)
			buf_pad(out, ' ', (size_t)gap);
	}
	buf_addc(out, '\n');
}

static int
width_of(const struct str *cells, size_t n)
{
	int width = 0;
	for (size_t i = 0; i < n; i++)
		width += text_width(cells[i]) + (i ? COLUMN_GAP : 0);
	return width;
}

/* Prints the other columns on one line if they fit; otherwise each on its own line, cut at the
 * edge. A single column is the finding and is never cut. */
static void
print_tail(struct output *o, const struct str *cells, size_t n)
{
	struct buf *out = &o->writer.pending_output;
	while (n && cells[n - 1].n == 0)
		n--;
	bool together = n == 1 || INDENT + width_of(cells, n) <= o->width;
	for (size_t i = 0; i < n; i++) {
		int in = i == 0 ? INDENT : together ? COLUMN_GAP : 2 * INDENT;
		buf_pad(out, ' ', (size_t)in);
		text_cut(out, cells[i].n ? cells[i] : STR("-"), together ? 1 << 20 : o->width - in,
		    o->table_writer.context.ascii);
		if (!together || i + 1 == n)
			buf_addc(out, '\n');
	}
}

/* Prints the rows of the page stacked. */
static void
print_stacked_page(struct output *o)
{
	for (size_t i = 0; i + o->table_writer.n <= o->table_writer.cell_texts.n;
	     i += o->table_writer.n) {
		const struct str *cells = o->table_writer.cell_texts.v + i;
		if (i == 0 || !is_same_head(o, cells, cells - o->table_writer.n))
			print_head(o, cells);
		print_tail(o, cells + o->first_line_column_count,
		    o->table_writer.n - o->first_line_column_count);
		writer_write_some(&o->writer);
	}
}

enum { PIPE_WIDTH = 120 }; /* width of a table without a terminal */

/* ---- columns ---- */

/* True if every column of the resource is printed: in a file for programs, unless some are named.
 */
static bool
output_has_all_columns(const struct output *o)
{
	bool for_programs = o->format == FORMAT_CSV || o->format == FORMAT_TSV;
	return for_programs && !o->fields.n && o->view->columns.n == 0;
}

bool
output_has_contacts(const struct output *o)
{
	return output_has_all_columns(o) ||
	    ((o->wide || o->format == FORMAT_MD) && !o->fields.n && o->view->columns.n == 0);
}

/* The width for choosing columns. Columns that may be stacked are always shown. */
static int
table_width(const struct output *o)
{
	if (o->wide || o->format == FORMAT_MD)
		return 1 << 20;
	if (o->to_terminal && !o->first_line_column_count)
		return o->width;
	return o->first_line_column_count || o->view->columns.n ? 1 << 20 : PIPE_WIDTH;
}

static void
begin_columns(struct output *o)
{
	static const enum table_format formats[FORMAT_COUNT] = {
		[FORMAT_TABLE] = TABLE_ALIGNED,
		[FORMAT_MD] = TABLE_MD,
		[FORMAT_CSV] = TABLE_CSV,
		[FORMAT_TSV] = TABLE_TSV,
	};
	struct table_writer *s = &o->table_writer;
	uint32_t unread = columns_linked_mask(o->view->resource->columns);
	size_t n = 0;
	if (!output_has_contacts(o)) /* the contact log is read only if a term asks for it */
		unread |= columns_mask_by_id(o->view->resource->columns, "contacted");
	s->format = formats[o->format];
	s->shortened = !o->wide;
	s->context.unshortened = o->first_line_column_count > 0;
	if (!o->fields.n)
		n = output_has_all_columns(o)
		    ? columns_choose_all(o->columns, o->view->resource->columns, unread)
		    : columns_place(o->columns, o->view, NULL, table_width(o), unread, 0);
	table_writer_begin(s, o->columns, n, o->to_terminal);
	if (o->fields.n)
		s->n = o->fields.n;
}

/* Prints the names of columns that had no room, since users would not expect them to be missing. */
static void
print_hidden_columns(const struct output *o)
{
	const struct column *table = o->view->resource->columns;
	struct buf names = { 0 };
	for (size_t i = 0; table[i].id; i++) {
		bool shown = table[i].visibility == COLUMN_ASKED ||
		    table[i].flags & COLUMN_NEEDS_CATALOG;
		for (size_t k = 0; k < o->table_writer.n; k++)
			shown = shown || o->columns[k].column == &table[i];
		if (!shown)
			buf_addf(&names, "%s%s", names.n ? ", " : "", table[i].id);
	}
	if (names.n)
		fprintf(stderr, "Hidden columns: %s (use -o wide)\n", buf_z(&names));
	buf_free(&names);
}

/* Prints the names of columns that -o wide leaves out, because the lists they need are not read. */
static void
print_unread_columns(const struct output *o)
{
	const struct column *table = o->view->resource->columns;
	struct buf names = { 0 };
	for (size_t i = 0; table[i].id; i++)
		if (table[i].flags & COLUMN_NEEDS_CATALOG)
			buf_addf(&names, "%s%s", names.n ? ", " : "", table[i].id);
	if (names.n)
		fprintf(stderr, "Not printed: %s; name them in cols= to print them\n", buf_z(&names));
	buf_free(&names);
}

/* ---- --fields ---- */

static void
add_field_names(struct output *o)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < o->fields.n; i++) {
		buf_reset(&text);
		text_clean(&text, o->fields.v[i].path, o->table_writer.context.ascii);
		table_writer_add_cell(
		    &o->table_writer, &o->writer.pending_output, buf_str(&text), false);
	}
	table_writer_end_header(&o->table_writer, &o->writer.pending_output);
	buf_free(&text);
}

static void
add_field_values(struct output *o, struct str json)
{
	struct buf sent = { 0 }, text = { 0 };
	for (size_t i = 0; i < o->fields.n; i++) {
		bool foreign;
		buf_reset(&sent);
		buf_reset(&text);
		field_write(&sent, &o->fields.v[i], json, &foreign);
		cell_add_text(&text, buf_str(&sent), &o->table_writer.context);
		table_writer_add_cell(
		    &o->table_writer, &o->writer.pending_output, buf_str(&text), foreign);
	}
	table_writer_end_row(&o->table_writer, &o->writer.pending_output);
	buf_free(&sent);
	buf_free(&text);
}

/* ---- tables ---- */

/* Measures the cells. On a terminal, columns keep their given widths, and --fields share the
 * width from the left. Columns that may be stacked are not limited. */
static void
measure_columns(struct output *o, bool cut[TABLE_CELLS_MAX])
{
	struct table_writer *s = &o->table_writer;
	bool limited = o->to_terminal && !o->wide && !o->first_line_column_count;
	int left = o->width;
	table_writer_measure(s);
	for (size_t i = 0; i < s->n; i++) {
		cut[i] = limited && !(i + 1 == s->n && o->wraps_last_column);
		int share = o->fields.n ? left : o->columns[i].width;
		bool fixed = !o->fields.n && !o->first_line_column_count && !o->wide &&
		    o->columns[i].fixed_width;
		cut[i] = cut[i] || fixed;
		if (fixed)
			s->widths[i] = limited ? share : o->columns[i].fixed_width;
		if (!limited)
			continue;
		s->widths[i] = fixed || s->widths[i] > share ? share : s->widths[i];
		left -= s->widths[i] + COLUMN_GAP;
		left = left > 0 ? left : 0;
	}
}

/* Aligns and prints the rows of a table's page. */
static void
table_output_end_page(struct output *o)
{
	struct table_writer *s = &o->table_writer;
	bool cut[TABLE_CELLS_MAX];
	if (s->n == 0)
		return;
	measure_columns(o, cut);
	if (stack_is_needed(o)) {
		print_stacked_page(o);
	} else {
		for (size_t row = 0; (row + 1) * s->n <= s->cell_texts.n; row++) {
			table_writer_print_row(s, &o->writer.pending_output, row, cut);
			writer_write_some(&o->writer);
		}
	}
	table_writer_clear(s);
}

/* ---- items ---- */

static void
begin_table(struct output *o)
{
	begin_columns(o);
	if (!o->has_header)
		o->first_line_column_count = 0; /* stacked rows need their headings */
	else if (o->fields.n)
		add_field_names(o);
	else
		table_writer_add_header(&o->table_writer, &o->writer.pending_output);
}

static void
table_output_add_item(struct output *o, const void *row, struct str json)
{
	if (o->item_count == 0)
		begin_table(o);
	bool mark = o->mark_next_item && o->format == FORMAT_TABLE;
	if (o->fields.n)
		add_field_values(o, json);
	else
		table_writer_add_row(
		    &o->table_writer, &o->writer.pending_output, row, json, mark ? "! " : "");
}

/* Prints the header if nothing was printed. */
static void
table_output_end(struct output *o)
{
	if (o->item_count == 0 && o->format != FORMAT_TABLE)
		begin_table(o);
	if (o->format == FORMAT_TABLE)
		table_output_end_page(o);
}

/* Prints which columns had no room, after all output. */
static void
table_output_list_hidden_columns(const struct output *o)
{
	bool chosen = o->wide || o->first_line_column_count || o->fields.n || o->view->columns.n;
	if (o->format == FORMAT_TABLE && o->to_terminal && o->item_count && !chosen)
		print_hidden_columns(o);
	if (o->wide && o->item_count && !o->first_line_column_count && !o->fields.n &&
	    o->view->columns.n == 0)
		print_unread_columns(o);
}

/* ---- formats ---- */

const char *const format_names[] = {
	[FORMAT_TABLE] = "table",
	[FORMAT_JSON] = "json",
	[FORMAT_NDJSON] = "ndjson",
	[FORMAT_CSV] = "csv",
	[FORMAT_TSV] = "tsv",
	[FORMAT_MD] = "md",
	[FORMAT_WIDE] = "wide",
	[FORMAT_RAW] = "raw",
	[FORMAT_TREE] = "tree",
	[FORMAT_DOT] = "dot",
	[FORMAT_SVG] = "svg",
	[FORMAT_GITHUB] = "github",
};
_Static_assert(sizeof(format_names) / sizeof(*format_names) == FORMAT_COUNT,
    "every format needs a row in this table");

static bool
format_find(enum format *out, const char *name)
{
	for (int f = 0; f < FORMAT_COUNT; f++) {
		if (!str_eqz(str_of(name), format_names[f]))
			continue;
		*out = (enum format)f;
		return true;
	}
	return false;
}

/* The width of the terminal at stdout; 80 if it is unknown. */
static int
terminal_width(void)
{
	struct winsize size = { 0 };
	if (ioctl(1, TIOCGWINSZ, &size) < 0 || size.ws_col == 0)
		return 80;
	return size.ws_col;
}

static bool
can_omit_header(enum format f)
{
	return f == FORMAT_TABLE || f == FORMAT_WIDE || f == FORMAT_CSV || f == FORMAT_TSV;
}

bool
output_open(struct output *o, const struct args *args, const struct view *view, int64_t now,
    struct err *err)
{
	const char *format = args->option_values[OPTION_OUTPUT],
		   *fields = args->option_values[OPTION_FIELDS];
	*o = (struct output){
		.to_terminal = isatty(1),
		.width = terminal_width(),
		.has_header = !args->option_values[OPTION_NO_HEADER],
		.view = view,
		.table_writer = { .line_end = args->option_values[OPTION_NUL] ? '\0' : '\n',
		    .for_mail_tool = view && view->resource->for_mail_tool,
		    .context = { .now = now, .ascii = args->app_options.ascii } },
	};
	/* Results of writes are printed at once. A list that is recorded as sent is printed
	 * completely: a pager may be closed before its end. */
	if (args->command != COMMAND_IDENTITY && !args->option_values[OPTION_NO_PAGER] &&
	    !args->option_values[OPTION_RECORD])
		paging_init(&o->writer.paging);
	if (format && !format_find(&o->format, format))
		return err_set(err, ERR_USAGE,
		    "-o takes table, wide, md, json, ndjson, csv, tsv, raw, tree, dot, "
		    "svg or github");
	if (!o->has_header && !can_omit_header(o->format))
		return err_set(err, ERR_USAGE, "--no-header works with table, wide, csv and tsv");
	if (args->option_values[OPTION_NUL] && o->format != FORMAT_NDJSON &&
	    o->format != FORMAT_CSV && o->format != FORMAT_TSV)
		return err_set(err, ERR_USAGE, "--null works with -o ndjson, csv and tsv");
	if (o->format == FORMAT_WIDE) {
		o->format = FORMAT_TABLE;
		o->wide = true;
	}
	return !fields || fields_read(&o->fields, str_of(fields), err);
}

bool
output_needs_rows(const struct output *o)
{
	bool table_writer = o->format == FORMAT_TABLE || o->format == FORMAT_CSV ||
	    o->format == FORMAT_TSV || o->format == FORMAT_MD;
	return table_writer && o->fields.n == 0;
}

/* ---- JSON ---- */

static void
add_item_json(struct output *o, struct str json, unsigned flags)
{
	struct buf *out = &o->writer.pending_output;
	unsigned how = o->to_terminal ? JSON_TERMINAL_SAFE : 0;
	if (flags & SPAN_BAD_UTF8) {
		how |= JSON_REPAIR;
		o->repaired_count++;
	}
	if (o->format == FORMAT_NDJSON)
		how |= JSON_ONE_LINE;
	else
		buf_addz(out, o->item_count ? ",\n" : "[\n");
	if (o->fields.n)
		fields_write_json(out, &o->fields, json, how);
	else
		json_text_add(out, json, how);
	if (o->format == FORMAT_NDJSON)
		buf_addc(out, o->table_writer.line_end);
}

static void
print_item(struct output *o, const void *row, struct str json, unsigned flags)
{
	if (o->format == FORMAT_JSON || o->format == FORMAT_NDJSON)
		add_item_json(o, json, flags);
	else
		table_output_add_item(o, row, json);
	o->item_count++;
	writer_write_some(&o->writer);
}

void
output_write_item(struct output *o, const void *row, struct str json, unsigned flags)
{
	if (!fields_has_any_known(&o->fields)) {
		o->blank_item_count++;
		return;
	}
	for (; o->blank_item_count; o->blank_item_count--)
		print_item(o, NULL, STR("{}"), 0);
	print_item(o, row, json, flags);
}

void
output_raw_response(struct output *o, struct str body)
{
	struct buf *out = &o->writer.pending_output;
	json_text_add(out, body, o->to_terminal ? JSON_TERMINAL_SAFE : 0);
	/* A newline between responses and at the end, only on a terminal. */
	if (o->to_terminal && out->n && out->p[out->n - 1] != '\n')
		buf_addc(out, '\n');
}

bool
output_end_page(struct output *o)
{
	if (o->format == FORMAT_TABLE)
		table_output_end_page(o);
	return writer_write_all(&o->writer);
}

bool
output_end(struct output *o)
{
	if (o->format == FORMAT_JSON)
		buf_addz(&o->writer.pending_output, o->item_count ? "\n]\n" : "[]\n");
	bool table_writer = o->format == FORMAT_CSV || o->format == FORMAT_TSV ||
	    o->format == FORMAT_MD || o->format == FORMAT_TABLE;
	if (table_writer && !o->blank_item_count)
		table_output_end(o);
	bool ok = writer_end(&o->writer);
	if (table_writer && !o->blank_item_count)
		table_output_list_hidden_columns(o);
	return ok;
}

void
output_free(struct output *o)
{
	fields_free(&o->fields);
	table_writer_free(&o->table_writer);
	writer_free(&o->writer);
}
