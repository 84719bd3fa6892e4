#include "catalog/revision.h"

#include "base/clock.h"
#include "base/index.h"
#include "catalog/item_row.h"
#include "client/client.h"
#include "client/io.h"
#include "wire/catalog.h"
#include "wire/member.h"

#include <stdlib.h>
#include <string.h>

enum { REVISION_PAGE_SIZE = 500 };

struct revision *
revision_new(struct client *client, const struct io_watch *io, struct catalog_scope scope,
    void (*changed)(void *ctx), void *ctx)
{
	struct revision *e = x_new(struct revision);
	struct list_query query = { .limit = REVISION_PAGE_SIZE, .changed_after = WHEN_NONE };
	e->client = client;
	e->io = *io;
	e->on_changed = changed;
	e->ctx = ctx;
	e->scope = scope;
	for (int i = 0; i < CATALOG_PARTS; i++)
		e->lists[i] = listing_new(
		    client, io, catalog_parts[i].endpoint, &query, changed, ctx);
	query.reduced = true;
	for (int i = 0; i < NAME_LISTS; i++) {
		query.source = i == NAME_LIST_PUBLISHED ? STR("published") : STR("catalog");
		e->name_lists[i] = listing_new(
		    client, io, ENDPOINT_STANDALONE, &query, changed, ctx);
		e->name_indexes[i] = index_new();
	}
	return e;
}

void
revision_stop(struct revision *e)
{
	client_cancel(e->client, e->request_id);
	e->io.cancel_timer(e->io.ctx, e->slice_timer);
	e->journeys_requested = e->journeys_requested && !e->request_id;
	e->request_id = e->slice_timer = 0;
	for (int i = 0; i < CATALOG_PARTS; i++)
		listing_stop(e->lists[i]);
	for (int i = 0; i < NAME_LISTS; i++)
		if (e->name_lists[i])
			listing_stop(e->name_lists[i]);
}

void
revision_free(struct revision *e)
{
	if (!e)
		return;
	revision_stop(e);
	graph_free(&e->graph);
	for (int i = 0; i < CATALOG_PARTS; i++) {
		x_free(e->items_by_path[i]);
		listing_free(e->lists[i]);
	}
	for (int i = 0; i < NAME_LISTS; i++) {
		listing_free(e->name_lists[i]);
		index_free(e->name_indexes[i]);
	}
	json_scan_free(&e->journeys_answer.page);
	arena_free(&e->journeys_texts);
	arena_free(&e->text_arena);
	x_free(e);
}

static void
clear_failure(struct listing *l)
{
	if (l && l->state == LISTING_FAILED)
		l->state = LISTING_IDLE;
}

void
revision_retry(struct revision *e)
{
	for (int i = 0; i < CATALOG_PARTS; i++)
		clear_failure(e->lists[i]);
	for (int i = 0; i < NAME_LISTS; i++)
		clear_failure(e->name_lists[i]);
	if (e->journeys_err.kind)
		e->journeys_requested = false;
	e->journeys_err.kind = ERR_NONE;
}

/* Needed parts must have the revision of the lists, if both are known. */
static void
compare_commit_of_part(struct revision *e, unsigned what, struct str commit)
{
	struct str lists = revision_commit(e);
	if (e->scope.required_parts & what && commit.n && lists.n && !str_eq(commit, lists))
		e->revision_differs = true;
}

/* ---- offer names ---- */

bool
revision_read_names(struct revision *e)
{
	for (int i = 0; i < NAME_LISTS && e->scope.wanted_parts & CATALOG_PUBLISHED; i++) {
		struct listing *l = e->name_lists[i];
		if (!l || l->state == LISTING_FAILED)
			break;
		if (l->state != LISTING_COMPLETE) {
			listing_read(l);
			return false;
		}
		compare_commit_of_part(e, CATALOG_PUBLISHED, buf_str(&l->pager.first_commit));
		compare_commit_of_part(e, CATALOG_PUBLISHED, buf_str(&l->pager.last_commit));
	}
	return true;
}

