#include "catalog/catalog.h"

#include "basket/row.h"
#include "catalog/item_row.h"
#include "catalog/revision.h"
#include "client/client.h"
#include "client/io.h"
#include "model/price.h"
#include "wire/member.h"

enum { READING_TRIES_MAX = 4, REVISION_CHECK_INTERVAL_MS = 60000 };

static void start_next_read(struct catalog *c);

static void
notify_catalog_changed(struct catalog *c)
{
	if (c->on_changed)
		c->on_changed(c->ctx);
}

static struct revision *
find_unfinished_revision(struct catalog *c)
{
	return c->next ? c->next : c->current;
}

static void
on_list_changed(void *ctx)
{
	struct catalog *c = ctx;
	start_next_read(c);
	notify_catalog_changed(c);
}

struct catalog *
catalog_new(struct client *client, const struct clock *clock, const struct io_watch *io,
    void (*changed)(void *ctx), void *ctx)
{
	struct catalog *c = x_new(struct catalog);
	*c = (struct catalog){ .client = client,
		.clock = clock,
		.io = *io,
		.on_changed = changed,
		.ctx = ctx,
		.scope = { .wanted_parts = CATALOG_ALL },
		.read_at = WHEN_NONE };
	c->current = revision_new(client, io, c->scope, on_list_changed, c);
	return c;
}

void
catalog_set_scope(struct catalog *c, struct catalog_scope scope)
{
	c->scope = c->current->scope = scope;
}

void
catalog_free(struct catalog *c)
{
	if (!c)
		return;
	client_cancel(c->client, c->revision_check_id);
	revision_free(c->current);
	revision_free(c->next);
	buf_free(&c->newer_commit);
	x_free(c);
}

/* ---- reading the parts ---- */

static void
set_catalog_failed(struct catalog *c, const struct err *err, int tries)
{
	c->state = CATALOG_FAILED;
	c->err = *err;
	c->attempt_count = tries;
}

/* The n-th list to read; NULL if it is not wanted. */
static struct listing *
next_list_to_read(const struct catalog *c, const struct revision *e, int n)
{
	int part = (c->first_part + n) % CATALOG_PARTS;
	return c->scope.wanted_parts & CATALOG_LIST(part) ? e->lists[part] : NULL;
}

/* True if all lists are complete; otherwise one of them is being read, or has failed. */
static bool
lists_are_read(struct catalog *c, struct revision *e)
{
	for (int i = 0; i < CATALOG_PARTS; i++) {
		const struct listing *l = next_list_to_read(c, e, i);
		if (!l)
			continue;
		if (l->state == LISTING_FAILED) {
			set_catalog_failed(c, &l->err, l->attempt_count);
			return false;
		}
		if (l->state == LISTING_READING)
			return false;
	}
	for (int i = 0; i < CATALOG_PARTS; i++) {
		struct listing *l = next_list_to_read(c, e, i);
		if (!l || l->state == LISTING_COMPLETE)
			continue;
		listing_read(l);
		return false;
	}
	return true;
}

/* Parts that must have the same revision are not shown with different ones. */
static void
fail_changed_revision(struct catalog *c)
{
	struct err err;
	err_set(&err, ERR_CONFLICT, "the catalog changed during each of %d attempts to read it",
	    READING_TRIES_MAX);
	set_catalog_failed(c, &err, 0);
}

static void
finish_revision_read(struct catalog *c, struct revision *e)
{
	bool moved = revision_is_mixed(e);
	c->compared_equal = moved && e == c->next && c->current->is_complete &&
	    revision_is_same(e, c->current);
	moved = moved && !c->compared_equal;
	bool again = moved && ++c->unstable_readings < READING_TRIES_MAX;
	c->state = CATALOG_COMPLETE;
	c->revision_count++;
	c->read_at = clock_now(c->clock);
	c->revision_checked_at = clock_ticks();
	buf_reset(&c->newer_commit);
	if (e == c->next) {
		revision_free(c->current);
		c->current = e;
		c->next = NULL;
	}
	if (again) {
		catalog_refresh(c);
		return;
	}
	c->unstable_readings = 0;
	if (moved && c->scope.required_parts)
		fail_changed_revision(c);
}

