#include "ui/snapshot/snapshots.h"

#include "app/file.h"
#include "base/utf8.h"
#include "snapshot/baseline.h"
#include "snapshot/change_row.h"
#include "ui/kit/dialog.h"
#include "ui/kit/prompt.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct comparison {
	struct changes changes;
	size_t snapshot_item_count; /* items in the snapshot */
	/* The compared data: the catalog's revision (0: none), and the number of the comparison. */
	unsigned revision, comparison_number;
};

static struct comparison *
comparison_of(const struct rows_pane *r)
{
	return r->kind_data;
}

/* The revision to compare. The catalog is reloaded before a comparison; if that fails or is
 * stopped, the current revision is compared. */
static unsigned
revision_to_compare(const struct console *c)
{
	const struct catalog *catalog = c->catalog;
	bool waiting = catalog->state == CATALOG_READING &&
	    catalog->revision_count <= c->compared_revision;
	return catalog_graph(catalog) && !waiting ? catalog->revision_count : 0;
}

/* Compares only if the catalog or the snapshot has changed. */
static void
load_changes(struct rows_pane *r)
{
	struct comparison *own = comparison_of(r);
	const struct console *c = r->pane.console;
	unsigned revision = revision_to_compare(c);
	struct snapshot now = { 0 };
	r->has_short_detail = true;
	if (own->revision == revision && own->comparison_number == c->comparison_count)
		return;
	own->revision = revision;
	own->comparison_number = c->comparison_count;
	own->snapshot_item_count = c->baseline->snapshot.items.n;
	changes_free(&own->changes);
	own->changes = (struct changes){ 0 };
	if (revision) {
		baseline_add_catalog(&now, c->catalog);
		changes_collect(&own->changes, &c->baseline->snapshot, &now,
		    SNAPSHOT_SHARED_MEMBERS, c->look.ascii_lines);
		snapshot_free(&now);
	}
	table_set_rows(&r->table, own->changes.rows.v, own->changes.rows.n);
}

static const struct change_row *
change_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

static void
add_value(struct doc *d, const char *label, struct str json)
{
	doc_add_label(d, label);
	if (json.p)
		doc_add_value(d, ROLE_TEXT, json);
	else
		doc_printf(d, ROLE_LABEL, "absent");
}

static void
add_price(struct doc *d, const char *label, struct str sentence)
{
	doc_add_label(d, label);
	if (sentence.n)
		doc_add_value(d, ROLE_TEXT, sentence);
	else
		doc_printf(d, ROLE_LABEL, "no charges");
}

/* Both complete values; for a price also in words. */
static void
describe_change(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct change_row *row = change_at(r, at);
	const struct doc_target where = { row->link_kind, row->path };
	doc_add_labelled(d, "Item", row->name);
	doc_add_label(d, "Where");
	if (row->link_kind < GRAPH_KINDS)
		doc_add_link(d, ROLE_REFERENCE, row->path, &where);
	else
		doc_printf(d, ROLE_TEXT, "the configuration of all journeys");
	if (row->member.p) {
		doc_add_labelled(d, "Member", row->member);
		add_value(d, "Before", row->old);
		add_value(d, "Now", row->new);
	} else {
		doc_add_label(d, "What");
		doc_printf(d, ROLE_TEXT, "%s",
		    str_eqz(row->change, "added") ? "In the catalog, not in the snapshot"
						  : "In the snapshot, no longer in the catalog");
	}
	if (!row->old_price.n && !row->new_price.n)
		return;
	doc_begin_line(d);
	add_price(d, "Was", row->old_price);
	add_price(d, "Now", row->new_price);
}

static void
append_change_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct change_row *row = change_at(r, at);
	buf_addf(out, "%.*s %.*s ", STR_ARG(row->change), STR_ARG(row->kind));
	text_clean(out, row->name, r->pane.console->look.ascii_lines);
}

static void
write_changes_title(const struct rows_pane *r, struct title *out)
{
	const struct comparison *own = comparison_of(r);
	buf_addz(&out->breadcrumb, "Since ");
	text_clean(&out->breadcrumb, str_of(r->pane.console->baseline->name),
	    r->pane.console->look.ascii_lines);
	if (view_is_filtered(&r->table.view)) {
		catalog_append_counts(r, &out->counts, "change", "changes");
		return;
	}
	format_plural(
	    &out->counts, own->changes.changed_item_count, "item differs", "items differ");
	catalog_append_revision(r->pane.console, &out->counts);
}

