/*
 * packed_page.h - a page as the service sent it, compressed after it was processed, and decompressed
 * when an item of it is needed. A few stay decompressed at a time.
 *
 * Pages are not dropped and read again: compressed they take a tenth or less, an item is available
 * in a millisecond, and it is the one the user saw, whatever the service has now.
 */
#ifndef APP_LIST_PACKED_PAGE_H
#define APP_LIST_PACKED_PAGE_H

#include "base/packed.h"
#include "wire/json_scan.h"

enum { PAGE_CACHE_PAGES = 4, PAGE_CACHE_ITEMS = 128, PAGE_CACHE_ITEM_MAX = 16384 };

struct packed_page;

/* A copy of an item that a page was unpacked for, unless it is a large one. */
struct page_cache_item {
	const struct packed_page *page; /* NULL: none */
	size_t item;
	struct buf text;
};

struct packed_page {
	struct json_scan json; /* its body is empty while it is packed only */
	struct buf packed;
	size_t size, done; /* of the body; and how much of it is packed */
};

/* Which pages are unpacked, the newest first, the items that pages were unpacked for last, and what
 * packs them. A sorted list shows an item each of many pages: they are unpacked for it once. */
struct page_cache {
	struct packed_page *pages[PAGE_CACHE_PAGES];
	struct page_cache_item items[PAGE_CACHE_ITEMS]; /* the next one replaces that at `next` */
	size_t next;
	struct packer *packer;
};

void page_cache_init(struct page_cache *o);
void page_cache_free(struct page_cache *o);

/* Takes the page over. */
void packed_page_init(struct packed_page *p, struct json_scan *page);
void packed_page_free(struct page_cache *o, struct packed_page *p);
/* Packs some more of it, one page at a time; true when nothing is left to do. Then its body goes
 * when others are wanted. */
bool packed_page_pack_more(struct page_cache *o, struct packed_page *p);
/* An item's text, and the flags of its span (NULL: not wanted). Good until PAGE_CACHE_PAGES other pages
 * were asked. STR_NONE only where memory is damaged. */
struct str packed_page_item(struct page_cache *o, struct packed_page *p, size_t item, unsigned *flags);

#endif
