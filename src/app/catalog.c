#include "app/catalog.h"

#include "wire/catalog.h"
#include "wire/member.h"

enum { PAGE = 500, SLICE_MS = 4, READINGS = 4, LOOK_MS = 60000 };

/* Standalone offers are read twice more, by their names alone: all, and those published. */
enum { NAMES_ALL, NAMES_PUBLISHED, NAMES };

struct edition {
	struct catalog *catalog;
	struct listing *lists[CATALOG_PARTS];
	struct listing *names[NAMES];
	struct client_answer journeys_answer; /* its page is kept */
	struct arena journeys_texts;
	struct journeys journeys;
	bool journeys_asked, has_journeys;
	unsigned call, slice;
	struct graph graph;
	int linking; /* which of link_order */
	size_t linked;
	bool whole;
};

static const struct {
	enum endpoint endpoint;
	enum graph_kind kind;
	const char *resource;
} parts[CATALOG_PARTS] = {
	[CATALOG_CAMPAIGNS] = { ENDPOINT_CAMPAIGNS, GRAPH_CAMPAIGN, "campaigns" },
	[CATALOG_OFFERS] = { ENDPOINT_OFFERS, GRAPH_OFFER, "offers" },
	[CATALOG_PRODUCTS] = { ENDPOINT_PRODUCTS, GRAPH_PRODUCT, "products" },
	[CATALOG_SEGMENTS] = { ENDPOINT_SEGMENTS, GRAPH_SEGMENT, "segments" },
	[CATALOG_ASSETS] = { ENDPOINT_ASSETS, GRAPH_ASSET, "assets" },
};

/* Offers name products, some by their ids: those come first. */
static const enum catalog_part link_order[CATALOG_PARTS] = { CATALOG_PRODUCTS, CATALOG_SEGMENTS,
	CATALOG_ASSETS, CATALOG_CAMPAIGNS, CATALOG_OFFERS };

static void advance(struct catalog *c);

static void
tell(struct catalog *c)
{
	if (c->changed)
		c->changed(c->ctx);
}

static struct edition *
being_read(struct catalog *c)
{
	return c->next ? c->next : c->now;
}

static void
list_changed(void *ctx)
{
	struct catalog *c = ctx;
	advance(c);
	tell(c);
}

static struct edition *
edition_new(struct catalog *c)
{
	struct edition *e = x_new(struct edition);
	struct list_query query = { .limit = PAGE, .after = WHEN_NONE };
	e->catalog = c;
	for (int i = 0; i < CATALOG_PARTS; i++)
		e->lists[i] = listing_new(
		    c->client, &c->io, parts[i].endpoint, &query, list_changed, c);
	query.reduced = true;
	for (int i = 0; i < NAMES; i++) {
		query.source = i == NAMES_PUBLISHED ? STR("published") : STR("catalog");
		e->names[i] = listing_new(
		    c->client, &c->io, ENDPOINT_STANDALONE, &query, list_changed, c);
	}
	return e;
}

static bool
edition_stop(struct edition *e)
{
	bool was = e->call || e->slice;
	client_cancel(e->catalog->client, e->call);
	e->catalog->io.forget(e->catalog->io.ctx, e->slice);
	e->journeys_asked = e->journeys_asked && !e->call;
	e->call = e->slice = 0;
	for (int i = 0; i < CATALOG_PARTS; i++)
		was = listing_stop(e->lists[i]) || was;
	for (int i = 0; i < NAMES; i++)
		was = (e->names[i] && listing_stop(e->names[i])) || was;
	return was;
}

static void
edition_free(struct edition *e)
{
	if (!e)
		return;
	edition_stop(e);
	graph_free(&e->graph);
	for (int i = 0; i < CATALOG_PARTS; i++)
		listing_free(e->lists[i]);
	for (int i = 0; i < NAMES; i++)
		listing_free(e->names[i]);
	strict_free(&e->journeys_answer.page);
	arena_free(&e->journeys_texts);
	x_free(e);
}

struct catalog *
catalog_new(struct client *client, const struct clock *clock, const struct io_watch *io,
    void (*changed)(void *ctx), void *ctx)
{
	struct catalog *c = x_new(struct catalog);
	*c = (struct catalog){ .client = client,
		.clock = clock,
		.io = *io,
		.changed = changed,
		.ctx = ctx,
		.read_at = WHEN_NONE };
	c->now = edition_new(c);
	return c;
}

