#include "ui/catalog/tree_pane.h"

#include "base/utf8.h"
#include "catalog/graph_names.h"
#include "catalog/tree.h"
#include "ui/catalog/catalog_pane.h"
#include "ui/catalog/item_doc_context.h"
#include "ui/catalog/users_pane.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"
#include "ui/kit/text_pane.h"
#include "ui/rows/catalog_rows.h"
#include "ui/rows/empty.h"
#include "ui/rows/export_menu.h"
#include "ui/rows/page_export.h"

enum { GAP = 2 };

struct tree_pane {
	struct pane pane;
	bool shows_all; /* shows all campaigns, with `path` unfolded */
	enum graph_kind kind;
	struct buf path;
	struct textview view;
	unsigned revision; /* the catalog's revision that is shown; 0: none yet */
	bool presenting;   /* presenting: no paths */
};

static struct tree_pane *
tree_pane_of(const struct pane *p)
{
	return (struct tree_pane *)(uintptr_t)p;
}

/* ---- content ---- */

static bool
is_root(const struct tree_pane *p, const struct graph_node *n)
{
	return n->kind == p->kind && !graph_is_missing(n) &&
	    (p->shows_all || str_eq(n->path, buf_str(&p->path)));
}

/* Adds the roots of the tree. */
static void
build_tree(struct tree *t, const struct tree_pane *p)
{
	for (uint32_t i = 0; i < t->graph->nodes.n; i++) {
		const struct graph_node *n = &t->graph->nodes.v[i];
		if (is_root(p, n))
			tree_add(t, i);
	}
	tree_end(t);
}

/* The width of the longest relation of a row and its siblings. `at` is the first of them. */
static int
measure_relations(const struct tree *t, size_t at)
{
	struct buf lead = { 0 };
	int level = t->rows.v[at].level, width = 0;
	for (size_t i = at; i < t->rows.n && t->rows.v[i].level >= level; i++) {
		if (t->rows.v[i].level > level)
			continue;
		buf_reset(&lead);
		tree_write_lead(&lead, t, i);
		width = text_width(buf_str(&lead)) > width ? text_width(buf_str(&lead)) : width;
	}
	buf_free(&lead);
	return width;
}

/* True if the relation starts with words about the mark, such as "circular: ". */
static bool
has_mark_words(enum tree_mark mark)
{
	return mark != TREE_PLAIN && mark != TREE_MISSING;
}

/* True if the row above is a sibling with the same relation. */
static bool
repeats_relation(const struct tree *t, size_t at)
{
	const struct tree_row *row = &t->rows.v[at], *above = at ? row - 1 : NULL;
	return above && above->level == row->level &&
	    has_mark_words(above->mark) == has_mark_words(row->mark) &&
	    str_eq(above->relation_text, row->relation_text);
}

static bool
has_children(const struct tree *t, size_t at)
{
	return at + 1 < t->rows.n && t->rows.v[at + 1].level > t->rows.v[at].level;
}

/* Appends the branch, the fold sign, and the relation in `width` cells, so that the names of
 * siblings are in one column. */
static void
add_tree_lead(struct doc *d, const struct tree *t, size_t at, int width)
{
	struct buf text = { 0 };
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, "   ");
	tree_write_branch(&text, t, at);
	doc_add_drawing(d, ROLE_FAINT, "%s", buf_z(&text));
	struct doc_line *line = &d->lines.v[d->lines.n - 1];
	line->fold_column = has_children(t, at) ? line->cell_count : 0;
	doc_add_drawing(d, ROLE_TEXT, "%s ", line->fold_column ? "-" : " ");
	int column = line->cell_count;
	buf_reset(&text);
	tree_write_lead(&text, t, at);
	if (repeats_relation(t, at))
		doc_add_repeated(d, ROLE_LABEL, "%s", buf_z(&text));
	else
		doc_printf(d, ROLE_LABEL, "%s", buf_z(&text));
	if (text.n)
		doc_pad_to_column(d, column + width + GAP);
	buf_free(&text);
}

/* Appends an item. Its name is the link to it; the path if it has no name. */
static void
add_tree_row(struct tree_pane *p, const struct tree *t, size_t at, int width)
{
	struct doc *d = &p->view.doc;
	const struct tree_row *row = &t->rows.v[at];
	struct str name = row->text.n ? row->text : row->path;
	add_tree_lead(d, t, at, width);
	if (row->node == GRAPH_NONE) {
		doc_add_text(d, ROLE_TEXT, name);
		return;
	}
	const struct graph_node *n = &t->graph->nodes.v[row->node];
	const struct doc_target target = { (int)n->kind, n->path };
	if (row->mark == TREE_MISSING)
		item_add_name(d, name.n ? name : STR("-"), true, &target);
	else
		doc_add_link(d, ROLE_TEXT, name.n ? name : STR("-"), &target);
	if (row->text.n && row->path.n && !p->presenting)
		doc_printf(d, ROLE_LABEL, "  %.*s", STR_ARG(row->path));
}