static void
describe_no_differences(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	struct buf words = { 0 };
	if (!comparison_of(r)->revision) {
		empty_add_title(d, "Not compared yet");
		empty_add_reason(d, STR("Compared when the whole catalog has been read."));
	} else {
		buf_addz(&words, "The catalog is unchanged since ");
		text_clean(&words, str_of(c->baseline->name), c->look.ascii_lines);
		buf_addz(&words, ", ");
		format_plural(&words, comparison_of(r)->snapshot_item_count, "item", "items");
		buf_addc(&words, '.');
		empty_add_title(d, "No differences");
		empty_add_reason(d, buf_str(&words));
	}
	buf_free(&words);
}

static bool
find_change_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct change_row *row = change_at(r, at);
	*out = (struct row_target){
		.link_kind = row->link_kind, .path = row->path, .id = row->id, .name = row->name
	};
	return row->link_kind < GRAPH_KINDS;
}

static void
style_change_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	(void)r;
	(void)text;
	(void)column;
	style->role = str_eqz(((const struct change_row *)of)->change, "removed") ? ROLE_LABEL
										  : ROLE_TEXT;
}

static void
close_comparison(struct rows_pane *r)
{
	changes_free(&comparison_of(r)->changes);
	x_free(r->kind_data);
}

static const struct rows_kind kind = {
	.actions = { catalog_pointer_actions, rows_actions, catalog_tree_action },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.why_unavailable = catalog_why_not,
	.label_action = catalog_pointer_words,
	.write_status = catalog_append_status,
	.cancel = catalog_stop_reading,
	.load_rows = load_changes,
	.describe_row = describe_change,
	.write_headline = append_change_headline,
	.write_title = write_changes_title,
	.describe_empty = describe_no_differences,
	.get_target = find_change_target,
	.style_cell = style_change_cell,
	.close = close_comparison,
};

void
changes_pane_show(struct console *c)
{
	if (rows_pane_has_kind(console_top_pane(c), &kind))
		return;
	struct comparison *own = x_new(struct comparison);
	console_push_pane(c, &rows_pane_new(c, &kind, &changes_resource, own)->pane);
}

/* Shows "Saved" with the file, or "Not saved" with the reason. */
static void
show_about_snapshot(struct console *c, enum role role, const char *what, struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, c->look.ascii_lines);
	console_show(c, role, "%s: %s", what, buf_z(&clean));
	buf_free(&clean);
}

/* ---- saving ---- */

static void
save_snapshot_as(struct console *c, const char *path)
{
	struct snapshot all = { 0 };
	struct buf text = { 0 }, words = { 0 };
	struct err err;
	baseline_add_catalog(&all, c->catalog);
	snapshot_write(&text, &all);
	if (file_replace(path, buf_str(&text), &err)) {
		file_append_full_path(&words, str_of(path));
		buf_addz(&words, ", ");
		snapshot_append_summary(&words, &all, catalog_commit(c->catalog));
		show_about_snapshot(c, ROLE_TEXT, "Saved", buf_str(&words));
	} else {
		show_about_snapshot(c, ROLE_BAD, "Not saved", str_of(err.text));
	}
	buf_free(&text);
	buf_free(&words);
	snapshot_free(&all);
}

static void
on_replace_answered(struct console *c, void *ctx, int button)
{
	char *path = ctx;
	if (button)
		save_snapshot_as(c, path);
	else
		console_show(c, ROLE_TEXT, "Nothing was saved. The file is unchanged");
	x_free(path);
}

static void
ask_to_replace(struct console *c, const char *path)
{
	struct buf words = { 0 };
	text_clean(&words, str_of(path), c->look.ascii_lines);
	buf_addz(&words, " exists. Saving replaces its content.");
	dialog_ask(c, "Snapshot", buf_z(&words), "Replace", on_replace_answered, x_strdup(path));
	buf_free(&words);
}

