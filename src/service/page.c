#include "service/page.h"

enum { TAIL = 300 }; /* what may follow the items: brackets and a cursor */

void
page_begin(struct page *p)
{
	buf_addz(p->body, "{\"items\":[");
}

bool
page_add(struct page *p, struct str json)
{
	if (p->items && p->body->n + json.n + TAIL > PAGE_BYTES_MAX)
		return false;
	if (p->items++)
		buf_addc(p->body, ',');
	buf_adds(p->body, json);
	return true;
}

void
page_has_more(struct page *p)
{
	p->more = true;
}

void
page_end(struct page *p, const char *cursor_name, struct str cursor)
{
	buf_addc(p->body, ']');
	if (cursor.n)
		buf_addf(p->body, ",\"%s\":\"%.*s\"", cursor_name, STR_ARG(cursor));
	buf_addc(p->body, '}');
}
