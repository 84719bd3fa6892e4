/*
 * kept_page.h - a page as the service sent it, compressed after it was processed, and decompressed
 * when an item of it is needed. A few stay decompressed at a time.
 *
 * Pages are not dropped and read again: compressed they take a tenth or less, an item is available
 * in a millisecond, and it is the one the user saw, whatever the service has now.
 */
#ifndef APP_LIST_KEPT_PAGE_H
#define APP_LIST_KEPT_PAGE_H

#include "base/packed.h"
#include "wire/json_scan.h"

enum { KEPT_OPEN = 4, KEPT_ITEMS = 128, KEPT_ITEM_MAX = 16384 };

struct kept_page;

/* A copy of an item that a page was unpacked for, unless it is a large one. */
struct kept_item {
	const struct kept_page *page; /* NULL: none */
	size_t item;
	struct buf text;
};

struct kept_page {
	struct json_scan json; /* its body is empty while it is packed only */
	struct buf packed;
	size_t size, done; /* of the body; and how much of it is packed */
};

/* Which pages are unpacked, the newest first, the items that pages were unpacked for last, and what
 * packs them. A sorted list shows an item each of many pages: they are unpacked for it once. */
struct kept_open {
	struct kept_page *pages[KEPT_OPEN];
	struct kept_item items[KEPT_ITEMS]; /* the next one replaces that at `next` */
	size_t next;
	struct packer *packer;
};

void kept_open_init(struct kept_open *o);
void kept_open_free(struct kept_open *o);

/* Takes the page over. */
void kept_page_begin(struct kept_page *p, struct json_scan *page);
void kept_page_free(struct kept_open *o, struct kept_page *p);
/* Packs some more of it, one page at a time; true when nothing is left to do. Then its body goes
 * when others are wanted. */
bool kept_page_pack(struct kept_open *o, struct kept_page *p);
/* An item's text, and the flags of its span (NULL: not wanted). Good until KEPT_OPEN other pages
 * were asked. STR_NONE only where memory is damaged. */
struct str kept_page_item(struct kept_open *o, struct kept_page *p, size_t item, unsigned *flags);

#endif