static void
start_next_read(struct catalog *c)
{
	struct revision *e = find_unfinished_revision(c);
	struct err err;
	int tries;
	if (c->state != CATALOG_READING || !client_has_address(c->client))
		return;
	if (revision_find_missing(e, &err, &tries))
		set_catalog_failed(c, &err, tries);
	else if (lists_are_read(c, e) && revision_read_journeys(e) && revision_read_names(e) &&
	    revision_link(e))
		finish_revision_read(c, e);
}

void
catalog_read(struct catalog *c, enum catalog_part first)
{
	c->first_part = (int)first;
	if (c->state != CATALOG_IDLE || !client_has_address(c->client))
		return;
	c->state = CATALOG_READING;
	c->stopped = false;
	c->requested_at = clock_ticks();
	start_next_read(c);
}

void
catalog_read_ahead(struct catalog *c)
{
	if (!c->stopped)
		catalog_read(c, CATALOG_CAMPAIGNS);
}

void
catalog_refresh(struct catalog *c)
{
	if (c->state == CATALOG_READING)
		return;
	if (c->state == CATALOG_FAILED) { /* data already read is still valid */
		catalog_retry(c);
		return;
	}
	if (c->state == CATALOG_COMPLETE)
		c->next = revision_new(c->client, &c->io, c->scope, on_list_changed, c);
	c->state = CATALOG_IDLE;
	catalog_retry(c);
}

void
catalog_retry(struct catalog *c)
{
	struct revision *e = find_unfinished_revision(c);
	if (c->state == CATALOG_FAILED)
		revision_retry(e);
	if (c->state != CATALOG_COMPLETE && c->state != CATALOG_READING) {
		c->state = CATALOG_IDLE;
		catalog_read(c, (enum catalog_part)c->first_part);
	}
}

bool
catalog_part_has_cursor_loop(const struct catalog *c, enum catalog_part part)
{
	return pager_has_cursor_loop(&c->current->lists[part]->pager);
}

bool
catalog_has_cursor_loop(const struct catalog *c)
{
	bool any = false;
	for (int i = 0; i < CATALOG_PARTS; i++)
		any = any || catalog_part_has_cursor_loop(c, (enum catalog_part)i);
	return any;
}

void
catalog_complete_offer(const struct catalog *c, struct item_row *row, struct arena *a,
    const struct catalog_item *offer)
{
	const struct check_items offers = catalog_items(c, CATALOG_OFFERS);
	offer_join_codes(row, a, offer, &c->current->graph);
	offer_join_price(row, a, offer, &offers);
}

size_t
catalog_count_items_read(const struct catalog *c)
{
	const struct revision *e = c->next ? c->next : c->current;
	size_t n = 0;
	for (int i = 0; i < CATALOG_PARTS; i++)
		n += e->lists[i]->rows.n;
	return n;
}

bool
catalog_stop(struct catalog *c)
{
	if (c->state != CATALOG_READING)
		return false;
	revision_stop(find_unfinished_revision(c));
	c->state = CATALOG_IDLE;
	c->stopped = true;
	if (c->next) { /* the visible revision is complete and stays */
		revision_free(c->next);
		c->next = NULL;
		c->state = CATALOG_COMPLETE;
	}
	return true;
}

void
catalog_count_baskets(struct catalog *c, const struct basket_row *baskets, size_t n)
{
	struct listing *campaigns = c->current->lists[CATALOG_CAMPAIGNS];
	if (!c->current->is_complete)
		return;
	for (size_t i = 0; i < campaigns->rows.n; i++) {
		campaigns->rows.v[i].has_basket_count = true;
		campaigns->rows.v[i].baskets_n = 0;
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t at = graph_find(
		    &c->current->graph, GRAPH_CAMPAIGN, basket_row_origin(&baskets[i])->start_page);
		if (at != GRAPH_NONE && c->current->graph.nodes.v[at].item && !baskets[i].completed)
			campaigns->rows.v[c->current->graph.nodes.v[at].item_index].baskets_n++;
	}
}

/* ---- revision check ---- */

