#include "service/api/page.h"

enum { PAGE_END_BYTES_MAX = 400 }; /* maximum size of the rest: brackets, a cursor, a commit id */

/* The expected size of the page, reserved at once: growing would copy the items repeatedly. */
static size_t
likely_size(const struct list_page *p)
{
	enum { LIKELY_ITEM_BYTES = 1024, PREALLOCATED_ITEMS_MAX = 64 };
	return (p->limit < PREALLOCATED_ITEMS_MAX ? p->limit : PREALLOCATED_ITEMS_MAX) *
	    LIKELY_ITEM_BYTES;
}

void
page_begin(struct list_page *p, struct str head)
{
	buf_reserve(p->body, likely_size(p));
	buf_addc(p->body, '{');
	buf_adds(p->body, head);
	buf_addz(p->body, "\"items\":[");
}

bool
page_add(struct list_page *p, struct str json)
{
	p->full = p->items && p->body->n + json.n + PAGE_END_BYTES_MAX > PAGE_BYTES_MAX;
	p->more = p->full || p->items == p->limit;
	if (p->more)
		return false;
	if (p->items++)
		buf_addc(p->body, ',');
	buf_adds(p->body, json);
	return true;
}

void
page_end(struct list_page *p, struct str tail)
{
	buf_addc(p->body, ']');
	buf_adds(p->body, tail);
	buf_addc(p->body, '}');
	if (p->body->n < likely_size(p) / 2)
		buf_shrink(p->body);
}
