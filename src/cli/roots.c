#include "cli/roots.h"

#include "app/tree.h"
#include "app/words.h"
#include "base/utf8.h"
#include "cli/dot.h"
#include "cli/harvest.h"
#include "wire/catalog.h"

#include <langinfo.h>
#include <stdio.h>

static const struct {
	const char *resource;
	enum graph_kind kind;
	enum snapshot_kind items;
	unsigned reads; /* what its tree needs */
} subjects[] = {
	{ .resource = "campaigns",
	    .kind = GRAPH_CAMPAIGN,
	    .items = SNAPSHOT_CAMPAIGN,
	    .reads = HARVEST_ITEMS },
	{ .resource = "offers",
	    .kind = GRAPH_OFFER,
	    .items = SNAPSHOT_OFFER,
	    .reads = HARVEST_ITEMS },
	{ .resource = "products",
	    .kind = GRAPH_PRODUCT,
	    .items = SNAPSHOT_PRODUCT,
	    .reads = HARVEST_ITEMS },
	{ .resource = "segments",
	    .kind = GRAPH_SEGMENT,
	    .items = SNAPSHOT_SEGMENT,
	    .reads = HARVEST_ITEMS },
	{ .resource = "assets",
	    .kind = GRAPH_ASSET,
	    .items = SNAPSHOT_ASSET,
	    .reads = HARVEST_ITEMS },
	{ .resource = "journeys",
	    .kind = GRAPH_JOURNEY,
	    .items = SNAPSHOT_JOURNEYS,
	    .reads = HARVEST(SEGMENT) | HARVEST(JOURNEYS) },
};

struct roots {
	size_t subject;
	struct snapshot kept;
	struct harvest harvest;
	struct arena texts;
	const struct catalog_item *items; /* of the harvest */
	struct journeys journeys;
	struct graph graph;
	struct tree tree;
};

struct roots *
roots_new(const struct view *view, struct err *err)
{
	for (size_t i = 0; i < sizeof(subjects) / sizeof(*subjects); i++)
		if (str_eqz(str_of(view->resource->name), subjects[i].resource)) {
			struct roots *r = x_new(struct roots);
			r->subject = i;
			return r;
		}
	err_set(err, ERR_USAGE, "-o tree and dot are for the catalog and journeys, not for %s",
	    view->resource->name);
	return NULL;
}

void
roots_free(struct roots *r)
{
	if (!r)
		return;
	tree_free(&r->tree);
	graph_free(&r->graph);
	harvest_free(&r->harvest);
	snapshot_free(&r->kept);
	arena_free(&r->texts);
	x_free(r);
}

void
roots_keep(struct roots *r, struct str json, unsigned flags)
{
	snapshot_add(&r->kept, subjects[r->subject].items, json, flags);
}

/* ---- the graph ---- */

static void
add_items(struct roots *r, enum snapshot_kind kind, enum graph_kind as)
{
	const struct snapshot *s = &r->harvest.snapshot;
	for (size_t i = 0; i < s->items.n; i++)
		if (s->items.v[i].kind == kind)
			graph_add_item(&r->graph, as, &r->items[i], (uint32_t)i);
}

/* In the order that graph.h asks for. */
static bool
make_graph(struct roots *r, struct err *err)
{
	const struct snapshot *s = &r->harvest.snapshot;
	graph_init(&r->graph);
	r->items = harvest_items(&r->harvest, &r->texts);
	add_items(r, SNAPSHOT_PRODUCT, GRAPH_PRODUCT);
	add_items(r, SNAPSHOT_SEGMENT, GRAPH_SEGMENT);
	add_items(r, SNAPSHOT_ASSET, GRAPH_ASSET);
	add_items(r, SNAPSHOT_CAMPAIGN, GRAPH_CAMPAIGN);
	add_items(r, SNAPSHOT_OFFER, GRAPH_OFFER);
	if (subjects[r->subject].kind == GRAPH_JOURNEY) {
		const struct snapshot_item *whole = &s->items.v[s->items.n - 1];
		if (!journeys_read(&r->journeys, &r->texts, whole->json, whole->flags, err))
			return false;
		graph_add_journeys(&r->graph, &r->journeys);
	}
	graph_link_labels(&r->graph);
	return true;
}

/* ---- the roots ---- */

static void
name_item(struct buf *out, struct str path, struct str id)
{
	buf_reset(out);
	buf_addf(out, "%zu:", path.n);
	buf_adds(out, path);
	buf_adds(out, id);
}

