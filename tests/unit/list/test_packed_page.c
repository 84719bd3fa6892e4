/* Packed pages: items read back as sent, in any order of access, and only a few pages are
 * unpacked at a time. */
#include "lib/test.h"
#include "list/packed_page.h"

#include <stdio.h>

enum { PAGES = 3 * PAGE_CACHE_PAGES_MAX, ITEMS = 1000 };

struct page_fixture {
	struct page_cache open;
	struct packed_page pages[PAGES];
};

static void
begin(struct packed_page *p, unsigned number)
{
	struct json_scan page;
	auto_buf text = { 0 };
	struct err err;
	buf_addz(&text, "{\"items\":[");
	for (unsigned i = 0; i < ITEMS; i++)
		buf_addf(&text, "%s{\"page\":%u,\"item\":%u,\"words\":\"%0*d\"}", i ? "," : "",
		    number, i, 100, i);
	buf_addz(&text, "]}");
	json_scan_init(&page, &json_scan_client_rules);
	assert_true(json_scan_push(&page, buf_str(&text), &err) && json_scan_end(&page, &err));
	packed_page_init(p, &page);
}

static void
check_item(struct page_fixture *s, unsigned page, unsigned item)
{
	char begins[60];
	unsigned flags = 99;
	struct str json = packed_page_item(&s->open, &s->pages[page], item, &flags);
	snprintf(begins, sizeof(begins), "{\"page\":%u,\"item\":%u,", page, item);
	assert_true(str_starts(json, str_of(begins)));
	assert_true(str_ends(json, STR("\"}")));
	assert_int_equal(flags, 0);
}

static size_t
held(const struct page_fixture *s)
{
	size_t n = 0;
	for (int i = 0; i < PAGES; i++)
		n += s->pages[i].json.body.p != NULL;
	return n;
}

TEST(items_equal_those_sent_and_few_pages_are_unpacked)
{
	static struct page_fixture s;
	unsigned turns = 0;
	page_cache_init(&s.open);
	for (unsigned i = 0; i < PAGES; i++) {
		begin(&s.pages[i], i);
		check_item(&s, i, 7);
		while (!packed_page_pack_more(&s.open, &s.pages[i])) {
			check_item(&s, i, ITEMS - 1); /* while the page is half packed */
			turns++;
		}
		assert_in_range(held(&s), 1, PAGE_CACHE_PAGES_MAX);
	}
	assert_true(turns >= PAGES); /* packing took more than one step per page */
	for (unsigned i = 0; i < 10 * PAGES; i++) {
		check_item(&s, i * 7 % PAGES, i * 31 % ITEMS);
		assert_in_range(held(&s), 1, PAGE_CACHE_PAGES_MAX);
	}
	for (unsigned i = 0; i < PAGES; i++)
		assert_in_range(s.pages[i].packed.n, 1, s.pages[i].body_size / 4);
	for (unsigned i = 0; i < PAGES; i++)
		packed_page_free(&s.open, &s.pages[i]);
	page_cache_free(&s.open);
}

/* The page used last is evicted last: using it again and again unpacks no other. */
TEST(the_last_used_page_is_evicted_last)
{
	static struct page_fixture s;
	page_cache_init(&s.open);
	for (unsigned i = 0; i <= PAGE_CACHE_PAGES_MAX; i++) {
		begin(&s.pages[i], i);
		while (!packed_page_pack_more(&s.open, &s.pages[i]))
			;
		if (i > 0)
			check_item(&s, 1, 3);
	}
	assert_non_null(s.pages[1].json.body.p);
	assert_null(s.pages[0].json.body.p);
	for (unsigned i = 0; i <= PAGE_CACHE_PAGES_MAX; i++)
		packed_page_free(&s.open, &s.pages[i]);
	page_cache_free(&s.open);
}

/* A sorted list shows items of many pages: items seen once need no unpacking, and evicting a
 * page evicts its items. */
TEST(items_of_many_pages_are_unpacked_once)
{
	static struct page_fixture s;
	page_cache_init(&s.open);
	for (unsigned i = 0; i < PAGES; i++) {
		begin(&s.pages[i], i);
		while (!packed_page_pack_more(&s.open, &s.pages[i]))
			;
	}
	for (unsigned i = 0; i < PAGES; i++)
		check_item(&s, i, 5 + i);
	assert_null(s.pages[0].json.body.p);
	check_item(&s, 0, 5);
	assert_null(s.pages[0].json.body.p);
	check_item(&s, 0, 6);
	assert_non_null(s.pages[0].json.body.p);
	packed_page_free(&s.open, &s.pages[1]);
	begin(&s.pages[1], 77);
	check_item(&s, 2, 9);
	struct str json = packed_page_item(&s.open, &s.pages[1], 6, NULL);
	assert_true(str_starts(json, STR("{\"page\":77,\"item\":6,")));
	for (unsigned i = 0; i < PAGES; i++)
		packed_page_free(&s.open, &s.pages[i]);
	page_cache_free(&s.open);
}

/* Evicting a page while it is being packed leaves the packer usable for the next. */
TEST(evicting_a_half_packed_page_spoils_no_other)
{
	static struct page_fixture s;
	page_cache_init(&s.open);
	begin(&s.pages[0], 0);
	assert_false(packed_page_pack_more(&s.open, &s.pages[0]));
	packed_page_free(&s.open, &s.pages[0]);
	for (unsigned i = 1; i < PAGES; i++) {
		begin(&s.pages[i], i);
		while (!packed_page_pack_more(&s.open, &s.pages[i]))
			;
	}
	check_item(&s, 1, ITEMS / 2);
	for (unsigned i = 1; i < PAGES; i++)
		packed_page_free(&s.open, &s.pages[i]);
	page_cache_free(&s.open);
}
