#include "ui/catalog/users_pane.h"

#include "base/utf8.h"
#include "ui/catalog/item_doc.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"

struct used_by_pane_state {
	enum graph_kind kind;
	struct buf path;
	struct used_by users;
	/* The source of the rows: the catalog's revision (0: none) and that of the baskets. */
	unsigned revision, baskets_version;
	bool collected;
};

static struct used_by_pane_state *
used_by_pane_of(const struct rows_pane *r)
{
	return r->kind_data;
}

static void
load_used_by_rows(struct rows_pane *r)
{
	struct used_by_pane_state *u = used_by_pane_of(r);
	const struct console *c = r->pane.console;
	unsigned revision = catalog_graph(c->catalog) ? c->catalog->revision_count : 0;
	if (u->collected && u->revision == revision &&
	    u->baskets_version == c->baskets->rows_version)
		return;
	u->collected = true;
	u->revision = revision;
	u->baskets_version = c->baskets->rows_version;
	used_by_free(&u->users);
	used_by_collect(&u->users, c->catalog, c->baskets, u->kind, buf_str(&u->path));
	table_set_rows(&r->table, u->users.rows.v, u->users.rows.n);
}

static const struct used_by_row *
used_by_row_at(const struct rows_pane *r, size_t at)
{
	return table_row(&r->table, at);
}

/* The detail of the user if it is a catalog item. */
static void
describe_used_by_row(const struct rows_pane *r, size_t at, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct used_by_row *row = used_by_row_at(r, at);
	struct item_doc_context context = item_doc_context_now(c);
	enum catalog_part part = row->link_kind < GRAPH_KINDS
	    ? catalog_part_of((enum graph_kind)row->link_kind)
	    : CATALOG_PARTS;
	size_t number = part < CATALOG_PARTS ? catalog_find(c->catalog, part, row->path) : SIZE_MAX;
	if (number != SIZE_MAX) {
		item_doc(d, part, catalog_list(c->catalog, part), number, &context);
		return;
	}
	doc_add_labelled(d, "What", row->kind);
	doc_add_labelled(d, "Name", row->name);
	doc_add_labelled(d, "How", row->usage);
	if (!c->presenting)
		doc_add_labelled(d, "Id", row->path);
}

static void
append_used_by_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct used_by_row *row = used_by_row_at(r, at);
	bool ascii = r->pane.console->look.ascii_lines;
	text_clean(out, row->name, ascii);
	buf_addf(out, "%s%.*s", ascii ? "  " : " \xC2\xB7 ", STR_ARG(row->usage));
}

static void
describe_not_used(const struct rows_pane *r, struct doc *d)
{
	bool known = catalog_graph(r->pane.console->catalog);
	empty_add_title(d, known ? "Not used anywhere" : "Not known yet");
	bool whole = baskets_is_whole(r->pane.console->baskets);
	empty_add_reason(d,
	    known && whole ? STR("Probably safe to remove.")
		: known    ? STR("Probably safe to remove, unless baskets not read yet use it.")
			   : STR("Its uses appear when the whole catalog has been read."));
}

static void
append_used_by_crumb(const struct rows_pane *r, struct buf *out)
{
	const struct used_by_pane_state *u = used_by_pane_of(r);
	const struct graph *g = catalog_graph(r->pane.console->catalog);
	uint32_t at = g ? graph_find(g, u->kind, buf_str(&u->path)) : GRAPH_NONE;
	buf_addz(out, "Uses of ");
	text_clean(out, at == GRAPH_NONE ? buf_str(&u->path) : graph_name(&g->nodes.v[at]), false);
}

static void
write_used_by_title(const struct rows_pane *r, struct title *out)
{
	const struct console *c = r->pane.console;
	append_used_by_crumb(r, &out->breadcrumb);
	catalog_append_counts(r, &out->counts, "user", "users");
	if (!baskets_is_whole(c->baskets)) {
		buf_addz(&out->counts, " \xC2\xB7 ");
		format_count(&out->counts, c->baskets->rows.n);
		buf_addz(&out->counts, " baskets read");
	}
}

static bool
find_used_by_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct used_by_row *row = used_by_row_at(r, at);
	bool item = row->link_kind < GRAPH_KINDS && row->link_kind != GRAPH_JOURNEY;
	*out = (struct row_target){ .link_kind = row->target.kind,
		.link_path = row->target.path,
		.path = item ? row->path : STR_NONE,
		.id = row->path,
		.name = row->name };
	return true;
}

static void
close_used_by(struct rows_pane *r)
{
	struct used_by_pane_state *u = used_by_pane_of(r);
	used_by_free(&u->users);
	buf_free(&u->path);
	x_free(u);
}

static const struct rows_kind kind = {
	.actions = { catalog_pointer_actions, rows_actions, catalog_tree_action },
	.list_scope = SCOPE_CATALOG,
	.detail_scope = SCOPE_ITEM,
	.why_unavailable = catalog_why_not,
	.label_action = catalog_pointer_words,
	.write_status = catalog_append_status,
	.cancel = catalog_stop_reading,
	.load_rows = load_used_by_rows,
	.describe_row = describe_used_by_row,
	.write_headline = append_used_by_headline,
	.write_title = write_used_by_title,
	.describe_empty = describe_not_used,
	.get_target = find_used_by_target,
	.close = close_used_by,
};

struct pane *
used_by_pane_new(struct console *c, enum graph_kind graph_kind, struct str path)
{
	struct used_by_pane_state *u = x_new(struct used_by_pane_state);
	u->kind = graph_kind;
	buf_adds(&u->path, path);
	return &rows_pane_new(c, &kind, &used_by_resource, u)->pane;
}