void
catalog_note_revision(struct catalog *c, struct str commit)
{
	struct str seen = catalog_commit(c);
	if (c->state != CATALOG_COMPLETE || c->compared_equal || !commit.n || !seen.n)
		return;
	c->revision_checked_at = clock_ticks();
	buf_reset(&c->newer_commit);
	if (!str_eq(commit, seen))
		buf_adds(&c->newer_commit, commit);
	notify_catalog_changed(c);
}

static void
on_revision_checked(void *ctx, struct client_answer *answer)
{
	struct catalog *c = ctx;
	struct buf commit = { 0 };
	c->revision_check_id = 0;
	if (answer->err.kind)
		return; /* not reported: row 2 shows the age of the data */
	list_read_commit(&commit, &answer->page);
	catalog_note_revision(c, buf_str(&commit));
	buf_free(&commit);
}

void
catalog_check_revision(struct catalog *c)
{
	const struct list_query query = { .limit = 1, .changed_after = WHEN_NONE, .reduced = true };
	struct buf text = { 0 };
	if (c->state != CATALOG_COMPLETE || c->revision_check_id ||
	    clock_ticks() - c->revision_checked_at < REVISION_CHECK_INTERVAL_MS)
		return;
	list_query_write(&text, c->client, ENDPOINT_CAMPAIGNS, &query);
	c->revision_check_id = client_read(
	    c->client, ENDPOINT_CAMPAIGNS, buf_str(&text), on_revision_checked, c);
	buf_free(&text);
}

/* ---- accessors ---- */

const struct listing *
catalog_list(const struct catalog *c, enum catalog_part part)
{
	return c->current->lists[part];
}

bool
catalog_has_whole_part(const struct catalog *c, enum catalog_part part)
{
	return c->current->lists[part]->state == LISTING_COMPLETE;
}

static bool
is_graph_built(const struct catalog *c)
{
	return c->current->is_complete && !c->scope.unlinked;
}

struct check_items
catalog_items(const struct catalog *c, enum catalog_part part)
{
	return is_graph_built(c) ? revision_items(c->current, part) : (struct check_items){ 0 };
}

const struct journeys *
catalog_journeys(const struct catalog *c)
{
	return c->current->has_journeys ? &c->current->journeys : NULL;
}

const struct err *
catalog_journeys_err(const struct catalog *c)
{
	return c->current->journeys_err.kind ? &c->current->journeys_err : NULL;
}

int
catalog_journeys_tries(const struct catalog *c)
{
	return c->current->journeys_attempt_count;
}

struct str
catalog_journeys_json(const struct catalog *c, unsigned *flags)
{
	const struct json_scan *page = &c->current->journeys_answer.page;
	*flags = page->envelope_flags;
	return c->current->has_journeys ? buf_str(&page->body) : STR_NONE;
}

struct str
catalog_journey_json(const struct catalog *c, size_t at)
{
	struct member_walk w;
	struct member m;
	struct str all = member_find(
	    buf_str(&c->current->journeys_answer.page.body), STR("journeys"));
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
	return is_graph_built(c) ? &c->current->graph : NULL;
}

struct str
catalog_commit(const struct catalog *c)
{
	return revision_commit(c->current);
}

size_t
catalog_find(const struct catalog *c, enum catalog_part part, struct str path)
{
	const struct listing *l = catalog_list(c, part);
	if (is_graph_built(c)) {
		uint32_t at = graph_find(&c->current->graph, catalog_parts[part].kind, path);
		return at == GRAPH_NONE || !c->current->graph.nodes.v[at].item
		    ? SIZE_MAX
		    : c->current->graph.nodes.v[at].item_index;
	}
	for (size_t i = 0; i < l->rows.n; i++)
		if (str_eq(l->rows.v[i].path, path))
			return i;
	return SIZE_MAX;
}

const struct catalog_item *
catalog_charge_owner(const struct catalog *c, const struct catalog_item *offer)
{
	const struct check_items offers = catalog_items(c, CATALOG_OFFERS);
	struct price_chain chain;
	if (offer->charges_n)
		return offer;
	price_follow_references(&chain, &offers, offer);
	return chain.owner && chain.owner->charges_n ? chain.owner : NULL;
}