/* Items by path and id, since several may have one path. */
static struct index *
nodes_by_name(const struct roots *r)
{
	struct index *names = index_new();
	struct buf name = { 0 };
	for (uint32_t i = 0; i < r->graph.nodes.n; i++) {
		const struct graph_node *n = &r->graph.nodes.v[i];
		if (!n->item || n->kind != subjects[r->subject].kind)
			continue;
		name_item(&name, n->item->path, n->item->id);
		index_put(names, buf_str(&name), i);
	}
	buf_free(&name);
	return names;
}

static void
add_kept_items(struct roots *r)
{
	struct index *names = nodes_by_name(r);
	struct buf name = { 0 };
	for (size_t i = 0; i < r->kept.items.n; i++) {
		name_item(&name, r->kept.items.v[i].path, r->kept.items.v[i].id);
		uint32_t node = index_get(names, buf_str(&name));
		if (node != GRAPH_NONE)
			tree_add(&r->tree, node);
	}
	index_free(names);
	buf_free(&name);
}

static void
add_missing_campaigns(struct roots *r)
{
	for (uint32_t i = 0; i < r->graph.nodes.n; i++) {
		const struct graph_node *n = &r->graph.nodes.v[i];
		if (n->kind == GRAPH_CAMPAIGN && graph_is_missing(n))
			tree_add(&r->tree, i);
	}
}

static void
add_kept_journeys(struct roots *r)
{
	struct index *ids = index_new();
	bool *wanted = x_new_array(bool, r->journeys.n);
	for (size_t i = 0; i < r->kept.items.n; i++)
		index_put(ids, r->kept.items.v[i].id, 1);
	for (size_t i = 0; i < r->journeys.n; i++)
		wanted[i] = index_get(ids, r->journeys.v[i].id) != UINT32_MAX;
	tree_add_journeys(&r->tree, &r->journeys, wanted);
	index_free(ids);
	x_free(wanted);
}

static void
make_tree(struct roots *r, bool all, bool ascii)
{
	r->tree = (struct tree){ .graph = &r->graph, .ascii = ascii };
	if (subjects[r->subject].kind == GRAPH_JOURNEY)
		add_kept_journeys(r);
	else
		add_kept_items(r);
	if (subjects[r->subject].kind == GRAPH_CAMPAIGN && all)
		add_missing_campaigns(r);
	tree_end(&r->tree);
}

/* ---- what is printed ---- */

static bool
print_rows(const struct roots *r, struct output *o)
{
	struct buf line = { 0 };
	for (size_t i = 0; i < r->tree.rows.n; i++) {
		buf_reset(&line);
		tree_write_row(&line, &r->tree, i);
		text_cut(&o->emit.bytes, buf_str(&line), o->terminal ? o->width : 1 << 24,
		    r->tree.ascii);
		buf_addc(&o->emit.bytes, '\n');
		emit_some(&o->emit);
	}
	buf_free(&line);
	return emit_all(&o->emit);
}

static void
say_marks(const struct roots *r)
{
	static const struct {
		enum tree_mark mark;
		const char *words;
	} said[] = {
		{ TREE_MISSING, "missing" },
		{ TREE_SECOND, "second of its path" },
		{ TREE_ROUND, "coming round to itself" },
		{ TREE_DEEP, "not followed further" },
	};
	struct buf line = { 0 };
	for (size_t s = 0; s < sizeof(said) / sizeof(*said); s++) {
		uint64_t n = 0;
		for (size_t i = 0; i < r->tree.rows.n; i++)
			n += r->tree.rows.v[i].mark == said[s].mark;
		if (n == 0)
			continue;
		buf_addz(&line, line.n ? ", " : "");
		words_count(&line, n);
		buf_addf(&line, " %s", said[s].words);
	}
	if (line.n)
		fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

static bool
print_tree(const struct roots *r, struct output *o)
{
	if (o->format != FORMAT_DOT)
		return print_rows(r, o);
	dot_write(&o->emit.bytes, &r->tree, o->view->resource->name);
	return emit_all(&o->emit);
}

bool
roots_print(
    struct roots *r, struct line *line, struct output *o, bool all, int *tries, struct err *err)
{
	bool ascii = o->cells.ascii || !str_eqz(str_of(nl_langinfo(CODESET)), "UTF-8");
	if (!harvest_read(&r->harvest, line, subjects[r->subject].reads, tries, err) ||
	    !make_graph(r, err))
		return false;
	make_tree(r, all, ascii);
	if (print_tree(r, o))
		say_marks(r);
	return true;
}