/* Stores the typed name, which is the default of the next prompt. */
static bool
on_snapshot_name(struct console *c, struct str text, struct err *err)
{
	struct str name = str_trim(text);
	if (!name.n)
		return err_set(err, ERR_USAGE, "a file's name");
	buf_reset(&c->snapshot_file);
	buf_adds(&c->snapshot_file, name);
	return true;
}

static bool
save_or_ask_to_replace(struct console *c, struct str text, struct err *err)
{
	if (!on_snapshot_name(c, text, err))
		return false;
	const char *path = buf_z(&c->snapshot_file);
	if (access(path, F_OK) == 0)
		ask_to_replace(c, path);
	else
		save_snapshot_as(c, path);
	return true;
}

/* True if the catalog is complete enough for a snapshot; else starts reading it and shows a
 * message. */
static bool
require_catalog_read(struct console *c)
{
	if (catalog_graph(c->catalog))
		return true;
	catalog_read(c->catalog, CATALOG_CAMPAIGNS);
	console_show(c, ROLE_WARN, "The catalog has not been read completely yet");
	return false;
}

void
snapshots_save(struct console *c)
{
	struct buf name = { 0 }, day = { 0 };
	if (!require_catalog_read(c))
		return;
	buf_adds(&name, buf_str(&c->snapshot_file));
	if (!name.n) {
		buf_addz(&name, "catalog-");
		when_write(&day, console_now(c));
		buf_adds(&name, str_sub(buf_str(&day), 0, 10));
		buf_addz(&name, ".snap");
	}
	struct modal *m = prompt_text_new(
	    c, "Save the snapshot as: ", buf_str(&name), save_or_ask_to_replace);
	prompt_set_enter_label(m, "save");
	console_push_modal(c, m);
	buf_free(&name);
	buf_free(&day);
}

/* ---- comparing ---- */

static bool
load_and_compare(struct console *c, struct str text, struct err *err)
{
	if (!on_snapshot_name(c, text, err))
		return false;
	struct baseline *read = baseline_load(buf_z(&c->snapshot_file), err);
	if (!read)
		return false; /* shown in the prompt: the name can be corrected */
	baseline_free(c->baseline);
	c->baseline = read;
	c->comparison_count++;
	c->compared_revision = c->catalog->revision_count;
	catalog_refresh(c->catalog);
	console_notify_panes(c);
	changes_pane_show(c);
	return true;
}

struct snapshot_file {
	char *name;
	int64_t changed_at; /* ns */
};

static int
compare_newest_first(const void *x, const void *y)
{
	const struct snapshot_file *a = x, *b = y;
	int order = (a->changed_at < b->changed_at) - (a->changed_at > b->changed_at);
	return order ? order : strcmp(a->name, b->name);
}

/* Appends the snapshots in the current folder, newest first, one per line. */
static void
append_snapshot_files(struct buf *out)
{
	VEC(struct snapshot_file) files = { 0 };
	struct stat st;
	DIR *folder = opendir(".");
	for (const struct dirent *e; folder && (e = readdir(folder));)
		if (str_ends(str_of(e->d_name), STR(".snap")) && !strchr(e->d_name, '\n') &&
		    stat(e->d_name, &st) == 0 && S_ISREG(st.st_mode)) {
			struct snapshot_file file = { x_strdup(e->d_name),
				(int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec };
			vec_push(&files, file);
		}
	if (folder)
		closedir(folder);
	if (files.n)
		qsort(files.v, files.n, sizeof(*files.v), compare_newest_first);
	for (size_t i = 0; i < files.n; i++) {
		buf_addf(out, "%s%s", i ? "\n" : "", files.v[i].name);
		x_free(files.v[i].name);
	}
	vec_free(&files);
}

void
snapshots_compare(struct console *c)
{
	struct buf files = { 0 };
	if (!require_catalog_read(c))
		return;
	struct modal *m = prompt_text_new(
	    c, "Compare with the snapshot: ", buf_str(&c->snapshot_file), load_and_compare);
	append_snapshot_files(&files);
	prompt_set_enter_label(m, "compare");
	prompt_offer(m, &files);
	console_push_modal(c, m);
	const struct rows_pane *marked = rows_pane_or_null(console_top_pane(c));
	if (marked && marked->marked_ids.n)
		console_show(c, ROLE_TEXT, "marked rows: Esc, then :diff");
}
