#include "model/graph.h"

#include "model/catalog.h"
#include "model/path.h"

const struct graph_kind_info graph_kinds[] = {
	[GRAPH_CAMPAIGN] = { "campaign", "campaigns", true },
	[GRAPH_OFFER] = { "offer", "offers", true },
	[GRAPH_PRODUCT] = { "product", "products", true },
	[GRAPH_SEGMENT] = { "segment", "segments", true },
	[GRAPH_ASSET] = { "asset", "assets", true },
	[GRAPH_JOURNEY] = { "journey", "journeys", true },
	[GRAPH_TAG] = { "tag", "tags", false },
	[GRAPH_TEMPLATE] = { "template", "templates", false },
	[GRAPH_PAGE] = { "page", "pages", false },
};
_Static_assert(sizeof(graph_kinds) / sizeof(*graph_kinds) == GRAPH_KINDS,
    "every kind needs a row in this table");

const char *const graph_relations[] = {
	[RELATION_OFFER] = "offers it",
	[RELATION_PRODUCT] = "sells it",
	[RELATION_BUNDLE] = "bundles it",
	[RELATION_EMBEDDED] = "has a copy of it",
	[RELATION_SEGMENT] = "targets it",
	[RELATION_TAG] = "is tagged with it",
	[RELATION_LABEL] = "has its label",
	[RELATION_TEMPLATE] = "is based on it",
	[RELATION_PRICE] = "takes its price from it",
	[RELATION_COPY] = "was copied from it",
	[RELATION_ASSET] = "shows it",
	[RELATION_CONDITION] = "requires it",
	[RELATION_DESTINATION] = "sends visitors to it",
	[RELATION_FALLBACK] = "falls back to it",
	[RELATION_START] = "starts there",
};
_Static_assert(sizeof(graph_relations) / sizeof(*graph_relations) == GRAPH_RELATIONS,
    "every relation needs a row in this table");

void
graph_init(struct graph *g)
{
	*g = (struct graph){ .product_id_index = index_new() };
	for (int k = 0; k < GRAPH_KINDS; k++)
		g->path_indexes[k] = index_new();
}

void
graph_free(struct graph *g)
{
	if (!g->product_id_index)
		return;
	for (int k = 0; k < GRAPH_KINDS; k++)
		index_free(g->path_indexes[k]);
	index_free(g->product_id_index);
	vec_free(&g->nodes);
	vec_free(&g->edges);
	*g = (struct graph){ 0 };
}

static uint32_t
add_node(struct graph *g, enum graph_kind kind, struct str path)
{
	struct graph_node n = { .kind = kind,
		.path = path,
		.item_index = GRAPH_NONE,
		.first_out = GRAPH_NONE,
		.last_out = GRAPH_NONE,
		.first_in = GRAPH_NONE,
		.last_in = GRAPH_NONE };
	vec_push(&g->nodes, n);
	return (uint32_t)g->nodes.n - 1;
}

uint32_t
graph_find(const struct graph *g, enum graph_kind kind, struct str path)
{
	if (!g->product_id_index || !path.n)
		return GRAPH_NONE;
	uint32_t at = index_get(g->path_indexes[kind], path);
	if (at == GRAPH_NONE && kind == GRAPH_PRODUCT)
		at = index_get(g->product_id_index, path);
	return at;
}

uint32_t
graph_find_any_kind(const struct graph *g, struct str path)
{
	uint32_t named = GRAPH_NONE;
	for (int k = 0; k < GRAPH_KINDS; k++) {
		uint32_t at = graph_find(g, (enum graph_kind)k, path);
		if (at != GRAPH_NONE && (g->nodes.v[at].item || g->nodes.v[at].journey))
			return at;
		named = named == GRAPH_NONE ? at : named;
	}
	return named;
}

bool
graph_is_missing(const struct graph_node *n)
{
	return graph_kinds[n->kind].has_endpoint && !n->item && !n->journey;
}

