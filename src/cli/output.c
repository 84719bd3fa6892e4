#include "cli/output.h"

#include "cli/table_output.h"
#include "list/json_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

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

bool
output_open(struct output *o, const struct args *args, const struct view *view, int64_t now,
    struct err *err)
{
	const char *format = args->option_values[OPTION_OUTPUT],
		   *fields = args->option_values[OPTION_FIELDS];
	*o = (struct output){
		.to_terminal = isatty(1),
		.width = terminal_width(),
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
		    "-o takes table, wide, md, json, ndjson, csv, tsv, raw, tree or dot");
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
