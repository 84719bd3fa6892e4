/* The pager: the next page's cursor, and detecting a service whose cursors loop. */
#include "lib/test.h"
#include "list/pager.h"

/* Parses this page and advances the pager past it. */
static void
pass(struct pager *p, const char *json)
{
	CLEANUP(json_scan_free) struct json_scan page;
	struct err err;
	json_scan_init(&page, &json_scan_client_rules);
	assert_true(json_scan_push(&page, str_of(json), &err));
	assert_true(json_scan_end(&page, &err));
	pager_advance(p, &page);
}

/* A page with one item, or none, and its own cursor. */
static void
pass_numbered(struct pager *p, size_t item, size_t cursor)
{
	auto_buf json = { 0 };
	buf_addz(&json, "{\"items\":[");
	if (item)
		buf_addf(&json, "{\"id\":\"%zu\"},{\"id\":\"last\"}", item);
	buf_addf(&json, "],\"queryMore\":\"c%zu\"}", cursor);
	pass(p, buf_z(&json));
}

static void
begin(struct pager *p)
{
	pager_init(p, NULL, ENDPOINT_BASKETS);
	assert_int_equal(p->end_reason, PAGER_MORE);
	assert_int_equal(p->hits, -1);
}

TEST(a_missing_cursor_ends_the_walk)
{
	static const char *const ends[] = { "{\"items\":[{}]}", "{\"items\":[],\"queryMore\":null}",
		"{\"items\":[{}],\"queryMore\":\"\"}", "{\"items\":[],\"hits\":0}" };
	struct pager p;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		begin(&p);
		pass(&p, ends[i]);
		assert_int_equal(p.end_reason, PAGER_WHOLE);
		assert_false(pager_has_cursor_loop(&p));
		pager_free(&p);
	}
}

TEST(a_repeated_cursor_ends_the_walk_and_is_a_loop)
{
	CLEANUP(pager_free) struct pager p;
	begin(&p);
	pass_numbered(&p, 1, 1);
	pass_numbered(&p, 2, 2);
	assert_int_equal(p.end_reason, PAGER_MORE);
	pass_numbered(&p, 3, 1);
	assert_int_equal(p.end_reason, PAGER_REPEATED);
	assert_true(pager_has_cursor_loop(&p));
	assert_int_equal(p.page_count, 3);
	pager_restart(&p);
	pass_numbered(&p, 1, 1);
	assert_int_equal(p.end_reason, PAGER_MORE);
	assert_int_equal(p.page_count, 1);
}

/* A service may keep `from` and move `alias`, or the other way round. */
TEST(both_parts_of_a_cursor_are_compared)
{
	CLEANUP(pager_free) struct pager p;
	begin(&p);
	pass(&p, "{\"items\":[1],\"queryMore\":{\"from\":\"a\",\"alias\":\"b\"}}");
	pass(&p, "{\"items\":[2],\"queryMore\":{\"from\":\"a\",\"alias\":\"c\"}}");
	pass(&p, "{\"items\":[3],\"queryMore\":{\"from\":\"ab\",\"alias\":\"\"}}");
	assert_int_equal(p.end_reason, PAGER_MORE);
	pass(&p, "{\"items\":[4],\"queryMore\":{\"from\":\"a\",\"alias\":\"b\"}}");
	assert_int_equal(p.end_reason, PAGER_REPEATED);
}

/* New cursors with items seen before: followed once, since pages may shift by chance, and no
 * further. */
TEST(repeated_pages_under_new_cursors_end_the_walk)
{
	CLEANUP(pager_free) struct pager p;
	begin(&p);
	pass_numbered(&p, 1, 1);
	pass_numbered(&p, 2, 2);
	pass_numbered(&p, 1, 3);
	assert_int_equal(p.end_reason, PAGER_MORE);
	pass_numbered(&p, 3, 4); /* a new item: counting restarts */
	pass_numbered(&p, 2, 5);
	assert_int_equal(p.end_reason, PAGER_MORE);
	pass_numbered(&p, 3, 6);
	assert_int_equal(p.end_reason, PAGER_REPEATED);
}

TEST(empty_pages_are_followed_up_to_the_limit)
{
	CLEANUP(pager_free) struct pager p;
	size_t cursor = 0;
	begin(&p);
	for (size_t i = 0; i < PAGER_EMPTY_PAGES_MAX; i++)
		pass_numbered(&p, 0, ++cursor);
	assert_int_equal(p.end_reason, PAGER_MORE);
	pass_numbered(&p, 1, ++cursor); /* an item: counting restarts */
	for (size_t i = 0; i < PAGER_EMPTY_PAGES_MAX; i++)
		pass_numbered(&p, 0, ++cursor);
	assert_int_equal(p.end_reason, PAGER_MORE);
	pass_numbered(&p, 0, ++cursor);
	assert_int_equal(p.end_reason, PAGER_EMPTY);
	assert_true(pager_has_cursor_loop(&p));
}

TEST(the_revision_is_compared_on_every_page)
{
	CLEANUP(pager_free) struct pager p;
	begin(&p);
	pass(&p, "{\"items\":[1],\"hits\":9,\"commitId\":\"c1\",\"queryMore\":{\"from\":\"1\"}}");
	pass(&p, "{\"items\":[2],\"hits\":8,\"queryMore\":{\"from\":\"2\"}}");
	assert_false(p.revision_changed);
	pass(&p,
	    "{\"items\":[3],\"hits\":7,\"header\":{\"commitId\":\"c2\"},\"queryMore\":{\"from\":\"3\"}}");
	assert_true(p.revision_changed);
	pass(&p, "{\"items\":[4],\"hits\":9,\"commitId\":\"c1\"}");
	assert_true(
	    p.revision_changed); /* the revision is back, but pages in between had another one */
	assert_int_equal(p.hits, 9);
	assert_string_equal(buf_z(&p.first_commit), "c1");
	assert_string_equal(buf_z(&p.last_commit), "c1");
}

TEST(a_cursor_loop_is_described)
{
	auto_buf out = { 0 };
	pager_append_cursor_loop(&out, PAGER_REPEATED, 1050, "older baskets");
	assert_string_equal(buf_z(&out),
	    "1,050 read; the service sent the same page twice, older baskets may be missing");
	buf_reset(&out);
	pager_append_cursor_loop(&out, PAGER_EMPTY, 0, "more offers");
	assert_string_equal(
	    buf_z(&out), "0 read; the service sends only empty pages, more offers may be missing");
}