static uint32_t
find_or_add_node(struct graph *g, enum graph_kind kind, struct str path)
{
	uint32_t at = graph_find(g, kind, path);
	if (at != GRAPH_NONE)
		return at;
	at = add_node(g, kind, path);
	index_put(g->path_indexes[kind], path, at);
	return at;
}

static bool
has_reference(const struct graph *g, uint32_t from, uint32_t to)
{
	for (uint32_t e = g->nodes.v[from].first_out; e != GRAPH_NONE; e = g->edges.v[e].next_out)
		if (g->edges.v[e].to == to)
			return true;
	return false;
}

static void
add_edge(struct graph *g, uint32_t from, enum graph_relation relation, uint32_t to)
{
	const struct graph_edge edge = { .from = from,
		.to = to,
		.relation = relation,
		.next_out = GRAPH_NONE,
		.next_in = GRAPH_NONE };
	uint32_t at = (uint32_t)g->edges.n;
	vec_push(&g->edges, edge);
	struct graph_node *a = &g->nodes.v[from], *b = &g->nodes.v[to];
	if (a->last_out == GRAPH_NONE)
		a->first_out = at;
	else
		g->edges.v[a->last_out].next_out = at;
	a->last_out = at;
	a->out_count++;
	if (b->last_in == GRAPH_NONE)
		b->first_in = at;
	else
		g->edges.v[b->last_in].next_in = at;
	b->last_in = at;
	b->in_count++;
}

static void
add_graph_reference(struct graph *g, uint32_t from, enum graph_relation relation,
    enum graph_kind kind, struct str path)
{
	if (path.n)
		add_edge(g, from, relation, find_or_add_node(g, kind, path));
}

/* Adds the reference unless the item is already referred to: if several members refer to it,
 * only the first, most specific reference is recorded. */
static void
add_missing_reference(struct graph *g, uint32_t from, enum graph_relation relation,
    enum graph_kind kind, struct str path)
{
	uint32_t to = path.n ? find_or_add_node(g, kind, path) : GRAPH_NONE;
	if (to != GRAPH_NONE && !has_reference(g, from, to))
		add_edge(g, from, relation, to);
}

static void
add_graph_references(struct graph *g, uint32_t from, enum graph_relation relation,
    enum graph_kind kind, const struct text_list *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		add_missing_reference(g, from, relation, kind, paths->v[i]);
}

static void
add_product_references(struct graph *g, uint32_t node, const struct catalog_item *item)
{
	for (size_t i = 0; i < item->bundles_n; i++)
		add_missing_reference(
		    g, node, RELATION_BUNDLE, GRAPH_PRODUCT, item->bundles[i].product);
	for (size_t i = 0; i < item->embedded_products_n; i++) {
		add_missing_reference(
		    g, node, RELATION_EMBEDDED, GRAPH_PRODUCT, item->embedded_products[i].path);
		add_missing_reference(
		    g, node, RELATION_EMBEDDED, GRAPH_PRODUCT, item->embedded_products[i].source);
	}
	add_graph_references(g, node, RELATION_PRODUCT, GRAPH_PRODUCT, &item->product_ids);
}

struct str
graph_campaign_of(const struct catalog_item *offer)
{
	if (!path_is_legacy(offer->path))
		return STR_NONE;
	if (offer->parent.n)
		return offer->parent;
	return str_sub(offer->path, 0, offer->path.n - path_last_part(offer->path).n - 1);
}

