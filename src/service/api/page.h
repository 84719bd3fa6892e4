/*
 * page.h - builds the body of a list response: a head, "items":[…] and a tail. A page ends before
 * the item that would exceed 6,000,000 bytes.
 */
#ifndef SERVICE_API_PAGE_H
#define SERVICE_API_PAGE_H

#include "base/buf.h"

enum { PAGE_BYTES_MAX = 6000000 };

struct list_page {
	struct buf *body; /* borrowed */
	size_t limit;     /* maximum number of items */
	size_t items;
	bool more; /* the list has more items than fit on this page */
	bool full; /* the page ended because of its size in bytes */
};

/* Begins the object. `head` is a list of members with a trailing comma, or empty. */
void page_begin(struct list_page *p, struct str head);
/* Appends an item unchanged. Returns false and sets `more` if it does not fit on this page; the
 * first item always fits. */
bool page_add(struct list_page *p, struct str json);
/* Closes the items and the object. `tail` is a list of members, each with a leading comma, or
 * empty. */
void page_end(struct list_page *p, struct str tail);

#endif