/* ---- journeys ---- */

static void
on_journeys_arrived(void *ctx, struct client_answer *answer)
{
	struct revision *e = ctx;
	struct buf commit = { 0 };
	e->request_id = 0;
	e->journeys_err = answer->err;
	e->journeys_attempt_count = answer->err.kind ? answer->attempt_count : 0;
	if (!answer->err.kind) {
		json_scan_free(&e->journeys_answer.page);
		e->journeys_answer = *answer;
		answer->page = (struct json_scan){ 0 };
		const struct json_scan *page = &e->journeys_answer.page;
		e->has_journeys = journeys_read(&e->journeys, &e->journeys_texts,
		    buf_str(&page->body), page->envelope_flags, &e->journeys_err);
		list_read_commit(&commit, page);
		compare_commit_of_part(e, CATALOG_JOURNEYS, buf_str(&commit));
		buf_free(&commit);
	}
	e->on_changed(e->ctx);
}

bool
revision_read_journeys(struct revision *e)
{
	if (!e->journeys_requested && e->scope.wanted_parts & CATALOG_JOURNEYS) {
		e->journeys_requested = true;
		e->request_id = client_read(
		    e->client, ENDPOINT_JOURNEYS, STR_NONE, on_journeys_arrived, e);
	}
	return e->request_id == 0;
}

/* ---- whole revision ---- */

static bool
find_missing_in_list(const struct listing *l, struct err *err, int *tries)
{
	if (l->state == LISTING_FAILED) {
		*err = l->err;
		*tries = l->attempt_count;
		return true;
	}
	if (!pager_has_cursor_loop(&l->pager))
		return false;
	*tries = 0;
	err_set(err, ERR_PROTOCOL, "the list cannot be read completely: %s",
	    pager_loop_reason(l->pager.end_reason));
	return true;
}

bool
revision_find_missing(const struct revision *e, struct err *err, int *tries)
{
	unsigned needed = e->scope.required_parts;
	for (int i = 0; i < CATALOG_PARTS; i++)
		if (needed & CATALOG_LIST(i) && find_missing_in_list(e->lists[i], err, tries))
			return true;
	for (int i = 0; i < NAME_LISTS; i++)
		if (needed & CATALOG_PUBLISHED && e->name_lists[i] &&
		    find_missing_in_list(e->name_lists[i], err, tries))
			return true;
	if (!(needed & CATALOG_JOURNEYS) || !e->journeys_err.kind)
		return false;
	*err = e->journeys_err;
	*tries = e->journeys_attempt_count;
	return true;
}

struct check_items
revision_items(const struct revision *e, int part)
{
	const struct listing *l = e->lists[part];
	return (struct check_items){ e->items_by_path[part] ? e->items_by_path[part] : l->items.v,
		l->items.n };
}

struct str
revision_commit(const struct revision *e)
{
	struct str commit = STR_NONE;
	for (int i = 0; i < CATALOG_PARTS && !commit.n; i++)
		commit = buf_str(&e->lists[i]->pager.first_commit);
	return commit;
}

bool
revision_is_mixed(const struct revision *e)
{
	struct str commit = revision_commit(e);
	bool moved = e->revision_differs;
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *l = e->lists[i];
		moved = moved || l->pager.revision_changed ||
		    (l->pager.first_commit.n && !str_eq(buf_str(&l->pager.first_commit), commit));
	}
	return moved;
}

/* ---- comparing readings ---- */

static bool
is_same_list(const struct listing *a, const struct listing *b)
{
	unsigned flags;
	bool same = a->items.n == b->items.n;
	for (size_t i = 0; same && i < a->items.n; i++)
		same = a->rows.v[i].published == b->rows.v[i].published &&
		    str_eq(listing_json(a, i, &flags), listing_json(b, i, &flags));
	return same;
}

