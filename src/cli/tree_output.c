#include "cli/tree_output.h"

#include "base/utf8.h"
#include "catalog/tree.h"
#include "cli/catalog_run.h"
#include "cli/dot.h"
#include "model/format.h"
#include "wire/member.h"

#include <stdio.h>

static const struct {
	const char *resource;
	enum graph_kind kind;
	unsigned reads; /* parts needed below such an item */
} subjects[] = {
	{ "campaigns", GRAPH_CAMPAIGN, CATALOG_LISTS },
	{ "offers", GRAPH_OFFER, CATALOG_LISTS },
	{ "products", GRAPH_PRODUCT, CATALOG_LISTS },
	{ "segments", GRAPH_SEGMENT, CATALOG_LISTS },
	{ "assets", GRAPH_ASSET, CATALOG_LISTS },
	{ "journeys", GRAPH_JOURNEY, CATALOG_LIST(CATALOG_SEGMENTS) | CATALOG_JOURNEYS },
};

/* An item of the VIEW, to be found in the catalog. */
struct kept_name {
	struct str path, id;
};

struct tree_output {
	size_t subject;
	struct arena texts;
	VEC(struct kept_name) kept;
	struct catalog *catalog;
	const struct graph *graph; /* owned by the catalog, like the journeys */
	const struct journeys *journeys;
	struct tree tree;
};

struct tree_output *
tree_output_new(const struct view *view, struct err *err)
{
	for (size_t i = 0; i < sizeof(subjects) / sizeof(*subjects); i++)
		if (str_eqz(str_of(view->resource->name), subjects[i].resource)) {
			struct tree_output *r = x_new(struct tree_output);
			r->subject = i;
			return r;
		}
	err_set(err, ERR_USAGE, "-o tree and dot are for the catalog and journeys, not for %s",
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
	vec_free(&r->kept);
	arena_free(&r->texts);
	x_free(r);
}

static struct str
store_member(struct tree_output *r, struct str json, struct str name)
{
	struct buf text = { 0 };
	member_text(&text, json, name);
	struct str kept = arena_move_buf(&r->texts, &text);
	buf_free(&text);
	return kept;
}

void
tree_output_add_item(struct tree_output *r, struct str json)
{
	const struct kept_name name = { store_member(r, json, STR("path")),
		store_member(r, json, STR("id")) };
	vec_push(&r->kept, name);
}

/* ---- roots ---- */

static void
name_item(struct buf *out, struct str path, struct str id)
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
		if (!n->item || n->kind != subjects[r->subject].kind)
			continue;
		name_item(&name, n->item->path, n->item->id);
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
	for (size_t i = 0; i < r->kept.n; i++) {
		name_item(&name, r->kept.v[i].path, r->kept.v[i].id);
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
	for (size_t i = 0; i < r->kept.n; i++)
		index_put(ids, r->kept.v[i].id, 1);
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
	if (subjects[r->subject].kind == GRAPH_JOURNEY)
		add_listed_journeys(r);
	else
		add_listed_items(r);
	if (subjects[r->subject].kind == GRAPH_CAMPAIGN && all)
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
		text_cut(&o->writer.bytes, buf_str(&line), o->terminal ? o->width : 1 << 24,
		    r->tree.ascii);
		buf_addc(&o->writer.bytes, '\n');
		writer_some(&o->writer);
	}
	buf_free(&line);
	return writer_all(&o->writer);
}

static void
print_missing_counts(const struct tree_output *r)
{
	static const struct {
		enum tree_mark mark;
		const char *words;
	} said[] = {
		{ TREE_MISSING, "missing" },
		{ TREE_DUPLICATE, "duplicate path" },
		{ TREE_LOOP, "leads back to itself" },
		{ TREE_TOO_DEEP, "not followed further" },
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
		buf_addf(&line, " %s", said[s].words);
	}
	if (line.n)
		fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

static bool
print_tree(const struct tree_output *r, struct output *o)
{
	if (o->format != FORMAT_DOT)
		return print_rows(r, o);
	dot_write(&o->writer.bytes, &r->tree, o->view->resource->name);
	return writer_all(&o->writer);
}

bool
tree_output_print(struct tree_output *r, struct connection *connection, struct output *o, bool all,
    int *tries, struct err *err)
{
	const unsigned reads = subjects[r->subject].reads;
	const struct catalog_scope scope = { .wanted = reads, .needed = reads };
	r->catalog = catalog_run(connection, scope, tries, err);
	if (!r->catalog)
		return false;
	r->graph = catalog_graph(r->catalog);
	r->journeys = catalog_journeys(r->catalog);
	make_tree(r, all, o->table_writer.context.ascii);
	if (print_tree(r, o))
		print_missing_counts(r);
	return true;
}
