#include "cli/tree_output.h"

#include "base/utf8.h"
#include "catalog/offers_svg.h"
#include "catalog/tree.h"
#include "cli/walk.h"
#include "journey/flow_svg.h"
#include "model/format.h"
#include "wire/member.h"

#include <stdio.h>

/*
 * A tree of the catalog as a graph for Graphviz: each node once, missing ones dashed and
 * red, edges labelled with the relation.
 */

struct dot_writer {
	struct buf *out;
	const struct tree *tree;
	struct index *written_edges; /* edges and texts already written */
	struct buf *labels;          /* by node: the text in its box; empty: none */
	struct buf condition_boxes;  /* boxes of conditions */
	struct buf edges;
};

static const char missing_style[] = ", style=dashed, color=red, fontcolor=red";

/* Appends a text for a quoted string of DOT: escapes quotes and backslashes. */
static void
add_escaped(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '"' || text.p[i] == '\\')
			buf_addc(out, '\\');
		buf_addc(out, text.p[i]);
	}
}

static void
add_label_line(struct buf *label, struct str text)
{
	if (text.n == 0)
		return;
	buf_addz(label, label->n ? "\\n" : "");
	add_escaped(label, text);
}

/* A row without a node: "charge monthly: GBP 9.99 every month". */
static void
add_text_line(struct buf *label, const struct tree_row *row)
{
	struct buf text = { 0 };
	buf_adds(&text, row->relation_text);
	buf_addz(&text, row->relation_text.n ? " " : "");
	buf_adds(&text, row->text);
	add_label_line(label, buf_str(&text));
	buf_free(&text);
}

/* Returns false if the text was seen before. */
static bool
is_new_dot_line(struct dot_writer *d, struct buf *what)
{
	bool fresh = index_get(d->written_edges, buf_str(what)) == UINT32_MAX;
	index_put(d->written_edges, buf_str(what), 1);
	buf_reset(what);
	return fresh;
}

/* Starts a node's box, once: kind, name and path. */
static void
note_node(struct dot_writer *d, const struct tree_row *row)
{
	struct buf *label = &d->labels[row->node];
	if (label->n)
		return;
	add_label_line(
	    label, str_of(graph_kinds[d->tree->graph->nodes.v[row->node].kind].singular));
	add_label_line(label, row->text);
	add_label_line(label, row->path);
}

static void
add_edge(struct dot_writer *d, size_t from, size_t to, struct str lead)
{
	buf_addf(&d->edges, "\tn%zu -> n%zu [label=\"", from, to);
	add_escaped(&d->edges, lead);
	buf_addz(&d->edges, "\"];\n");
}

static void
note_edge(struct dot_writer *d, uint32_t from, const struct tree_row *row)
{
	struct buf name = { 0 };
	buf_addf(&name, "%u>%u ", from, row->node);
	buf_adds(&name, row->relation_text);
	if (is_new_dot_line(d, &name))
		add_edge(d, from, row->node, row->relation_text);
	buf_free(&name);
}

static void
add_words_to_label(struct dot_writer *d, uint32_t node, const struct tree_row *row)
{
	struct buf name = { 0 };
	buf_addf(&name, "%u:", node);
	buf_adds(&name, row->text);
	if (is_new_dot_line(d, &name))
		add_text_line(&d->labels[node], row);
	buf_free(&name);
}

/* Writes a box for each occurrence of a condition, numbered after the nodes. */
static size_t
write_condition_box(struct dot_writer *d, size_t at)
{
	const struct tree_row *row = &d->tree->rows.v[at];
	size_t own = d->tree->graph->nodes.n + at;
	struct buf label = { 0 };
	add_label_line(&label, row->relation_text);
	add_label_line(&label, row->text);
	add_label_line(&label, row->path);
	buf_addf(&d->condition_boxes, "\tn%zu [label=\"", own);
	buf_adds(&d->condition_boxes, buf_str(&label));
	buf_addz(&d->condition_boxes, "\"");
	buf_addz(
	    &d->condition_boxes, row->mark == TREE_MISSING ? missing_style : ", style=rounded");
	buf_addz(&d->condition_boxes, "];\n");
	buf_free(&label);
	return own;
}

