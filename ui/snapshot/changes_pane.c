#include "ui/snapshot/changes_pane.h"

#include "base/utf8.h"
#include "snapshot/change_row.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"

struct comparison {
	struct changes changes;
	size_t items; /* items in the snapshot */
	/* The compared data: the catalog's revision (0: none), and the number of the comparison. */
	unsigned revision, snapshot;
};

static struct comparison *
comparison_of(const struct rows_pane *r)
{
	return r->of;
}

/* The revision to compare. The catalog is reloaded before a comparison; if that fails or is
 * stopped, the current revision is compared. */
static unsigned
revision_to_compare(const struct console *c)
{
	const struct catalog *catalog = c->catalog;
	bool waiting = catalog->state == CATALOG_READING && catalog->revisions <= c->compare_after;
	return catalog_graph(catalog) && !waiting ? catalog->revisions : 0;
}

/* Compares only if the catalog or the snapshot has changed. */
static void
load_changes(struct rows_pane *r)
{
	struct comparison *own = comparison_of(r);
	const struct console *c = r->pane.console;
	unsigned revision = revision_to_compare(c);
	struct snapshot now = { 0 };
	if (own->revision == revision && own->snapshot == c->comparisons)
		return;
	own->revision = revision;
	own->snapshot = c->comparisons;
	own->items = c->baseline->snapshot.items.n;
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
	doc_label(d, label);
	if (json.p)
		doc_value(d, ROLE_TEXT, json);
	else
		doc_words(d, ROLE_LABEL, "absent");
}

static void
add_price(struct doc *d, const char *label, struct str sentence)
{
	doc_label(d, label);
	if (sentence.n)
		doc_value(d, ROLE_TEXT, sentence);
	else
		doc_words(d, ROLE_LABEL, "no charges");
}

/* Both complete values; for a price also in words. */
static void
describe_change(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct change_row *row = change_at(r, at);
	const struct doc_target where = { row->link, row->path };
	doc_named(d, "Item", row->name);
	doc_label(d, "Where");
	if (row->link < GRAPH_KINDS)
		doc_link(d, ROLE_REFERENCE, row->path, &where);
	else
		doc_words(d, ROLE_TEXT, "the configuration of all journeys");
	if (row->member.p) {
		doc_named(d, "Member", row->member);
		add_value(d, "Before", row->old);
		add_value(d, "Now", row->new);
	} else {
		doc_label(d, "What");
		doc_words(d, ROLE_TEXT, "%s",
		    str_eqz(row->change, "added") ? "In the catalog, not in the snapshot"
						  : "In the snapshot, no longer in the catalog");
	}
	if (!row->price_then.n && !row->price_now.n)
		return;
	doc_line(d);
	add_price(d, "Was", row->price_then);
	add_price(d, "Now", row->price_now);
}

static void
change_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct change_row *row = change_at(r, at);
	buf_addf(out, "%.*s %.*s ", STR_ARG(row->change), STR_ARG(row->kind));
	text_clean(out, row->name, r->pane.console->look.ascii_lines);
}

static void
change_counts(const struct rows_pane *r, struct buf *out)
{
	const struct comparison *own = comparison_of(r);
	if (view_is_filtered(&r->table.view)) {
		catalog_append_counts(r, out, "change", "changes");
		return;
	}
	format_plural(out, own->changes.items, "item differs", "items differ");
	catalog_append_revision(r->pane.console, out);
}

static void
describe_no_differences(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	struct buf words = { 0 };
	if (!comparison_of(r)->revision) {
		empty_what(d, "Not compared yet");
		empty_why(d, STR("Compared when the whole catalog has been read."));
	} else {
		buf_addz(&words, "The catalog is unchanged since ");
		text_clean(&words, str_of(c->baseline->name), c->look.ascii_lines);
		buf_addz(&words, ", ");
		format_plural(&words, comparison_of(r)->items, "item", "items");
		buf_addc(&words, '.');
		empty_what(d, "Nothing differs");
		empty_why(d, buf_str(&words));
	}
	buf_free(&words);
}

static void
changes_crumb(const struct rows_pane *r, struct buf *out)
{
	buf_addz(out, "Since ");
	text_clean(out, str_of(r->pane.console->baseline->name), r->pane.console->look.ascii_lines);
}

static bool
change_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct change_row *row = change_at(r, at);
	*out = (struct row_target){
		.link = row->link, .path = row->path, .id = row->id, .name = row->name
	};
	return row->link < GRAPH_KINDS;
}

static enum role
role_of_change(const struct rows_pane *r, const struct column *column, const void *of)
{
	(void)r;
	(void)column;
	return str_eqz(((const struct change_row *)of)->change, "removed") ? ROLE_LABEL : ROLE_TEXT;
}

static void
close_comparison(struct rows_pane *r)
{
	changes_free(&comparison_of(r)->changes);
	x_free(r->of);
}

static const struct rows_kind kind = {
	.actions = { catalog_pointer_actions, rows_actions, catalog_tree_action },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.crumb = changes_crumb,
	.why_not = catalog_why_not,
	.words = catalog_pointer_words,
	.status = catalog_status,
	.cancel = catalog_stop_reading,
	.load = load_changes,
	.describe = describe_change,
	.headline = change_headline,
	.counts = change_counts,
	.describe_empty = describe_no_differences,
	.target = change_target,
	.role = role_of_change,
	.close = close_comparison,
};

void
changes_pane_show(struct console *c)
{
	if (rows_pane_is(console_pane(c), &kind))
		return;
	struct comparison *own = x_new(struct comparison);
	console_push(c, &rows_pane_new(c, &kind, &changes_resource, own)->pane);
}
