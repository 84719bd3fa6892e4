/*
 * listing.h - one list of catalog items, read from the service page by page: the items as sent,
 * parsed, and as rows.
 *
 * A page is processed in slices of a few milliseconds, and its rows appear when it is complete:
 * rows move only just before `changed` is called. After a failed page the items read so far are
 * kept; listing_read() continues. Owns pages, items and rows. Loop thread only.
 */
#ifndef APP_CATALOG_LISTING_H
#define APP_CATALOG_LISTING_H

#include "app/catalog/item_row.h"
#include "app/list/pager.h"
#include "app/list/seen_ids.h"

enum listing_state {
	LISTING_QUIET, /* not begun, or stopped */
	LISTING_READING,
	LISTING_FAILED, /* err says why */
	LISTING_WHOLE,
};

struct listing_place {
	uint32_t page, item; /* where its JSON is */
};

struct listing_page {
	struct json_scan json; /* texts of its items and rows point into it */
	struct arena texts; /* those that are not as they were sent */
	size_t taken;
};

struct listing {
	struct pager pager; /* hits, revision, and how it ended */
	struct io_watch io;
	void (*changed)(void *ctx);
	void *ctx;
	struct list_query query;
	struct arena texts;         /* of the query */
	struct search_cache *pool;  /* of the rows */

	VEC(struct listing_page *) pages;
	VEC(struct catalog_item) items;
	VEC(struct listing_place) places; /* parallel to items */
	VEC(struct item_row) rows;        /* parallel to items */
	/* Items of the page in progress: others hold pointers to rows until `changed` is called. */
	VEC(struct catalog_item) fresh_items;
	VEC(struct item_row) fresh_rows;
	VEC(uint32_t) fresh_places; /* parallel to them: their numbers on the page */
	struct seen_ids seen_ids;   /* items of earlier pages are there once */

	enum listing_state state;
	struct err err;
	int tries;

	/* inside */
	unsigned slice;
	struct arena scratch; /* while an item is read */
};

/* `query` is copied; its limit is the size of a page. `changed` is called after each page. */
struct listing *listing_new(struct client *client, const struct io_watch *io, enum endpoint e,
    const struct list_query *query, void (*changed)(void *ctx), void *ctx);
void listing_free(struct listing *l);
/* Reads to the end, from where it stopped. */
void listing_read(struct listing *l);
/* Items read so far are kept; reading continues from there. */
void listing_stop(struct listing *l);
/* An item's JSON as sent, and the flags of its span. */
struct str listing_json(const struct listing *l, size_t at, unsigned *flags);

#endif
