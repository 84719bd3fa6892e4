/*
 * page.h - builds the body of a list answer: a head, "items":[…], a tail, cut at an item's end
 * before it passes 6,000,000 bytes.
 */
#ifndef SERVICE_API_PAGE_H
#define SERVICE_API_PAGE_H

#include "base/buf.h"

enum { PAGE_BYTES_MAX = 6000000 };

struct list_page {
	struct buf *body; /* borrowed */
	size_t limit;     /* of items */
	size_t items;
	bool more; /* the list continues after this page */
	bool full; /* because there was no room for the bytes, that is */
};

/* Begins the object; `head` has members with trailing commas, or is empty. */
void page_begin(struct list_page *p, struct str head);
/* Appends an item unchanged. False, and `more`, if it does not fit on this page; the first one
 * always does. */
bool page_add(struct list_page *p, struct str json);
/* Closes items and object; `tail` is members with their commas in front, or empty. */
void page_end(struct list_page *p, struct str tail);

#endif
