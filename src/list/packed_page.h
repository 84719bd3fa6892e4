/*
 * packed_page.h - a page as the service sent it, compressed after it was processed, and
 * decompressed when one of its items is needed. A few pages stay decompressed.
 *
 * Pages are not dropped and requested again: compressed they take a tenth or less, an item is
 * available in a millisecond, and it is the one the user saw, even if it has changed on the
 * service.
 */
#ifndef LIST_PACKED_PAGE_H
#define LIST_PACKED_PAGE_H

#include "base/packed.h"
#include "wire/json_scan.h"

enum { PAGE_CACHE_PAGES_MAX = 4, PAGE_CACHE_ITEMS_MAX = 128, PAGE_CACHE_ITEM_SIZE_MAX = 16384 };

struct packed_page;

/* A copy of a small item that its page was decompressed for. */
struct page_cache_item {
	const struct packed_page *page; /* NULL: unused */
	size_t item_index;
	struct buf text;
};

struct packed_page {
	struct json_scan json; /* its body is empty while only the compressed form is kept */
	struct buf packed;
	size_t body_size, compressed_bytes; /* size of the body; bytes compressed so far */
};

/* The decompressed pages, newest first, the items last read from compressed pages, and the
 * compressor. A sorted list shows items of many pages: each page is decompressed only once for
 * it. */
struct page_cache {
	struct packed_page *pages[PAGE_CACHE_PAGES_MAX];
	struct page_cache_item
	    items[PAGE_CACHE_ITEMS_MAX]; /* `next_to_replace` is the index to replace next */
	size_t next_to_replace;
	struct packer *packer;
};

void page_cache_init(struct page_cache *o);
void page_cache_free(struct page_cache *o);

/* Takes ownership of the page. */
void packed_page_init(struct packed_page *p, struct json_scan *page);
void packed_page_free(struct page_cache *o, struct packed_page *p);
/* Compresses the next piece of the page; call it for one page at a time. Returns true when the
 * page is complete; its body can then be freed to make room for other pages. */
bool packed_page_pack_more(struct page_cache *o, struct packed_page *p);
/* The text of an item, and the flags of its span (NULL: not wanted). Valid until
 * PAGE_CACHE_PAGES_MAX other pages are used. STR_NONE only if memory is damaged. */
struct str packed_page_item(
    struct page_cache *o, struct packed_page *p, size_t item, unsigned *flags);

#endif
