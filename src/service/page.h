/*
 * page.h - builds the body of a list answer: {"items":[…],"queryMore":…}, cut at an item's end
 * before it passes 6,000,000 bytes.
 */
#ifndef SERVICE_PAGE_H
#define SERVICE_PAGE_H

#include "base/buf.h"

enum { PAGE_BYTES_MAX = 6000000 };

struct page {
	struct buf *body; /* borrowed */
	size_t items;
	bool more;
};

void page_begin(struct page *p);
/* Appends an item as it stands; false when it would not fit (the first one always does). */
bool page_add(struct page *p, struct str json);
/* Notes that the list goes on behind this page. */
void page_has_more(struct page *p);
/* Closes the body; a cursor of 0 bytes leaves the member out. The cursor needs no escapes. */
void page_end(struct page *p, const char *cursor_name, struct str cursor);

#endif
