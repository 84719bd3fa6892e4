#include "catalog/tree.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "model/whatif.h"

#include <stdio.h>

void
tree_free(struct tree *t)
{
	arena_free(&t->text_arena);
	vec_free(&t->rows);
}

/* ---- rows ---- */

/* Cleans foreign text; suspicious text gets `!` before it. */
static struct str
clean_text(struct tree *t, struct str text)
{
	struct buf b = { 0 }, flagged = { 0 };
	bool odd = text_is_suspicious(text_clean(&b, text, t->ascii), false);
	buf_addz(&flagged, odd ? "! " : "");
	buf_adds(&flagged, buf_str(&b));
	struct str kept = arena_str(&t->text_arena, buf_str(&flagged));
	buf_free(&b);
	buf_free(&flagged);
	return kept;
}

/* Adds a row with the program's own words; foreign parts must be cleaned already. */
static void
add_text_row(struct tree *t, int level, const char *relation, struct str words)
{
	const struct tree_row row = { .level = level,
		.node = GRAPH_NONE,
		.relation_text = str_of(relation),
		.text = arena_str(&t->text_arena, words) };
	vec_push(&t->rows, row);
	t->ancestors[level] = GRAPH_NONE;
}

static bool
is_ancestor(const struct tree *t, int level, uint32_t node)
{
	for (int l = 0; l < level; l++)
		if (t->ancestors[l] == node)
			return true;
	return false;
}

static struct str
name_of(const struct graph_node *n)
{
	if (n->journey)
		return n->journey->id;
	if (!n->item)
		return STR_NONE;
	return n->item->name.n ? n->item->name : n->item->facts.display_name;
}

static enum tree_mark
node_mark(const struct tree *t, int level, uint32_t node)
{
	const struct graph_node *n = &t->graph->nodes.v[node];
	if (is_ancestor(t, level, node))
		return TREE_LOOP;
	if (level == TREE_DEPTH_MAX)
		return TREE_TOO_DEEP;
	if (graph_is_missing(n))
		return TREE_MISSING;
	bool second = n->item && n->path.n && graph_find(t->graph, n->kind, n->path) != node;
	return second ? TREE_DUPLICATE : TREE_PLAIN;
}

/* Adds a node's row; returns false if it must not have children. */
static bool
add_node(struct tree *t, int level, struct str lead, uint32_t node)
{
	const struct graph_node *n = &t->graph->nodes.v[node];
	struct tree_row row = { .level = level,
		.node = node,
		.relation_text = arena_str(&t->text_arena, lead),
		.text = clean_text(t, name_of(n)),
		.path = n->journey ? STR_NONE : clean_text(t, n->path) };
	row.mark = node_mark(t, level, node);
	vec_push(&t->rows, row);
	t->ancestors[level] = node;
	return row.mark != TREE_LOOP && row.mark != TREE_TOO_DEEP;
}

/* ---- children of an item ---- */

/* How much of a referenced node is shown. */
enum branch_extent { BRANCH_LEAF, BRANCH_PRICE_ONLY, BRANCH_WHOLE };

static const struct {
	const char *relation_text;
	enum branch_extent extent; /* how much of the referenced node is shown */
	bool roots_only;           /* shown only below a root */
	bool hidden;
} relations[] = {
	[RELATION_OFFER] = { .relation_text = "offer", .extent = BRANCH_WHOLE },
	[RELATION_PRODUCT] = { .relation_text = "product", .extent = BRANCH_LEAF },
	[RELATION_BUNDLE] = { .relation_text = "bundle", .extent = BRANCH_LEAF },
	[RELATION_EMBEDDED] = { .relation_text = "copy of product", .extent = BRANCH_LEAF },
	[RELATION_SEGMENT] = { .relation_text = "segment", .extent = BRANCH_LEAF },
	[RELATION_TAG] = { .relation_text = "tag", .extent = BRANCH_LEAF },
	[RELATION_TEMPLATE] = { .relation_text = "template",
	    .extent = BRANCH_LEAF,
	    .roots_only = true },
	[RELATION_PRICE] = { .relation_text = "price of", .extent = BRANCH_PRICE_ONLY },
	[RELATION_COPY] = { .relation_text = "copied from", .extent = BRANCH_LEAF },
	[RELATION_ASSET] = { .relation_text = "asset", .extent = BRANCH_LEAF },
	[RELATION_LABEL] = { .hidden = true }, /* the tag that a label matches is not shown */
	/* Journeys have rows of their own. */
	[RELATION_CONDITION] = { .hidden = true },
	[RELATION_DESTINATION] = { .hidden = true },
	[RELATION_FALLBACK] = { .hidden = true },
	[RELATION_START] = { .hidden = true },
};
_Static_assert(sizeof(relations) / sizeof(*relations) == GRAPH_RELATIONS,
    "every relation needs a row in this table");

