#include "catalog/listing.h"

#include "base/clock.h"
#include "client/client.h"
#include "client/io.h"
#include "wire/catalog.h"

const struct catalog_part_info catalog_parts[] = {
	[CATALOG_CAMPAIGNS] = { ENDPOINT_CAMPAIGNS, GRAPH_CAMPAIGN, "campaigns" },
	[CATALOG_OFFERS] = { ENDPOINT_OFFERS, GRAPH_OFFER, "offers" },
	[CATALOG_PRODUCTS] = { ENDPOINT_PRODUCTS, GRAPH_PRODUCT, "products" },
	[CATALOG_SEGMENTS] = { ENDPOINT_SEGMENTS, GRAPH_SEGMENT, "segments" },
	[CATALOG_ASSETS] = { ENDPOINT_ASSETS, GRAPH_ASSET, "assets" },
};
_Static_assert(sizeof(catalog_parts) / sizeof(*catalog_parts) == CATALOG_PARTS,
    "every part needs a row in this table");

enum catalog_part
catalog_part_of(enum graph_kind kind)
{
	enum catalog_part part = CATALOG_CAMPAIGNS;
	while (part < CATALOG_PARTS && catalog_parts[part].kind != kind)
		part++;
	return part;
}

enum graph_kind
catalog_kind_of(enum catalog_part part)
{
	return catalog_parts[part].kind;
}

const struct view_resource *
catalog_resource(enum catalog_part part)
{
	return view_find_resource(catalog_parts[part].resource);
}

enum catalog_part
catalog_part_of_resource(const struct view_resource *resource)
{
	enum catalog_part part = CATALOG_CAMPAIGNS;
	while (
	    part < CATALOG_PARTS && !str_eqz(str_of(resource->name), catalog_parts[part].resource))
		part++;
	return part;
}

enum { WORK_SLICE_MS = 3 };

static struct str
copy_text(struct listing *l, struct str s)
{
	return arena_str(&l->text_arena, s);
}

static void
copy_query(struct listing *l, const struct list_query *q)
{
	l->query = (struct list_query){ .limit = q->limit,
		.changed_after = q->changed_after,
		.path = copy_text(l, q->path),
		.tag = copy_text(l, q->tag),
		.source = copy_text(l, q->source),
		.reduced = q->reduced };
	for (size_t i = 0; i < q->attributes.n; i++) {
		const struct list_attribute a = { copy_text(l, q->attributes.v[i].name),
			copy_text(l, q->attributes.v[i].value) };
		vec_push(&l->query.attributes, a);
	}
}

struct listing *
listing_new(struct client *client, const struct io_watch *io, enum endpoint e,
    const struct list_query *query, void (*changed)(void *ctx), void *ctx)
{
	struct listing *l = x_new(struct listing);
	*l = (struct listing){ .io = *io, .on_changed = changed, .ctx = ctx };
	l->search_cache = search_cache_new();
	pager_init(&l->pager, client, e);
	copy_query(l, query);
	return l;
}

void
listing_stop(struct listing *l)
{
	pager_stop(&l->pager);
	/* A partly processed page stays; listing_read() continues with the rest of it. */
	l->io.cancel_timer(l->io.ctx, l->slice_timer);
	l->slice_timer = 0;
	if (l->state == LISTING_READING)
		l->state = LISTING_IDLE;
}

void
listing_free(struct listing *l)
{
	if (!l)
		return;
	listing_stop(l);
	for (size_t i = 0; i < l->pages.n; i++) {
		json_scan_free(&l->pages.v[i]->json);
		arena_free(&l->pages.v[i]->text_arena);
		x_free(l->pages.v[i]);
	}
	vec_free(&l->pages);
	vec_free(&l->items);
	vec_free(&l->locations);
	vec_free(&l->rows);
	vec_free(&l->fresh_items);
	vec_free(&l->fresh_rows);
	vec_free(&l->fresh_item_indexes);
	seen_ids_free(&l->seen_ids);
	vec_free(&l->query.attributes);
	arena_free(&l->text_arena);
	arena_free(&l->scratch);
	search_cache_free(l->search_cache);
	pager_free(&l->pager);
	x_free(l);
}

struct str
listing_json(const struct listing *l, size_t at, unsigned *flags)
{
	const struct listing_place *place = &l->locations.v[at];
	const struct json_scan *json = &l->pages.v[place->page]->json;
	if (flags)
		*flags = json->items.v[place->item].flags;
	return json_scan_item(json, place->item);
}