/* Appends the journeys without their revision. */
static void
append_journeys(struct buf *out, const struct revision *e)
{
	struct member_walk w;
	struct member m;
	if (!e->has_journeys)
		return;
	member_start(&w, buf_str(&e->journeys_answer.page.body));
	while (member_next(&w, &m))
		if (!str_eqz(m.name, "\"commitId\"") && !str_eqz(m.name, "\"header\""))
			buf_addf(out, "%.*s:%.*s\n", STR_ARG(m.name), STR_ARG(m.value));
}

bool
revision_is_same(const struct revision *e, const struct revision *before)
{
	struct buf a = { 0 }, b = { 0 };
	bool same = true;
	for (int i = 0; same && i < CATALOG_PARTS; i++)
		same = is_same_list(e->lists[i], before->lists[i]);
	append_journeys(&a, e);
	append_journeys(&b, before);
	same = same && str_eq(buf_str(&a), buf_str(&b));
	buf_free(&a);
	buf_free(&b);
	return same;
}

/* ---- published items, references, users ---- */

enum { WORK_SLICE_MS = 3, ITEMS_PER_CLOCK_CHECK = 64 };

static size_t
count_one(const struct revision *e, int which)
{
	(void)e;
	(void)which;
	return 1;
}

/* ---- published offers ---- */

/* The number of names in a list; 0 unless both lists are complete, since otherwise no offer's
 * state is known. */
static size_t
count_names(const struct revision *e, int which)
{
	bool known = e->name_lists[NAME_LIST_ALL]->state == LISTING_COMPLETE &&
	    e->name_lists[NAME_LIST_PUBLISHED]->state == LISTING_COMPLETE;
	return known ? e->name_lists[which]->rows.n : 0;
}

/* The name includes the id, since several offers may share a path. */
static struct str
write_offer_name(struct buf *out, const struct item_row *row)
{
	buf_reset(out);
	buf_addf(out, "%zu:", row->path.n);
	buf_adds(out, row->path);
	buf_adds(out, row->id);
	return buf_str(out);
}

static void
record_name(struct revision *e, int which, size_t i)
{
	struct buf name = { 0 };
	index_put(
	    e->name_indexes[which], write_offer_name(&name, &e->name_lists[which]->rows.v[i]), 0);
	buf_free(&name);
}

/* Frees the names: there are many, and they are no longer needed. */
static void
free_names(struct revision *e, int which, size_t only)
{
	(void)only;
	listing_free(e->name_lists[which]);
	index_free(e->name_indexes[which]);
	e->name_lists[which] = NULL;
	e->name_indexes[which] = NULL;
}

static size_t
count_rows(const struct revision *e, int part)
{
	return e->lists[part]->rows.n;
}

static void
mark_published(struct revision *e, int part, size_t i)
{
	struct item_row *row = &e->lists[part]->rows.v[i];
	struct buf name = { 0 };
	struct str copy_text = write_offer_name(&name, row);
	bool published = index_get(e->name_indexes[NAME_LIST_PUBLISHED], copy_text) != UINT32_MAX;
	if (index_get(e->name_indexes[NAME_LIST_ALL], copy_text) != UINT32_MAX)
		row->published = published ? FLAG_YES : FLAG_NO;
	buf_free(&name);
}

/* ---- the graph ---- */

static int
items_by_path(const void *x, const void *y)
{
	const struct catalog_item *a = x, *b = y;
	int order = str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->id, b->id);
}

static void
add_item(struct revision *e, int part, size_t i)
{
	graph_add_item(
	    &e->graph, catalog_parts[part].kind, &e->lists[part]->items.v[i], (uint32_t)i);
}