/* Connects a journey to its parent through the boxes of its conditions, one after the other. */
static void
note_parent_edge(struct dot_writer *d, uint32_t from, size_t at)
{
	const struct tree_row *row = &d->tree->rows.v[at];
	struct str lead = row->relation_text;
	size_t last = from;
	for (size_t i = at + 1; i < d->tree->rows.n && d->tree->rows.v[i].is_condition; i++) {
		size_t gate = write_condition_box(d, i);
		if (last != GRAPH_NONE)
			add_edge(d, last, gate, lead);
		last = gate;
		lead = STR("and");
	}
	if (last != from)
		add_edge(d, last, row->node, STR("then"));
	else if (from != GRAPH_NONE)
		note_edge(d, from, row);
}

/* Connects each row to the last row of the level above. */
static void
connect_rows(struct dot_writer *d)
{
	uint32_t above[TREE_DEPTH_MAX + 2];
	above[0] = GRAPH_NONE;
	for (size_t i = 0; i < d->tree->rows.n; i++) {
		const struct tree_row *row = &d->tree->rows.v[i];
		uint32_t from = above[row->level];
		above[row->level + 1] = row->node;
		if (row->is_condition)
			continue;
		if (row->node != GRAPH_NONE) {
			note_node(d, row);
			note_parent_edge(d, from, i);
		} else if (from != GRAPH_NONE) {
			add_words_to_label(d, from, row);
		}
	}
}

static void
write_nodes(struct dot_writer *d)
{
	for (size_t i = 0; i < d->tree->graph->nodes.n; i++) {
		bool missing = graph_is_missing(&d->tree->graph->nodes.v[i]);
		if (d->labels[i].n == 0)
			continue;
		buf_addf(d->out, "\tn%zu [label=\"", i);
		buf_adds(d->out, buf_str(&d->labels[i]));
		buf_addz(d->out, "\"");
		buf_addz(d->out, missing ? missing_style : "");
		buf_addz(d->out, "];\n");
	}
}

/* Appends the whole graph. Rows that are not nodes, such as charges, are text in the box of
 * their parent. */
static void
dot_write(struct buf *out, const struct tree *t, const char *name)
{
	size_t n = t->graph->nodes.n;
	struct dot_writer d = { .out = out,
		.tree = t,
		.written_edges = index_new(),
		.labels = x_new_array(struct buf, n) };
	connect_rows(&d);
	buf_addf(out, "digraph \"%s\" {\n\trankdir=LR;\n\tnode [shape=box];\n", name);
	write_nodes(&d);
	buf_adds(out, buf_str(&d.condition_boxes));
	buf_adds(out, buf_str(&d.edges));
	buf_addz(out, "}\n");
	for (size_t i = 0; i < n; i++)
		buf_free(&d.labels[i]);
	x_free(d.labels);
	buf_free(&d.condition_boxes);
	buf_free(&d.edges);
	index_free(d.written_edges);
}

static const struct {
	const char *resource;
	enum graph_kind kind;
	unsigned catalog_parts; /* parts needed below such an item */
	bool can_be_drawn;      /* as SVG */
} tree_resources[] = {
	{ "campaigns", GRAPH_CAMPAIGN, CATALOG_LISTS, true },
	{ "offers", GRAPH_OFFER, CATALOG_LISTS, true },
	{ "products", GRAPH_PRODUCT, CATALOG_LISTS, false },
	{ "segments", GRAPH_SEGMENT, CATALOG_LISTS, false },
	{ "assets", GRAPH_ASSET, CATALOG_LISTS, false },
	{ "journeys", GRAPH_JOURNEY, CATALOG_LIST(CATALOG_SEGMENTS) | CATALOG_JOURNEYS, true },
};

/* An item of the VIEW, to be found in the catalog. */
struct view_item_key {
	struct str path, id;
};

