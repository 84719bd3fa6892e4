#include "cli/read/harvest.h"

#include "base/index.h"
#include "wire/catalog.h"

#include <stdio.h>
#include <string.h>

enum { PAGE = 500, READINGS = 4 };

static const struct {
	enum endpoint endpoint;
	enum snapshot_kind kind;
} reads[] = {
	{ ENDPOINT_CAMPAIGNS, SNAPSHOT_CAMPAIGN },
	{ ENDPOINT_OFFERS, SNAPSHOT_OFFER },
	{ ENDPOINT_ASSETS, SNAPSHOT_ASSET },
	{ ENDPOINT_PRODUCTS, SNAPSHOT_PRODUCT },
	{ ENDPOINT_SEGMENTS, SNAPSHOT_SEGMENT },
	{ ENDPOINT_JOURNEYS, SNAPSHOT_JOURNEYS },
};

/* One read of one endpoint. */
struct reading {
	struct harvest *h;
	struct connection *connection;
	enum snapshot_kind kind;
	struct index *names; /* of the items, instead of the items themselves, or NULL */
	struct str source;   /* of the read of standalone offers */
	bool moved;          /* the revision is another than at the beginning */
	int *tries;
};

static int
page_limit(void *ctx)
{
	(void)ctx;
	return PAGE;
}

static void
add_name(struct buf *out, struct str path, struct str id)
{
	buf_reset(out);
	buf_addf(out, "%zu:", path.n);
	buf_adds(out, path);
	buf_adds(out, id);
}

/* Items whose names alone are asked for are forgotten again. */
static void
note_names(struct reading *r, const struct strict *page)
{
	struct snapshot few = { 0 };
	struct buf name = { 0 };
	for (size_t i = 0; i < page->items.n; i++)
		snapshot_add(&few, r->kind, strict_item(page, i), page->items.v[i].flags);
	for (size_t i = 0; i < few.items.n; i++) {
		add_name(&name, few.items.v[i].path, few.items.v[i].id);
		index_put(r->names, buf_str(&name), 1);
	}
	buf_free(&name);
	snapshot_free(&few);
}

static enum walk_step
take_harvest_page(void *ctx, const struct strict *page)
{
	struct reading *r = ctx;
	if (r->names)
		note_names(r, page);
	else if (r->kind == SNAPSHOT_JOURNEYS)
		snapshot_add_sent(
		    &r->h->snapshot, r->kind, buf_str(&page->body), page->envelope_flags);
	else
		for (size_t i = 0; i < page->items.n; i++)
			snapshot_add_sent(
			    &r->h->snapshot, r->kind, strict_item(page, i), page->items.v[i].flags);
	return WALK_ON;
}

/* The first revision that is told is the one all others must be. */
static void
compare_commits(struct reading *r, const struct walk_end *end)
{
	if (!r->h->commit[0])
		snprintf(r->h->commit, COMMIT_MAX, "%s", end->commit);
	if (end->commit[0] && strcmp(end->commit, r->h->commit) != 0)
		r->moved = true;
	r->moved = r->moved || end->moved;
}

static bool
read_list(struct reading *r, enum endpoint endpoint, struct err *err)
{
	const struct walk_plan plan = { .connection = r->connection,
		.endpoint = endpoint,
		.query = { .after = WHEN_NONE, .source = r->source, .reduced = r->names != NULL },
		.limit = page_limit,
		.page = take_harvest_page,
		.ctx = r };
	struct walk_end end;
	walk_run(&plan, &end);
	compare_commits(r, &end);
	*r->tries = end.tries;
	*err = end.err;
	if (!err->kind && walk_went_round(&end))
		err_set(
		    err, ERR_PROTOCOL, "it cannot be read to its end: %s", pager_words(end.end));
	return !err->kind;
}

/* Which standalone offers are published, and which are not, by two reads of them. */
static bool
read_published(struct reading *r, struct err *err)
{
	struct index *catalog = index_new(), *published = index_new();
	struct buf name = { 0 };
	r->kind = SNAPSHOT_OFFER;
	r->names = catalog;
	r->source = STR("catalog");
	bool ok = read_list(r, ENDPOINT_STANDALONE, err);
	r->names = published;
	r->source = STR("published");
	ok = ok && read_list(r, ENDPOINT_STANDALONE, err);
	for (size_t i = 0; ok && i < r->h->snapshot.items.n; i++) {
		struct snapshot_item *item = &r->h->snapshot.items.v[i];
		add_name(&name, item->path, item->id);
		if (item->kind != SNAPSHOT_OFFER ||
		    index_get(catalog, buf_str(&name)) == UINT32_MAX)
			continue;
		item->published = index_get(published, buf_str(&name)) == UINT32_MAX ? SAID_NO
										     : SAID_YES;
	}
	r->names = NULL;
	r->source = STR_NONE;
	buf_free(&name);
	index_free(catalog);
	index_free(published);
	return ok;
}

static bool
read_once(struct reading *r, unsigned kinds, struct err *err)
{
	for (size_t i = 0; i < sizeof(reads) / sizeof(*reads); i++) {
		if (!(kinds >> reads[i].kind & 1))
			continue;
		r->kind = reads[i].kind;
		if (!read_list(r, reads[i].endpoint, err))
			return false;
	}
	return !(kinds & HARVEST_PUBLISHED) || read_published(r, err);
}

bool
harvest_read(
    struct harvest *h, struct connection *connection, unsigned kinds, int *tries, struct err *err)
{
	struct reading r = { .h = h, .connection = connection, .tries = tries };
	for (int i = 0; i < READINGS; i++) {
		harvest_free(h);
		r.moved = false;
		if (!read_once(&r, kinds, err))
			return false;
		snapshot_sort(&h->snapshot);
		if (!r.moved)
			return true;
	}
	*tries = 0;
	return err_set(err, ERR_CONFLICT,
	    "the catalog changed while it was read, %d times in a row", READINGS);
}

void
harvest_free(struct harvest *h)
{
	snapshot_free(&h->snapshot);
	*h = (struct harvest){ 0 };
}

struct catalog_item *
harvest_items(const struct harvest *h, struct arena *a)
{
	const struct snapshot *s = &h->snapshot;
	struct catalog_item *items = arena_array(a, struct catalog_item, s->items.n);
	struct err err;
	for (size_t i = 0; i < s->items.n; i++)
		if (s->items.v[i].kind != SNAPSHOT_JOURNEYS)
			catalog_item_read(
			    &items[i], a, s->items.v[i].json, s->items.v[i].flags, &err);
	return items;
}