/* Services usually send items sorted by path; then no copy is needed. */
static void
sort_items_by_path(struct revision *e, int part, size_t only)
{
	struct listing *l = e->lists[part];
	bool sorted = true;
	(void)only;
	for (size_t i = 1; i < l->items.n && sorted; i++)
		sorted = items_by_path(&l->items.v[i - 1], &l->items.v[i]) <= 0;
	if (sorted)
		return;
	struct catalog_item *v = x_new_array(struct catalog_item, l->items.n);
	memcpy(v, l->items.v, l->items.n * sizeof(*v));
	qsort(v, l->items.n, sizeof(*v), items_by_path);
	e->items_by_path[part] = v;
}

static void
add_journeys(struct revision *e, int unused, size_t only)
{
	(void)unused;
	(void)only;
	if (e->has_journeys)
		graph_add_journeys(&e->graph, &e->journeys);
	graph_link_labels(&e->graph);
}

/* The currencies of a campaign's offers, each once, in order. */
static struct str
currencies_of(struct revision *e, const struct graph_node *campaign)
{
	struct buf all = { 0 };
	for (uint32_t i = campaign->first_out; i != GRAPH_NONE; i = e->graph.edges.v[i].next_out) {
		const struct graph_edge *edge = &e->graph.edges.v[i];
		const struct catalog_item *offer = e->graph.nodes.v[edge->to].item;
		for (size_t k = 0; edge->relation == RELATION_OFFER && k < offer->charges_n; k++) {
			struct str code = offer->charges[k].currency;
			if (!code.n || str_find(buf_str(&all), code) != SIZE_MAX)
				continue;
			buf_addz(&all, all.n ? " " : "");
			buf_adds(&all, code);
		}
	}
	struct str kept = arena_move_buf(&e->text_arena, &all);
	buf_free(&all);
	return kept;
}

static uint32_t
count_offers_of(const struct graph *g, const struct graph_node *n)
{
	uint32_t offers = 0;
	for (uint32_t i = n->first_out; i != GRAPH_NONE; i = g->edges.v[i].next_out)
		offers += g->edges.v[i].relation == RELATION_OFFER;
	return offers;
}

static void
count_references_to(struct revision *e, const struct graph_node *n, struct item_row *row)
{
	const struct graph *g = &e->graph;
	row->has_counts = true;
	row->users_n = n->in_count;
	for (uint32_t i = n->first_in; i != GRAPH_NONE; i = g->edges.v[i].next_in) {
		enum graph_kind kind = g->nodes.v[g->edges.v[i].from].kind;
		row->offers_n += kind == GRAPH_OFFER;
		row->journeys_n += kind == GRAPH_JOURNEY;
	}
	if (n->kind == GRAPH_OFFER)
		offer_join_codes(row, &e->text_arena, n->item, g);
	if (n->kind != GRAPH_CAMPAIGN)
		return;
	row->offers_n = count_offers_of(g, n);
	row->currencies = currencies_of(e, n);
}

static size_t
count_nodes(const struct revision *e, int unused)
{
	(void)unused;
	return e->graph.nodes.n;
}

static void
count_references(struct revision *e, int unused, size_t i)
{
	const struct graph_node *n = &e->graph.nodes.v[i];
	enum catalog_part part = catalog_part_of(n->kind);
	(void)unused;
	if (n->item && part < CATALOG_PARTS)
		count_references_to(e, n, &e->lists[part]->rows.v[n->item_index]);
}

/* Fills in the price of an offer that takes it from another offer. */
static void
copy_price(struct revision *e, int part, size_t i)
{
	struct listing *l = e->lists[part];
	const struct check_items offers = revision_items(e, part);
	offer_join_price(&l->rows.v[i], &e->text_arena, &l->items.v[i], &offers);
}

/* Returns memory to the system: pages and name lists were freed in between data that stays. */
static void
release_unused(struct revision *e, int unused, size_t only)
{
	(void)e;
	(void)unused;
	(void)only;
	mem_trim();
}

/* ---- linking steps ---- */