struct tree_output {
	size_t subject_index;
	struct arena text_arena;
	VEC(struct view_item_key) item_names;
	struct catalog *catalog;
	const struct graph *graph; /* owned by the catalog, like the journeys */
	const struct journeys *journeys;
	struct tree tree;
};

struct tree_output *
tree_output_new(const struct view *view, enum format format, struct err *err)
{
	bool draws = format == FORMAT_SVG;
	for (size_t i = 0; i < sizeof(tree_resources) / sizeof(*tree_resources); i++)
		if (str_eqz(str_of(view->resource->name), tree_resources[i].resource) &&
		    (!draws || tree_resources[i].can_be_drawn)) {
			struct tree_output *r = x_new(struct tree_output);
			r->subject_index = i;
			return r;
		}
	err_set(err, ERR_USAGE,
	    draws ? "-o svg draws campaigns, offers and journeys, not %s"
		  : "-o tree and dot are for the catalog and journeys, not for %s",
	    view->resource->name);
	return NULL;
}

void
tree_output_free(struct tree_output *r)
{
	if (!r)
		return;
	tree_free(&r->tree);
	catalog_free(r->catalog);
	vec_free(&r->item_names);
	arena_free(&r->text_arena);
	x_free(r);
}

static struct str
store_member(struct tree_output *r, struct str json, struct str name)
{
	struct buf text = { 0 };
	member_read_text(&text, json, name);
	struct str kept = arena_move_buf(&r->text_arena, &text);
	buf_free(&text);
	return kept;
}

void
tree_output_add_item(struct tree_output *r, struct str json)
{
	const struct view_item_key name = { store_member(r, json, STR("path")),
		store_member(r, json, STR("id")) };
	vec_push(&r->item_names, name);
}

/* ---- roots ---- */

static void
write_item_key(struct buf *out, struct str path, struct str id)
{
	buf_reset(out);
	buf_addf(out, "%zu:", path.n);
	buf_adds(out, path);
	buf_adds(out, id);
}

/* The nodes by path and id, since several items may share a path. */
static struct index *
nodes_by_name(const struct tree_output *r)
{
	struct index *names = index_new();
	struct buf name = { 0 };
	for (uint32_t i = 0; i < r->graph->nodes.n; i++) {
		const struct graph_node *n = &r->graph->nodes.v[i];
		if (!n->item || n->kind != tree_resources[r->subject_index].kind)
			continue;
		write_item_key(&name, n->item->path, n->item->id);
		index_put(names, buf_str(&name), i);
	}
	buf_free(&name);
	return names;
}

static void
add_listed_items(struct tree_output *r)
{
	struct index *names = nodes_by_name(r);
	struct buf name = { 0 };
	for (size_t i = 0; i < r->item_names.n; i++) {
		write_item_key(&name, r->item_names.v[i].path, r->item_names.v[i].id);
		uint32_t node = index_get(names, buf_str(&name));
		if (node != GRAPH_NONE)
			tree_add(&r->tree, node);
	}
	index_free(names);
	buf_free(&name);
}

static void
add_missing_campaigns(struct tree_output *r)
{
	for (uint32_t i = 0; i < r->graph->nodes.n; i++) {
		const struct graph_node *n = &r->graph->nodes.v[i];
		if (n->kind == GRAPH_CAMPAIGN && graph_is_missing(n))
			tree_add(&r->tree, i);
	}
}

static void
add_listed_journeys(struct tree_output *r)
{
	struct index *ids = index_new();
	bool *wanted = x_new_array(bool, r->journeys->n);
	for (size_t i = 0; i < r->item_names.n; i++)
		index_put(ids, r->item_names.v[i].id, 1);
	for (size_t i = 0; i < r->journeys->n; i++)
		wanted[i] = index_get(ids, r->journeys->v[i].id) != UINT32_MAX;
	tree_add_journeys(&r->tree, r->journeys, wanted);
	index_free(ids);
	x_free(wanted);
}

static void
make_tree(struct tree_output *r, bool all, bool ascii)
{
	r->tree = (struct tree){ .graph = r->graph, .ascii = ascii };
	if (tree_resources[r->subject_index].kind == GRAPH_JOURNEY)
		add_listed_journeys(r);
	else
		add_listed_items(r);
	if (tree_resources[r->subject_index].kind == GRAPH_CAMPAIGN && all)
		add_missing_campaigns(r);
	tree_end(&r->tree);
}

