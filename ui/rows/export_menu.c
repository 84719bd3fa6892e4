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

/* Menu values: an enum export_format, plus EXPORT_TO_CLIPBOARD for the clipboard, plus EXPORT_ALL
 * for all rows on the service; MORE is the kind's own entry. */
enum { EXPORT_TO_CLIPBOARD = 100, EXPORT_MORE = 200, EXPORT_ALL = 1000 };

/* An export of all rows on the service, which are still being read. */
struct pending_export {
	enum export_format format;
	char *path;      /* as typed; NULL: to the clipboard */
	struct buf view; /* the VIEW that was chosen for it */
};

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

/* Expands the typed path, and checks that there is no such file. */
static bool
expand_path(struct buf *path, struct str typed, struct err *err)
{
	xdg_append_expanded(path, str_trim(typed));
	return access(buf_z(path), F_OK) != 0 ||
	    err_set(err, ERR_USAGE, "a file with this name exists");
}

/* As expand_path(), and finds the format, before anything is read or written. */
static bool
check_path(struct buf *path, enum export_format *format, struct str typed, struct err *err)
{
	*format = format_of(str_trim(typed));
	if (*format == EXPORTS)
		return err_set(err, ERR_USAGE,
		    "the name must end with .csv, .tsv, .md, .table, .json or .ndjson");
	return expand_path(path, typed, err);
}

bool
export_save(
    struct console *c, struct str typed, struct str text, struct buf *said, struct err *err)
{
	struct buf path = { 0 }, full = { 0 };
	bool ok = expand_path(&path, typed, err) && file_replace(buf_z(&path), text, err);
	if (ok) {
		buf_addz(said, ", to ");
		file_append_full_path(&full, buf_str(&path));
		text_clean(said, buf_str(&full), c->look.ascii_lines);
		buf_addz(said, ", for you only");
	}
	buf_free(&path);
	buf_free(&full);
	return ok;
}