void
graph_add_item(struct graph *g, enum graph_kind kind, const struct catalog_item *item, uint32_t at)
{
	uint32_t node = item->path.n ? find_or_add_node(g, kind, item->path)
				     : add_node(g, kind, item->id);
	if (g->nodes.v[node].item)
		node = add_node(g, kind, item->path); /* a second item with this path */
	g->nodes.v[node].item = item;
	g->nodes.v[node].item_index = at;
	if (kind == GRAPH_PRODUCT && item->id.n &&
	    index_get(g->product_id_index, item->id) == GRAPH_NONE)
		index_put(g->product_id_index, item->id, node);
	if (kind == GRAPH_OFFER && graph_campaign_of(item).n)
		add_edge(g, find_or_add_node(g, GRAPH_CAMPAIGN, graph_campaign_of(item)),
		    RELATION_OFFER, node);
	add_product_references(g, node, item);
	add_graph_references(g, node, RELATION_SEGMENT, GRAPH_SEGMENT, &item->segments);
	add_graph_references(g, node, RELATION_TAG, GRAPH_TAG, &item->tags);
	add_graph_reference(g, node, RELATION_PRICE, GRAPH_OFFER, item->price_reference);
	add_graph_reference(g, node, RELATION_COPY, GRAPH_OFFER, item->copied_from);
	add_graph_references(g, node, RELATION_ASSET, GRAPH_ASSET, &item->images);
	add_graph_reference(g, node, RELATION_TEMPLATE, GRAPH_TEMPLATE, item->base);
}

static void
add_journey(struct graph *g, const struct journeys *all, uint32_t at)
{
	const struct journey *j = &all->v[at];
	uint32_t node = add_node(g, GRAPH_JOURNEY, j->id);
	g->nodes.v[node].journey = j;
	g->nodes.v[node].item_index = at;
	if (j->id.n && index_get(g->path_indexes[GRAPH_JOURNEY], j->id) == GRAPH_NONE)
		index_put(g->path_indexes[GRAPH_JOURNEY], j->id, node);
	for (size_t i = 0; i < j->conditions_n; i++)
		if (str_eqz(j->conditions[i].type, "segment"))
			add_missing_reference(
			    g, node, RELATION_CONDITION, GRAPH_SEGMENT, j->conditions[i].value);
	for (size_t i = 0; i < j->destinations_n; i++)
		add_missing_reference(
		    g, node, RELATION_DESTINATION, GRAPH_TAG, j->destinations[i].tag);
	add_graph_reference(g, node, RELATION_START, GRAPH_PAGE, all->starting_point);
	add_missing_reference(g, node, RELATION_FALLBACK, GRAPH_TAG, all->fallback_tag);
}

void
graph_add_journeys(struct graph *g, const struct journeys *j)
{
	for (size_t i = 0; i < j->n; i++)
		add_journey(g, j, (uint32_t)i);
}

/* Tags by their last path segment: the first tag of each; the others with that segment follow in
 * `next_node`. */
struct tag_names {
	struct index *first_node;
	uint32_t *next_node; /* indexed by node */
};

static struct tag_names
index_tag_names(const struct graph *g)
{
	struct tag_names t = { index_new(), x_new_array(uint32_t, g->nodes.n) };
	for (uint32_t i = (uint32_t)g->nodes.n; i-- > 0;) {
		if (g->nodes.v[i].kind != GRAPH_TAG)
			continue;
		struct str name = path_last_part(g->nodes.v[i].path);
		t.next_node[i] = index_get(t.first_node, name);
		index_put(t.first_node, name, i);
	}
	return t;
}

void
graph_link_labels(struct graph *g)
{
	struct tag_names tags = index_tag_names(g);
	size_t n = g->nodes.n;
	for (uint32_t i = 0; i < n; i++) {
		const struct catalog_item *item = g->nodes.v[i].item;
		if (g->nodes.v[i].kind != GRAPH_OFFER || !item || !path_is_standalone(item->path))
			continue;
		for (size_t k = 0; k < item->labels.n; k++)
			for (uint32_t t = index_get(tags.first_node, item->labels.v[k]);
			     t != GRAPH_NONE; t = tags.next_node[t])
				if (!has_reference(g, i, t))
					add_edge(g, i, RELATION_LABEL, t);
	}
	index_free(tags.first_node);
	x_free(tags.next_node);
}