static bool
is_shown(const struct graph_edge *e, enum branch_extent extent, int level)
{
	if (relations[e->relation].hidden || (relations[e->relation].roots_only && level > 0))
		return false;
	return extent == BRANCH_WHOLE || e->relation == RELATION_PRICE;
}

static void
add_charges(struct tree *t, int level, const struct catalog_item *item)
{
	struct buf words = { 0 };
	for (size_t i = 0; i < item->charges_n; i++) {
		buf_reset(&words);
		buf_adds(&words, clean_text(t, item->charges[i].name));
		buf_addz(&words, item->charges[i].name.n ? ": " : "");
		charge_words_add_sentence(&words, &item->charges[i], 1, t->ascii);
		add_text_row(t, level, "charge", buf_str(&words));
	}
	buf_free(&words);
}

/* Appends "bundle", and the product's share of it. */
static void
add_lead(struct buf *out, struct tree *t, const struct graph_edge *e)
{
	const struct catalog_item *item = t->graph->nodes.v[e->from].item;
	struct str product = t->graph->nodes.v[e->to].path;
	buf_addz(out, relations[e->relation].relation_text);
	if (e->relation != RELATION_BUNDLE)
		return;
	for (size_t i = 0; i < item->bundles_n; i++)
		if (str_eq(item->bundles[i].product, product) && item->bundles[i].split.n) {
			buf_addc(out, ' ');
			buf_adds(out, clean_text(t, item->bundles[i].split));
			buf_addz(out, " %");
			return;
		}
}

static void add_children(struct tree *t, int level, uint32_t node, enum branch_extent extent);

static void
add_edge(struct tree *t, int level, const struct graph_edge *e)
{
	struct buf lead = { 0 };
	add_lead(&lead, t, e);
	if (add_node(t, level, buf_str(&lead), e->to))
		add_children(t, level + 1, e->to, relations[e->relation].extent);
	buf_free(&lead);
}

static void
add_children(struct tree *t, int level, uint32_t node, enum branch_extent extent)
{
	const struct graph_node *n = &t->graph->nodes.v[node];
	bool offers = false;
	if (extent == BRANCH_LEAF)
		return;
	if (n->item)
		add_charges(t, level, n->item);
	for (uint32_t e = n->first_out; e != GRAPH_NONE; e = t->graph->edges.v[e].next_out) {
		const struct graph_edge *edge = &t->graph->edges.v[e];
		offers = offers || edge->relation == RELATION_OFFER;
		if (is_shown(edge, extent, level - 1))
			add_edge(t, level, edge);
	}
	if (n->kind == GRAPH_CAMPAIGN && !offers)
		add_text_row(t, level, NULL, STR("no offers"));
}

void
tree_add(struct tree *t, uint32_t node)
{
	struct str lead = str_of(graph_kinds[t->graph->nodes.v[node].kind].singular);
	add_node(t, 0, lead, node);
	add_children(t, 1, node, BRANCH_WHOLE);
}

/* ---- journeys ---- */

/* Adds a row for the node with that path, or the text `otherwise` if it does not exist. */
static void
add_node_by_path(struct tree *t, int level, struct str lead, enum graph_kind kind, struct str path,
    const char *otherwise)
{
	uint32_t node = graph_find(t->graph, kind, path);
	if (node == GRAPH_NONE)
		add_text_row(t, level, NULL, str_of(otherwise));
	else
		add_node(t, level, lead, node);
}

/* An absent text becomes "?", an empty one "(empty)". */
static struct str
text_or_placeholder(struct tree *t, struct str text)
{
	return !text.p ? STR("?") : text.n ? clean_text(t, text) : STR("(empty)");
}

static void
add_tree_condition(struct tree *t, const struct journey_condition *c)
{
	struct buf words = { 0 };
	if (str_eqz(c->type, "segment")) {
		add_node_by_path(t, 2, STR("if in segment"), GRAPH_SEGMENT, c->value,
		    "if in an unnamed segment");
	} else {
		buf_addz(&words, "if ");
		buf_adds(&words, text_or_placeholder(t, c->type));
		buf_addz(&words, " is ");
		buf_adds(&words, text_or_placeholder(t, c->value));
		add_text_row(t, 2, NULL, buf_str(&words));
	}
	t->rows.v[t->rows.n - 1].is_condition = true;
	buf_free(&words);
}

/* A split as it was sent; marked if it is not a number. */
static void
add_destination(struct tree *t, const struct journey_destination *d)
{
	struct buf lead = { 0 };
	int64_t split;
	if (decimal_read_share(d->split, &split))
		buf_addf(&lead, "%.*s %% to", STR_ARG(d->split));
	else
		buf_addf(&lead, "! the split %.*s is not a number, to",
		    STR_ARG(text_or_placeholder(t, d->split)));
	add_node_by_path(t, 2, buf_str(&lead), GRAPH_TAG, d->tag, "to no tag");
	buf_free(&lead);
}