void
catalog_free(struct catalog *c)
{
	if (!c)
		return;
	client_cancel(c->client, c->look);
	edition_free(c->now);
	edition_free(c->next);
	buf_free(&c->newer);
	x_free(c);
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
static bool
names_are_read(struct edition *e)
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
	list_changed(e->catalog);
}

static bool
journeys_are_read(struct edition *e)
{
	if (!e->journeys_asked) {
		e->journeys_asked = true;
		e->call = client_read(
		    e->catalog->client, ENDPOINT_JOURNEYS, STR_NONE, journeys_arrived, e);
	}
	return e->call == 0;
}

/* ---- the graph ---- */

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
			e->linking++;
			e->linked = 0;
			continue;
		}
		graph_add_item(
		    &e->graph, parts[part].kind, l->entries.v[e->linked].item, (uint32_t)e->linked);
		if (++e->linked % 64 == 0 && clock_ticks() >= until) {
			e->slice = e->catalog->io.after(e->catalog->io.ctx, 0, link_slice, e);
			return;
		}
	}
	if (e->has_journeys)
		graph_add_journeys(&e->graph, &e->journeys);
	graph_link_labels(&e->graph);
	e->whole = true;
	list_changed(e->catalog);
}

static bool
is_linked(struct edition *e)
{
	if (!e->whole && !e->slice) {
		if (!e->graph.product_ids)
			graph_init(&e->graph);
		e->slice = e->catalog->io.after(e->catalog->io.ctx, 0, link_slice, e);
	}
	return e->whole;
}

/* ---- one after the other ---- */

static struct str
edition_commit(const struct edition *e)
{
	struct str commit = STR_NONE;
	for (int i = 0; i < CATALOG_PARTS && !commit.n; i++)
		commit = buf_str(&e->lists[i]->commit);
	return commit;
}

static bool
has_moved(const struct edition *e)
{
	struct str commit = edition_commit(e);
	bool moved = false;
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *l = e->lists[i];
		moved = moved || l->moved || (l->commit.n && !str_eq(buf_str(&l->commit), commit));
	}
	return moved;
}

/* True when all lists are whole; else one of them is read, or has failed. */
static bool
lists_are_read(struct catalog *c, struct edition *e)
{
	for (int i = 0; i < CATALOG_PARTS; i++) {
		struct listing *l = e->lists[(c->first + i) % CATALOG_PARTS];
		if (l->state == LISTING_FAILED) {
			c->state = CATALOG_FAILED;
			c->err = l->err;
			c->tries = l->tries;
			return false;
		}
		if (l->state == LISTING_READING)
			return false;
	}
	for (int i = 0; i < CATALOG_PARTS; i++) {
		struct listing *l = e->lists[(c->first + i) % CATALOG_PARTS];
		if (l->state == LISTING_WHOLE)
			continue;
		listing_read(l);
		return false;
	}
	return true;
}

static void
finish(struct catalog *c, struct edition *e)
{
	bool again = has_moved(e) && ++c->readings < READINGS;
	c->state = CATALOG_WHOLE;
	c->read_at = clock_now(c->clock);
	c->looked_at = clock_ticks();
	buf_reset(&c->newer);
	if (e == c->next) {
		edition_free(c->now);
		c->now = e;
		c->next = NULL;
	}
	if (again)
		catalog_refresh(c);
	else
		c->readings = 0;
}

static void
advance(struct catalog *c)
{
	struct edition *e = being_read(c);
	if (c->state != CATALOG_READING || !client_has_address(c->client))
		return;
	if (lists_are_read(c, e) && journeys_are_read(e) && names_are_read(e) && is_linked(e))
		finish(c, e);
}

void
catalog_want(struct catalog *c, enum catalog_part first)
{
	c->first = (int)first;
	if (c->state != CATALOG_QUIET || !client_has_address(c->client))
		return;
	c->state = CATALOG_READING;
	c->asked_at = clock_ticks();
	advance(c);
}

void
catalog_refresh(struct catalog *c)
{
	if (c->state == CATALOG_READING)
		return;
	if (c->state == CATALOG_WHOLE)
		c->next = edition_new(c);
	c->state = CATALOG_QUIET;
	catalog_retry(c);
}