static void
add_tree_rows(struct tree_pane *p, const struct tree *t)
{
	int widths[TREE_DEPTH_MAX + 2] = { 0 };
	for (size_t i = 0; i < t->rows.n; i++) {
		int level = t->rows.v[i].level;
		if (i == 0 || t->rows.v[i - 1].level < level)
			widths[level] = measure_relations(t, i);
		add_tree_row(p, t, i, widths[level]);
	}
}

/* If there are several roots, they can be folded like branches. */
static void
set_fold_levels(struct doc *d, const struct tree *t, int root)
{
	for (size_t i = 0; i < t->rows.n; i++) {
		d->lines.v[i].fold_level = t->rows.v[i].level + root;
		d->lines.v[i].is_foldable = has_children(t, i);
	}
}

static void
describe_no_tree(struct tree_pane *p)
{
	struct doc *d = &p->view.doc;
	if (p->revision)
		empty_add_title(d,
		    p->shows_all ? "The service has no campaigns"
				 : "This item is no longer in the catalog");
	else if (!catalog_describe_unread(p->pane.console, d))
		empty_add_title(d, "The tree appears when the whole catalog has been read");
}

/* The line of the root with that path; the first line if there is none. */
static size_t
find_path_line(const struct tree_pane *p, const struct tree *t)
{
	for (size_t i = 0; i < t->rows.n; i++)
		if (t->rows.v[i].level == 0 &&
		    str_eq(t->graph->nodes.v[t->rows.v[i].node].path, buf_str(&p->path)))
			return i;
	return 0;
}

static void
build_tree_text(struct tree_pane *p)
{
	const struct console *c = p->pane.console;
	struct tree tree = { .graph = catalog_graph(c->catalog), .ascii = c->look.ascii_lines };
	p->revision = tree.graph ? c->catalog->revision_count : 0;
	p->presenting = c->presenting;
	doc_clear(&p->view.doc);
	if (tree.graph)
		build_tree(&tree, p);
	add_tree_rows(p, &tree);
	if (tree.rows.n == 0)
		describe_no_tree(p);
	set_fold_levels(&p->view.doc, &tree, p->shows_all);
	textview_on_built(&p->view);
	if (p->shows_all && tree.rows.n)
		textview_fold_around(&p->view, find_path_line(p, &tree));
	tree_free(&tree);
}

/* Rebuilds only for a new revision of the catalog, because folds are lost. */
static void
on_tree_changed(struct pane *of)
{
	struct tree_pane *p = tree_pane_of(of);
	const struct console *c = of->console;
	if (p->revision != c->catalog->revision_count || !p->revision ||
	    p->presenting != c->presenting)
		build_tree_text(p);
}

/* ---- the pane ---- */

static enum scope
tree_scope(const struct pane *p)
{
	(void)p;
	return SCOPE_TREE;
}

static void
arrange_tree(struct pane *p, const struct layout *layout)
{
	textview_arrange(&tree_pane_of(p)->view, layout->body.h);
}

static void
draw_tree(const struct pane *p, const struct surface *screen, const struct layout *layout)
{
	const struct rect *r = &layout->body;
	const struct textview *view = &tree_pane_of(p)->view;
	struct surface body = surface_part(screen, r->y, r->x, r->h, r->w - 1);
	struct surface edge = surface_part(screen, r->y, r->x + r->w - 1, r->h, 1);
	textview_draw(view, &body);
	if (view->visible_lines.n)
		surface_fill(&edge, (int)(view->list.cursor - view->list.first_visible_row), 0, 1,
		    ROLE_SELECTED);
}

static const char *
why_no_page(const struct tree_pane *p)
{
	if (p->kind != GRAPH_CAMPAIGN && p->kind != GRAPH_OFFER)
		return "Works in the tree of campaigns, or of a campaign or offer";
	return page_export_why_not(p->pane.console);
}

static const char *
why_not_in_tree(const struct pane *p, enum action a)
{
	const struct textview *v = &tree_pane_of(p)->view;
	if ((a == ACT_NEXT_MATCH || a == ACT_PREV_MATCH) && v->last_search.n == 0)
		return "No search yet";
	if ((a == ACT_IN || a == ACT_USED_BY || a == ACT_SEND_MAIN) && !textview_selected_target(v))
		return "Nothing to open on this line";
	if (a == ACT_EXPORT || a == ACT_WEB_PAGE)
		return why_no_page(tree_pane_of(p));
	return NULL;
}

static const char *
tree_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)p;
	(void)room;
	if (a == ACT_FILTER)
		return "search";
	if (a == ACT_IN)
		return "open";
	return a == ACT_SEND_MAIN ? "path" : NULL;
}

static void
append_tree_crumb(const struct pane *p, struct buf *out)
{
	const struct tree_pane *t = tree_pane_of(p);
	const struct graph *g = catalog_graph(p->console->catalog);
	uint32_t at = g && !t->shows_all ? graph_find(g, t->kind, buf_str(&t->path)) : GRAPH_NONE;
	buf_addz(out, "Tree of ");
	if (t->shows_all)
		buf_addz(out, "campaigns");
	else
		text_clean(
		    out, at == GRAPH_NONE ? buf_str(&t->path) : graph_name(&g->nodes.v[at]), false);
}