/* Each step runs for every i below n. Products come first, since offers refer to them, some by
 * id. */
static const struct link_step {
	size_t (*get_count)(const struct revision *e, int which);
	void (*run_for_index)(struct revision *e, int which, size_t i);
	int part;
	bool runs_without_linking; /* runs even if nothing is linked */
} link_steps[] = {
	{ .get_count = count_names,
	    .run_for_index = record_name,
	    .part = NAME_LIST_ALL,
	    .runs_without_linking = true },
	{ .get_count = count_names,
	    .run_for_index = record_name,
	    .part = NAME_LIST_PUBLISHED,
	    .runs_without_linking = true },
	{ .get_count = count_rows,
	    .run_for_index = mark_published,
	    .part = CATALOG_OFFERS,
	    .runs_without_linking = true },
	{ .get_count = count_one,
	    .run_for_index = free_names,
	    .part = NAME_LIST_ALL,
	    .runs_without_linking = true },
	{ .get_count = count_one,
	    .run_for_index = free_names,
	    .part = NAME_LIST_PUBLISHED,
	    .runs_without_linking = true },
	{ .get_count = count_rows, .run_for_index = add_item, .part = CATALOG_PRODUCTS },
	{ .get_count = count_rows, .run_for_index = add_item, .part = CATALOG_SEGMENTS },
	{ .get_count = count_rows, .run_for_index = add_item, .part = CATALOG_ASSETS },
	{ .get_count = count_rows, .run_for_index = add_item, .part = CATALOG_CAMPAIGNS },
	{ .get_count = count_rows, .run_for_index = add_item, .part = CATALOG_OFFERS },
	{ .get_count = count_one, .run_for_index = sort_items_by_path, .part = CATALOG_PRODUCTS },
	{ .get_count = count_one, .run_for_index = sort_items_by_path, .part = CATALOG_SEGMENTS },
	{ .get_count = count_one, .run_for_index = sort_items_by_path, .part = CATALOG_ASSETS },
	{ .get_count = count_one, .run_for_index = sort_items_by_path, .part = CATALOG_CAMPAIGNS },
	{ .get_count = count_one, .run_for_index = sort_items_by_path, .part = CATALOG_OFFERS },
	{ .get_count = count_one, .run_for_index = add_journeys, .part = 0 },
	{ .get_count = count_nodes, .run_for_index = count_references, .part = 0 },
	{ .get_count = count_rows, .run_for_index = copy_price, .part = CATALOG_OFFERS },
	{ .get_count = count_one, .run_for_index = release_unused, .runs_without_linking = true },
};
enum { LINK_STEP_COUNT = sizeof(link_steps) / sizeof(*link_steps) };

static void
run_link_steps(void *arg)
{
	struct revision *e = arg;
	int64_t until = clock_ticks() + WORK_SLICE_MS;
	e->slice_timer = 0;
	while (e->link_step_index < LINK_STEP_COUNT) {
		const struct link_step *s = &link_steps[e->link_step_index];
		if ((e->scope.unlinked && !s->runs_without_linking) ||
		    e->linked_count == s->get_count(e, s->part)) {
			e->link_step_index++;
			e->linked_count = 0;
			continue;
		}
		s->run_for_index(e, s->part, e->linked_count++);
		if ((e->linked_count % ITEMS_PER_CLOCK_CHECK == 0 || s->get_count == count_one) &&
		    clock_ticks() >= until) {
			e->slice_timer = e->io.start_timer(e->io.ctx, 0, run_link_steps, e);
			return;
		}
	}
	e->is_complete = true;
	e->on_changed(e->ctx);
}

bool
revision_link(struct revision *e)
{
	if (!e->is_complete && !e->slice_timer) {
		if (!e->graph.product_id_index)
			graph_init(&e->graph);
		e->slice_timer = e->io.start_timer(e->io.ctx, 0, run_link_steps, e);
	}
	return e->is_complete;
}
