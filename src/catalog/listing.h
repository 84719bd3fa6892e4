/*
 * listing.h - one list of catalog items, read from the service page by page: the items as sent,
 * parsed, and as rows.
 *
 * A page is processed in slices of a few milliseconds, and its rows appear when it is complete:
 * rows move only just before `on_changed` is called. After a failed request the items already read
 * are kept, and listing_read() continues. Owns pages, items and rows. Loop thread only.
 */
#ifndef CATALOG_LISTING_H
#define CATALOG_LISTING_H

#include "catalog/item_row.h"
#include "client/io.h"
#include "list/pager.h"
#include "list/view.h"
#include "model/graph.h"
#include "wire/names.h"

enum listing_state {
	LISTING_IDLE, /* not started, or stopped */
	LISTING_READING,
	LISTING_FAILED, /* err has the reason */
	LISTING_COMPLETE,
};

struct listing_place {
	uint32_t page, item; /* location of its JSON */
};

struct listing_page {
	struct json_scan json;   /* texts of its items and rows point into it */
	struct arena text_arena; /* texts that differ from the JSON */
	size_t converted_items;
};

struct listing {
	struct pager pager; /* has hits, revision and the reason it ended */
	struct io_watch io;
	void (*on_changed)(void *ctx);
	void *ctx;
	struct list_query query;
	struct arena text_arena;           /* texts of the query */
	struct search_cache *search_cache; /* search values shared by the rows */

	VEC(struct listing_page *) pages;
	VEC(struct catalog_item) items;
	VEC(struct listing_place) locations; /* parallel to items */
	VEC(struct item_row) rows;           /* parallel to items */
	/* Items of the page in progress, kept apart: callers hold pointers to rows until
	 * `on_changed` is called. */
	VEC(struct catalog_item) fresh_items;
	VEC(struct item_row) fresh_rows;
	VEC(uint32_t) fresh_item_indexes; /* parallel to fresh_items: index on the page */
	struct seen_ids seen_ids;         /* drops items of earlier pages that come again */

	enum listing_state state;
	struct err err;
	int attempt_count;

	/* private */
	unsigned slice_timer;
	struct arena scratch; /* used while an item is parsed */
};

/* `query` is copied; its limit is the size of a page. `changed` is called after each page. */
struct listing *listing_new(struct client *client, const struct io_watch *io, enum endpoint e,
    const struct list_query *query, void (*changed)(void *ctx), void *ctx);
void listing_free(struct listing *l);
/* Reads to the end of the list, from the last position. */
void listing_read(struct listing *l);
/* Stops reading. Items already read are kept, and listing_read() continues from there. */
void listing_stop(struct listing *l);
/* An item's JSON as sent, and the flags of its span. */
struct str listing_json(const struct listing *l, size_t at, unsigned *flags);

/*
 * The lists that make up a catalog: the endpoint of each, and the graph node kind of its
 * items.
 */

enum catalog_part {
	CATALOG_CAMPAIGNS,
	CATALOG_OFFERS,
	CATALOG_PRODUCTS,
	CATALOG_SEGMENTS,
	CATALOG_ASSETS,
	CATALOG_PARTS
};

/* The parts to read, as bits: each list, the journeys, and which standalone offers are
 * published. */
#define CATALOG_LIST(part) (1u << (part))
#define CATALOG_LISTS (CATALOG_LIST(CATALOG_PARTS) - 1)
#define CATALOG_JOURNEYS CATALOG_LIST(CATALOG_PARTS)
#define CATALOG_PUBLISHED (CATALOG_JOURNEYS << 1)
#define CATALOG_ALL (CATALOG_LISTS | CATALOG_JOURNEYS | CATALOG_PUBLISHED)

struct catalog_part_info {
	enum endpoint endpoint;
	enum graph_kind kind;
	const char *resource;
};
extern const struct catalog_part_info catalog_parts[CATALOG_PARTS];

/* The part whose items are nodes of that kind, or CATALOG_PARTS if there is none; and the
 * inverse. */
enum catalog_part catalog_part_of(enum graph_kind kind);
enum graph_kind catalog_kind_of(enum catalog_part part);
/* The VIEW resource of a part. */
const struct view_resource *catalog_resource(enum catalog_part part);
/* The part with that resource; CATALOG_PARTS if there is none. */
enum catalog_part catalog_part_of_resource(const struct view_resource *resource);

#endif