bool
export_to_file(
    struct console *c, struct str typed, export_fn *write, struct buf *said, struct err *err)
{
	struct buf path = { 0 }, text = { 0 };
	enum export_format format;
	bool ok = check_path(&path, &format, typed, err);
	if (ok) {
		write(c, format, &text, said);
		ok = export_save(c, typed, buf_str(&text), said, err);
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

/* ---- all rows on the service ---- */

bool
export_cancel(struct rows_pane *r)
{
	struct pending_export *e = r->pending_export;
	if (!e)
		return false;
	x_free(e->path);
	buf_free(&e->view);
	x_free(e);
	r->pending_export = NULL;
	return true;
}

static bool
has_same_view(const struct rows_pane *r)
{
	struct buf now = { 0 };
	view_write(&now, rows_pane_shown_rows(r).view);
	bool same = str_eq(buf_str(&now), buf_str(&r->pending_export->view));
	buf_free(&now);
	return same;
}

static void
write_all_rows(struct rows_pane *r)
{
	struct pending_export *e = r->pending_export;
	struct console *c = r->pane.console;
	struct err err;
	if (console_top_pane(c) != &r->pane || !has_same_view(r))
		console_show(
		    c, ROLE_WARN, "All rows are read. Nothing was exported: you left the list");
	else if (!e->path)
		send_rows(r, e->format);
	else if (!write_to_file(c, str_of(e->path), &err))
		console_show(c, ROLE_WARN, "Nothing was exported: %s", err.text);
}

void
export_continue(struct rows_pane *r)
{
	struct buf problem = { 0 };
	bool unread = r->pending_export && r->kind->has_unread(r, &problem);
	if (problem.n)
		console_show(
		    r->pane.console, ROLE_WARN, "Nothing was exported: %s", buf_z(&problem));
	else if (r->pending_export && !unread)
		write_all_rows(r);
	if (problem.n || !unread)
		export_cancel(r);
	buf_free(&problem);
}

/* Reads all rows, then exports them. `path` NULL: to the clipboard. */
static void
export_all_rows(struct rows_pane *r, enum export_format format, char *path)
{
	struct pending_export *e = x_new(struct pending_export);
	export_cancel(r);
	e->format = format;
	e->path = path;
	view_write(&e->view, rows_pane_shown_rows(r).view);
	r->pending_export = e;
	console_show(
	    r->pane.console, ROLE_TEXT, "Reading the rest, then it is exported. Esc stops");
	r->kind->request_rows(r, SIZE_MAX);
	export_continue(r);
}

static bool
write_all_to_file(struct console *c, struct str typed, struct err *err)
{
	struct buf path = { 0 };
	enum export_format format;
	bool ok = check_path(&path, &format, typed, err);
	if (ok)
		export_all_rows(rows_pane_of(console_top_pane(c)), format, str_dup(typed));
	buf_free(&path);
	return ok;
}

/* ---- the menu ---- */

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
export_ask_file(struct console *c, const char *name, const char *suffix,
    bool (*take)(struct console *c, struct str typed, struct err *err))
{
	struct buf path = { 0 };
	buf_addf(&path, "~/%s-", name);
	add_time_stamp(&path, console_now(c));
	buf_addf(&path, ".%s", suffix);
	struct modal *m = prompt_text_new(c, "Save as: ", buf_str(&path), take);
	prompt_set_enter_label(m, "save");
	console_push_modal(c, m);
	buf_free(&path);
}

static void
on_export_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	bool all = value >= EXPORT_ALL;
	int rest = value % EXPORT_ALL;
	enum export_format format = (enum export_format)(rest % EXPORT_TO_CLIPBOARD);
	(void)ctx;
	if (rest == EXPORT_MORE)
		c->nav->run_action(c, r->kind->export_action);
	else if (rest < EXPORT_TO_CLIPBOARD)
		export_ask_file(c, rows_pane_shown_rows(r).view->resource->name,
		    export_names[format], all ? write_all_to_file : write_to_file);
	else if (all)
		export_all_rows(r, format, NULL);
	else
		send_rows(r, format);
}

/* True if the service has rows that were not read yet, so that the scope is a choice. */
static bool
has_scope(const struct rows_pane *r)
{
	struct buf problem = { 0 };
	bool unread = r->kind->has_unread && r->kind->request_rows && !r->marked_ids.n &&
	    r->kind->has_unread(r, &problem);
	buf_free(&problem);
	return unread;
}

/* "Export the 1,050 baskets read to a file", "Export all baskets on the service to a file". */
static void
write_menu_title(struct buf *title, const struct rows_pane *r, int first)
{
	struct shown_rows rows = rows_pane_shown_rows(r);
	const struct view_resource *of = rows.view->resource;
	bool filtered = view_is_filtered(rows.view), scope = has_scope(r);
	buf_addz(title, "Export ");
	if (first >= EXPORT_ALL) {
		buf_addf(title, "all %s%s on the service", filtered ? "matching " : "",
		    of->plural ? of->plural : of->name);
	} else {
		buf_addz(title, scope ? "the " : "");
		if (r->marked_ids.n)
			buf_addf(title, "%zu marked of ", count_rows_to_export(r));
		format_plural(title, rows.n, of->singular, of->plural ? of->plural : of->name);
		buf_addz(title, !scope ? "" : filtered ? " found so far" : " read");
	}
	buf_addz(
	    title, first % EXPORT_ALL >= EXPORT_TO_CLIPBOARD ? " to your clipboard" : " to a file");
	if (!scope)
		rows_pane_append_unread(title, r, ACT_EXPORT);
}

static void on_export_target_changed(struct console *c, void *ctx, int value);

/* Asks for the format. `first`: the entry under the cursor, which has target and scope as well. */
static void
open_menu_for_target(struct rows_pane *r, int first)
{
	struct console *c = r->pane.console;
	struct shown_rows rows = rows_pane_shown_rows(r);
	bool all = first >= EXPORT_ALL, to_clipboard = first % EXPORT_ALL >= EXPORT_TO_CLIPBOARD;
	struct buf title = { 0 };
	write_menu_title(&title, r, first);
	struct menu *m = menu_new(c, buf_z(&title), false, on_export_chosen, NULL);
	for (int f = 0; f < EXPORTS; f++)
		menu_add(m, f + (to_clipboard ? EXPORT_TO_CLIPBOARD : 0) + (all ? EXPORT_ALL : 0),
		    false, "%s", words_of_format(c, &rows, f));
	if (r->kind->export_label && !to_clipboard && !all)
		menu_add(m, EXPORT_MORE, false, "%s", r->kind->export_label);
	menu_select(m, first);
	menu_set_tab(m,
	    !to_clipboard       ? "to your clipboard instead"
		: !has_scope(r) ? "to a file instead"
		: all           ? "those read, to a file"
				: "all on the service, to a file",
	    on_export_target_changed);
	menu_set_place(m, MENU_AT_HEAD);
	menu_set_closing_action(m, ACT_EXPORT);
	menu_open(m);
	buf_free(&title);
}

/* Goes on to the clipboard, then to all rows if the scope is a choice. */
static void
on_export_target_changed(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	bool all = value >= EXPORT_ALL;
	int rest = value % EXPORT_ALL, format = rest % EXPORT_TO_CLIPBOARD;
	(void)ctx;
	if (rest == EXPORT_MORE || rest < EXPORT_TO_CLIPBOARD)
		open_menu_for_target(r, format + EXPORT_TO_CLIPBOARD + (all ? EXPORT_ALL : 0));
	else
		open_menu_for_target(r, format + (!all && has_scope(r) ? EXPORT_ALL : 0));
}

void
export_menu_open(struct rows_pane *r)
{
	open_menu_for_target(r, 0);
}
