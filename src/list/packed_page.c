#include "list/packed_page.h"

#include <string.h>

enum { PACK_PIECE_SIZE = 131072 };

void
page_cache_init(struct page_cache *o)
{
	*o = (struct page_cache){ .packer = packer_new() };
}

void
page_cache_free(struct page_cache *o)
{
	packer_free(o->packer);
	for (size_t i = 0; i < PAGE_CACHE_ITEMS_MAX; i++)
		buf_free(&o->items[i].text);
	*o = (struct page_cache){ 0 };
}

void
packed_page_init(struct packed_page *p, struct json_scan *page)
{
	*p = (struct packed_page){ .json = *page, .body_size = page->body.n };
	memset(page, 0, sizeof(*page));
}

static bool
is_packed(const struct packed_page *p)
{
	return p->compressed_bytes == p->body_size && p->packed.n;
}

static size_t
find_open_page(const struct page_cache *o, const struct packed_page *p)
{
	size_t at = 0;
	while (at < PAGE_CACHE_PAGES_MAX && o->pages[at] != p)
		at++;
	return at;
}

/* Moves a page to the front of the cache; evicts the least recently used page. */
static void
move_page_to_front(struct page_cache *o, struct packed_page *p)
{
	size_t at = find_open_page(o, p);
	if (at == PAGE_CACHE_PAGES_MAX) {
		at--;
		if (o->pages[at])
			buf_free(&o->pages[at]->json.body);
	}
	memmove(o->pages + 1, o->pages, at * sizeof(*o->pages));
	o->pages[0] = p;
}

void
packed_page_free(struct page_cache *o, struct packed_page *p)
{
	size_t at = find_open_page(o, p);
	if (at < PAGE_CACHE_PAGES_MAX)
		o->pages[at] = NULL;
	for (size_t i = 0; i < PAGE_CACHE_ITEMS_MAX; i++)
		if (o->items[i].page == p)
			o->items[i].page = NULL;
	if (p->compressed_bytes && p->compressed_bytes < p->body_size)
		packer_reset(o->packer);
	json_scan_free(&p->json);
	buf_free(&p->packed);
}

bool
packed_page_pack_more(struct page_cache *o, struct packed_page *p)
{
	struct str piece = str_sub(buf_str(&p->json.body), p->compressed_bytes, PACK_PIECE_SIZE);
	if (p->compressed_bytes == p->body_size)
		return true;
	if (!packer_add(o->packer, &p->packed, piece, p->body_size)) {
		buf_free(&p->packed); /* compression failed: the page stays uncompressed */
		packer_reset(o->packer);
		p->compressed_bytes = p->body_size;
		return true;
	}
	p->compressed_bytes += piece.n;
	if (p->compressed_bytes < p->body_size)
		return false;
	buf_shrink(&p->packed);
	move_page_to_front(o, p);
	return true;
}

static const struct page_cache_item *
find_copy(const struct page_cache *o, const struct packed_page *p, size_t item)
{
	for (size_t i = 0; i < PAGE_CACHE_ITEMS_MAX; i++)
		if (o->items[i].page == p && o->items[i].item_index == item)
			return &o->items[i];
	return NULL;
}

static void
store_copy(struct page_cache *o, const struct packed_page *p, size_t item)
{
	struct str text = json_scan_item(&p->json, item);
	if (text.n > PAGE_CACHE_ITEM_SIZE_MAX)
		return;
	struct page_cache_item *copy = &o->items[o->next_to_replace++ % PAGE_CACHE_ITEMS_MAX];
	copy->page = p;
	copy->item_index = item;
	buf_reset(&copy->text);
	buf_adds(&copy->text, text);
}

struct str
packed_page_item(struct page_cache *o, struct packed_page *p, size_t item, unsigned *flags)
{
	if (flags)
		*flags = p->json.items.v[item].flags;
	if (!is_packed(p))
		return json_scan_item(&p->json, item);
	if (!p->json.body.p) {
		const struct page_cache_item *copy = find_copy(o, p, item);
		if (copy)
			return buf_str(&copy->text);
		if (!unpack(&p->json.body, buf_str(&p->packed), p->body_size))
			return STR_NONE;
		store_copy(o, p, item);
	}
	move_page_to_front(o, p);
	return json_scan_item(&p->json, item);
}