void
catalog_retry(struct catalog *c)
{
	struct edition *e = being_read(c);
	if (c->state == CATALOG_FAILED)
		for (int i = 0; i < CATALOG_PARTS; i++)
			if (e->lists[i]->state == LISTING_FAILED)
				e->lists[i]->state = LISTING_QUIET;
	if (c->state != CATALOG_WHOLE && c->state != CATALOG_READING) {
		c->state = CATALOG_QUIET;
		catalog_want(c, (enum catalog_part)c->first);
	}
}

bool
catalog_stop(struct catalog *c)
{
	if (c->state != CATALOG_READING)
		return false;
	edition_stop(being_read(c));
	c->state = CATALOG_QUIET;
	if (c->next) { /* what is seen is whole and stays */
		edition_free(c->next);
		c->next = NULL;
		c->state = CATALOG_WHOLE;
	}
	return true;
}

/* ---- which revision there is ---- */

void
catalog_met(struct catalog *c, struct str commit)
{
	struct str seen = catalog_commit(c);
	if (c->state != CATALOG_WHOLE || !commit.n || !seen.n)
		return;
	c->looked_at = clock_ticks();
	buf_reset(&c->newer);
	if (!str_eq(commit, seen))
		buf_adds(&c->newer, commit);
	tell(c);
}

static void
looked(void *ctx, struct client_answer *answer)
{
	struct catalog *c = ctx;
	struct list_envelope around;
	c->look = 0;
	if (answer->err.kind)
		return; /* nobody waits for it: what is seen is as old as row 2 says */
	list_envelope_read(&around, &answer->page);
	catalog_met(c, buf_str(&around.commit));
	list_envelope_free(&around);
}

void
catalog_look(struct catalog *c)
{
	const struct list_query query = { .limit = 1, .after = WHEN_NONE, .reduced = true };
	const struct list_cursor start = { 0 };
	struct buf text = { 0 };
	if (c->state != CATALOG_WHOLE || c->look || clock_ticks() - c->looked_at < LOOK_MS)
		return;
	list_query_write(&text, client_names(c->client), ENDPOINT_CAMPAIGNS, &query, &start);
	c->look = client_read(c->client, ENDPOINT_CAMPAIGNS, buf_str(&text), looked, c);
	buf_free(&text);
}

/* ---- what there is ---- */

const struct listing *
catalog_list(const struct catalog *c, enum catalog_part part)
{
	return c->now->lists[part];
}

bool
catalog_has(const struct catalog *c, enum catalog_part part)
{
	return c->now->lists[part]->state == LISTING_WHOLE;
}

const struct journeys *
catalog_journeys(const struct catalog *c)
{
	return c->now->has_journeys ? &c->now->journeys : NULL;
}

struct str
catalog_journey_json(const struct catalog *c, size_t at)
{
	struct member_walk w;
	struct member m;
	struct str all = member_find(buf_str(&c->now->journeys_answer.page.body), STR("journeys"));
	if (!json_is_array(all))
		return STR_NONE;
	member_start(&w, all);
	while (member_next(&w, &m))
		if (at-- == 0)
			return m.value;
	return STR_NONE;
}

const struct graph *
catalog_graph(const struct catalog *c)
{
	return c->now->whole ? &c->now->graph : NULL;
}

struct str
catalog_commit(const struct catalog *c)
{
	return edition_commit(c->now);
}

enum catalog_part
catalog_part_of(enum graph_kind kind)
{
	enum catalog_part part = CATALOG_CAMPAIGNS;
	while (part < CATALOG_PARTS && parts[part].kind != kind)
		part++;
	return part;
}

enum graph_kind
catalog_kind_of(enum catalog_part part)
{
	return parts[part].kind;
}

const struct view_resource *
catalog_resource(enum catalog_part part)
{
	return view_resource(parts[part].resource);
}

enum catalog_part
catalog_part_named(const struct view_resource *resource)
{
	enum catalog_part part = CATALOG_CAMPAIGNS;
	while (part < CATALOG_PARTS && !str_eqz(str_of(resource->name), parts[part].resource))
		part++;
	return part;
}

size_t
catalog_find(const struct catalog *c, enum catalog_part part, struct str path)
{
	const struct listing *l = catalog_list(c, part);
	if (c->now->whole) {
		uint32_t at = graph_find(&c->now->graph, parts[part].kind, path);
		return at == GRAPH_NONE || !c->now->graph.nodes.v[at].item
		    ? SIZE_MAX
		    : c->now->graph.nodes.v[at].at;
	}
	for (size_t i = 0; i < l->rows.n; i++)
		if (str_eq(l->rows.v[i].path, path))
			return i;
	return SIZE_MAX;
}