/* ---- output ---- */

static bool
print_rows(const struct tree_output *r, struct output *o)
{
	struct buf line = { 0 };
	for (size_t i = 0; i < r->tree.rows.n; i++) {
		buf_reset(&line);
		tree_write_row(&line, &r->tree, i);
		text_cut(&o->writer.pending_output, buf_str(&line),
		    o->to_terminal ? o->width : 1 << 24, r->tree.ascii);
		buf_addc(&o->writer.pending_output, '\n');
		writer_write_some(&o->writer);
	}
	buf_free(&line);
	return writer_write_all(&o->writer);
}

static void
print_missing_counts(const struct tree_output *r)
{
	static const struct {
		enum tree_mark mark;
		const char *label;
	} said[] = {
		{ TREE_MISSING, "missing" },
		{ TREE_DUPLICATE, "duplicate path" },
		{ TREE_LOOP, "refers back to itself" },
		{ TREE_TOO_DEEP, "not expanded further" },
	};
	struct buf line = { 0 };
	for (size_t s = 0; s < sizeof(said) / sizeof(*said); s++) {
		uint64_t n = 0;
		for (size_t i = 0; i < r->tree.rows.n; i++)
			n += r->tree.rows.v[i].mark == said[s].mark;
		if (n == 0)
			continue;
		buf_addz(&line, line.n ? ", " : "");
		format_count(&line, n);
		buf_addf(&line, " %s", said[s].label);
	}
	if (line.n)
		fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

/* Draws the roots of the tree, or its journeys. */
static void
draw_tree(const struct tree_output *r, struct buf *out)
{
	const struct flow_doc_context context = { .journeys = r->journeys, .graph = r->graph };
	const struct check_items offers = catalog_items(r->catalog, CATALOG_OFFERS);
	VEC(uint32_t) nodes = { 0 };
	VEC(size_t) journeys = { 0 };
	for (size_t i = 0; i < r->tree.rows.n; i++) {
		const struct tree_row *row = &r->tree.rows.v[i];
		if (row->node == GRAPH_NONE)
			continue;
		const struct graph_node *n = &r->graph->nodes.v[row->node];
		if (row->level == 0)
			vec_push(&nodes, row->node);
		else if (row->level == 1 && n->journey)
			vec_push(&journeys, n->item_index);
	}
	if (tree_resources[r->subject_index].kind == GRAPH_JOURNEY)
		flow_svg_write(out, &context, (struct flow_choice){ journeys.v, journeys.n },
		    FLOW_DRAWING_WIDTH, 0);
	else
		offers_svg_write(out, r->graph, &offers, nodes.v, nodes.n);
	vec_free(&nodes);
	vec_free(&journeys);
}

static bool
print_tree(const struct tree_output *r, struct output *o)
{
	if (o->format == FORMAT_SVG)
		draw_tree(r, &o->writer.pending_output);
	else if (o->format != FORMAT_DOT)
		return print_rows(r, o);
	else
		dot_write(&o->writer.pending_output, &r->tree, o->view->resource->name);
	return writer_write_all(&o->writer);
}

bool
tree_output_print(struct tree_output *r, struct connection *connection, struct output *o, bool all,
    int *tries, struct err *err)
{
	const unsigned reads = tree_resources[r->subject_index].catalog_parts |
	    (o->format == FORMAT_SVG ? CATALOG_LISTS : 0); /* it counts the offers of tags */
	const struct catalog_scope scope = { .wanted_parts = reads, .required_parts = reads };
	r->catalog = catalog_read_all(connection, scope, tries, err);
	if (!r->catalog)
		return false;
	r->graph = catalog_graph(r->catalog);
	r->journeys = catalog_journeys(r->catalog);
	make_tree(r, all, o->table_writer.context.ascii);
	if (print_tree(r, o))
		print_missing_counts(r);
	return true;
}
