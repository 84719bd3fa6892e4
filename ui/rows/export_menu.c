#include "ui/rows/export_menu.h"

#include "app/file.h"
#include "base/utf8.h"
#include "base/xdg.h"
#include "list/export.h"
#include "model/format.h"
#include "model/when.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"
#include "ui/kit/send.h"

#include <unistd.h>

/* Menu values: an enum export_format, plus EXPORT_TO_CLIPBOARD for the clipboard; MORE is the
 * kind's own entry. */
enum { EXPORT_TO_CLIPBOARD = 100, EXPORT_MORE = 200 };

static const char *const format_words[] = {
	[EXPORT_CSV] = "CSV, for spreadsheets",
	[EXPORT_TSV] = "TSV",
	[EXPORT_MD] = "Markdown table, for a ticket",
	[EXPORT_TABLE] = "plain text table",
	[EXPORT_JSON] = "JSON, as the service sent it",
	[EXPORT_NDJSON] = "NDJSON, one item per line",
};
_Static_assert(sizeof(format_words) / sizeof(*format_words) == EXPORTS,
    "each export format needs a description");

/* Rows that have no JSON from the service are exported by their columns. */
static const char *
words_of_format(const struct console *c, const struct shown_rows *rows, int f)
{
	if (f != EXPORT_JSON)
		return format_words[f];
	return !rows->get_row_json ? "JSON with the columns"
	    : c->app->masked       ? "JSON, masked"
				   : format_words[f];
}

/* The rows to export: the marked rows, else all that are shown. `numbers` owns the list of their
 * indexes. */
static struct shown_rows
rows_to_export(const struct rows_pane *r, struct arena *numbers)
{
	struct shown_rows rows = rows_pane_shown_rows(r);
	if (!r->marked_ids.n)
		return rows;
	uint32_t *marked = arena_array(numbers, uint32_t, rows.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < rows.n; i++)
		if (rows_pane_is_marked(r, shown_rows_id(&rows, i)))
			marked[n++] = rows.row_numbers[i];
	rows.row_numbers = marked;
	rows.n = n;
	return rows;
}

static size_t
count_rows_to_export(const struct rows_pane *r)
{
	struct arena numbers = { 0 };
	size_t n = rows_to_export(r, &numbers).n;
	arena_free(&numbers);
	return n;
}

/* The columns of an export, whatever the width of the window: those that the VIEW names, else all;
 * in formats for reading, without empty ones and those shown only on request. */
static size_t
choose_columns(const struct rows_pane *r, const struct view *view, enum export_format format,
    struct placed_column columns[COLUMNS_MAX])
{
	bool for_reading = format == EXPORT_MD || format == EXPORT_TABLE;
	uint32_t hidden = r->hidden_columns |
	    (r->pane.console->presenting ? columns_private_mask(view->resource->columns) : 0);
	if (view->columns.n || for_reading)
		return columns_place(columns, view, NULL, 1 << 20, hidden | r->empty_columns, 0);
	return columns_choose_all(columns, view->resource->columns, hidden);
}

/* Appends the exported rows, and their numbers in words: "3 rows, 16 columns". */
static void
write_shown_rows(
    const struct rows_pane *r, enum export_format format, struct buf *out, struct buf *said)
{
	struct arena numbers = { 0 };
	struct shown_rows rows = rows_to_export(r, &numbers);
	struct cell_context cells = console_cell_context(r->pane.console);
	struct placed_column columns[COLUMNS_MAX];
	size_t n = choose_columns(r, rows.view, format, columns);
	n = export_rows(out, &rows, columns, n, format, &cells);
	format_plural(said, rows.n, "row", "rows");
	if (n) {
		buf_addz(said, ", ");
		format_plural(said, n, "column", "columns");
	}
	arena_free(&numbers);
}

static enum export_format
format_of(struct str path)
{
	for (int f = 0; f < EXPORTS; f++) {
		struct str end = str_of(export_names[f]);
		if (path.n > end.n && path.p[path.n - end.n - 1] == '.' && str_ends(path, end))
			return (enum export_format)f;
	}
	return EXPORTS;
}

bool
export_to_file(
    struct console *c, struct str typed, export_fn *write, struct buf *said, struct err *err)
{
	struct buf path = { 0 }, text = { 0 };
	enum export_format format = format_of(str_trim(typed));
	xdg_append_expanded(&path, str_trim(typed));
	bool ok = format < EXPORTS ||
	    err_set(
		err, ERR_USAGE, "the name must end with .csv, .tsv, .md, .table, .json or .ndjson");
	if (ok && access(buf_z(&path), F_OK) == 0)
		ok = err_set(err, ERR_USAGE, "a file with this name exists");
	if (ok) {
		write(c, format, &text, said);
		ok = file_replace(buf_z(&path), buf_str(&text), err);
	}
	if (ok) {
		buf_addz(said, ", to ");
		text_clean(said, str_trim(typed), c->look.ascii_lines);
		buf_addz(said, ", for you only");
	}
	buf_free(&path);
	buf_wipe(&text);
	return ok;
}