/* Adds the remainder of the splits; not known if a split is not a number. */
static void
add_unreached_destinations(struct tree *t, const struct journeys *all, const struct journey *j)
{
	const struct whatif_policy usual = { 0 };
	int64_t *shares = x_new_array(int64_t, j->destinations_n + 1), left;
	struct buf lead = { 0 };
	bool known = whatif_destination_shares(j, &usual, shares, &left);
	if (known)
		decimal_write(&lead, left);
	else
		buf_addc(&lead, '?');
	buf_addz(&lead, " % remainder to");
	if (left || !known)
		add_node_by_path(t, 2, buf_str(&lead), GRAPH_TAG, all->fallback_tag,
		    all->fallback_unreadable ? "remainder: the fallback cannot be read"
					     : "remainder: no fallback");
	buf_free(&lead);
	x_free(shares);
}

static void
add_journey(struct tree *t, const struct journeys *all, size_t at, uint32_t node)
{
	const struct journey *j = &all->v[at];
	char lead[32];
	snprintf(lead, sizeof(lead), "journey %zu", at + 1);
	add_node(t, 1, str_of(lead), node);
	for (size_t i = 0; i < j->conditions_n; i++)
		add_tree_condition(t, &j->conditions[i]);
	if (j->conditions_unreadable)
		add_text_row(t, 2, NULL, STR("conditions cannot be read"));
	else if (j->conditions_n == 0)
		add_text_row(t, 2, NULL, STR("always"));
	for (size_t i = 0; i < j->destinations_n; i++)
		add_destination(t, &j->destinations[i]);
	if (j->destinations_unreadable)
		add_text_row(t, 2, NULL, STR("destinations cannot be read"));
	else if (j->destinations_n == 0)
		add_text_row(t, 2, NULL, STR("no destination"));
	add_unreached_destinations(t, all, j);
}

void
tree_add_journeys(struct tree *t, const struct journeys *j, const bool *wanted)
{
	add_node_by_path(t, 0, STR("start"), GRAPH_PAGE, j->starting_point, "no starting point");
	if (j->n)
		add_text_row(t, 1, NULL, STR("order not documented: shown as sent"));
	for (uint32_t i = 0; i < t->graph->nodes.n; i++) {
		const struct graph_node *n = &t->graph->nodes.v[i];
		if (n->journey && (!wanted || wanted[n->item_index]))
			add_journey(t, j, n->item_index, i);
	}
	add_node_by_path(t, 1, STR("else to"), GRAPH_TAG, j->fallback_tag,
	    j->fallback_unreadable ? "a fallback that cannot be read" : "no fallback");
}

/* ---- tree lines ---- */

void
tree_end(struct tree *t)
{
	uint32_t follows = 0; /* levels with a row further down */
	for (size_t i = t->rows.n; i-- > 0;) {
		struct tree_row *row = &t->rows.v[i];
		uint32_t level = 1u << row->level;
		row->ancestor_lines = follows & (level - 1);
		row->is_last = !(follows & level);
		follows = row->ancestor_lines | level;
	}
}

void
tree_write_branch(struct buf *out, const struct tree *t, size_t at)
{
	static const char *const pieces[][4] = { { "\u2502  ", "   ", "\u251c\u2500 ",
						     "\u2514\u2500 " },
		{ "|  ", "   ", "|- ", "`- " } };
	const struct tree_row *row = &t->rows.v[at];
	for (int l = 1; l < row->level; l++)
		buf_addz(out, pieces[t->ascii][row->ancestor_lines >> l & 1 ? 0 : 1]);
	if (row->level)
		buf_addz(out, pieces[t->ascii][row->is_last ? 3 : 2]);
}

void
tree_write_lead(struct buf *out, const struct tree *t, size_t at)
{
	static const char *const marks[] = { [TREE_PLAIN] = "",
		[TREE_MISSING] = "",
		[TREE_DUPLICATE] = "duplicate path: ",
		[TREE_LOOP] = "circular: ",
		[TREE_TOO_DEEP] = "not expanded further: " };
	_Static_assert(
	    sizeof(marks) / sizeof(*marks) == TREE_MARKS, "every mark needs a row in this table");
	const struct tree_row *row = &t->rows.v[at];
	buf_addz(out, marks[row->mark]);
	buf_adds(out, row->relation_text);
}

void
tree_write_row(struct buf *out, const struct tree *t, size_t at)
{
	const struct tree_row *row = &t->rows.v[at];
	tree_write_branch(out, t, at);
	tree_write_lead(out, t, at);
	buf_addz(out, row->mark == TREE_MISSING ? " missing:" : "");
	buf_addz(out, row->relation_text.n && (row->text.n || row->path.n) ? " " : "");
	buf_adds(out, row->text);
	buf_addz(out, row->text.n && row->path.n ? "  " : "");
	buf_adds(out, row->path);
}
