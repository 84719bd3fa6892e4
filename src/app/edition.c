#include "app/edition.h"

#include "base/clock.h"
#include "base/index.h"
#include "model/price.h"
#include "wire/catalog.h"

#include <stdlib.h>

enum { PAGE = 500, SLICE_MS = 4 };

const struct catalog_part_info catalog_parts[CATALOG_PARTS] = {
	[CATALOG_CAMPAIGNS] = { ENDPOINT_CAMPAIGNS, GRAPH_CAMPAIGN, "campaigns" },
	[CATALOG_OFFERS] = { ENDPOINT_OFFERS, GRAPH_OFFER, "offers" },
	[CATALOG_PRODUCTS] = { ENDPOINT_PRODUCTS, GRAPH_PRODUCT, "products" },
	[CATALOG_SEGMENTS] = { ENDPOINT_SEGMENTS, GRAPH_SEGMENT, "segments" },
	[CATALOG_ASSETS] = { ENDPOINT_ASSETS, GRAPH_ASSET, "assets" },
};

/* Offers name products, some by their ids: those come first. */
static const enum catalog_part link_order[CATALOG_PARTS] = { CATALOG_PRODUCTS, CATALOG_SEGMENTS,
	CATALOG_ASSETS, CATALOG_CAMPAIGNS, CATALOG_OFFERS };

struct edition *
edition_new(struct client *client, const struct io_watch *io, void (*changed)(void *ctx), void *ctx)
{
	struct edition *e = x_new(struct edition);
	struct list_query query = { .limit = PAGE, .after = WHEN_NONE };
	e->client = client;
	e->io = *io;
	e->changed = changed;
	e->ctx = ctx;
	for (int i = 0; i < CATALOG_PARTS; i++)
		e->lists[i] = listing_new(
		    client, io, catalog_parts[i].endpoint, &query, changed, ctx);
	query.reduced = true;
	for (int i = 0; i < NAMES; i++) {
		query.source = i == NAMES_PUBLISHED ? STR("published") : STR("catalog");
		e->names[i] = listing_new(client, io, ENDPOINT_STANDALONE, &query, changed, ctx);
	}
	return e;
}

bool
edition_stop(struct edition *e)
{
	bool was = e->call || e->slice;
	client_cancel(e->client, e->call);
	e->io.forget(e->io.ctx, e->slice);
	e->journeys_asked = e->journeys_asked && !e->call;
	e->call = e->slice = 0;
	for (int i = 0; i < CATALOG_PARTS; i++)
		was = listing_stop(e->lists[i]) || was;
	for (int i = 0; i < NAMES; i++)
		was = (e->names[i] && listing_stop(e->names[i])) || was;
	return was;
}

void
edition_free(struct edition *e)
{
	if (!e)
		return;
	edition_stop(e);
	graph_free(&e->graph);
	for (int i = 0; i < CATALOG_PARTS; i++) {
		x_free(e->items[i]);
		listing_free(e->lists[i]);
	}
	for (int i = 0; i < NAMES; i++)
		listing_free(e->names[i]);
	strict_free(&e->journeys_answer.page);
	arena_free(&e->journeys_texts);
	arena_free(&e->texts);
	x_free(e);
}

/* ---- what is published ---- */

static struct index *
paths_of(const struct listing *l)
{
	struct index *paths = index_new();
	for (size_t i = 0; i < l->rows.n; i++)
		index_put(paths, l->rows.v[i].path, 0);
	return paths;
}

static void
mark_published(struct edition *e)
{
	struct index *all = paths_of(e->names[NAMES_ALL]);
	struct index *published = paths_of(e->names[NAMES_PUBLISHED]);
	struct listing *offers = e->lists[CATALOG_OFFERS];
	for (size_t i = 0; i < offers->rows.n; i++) {
		struct item_row *row = &offers->rows.v[i];
		if (index_get(all, row->path) == UINT32_MAX)
			continue;
		row->published = index_get(published, row->path) == UINT32_MAX ? SAID_NO : SAID_YES;
	}
	index_free(all);
	index_free(published);
}

/* True when there is nothing more to read for it. What cannot be read is not known. */
bool
edition_read_names(struct edition *e)
{
	for (int i = 0; i < NAMES; i++) {
		if (!e->names[i])
			return true;
		if (e->names[i]->state == LISTING_FAILED)
			break;
		if (e->names[i]->state != LISTING_WHOLE) {
			listing_read(e->names[i]);
			return false;
		}
		if (i == NAMES_PUBLISHED)
			mark_published(e);
	}
	for (int i = 0; i < NAMES; i++) {
		listing_free(e->names[i]);
		e->names[i] = NULL;
	}
	return true;
}

/* ---- journeys ---- */

static void
journeys_arrived(void *ctx, struct client_answer *answer)
{
	struct edition *e = ctx;
	struct err ignored;
	e->call = 0;
	if (!answer->err.kind) {
		e->journeys_answer = *answer;
		answer->page = (struct strict){ 0 };
		const struct strict *page = &e->journeys_answer.page;
		e->has_journeys = journeys_read(&e->journeys, &e->journeys_texts,
		    buf_str(&page->body), page->envelope_flags, &ignored);
	}
	e->changed(e->ctx);
}

bool
edition_read_journeys(struct edition *e)
{
	if (!e->journeys_asked) {
		e->journeys_asked = true;
		e->call = client_read(e->client, ENDPOINT_JOURNEYS, STR_NONE, journeys_arrived, e);
	}
	return e->call == 0;
}