static void
write_title(const struct pane *p, struct title *out)
{
	const struct tree_pane *t = tree_pane_of(p);
	console_append_lower_breadcrumb(p->console, &out->breadcrumb);
	append_tree_crumb(p, &out->breadcrumb);
	format_plural(&out->counts, t->revision ? t->view.doc.lines.n : 0, "line", "lines");
	catalog_append_revision(p->console, &out->counts);
}

static bool
cancel_tree(struct pane *p)
{
	struct textview *v = &tree_pane_of(p)->view;
	bool searched = v->last_search.n > 0;
	if (catalog_stop_reading(p))
		return true;
	buf_reset(&v->last_search);
	return searched;
}

static void
close_pane(struct pane *p)
{
	textview_free(&tree_pane_of(p)->view);
	buf_free(&tree_pane_of(p)->path);
	x_free(p);
}

/* ---- keys ---- */

static void
run_into_tree(struct pane *p)
{
	const struct doc_target *to = textview_selected_target(&tree_pane_of(p)->view);
	p->console->nav->open_item(p->console, to->kind, to->path);
}

static void
run_out(struct pane *p)
{
	console_pop_pane(p->console);
}

static void
run_used_by(struct pane *p)
{
	const struct doc_target *of = textview_selected_target(&tree_pane_of(p)->view);
	console_push_pane(
	    p->console, used_by_pane_new(p->console, (enum graph_kind)of->kind, of->path));
}

static void
run_send_tree(struct pane *p)
{
	send_text(p->console, textview_selected_target(&tree_pane_of(p)->view)->path, "the path");
}

/* Writes the roots of the tree, as a page or a drawing. */
static bool
write_tree_page(struct console *c, struct str typed, struct err *err)
{
	const struct tree_pane *p = tree_pane_of(console_top_pane(c));
	const struct graph *g = catalog_graph(c->catalog);
	struct page_choice choice = { 0 };
	for (uint32_t i = 0; g && i < g->nodes.n; i++)
		if (is_root(p, &g->nodes.v[i]))
			page_choose_node(&choice, i);
	bool ok = page_export_write(c, &choice, typed, err);
	page_choice_free(&choice);
	return ok;
}

static void
run_tree_page(struct pane *p)
{
	export_ask_file(p->console, "offers", "html", write_tree_page);
}

static void
on_export_chosen(struct console *c, void *ctx, int draws)
{
	(void)ctx;
	export_ask_file(c, "offers", draws ? "svg" : "html", write_tree_page);
}

static void
run_export_tree(struct pane *p)
{
	struct menu *m =
	    menu_new(p->console, "Export this tree to a file", false, on_export_chosen, NULL);
	menu_add(m, false, false, "%s", page_export_label);
	menu_add(m, true, false, "drawing (SVG)");
	menu_set_place(m, MENU_AT_HEAD);
	menu_set_closing_action(m, ACT_EXPORT);
	menu_open(m);
}

static const struct pane_action actions[] = {
	{ ACT_IN, run_into_tree },
	{ ACT_OUT, run_out },
	{ ACT_FOLD, text_run_view_action },
	{ ACT_FOLD_ALL, text_run_view_action },
	{ ACT_USED_BY, run_used_by },
	{ ACT_FILTER, text_run_search },
	{ ACT_SEND_MAIN, run_send_tree },
	{ ACT_EXPORT, run_export_tree },
	{ ACT_WEB_PAGE, run_tree_page },
	{ ACT_REFRESH, catalog_run_refresh },
	{ ACT_NEXT_MATCH, text_run_match },
	{ ACT_PREV_MATCH, text_run_match },
	{ ACT_NONE, NULL },
};

static const struct textview *
tree_text(const struct pane *p)
{
	return &tree_pane_of(p)->view;
}

static const struct pane_ops ops = {
	.get_scope = tree_scope,
	.arrange = arrange_tree,
	.draw = draw_tree,
	.why_unavailable = why_not_in_tree,
	.label_action = tree_action_words,
	.write_title = write_title,
	.write_status = catalog_append_status,
	.cancel = cancel_tree,
	.on_changed = on_tree_changed,
	.write_breadcrumb = append_tree_crumb,
	.get_textview = tree_text,
	.close = close_pane,
};

static struct pane *
tree_pane_new(struct console *c, bool all, enum graph_kind kind, struct str path)
{
	struct tree_pane *p = x_new(struct tree_pane);
	*p = (struct tree_pane){
		.pane = { .ops = &ops, .console = c, .actions = { actions, text_move_actions } },
		.shows_all = all,
		.kind = kind
	};
	buf_adds(&p->path, path);
	p->view.has_cursor = p->view.marks_cursor = true;
	p->view.doc.ascii = c->look.ascii_lines;
	p->view.doc.hides_private = c->presenting;
	build_tree_text(p);
	return &p->pane;
}

struct pane *
campaigns_tree_pane_new(struct console *c, struct str path)
{
	return tree_pane_new(c, true, GRAPH_CAMPAIGN, path);
}

struct pane *
item_tree_pane_new(struct console *c, enum graph_kind kind, struct str path)
{
	return tree_pane_new(c, false, kind, path);
}
