#include "cli/dot.h"

struct dot {
	struct buf *out;
	const struct tree *tree;
	struct index *seen; /* edges and texts already written */
	struct buf *labels; /* by node: the text in its box; empty: none */
	struct buf gates;   /* boxes of conditions */
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

/* Returns false if the text was seen before. */
static bool
is_new(struct dot *d, struct buf *what)
{
	bool fresh = index_get(d->seen, buf_str(what)) == UINT32_MAX;
	index_put(d->seen, buf_str(what), 1);
	buf_reset(what);
	return fresh;
}

/* Starts a node's box, once: kind, name and path. */
static void
note_node(struct dot *d, const struct tree_row *row)
{
	struct buf *label = &d->labels[row->node];
	if (label->n)
		return;
	add_label_line(label, str_of(graph_kinds[d->tree->graph->nodes.v[row->node].kind].one));
	add_label_line(label, row->text);
	add_label_line(label, row->path);
}

static void
add_edge(struct dot *d, size_t from, size_t to, struct str lead)
{
	buf_addf(&d->edges, "\tn%zu -> n%zu [label=\"", from, to);
	add_escaped(&d->edges, lead);
	buf_addz(&d->edges, "\"];\n");
}

static void
note_edge(struct dot *d, uint32_t from, const struct tree_row *row)
{
	struct buf name = { 0 };
	buf_addf(&name, "%u>%u ", from, row->node);
	buf_adds(&name, row->lead);
	if (is_new(d, &name))
		add_edge(d, from, row->node, row->lead);
	buf_free(&name);
}

static void
note_words(struct dot *d, uint32_t node, const struct tree_row *row)
{
	struct buf name = { 0 };
	buf_addf(&name, "%u:", node);
	buf_adds(&name, row->text);
	if (is_new(d, &name))
		add_label_line(&d->labels[node], row->text);
	buf_free(&name);
}

/* Writes a box for each occurrence of a condition, numbered after the nodes. */
static size_t
note_gate(struct dot *d, size_t at)
{
	const struct tree_row *row = &d->tree->rows.v[at];
	size_t own = d->tree->graph->nodes.n + at;
	struct buf label = { 0 };
	add_label_line(&label, row->lead);
	add_label_line(&label, row->text);
	add_label_line(&label, row->path);
	buf_addf(&d->gates, "\tn%zu [label=\"", own);
	buf_adds(&d->gates, buf_str(&label));
	buf_addz(&d->gates, "\"");
	buf_addz(&d->gates, row->mark == TREE_MISSING ? missing_style : ", style=rounded");
	buf_addz(&d->gates, "];\n");
	buf_free(&label);
	return own;
}

/* Connects a journey to its parent through the boxes of its conditions, one after the other. */
static void
note_parent_edge(struct dot *d, uint32_t from, size_t at)
{
	const struct tree_row *row = &d->tree->rows.v[at];
	struct str lead = row->lead;
	size_t last = from;
	for (size_t i = at + 1; i < d->tree->rows.n && d->tree->rows.v[i].gate; i++) {
		size_t gate = note_gate(d, i);
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
note_rows(struct dot *d)
{
	uint32_t above[TREE_DEPTH_MAX + 2];
	above[0] = GRAPH_NONE;
	for (size_t i = 0; i < d->tree->rows.n; i++) {
		const struct tree_row *row = &d->tree->rows.v[i];
		uint32_t from = above[row->level];
		above[row->level + 1] = row->node;
		if (row->gate)
			continue;
		if (row->node != GRAPH_NONE) {
			note_node(d, row);
			note_parent_edge(d, from, i);
		} else if (from != GRAPH_NONE) {
			note_words(d, from, row);
		}
	}
}

static void
write_nodes(struct dot *d)
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

void
dot_write(struct buf *out, const struct tree *t, const char *name)
{
	size_t n = t->graph->nodes.n;
	struct dot d = {
		.out = out, .tree = t, .seen = index_new(), .labels = x_new_array(struct buf, n)
	};
	note_rows(&d);
	buf_addf(out, "digraph \"%s\" {\n\trankdir=LR;\n\tnode [shape=box];\n", name);
	write_nodes(&d);
	buf_adds(out, buf_str(&d.gates));
	buf_adds(out, buf_str(&d.edges));
	buf_addz(out, "}\n");
	for (size_t i = 0; i < n; i++)
		buf_free(&d.labels[i]);
	x_free(d.labels);
	buf_free(&d.gates);
	buf_free(&d.edges);
	index_free(d.seen);
}