/* ---- the graph ---- */

static int
by_path(const void *x, const void *y)
{
	const struct catalog_item *a = x, *b = y;
	int order = str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->id, b->id);
}

/* Services send them in order; then there is nothing to sort. */
static struct catalog_item *
side_by_side(const struct listing *l)
{
	struct catalog_item *v = x_new_array(struct catalog_item, l->entries.n + 1);
	bool sorted = true;
	for (size_t i = 0; i < l->entries.n; i++) {
		v[i] = *l->entries.v[i].item;
		sorted = sorted && (i == 0 || by_path(&v[i - 1], &v[i]) <= 0);
	}
	if (!sorted)
		qsort(v, l->entries.n, sizeof(*v), by_path);
	return v;
}

/* The currencies of what a campaign has, each once, in order. */
static struct str
currencies_of(struct edition *e, const struct graph_node *campaign)
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
	struct str kept = arena_str(&e->texts, buf_str(&all));
	buf_free(&all);
	return kept;
}

/* The codes of an offer's products; a standalone one has them in its copies. */
static struct str
codes_of(struct edition *e, const struct graph_node *offer)
{
	struct buf all = { 0 };
	for (uint32_t i = offer->first_out; i != GRAPH_NONE; i = e->graph.edges.v[i].next_out) {
		const struct graph_edge *edge = &e->graph.edges.v[i];
		const struct catalog_item *product = e->graph.nodes.v[edge->to].item;
		if (edge->relation == RELATION_PRODUCT && product && product->facts.code.n)
			buf_addf(&all, "%s%.*s", all.n ? "\n" : "", STR_ARG(product->facts.code));
	}
	struct str kept = row_keep(&e->texts, &all);
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
count_users_of(struct edition *e, const struct graph_node *n, struct item_row *row)
{
	const struct graph *g = &e->graph;
	row->linked = true;
	row->users_n = n->ins_n;
	for (uint32_t i = n->first_in; i != GRAPH_NONE; i = g->edges.v[i].next_in) {
		enum graph_kind kind = g->nodes.v[g->edges.v[i].from].kind;
		row->offers_n += kind == GRAPH_OFFER;
		row->journeys_n += kind == GRAPH_JOURNEY;
	}
	if (n->kind == GRAPH_OFFER && !row->codes.n)
		row->codes = codes_of(e, n);
	if (n->kind != GRAPH_CAMPAIGN)
		return;
	row->offers_n = count_offers_of(g, n);
	row->currencies = currencies_of(e, n);
}

static void
count_users(struct edition *e)
{
	for (size_t i = 0; i < e->graph.nodes.n; i++) {
		const struct graph_node *n = &e->graph.nodes.v[i];
		enum catalog_part part = catalog_part_of(n->kind);
		if (n->item && part < CATALOG_PARTS)
			count_users_of(e, n, &e->lists[part]->rows.v[n->at]);
	}
}

/* What an offer costs by the price of another. */
static void
take_prices(struct edition *e)
{
	struct listing *l = e->lists[CATALOG_OFFERS];
	const struct check_items offers = { e->items[CATALOG_OFFERS], l->entries.n };
	struct price_chain chain;
	for (size_t i = 0; i < l->entries.n; i++) {
		const struct catalog_item *item = l->entries.v[i].item;
		if (!item->price_of.n)
			continue;
		price_follow(&chain, &offers, item);
		if (chain.owner)
			item_row_take_price(&l->rows.v[i], &e->texts, chain.owner);
	}
}

static void
link_slice(void *arg)
{
	struct edition *e = arg;
	int64_t until = clock_ticks() + SLICE_MS;
	e->slice = 0;
	while (e->linking < CATALOG_PARTS) {
		enum catalog_part part = link_order[e->linking];
		const struct listing *l = e->lists[part];
		if (e->linked == l->entries.n) {
			e->items[part] = side_by_side(l);
			e->linking++;
			e->linked = 0;
			continue;
		}
		graph_add_item(&e->graph, catalog_parts[part].kind, l->entries.v[e->linked].item,
		    (uint32_t)e->linked);
		if (++e->linked % 64 == 0 && clock_ticks() >= until) {
			e->slice = e->io.after(e->io.ctx, 0, link_slice, e);
			return;
		}
	}
	if (e->has_journeys)
		graph_add_journeys(&e->graph, &e->journeys);
	graph_link_labels(&e->graph);
	count_users(e);
	take_prices(e);
	e->whole = true;
	e->changed(e->ctx);
}

bool
edition_link(struct edition *e)
{
	if (!e->whole && !e->slice) {
		if (!e->graph.product_ids)
			graph_init(&e->graph);
		e->slice = e->io.after(e->io.ctx, 0, link_slice, e);
	}
	return e->whole;
}

struct str
edition_commit(const struct edition *e)
{
	struct str commit = STR_NONE;
	for (int i = 0; i < CATALOG_PARTS && !commit.n; i++)
		commit = buf_str(&e->lists[i]->commit);
	return commit;
}

bool
edition_moved(const struct edition *e)
{
	struct str commit = edition_commit(e);
	bool moved = false;
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *l = e->lists[i];
		moved = moved || l->moved || (l->commit.n && !str_eq(buf_str(&l->commit), commit));
	}
	return moved;
}