static void
write_rows(struct console *c, enum export_format format, struct buf *text, struct buf *said)
{
	write_shown_rows(rows_pane_of(console_top_pane(c)), format, text, said);
}

static bool
write_to_file(struct console *c, struct str typed, struct err *err)
{
	struct buf said = { 0 };
	bool ok = export_to_file(c, typed, write_rows, &said, err);
	if (ok)
		console_show(c, ROLE_TEXT, "Wrote %s", buf_z(&said));
	buf_free(&said);
	return ok;
}

static void
send_rows(struct rows_pane *r, enum export_format format)
{
	struct buf text = { 0 }, what = { 0 };
	write_shown_rows(r, format, &text, &what);
	buf_addf(&what, " as %s", export_names[format]);
	send_text(r->pane.console, buf_str(&text), buf_z(&what));
	buf_free(&text);
	buf_free(&what);
}

/* Appends the time as 2026-11-20-1042, in UTC. */
static void
add_time_stamp(struct buf *out, int64_t now)
{
	struct buf time = { 0 };
	when_write(&time, now);
	struct str t = buf_str(&time);
	buf_addf(out, "%.*s-%.*s%.*s", STR_ARG(str_sub(t, 0, 10)), STR_ARG(str_sub(t, 11, 2)),
	    STR_ARG(str_sub(t, 14, 2)));
	buf_free(&time);
}

void
export_ask_file(struct console *c, const char *name, enum export_format format,
    bool (*take)(struct console *c, struct str typed, struct err *err))
{
	struct buf path = { 0 };
	buf_addf(&path, "~/%s-", name);
	add_time_stamp(&path, console_now(c));
	buf_addf(&path, ".%s", export_names[format]);
	console_push_modal(c, prompt_text_new(c, "Save as: ", buf_str(&path), take));
	buf_free(&path);
}

static void
on_export_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	(void)ctx;
	if (value == EXPORT_MORE) {
		c->nav->run_action(c, r->kind->export_action);
		return;
	}
	if (value >= EXPORT_TO_CLIPBOARD) {
		send_rows(r, (enum export_format)(value - EXPORT_TO_CLIPBOARD));
		return;
	}
	export_ask_file(c, rows_pane_shown_rows(r).view->resource->name, (enum export_format)value,
	    write_to_file);
}

static void on_export_target_changed(struct console *c, void *ctx, int value);

/* Asks for the format. `first`: the entry under the cursor, which has the target as well. */
static void
open_menu_for_target(struct rows_pane *r, int first)
{
	struct console *c = r->pane.console;
	struct shown_rows rows = rows_pane_shown_rows(r);
	bool to_clipboard = first >= EXPORT_TO_CLIPBOARD;
	struct buf title = { 0 };
	buf_addz(&title, "Export ");
	if (r->marked_ids.n)
		buf_addf(&title, "%zu marked of ", count_rows_to_export(r));
	const struct view_resource *of = rows.view->resource;
	format_plural(&title, rows.n, of->singular, of->plural ? of->plural : of->name);
	buf_addz(&title, to_clipboard ? " to your clipboard" : " to a file");
	rows_pane_append_unread(&title, r, ACT_EXPORT);
	struct menu *m = menu_new(c, buf_z(&title), false, on_export_chosen, NULL);
	for (int f = 0; f < EXPORTS; f++)
		menu_add(m, to_clipboard ? EXPORT_TO_CLIPBOARD + f : f, false, "%s",
		    words_of_format(c, &rows, f));
	if (r->kind->export_label && !to_clipboard)
		menu_add(m, EXPORT_MORE, false, "%s", r->kind->export_label);
	menu_select(m, first);
	menu_set_tab(m, to_clipboard ? "to a file instead" : "to your clipboard instead",
	    on_export_target_changed);
	menu_set_place(m, MENU_AT_HEAD);
	menu_set_closing_action(m, ACT_EXPORT);
	menu_open(m);
	buf_free(&title);
}

static void
on_export_target_changed(struct console *c, void *ctx, int value)
{
	(void)ctx;
	open_menu_for_target(rows_pane_of(console_top_pane(c)),
	    value == EXPORT_MORE               ? EXPORT_TO_CLIPBOARD
		: value >= EXPORT_TO_CLIPBOARD ? value - EXPORT_TO_CLIPBOARD
					       : value + EXPORT_TO_CLIPBOARD);
}

void
export_menu_open(struct rows_pane *r)
{
	open_menu_for_target(r, 0);
}