/* An element that is not an item is kept as an item without members. */
static void
add_item_of_page(struct listing *l, struct listing_page *page)
{
	size_t place = page->converted_items++;
	struct catalog_item item;
	struct item_row row;
	struct err ignored;
	l->seen_ids.allows_page_duplicates = true;
	l->seen_ids.current_page = (uint32_t)l->pages.n;
	if (seen_ids_check_and_add(&l->seen_ids, json_scan_item(&page->json, place)))
		return;
	if (!catalog_item_read_in_place(&item, &page->text_arena, &l->scratch,
		json_scan_item(&page->json, place), page->json.items.v[place].flags, &ignored))
		item = (struct catalog_item){ .modified = WHEN_NONE, .malformed = true };
	arena_reset(&l->scratch);
	item_row_fill(&row, &page->text_arena, l->search_cache, &item);
	vec_push(&l->fresh_items, item);
	vec_push(&l->fresh_rows, row);
	vec_push(&l->fresh_item_indexes, (uint32_t)place);
}

static void
publish_page(struct listing *l)
{
	uint32_t page_no = (uint32_t)l->pages.n - 1;
	size_t n = l->items.n + l->fresh_items.n;
	vec_reserve(&l->items, n);
	vec_reserve(&l->locations, n);
	vec_reserve(&l->rows, n);
	for (uint32_t i = 0; i < l->fresh_items.n; i++) {
		const struct listing_place place = { page_no, l->fresh_item_indexes.v[i] };
		vec_push(&l->items, l->fresh_items.v[i]);
		vec_push(&l->locations, place);
		vec_push(&l->rows, l->fresh_rows.v[i]);
	}
	l->fresh_items.n = l->fresh_rows.n = l->fresh_item_indexes.n = 0;
}

/* Frees memory that is only needed while the list grows. */
static void
end_list(struct listing *l)
{
	l->state = LISTING_COMPLETE;
	vec_free(&l->fresh_items);
	vec_free(&l->fresh_rows);
	vec_free(&l->fresh_item_indexes);
	seen_ids_free(&l->seen_ids);
	l->seen_ids = (struct seen_ids){ 0 };
	arena_free(&l->scratch);
}

static void
notify_listing_changed(struct listing *l)
{
	if (l->on_changed)
		l->on_changed(l->ctx);
}

static void read_page(struct listing *l);

static void
finish_page(struct listing *l, const struct listing_page *page)
{
	publish_page(l);
	pager_advance(&l->pager, &page->json);
	bool more = l->pager.end_reason == PAGER_MORE;
	l->state = LISTING_IDLE;
	if (more)
		read_page(l);
	else
		end_list(l);
	notify_listing_changed(l); /* may free the listing */
}

static void
read_listing_slice(void *arg)
{
	struct listing *l = arg;
	struct listing_page *page = l->pages.v[l->pages.n - 1];
	int64_t until = clock_ticks() + WORK_SLICE_MS;
	l->slice_timer = 0;
	while (page->converted_items < page->json.items.n) {
		add_item_of_page(l, page);
		if (clock_ticks() >= until && page->converted_items < page->json.items.n) {
			l->slice_timer = l->io.start_timer(l->io.ctx, 0, read_listing_slice, l);
			return;
		}
	}
	finish_page(l, page);
}

static void
on_page_arrived(void *ctx, struct client_answer *answer)
{
	struct listing *l = ctx;
	if (answer->err.kind) {
		l->state = LISTING_FAILED;
		l->err = answer->err;
		l->attempt_count = answer->attempt_count;
		notify_listing_changed(l);
		return;
	}
	struct listing_page *page = x_new(struct listing_page);
	*page = (struct listing_page){ .json = answer->page };
	answer->page = (struct json_scan){ 0 };
	buf_shrink(&page->json.body);
	vec_push(&l->pages, page);
	l->slice_timer = l->io.start_timer(l->io.ctx, 0, read_listing_slice, l);
}

static void
read_page(struct listing *l)
{
	l->state = LISTING_READING;
	pager_request_page(&l->pager, &l->query, on_page_arrived, l);
}

void
listing_read(struct listing *l)
{
	if (l->state == LISTING_READING || l->state == LISTING_COMPLETE ||
	    !client_has_address(l->pager.client))
		return;
	size_t n = l->pages.n;
	if (n && l->pages.v[n - 1]->converted_items < l->pages.v[n - 1]->json.items.n) {
		l->state = LISTING_READING;
		l->slice_timer = l->io.start_timer(l->io.ctx, 0, read_listing_slice, l);
	} else {
		read_page(l);
	}
}
