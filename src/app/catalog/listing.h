/*
 * listing.h - one list of catalog items, read from the service page after page to its end: the
 * items as sent, read, and as rows.
 *
 * A page is taken in slices of a few milliseconds, and its rows are there when it is whole: rows
 * move just before `changed` is called and at no other time. What was read stays when a page
 * fails; listing_read() then goes on. Owns pages, items and rows. Loop thread only.
 */
#ifndef APP_CATALOG_LISTING_H
#define APP_CATALOG_LISTING_H

#include "app/catalog/item_row.h"
#include "app/list/pager.h"

enum listing_state {
	LISTING_QUIET, /* not begun, or stopped */
	LISTING_READING,
	LISTING_FAILED, /* err says why */
	LISTING_WHOLE,
};

struct listing_entry {
	const struct catalog_item *item;
	uint32_t page, place; /* where its JSON is */
};

struct listing_page {
	struct strict json;
	struct arena texts; /* of its items and rows */
	size_t taken;
};

struct listing {
	struct pager pager; /* hits, revision, and how it ended */
	struct io_watch io;
	void (*changed)(void *ctx);
	void *ctx;
	struct list_query query;
	struct arena texts; /* of the query */

	VEC(struct listing_page *) pages;
	VEC(struct listing_entry) entries;
	VEC(struct item_row) rows; /* beside entries */
	/* Of the page that is being taken: others hold pointers to rows until `changed` is called.
	 */
	VEC(struct listing_entry) fresh_entries;
	VEC(struct item_row) fresh_rows;

	enum listing_state state;
	struct err err;
	int tries;

	unsigned slice; /* inside */
};

/* `query` is copied; its limit is the size of a page. `changed` is called after each page. */
struct listing *listing_new(struct client *client, const struct io_watch *io, enum endpoint e,
    const struct list_query *query, void (*changed)(void *ctx), void *ctx);
void listing_free(struct listing *l);
/* Reads to the end, from where it stopped. */
void listing_read(struct listing *l);
/* What was read stays; reading on goes on where it was. */
void listing_stop(struct listing *l);
/* An item's JSON as sent, and the flags of its span. */
struct str listing_json(const struct listing *l, size_t at, unsigned *flags);

#endif
