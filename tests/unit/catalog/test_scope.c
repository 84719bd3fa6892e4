/* A catalog of which only some lists are wanted, and some are needed: the requests, and the
 * failures that count, against scripted servers. */
#include "unit/catalog/catalog_set.h"

static void
read_scope(struct set *s, unsigned wanted, unsigned needed)
{
	start(s);
	catalog_set_scope(
	    s->catalog, (struct catalog_scope){ .wanted_parts = wanted, .required_parts = needed });
	catalog_read(s->catalog, CATALOG_CAMPAIGNS);
	finish_reading(s);
}

TEST(only_the_requested_kinds_are_read)
{
	CLEANUP(end) struct set s = { 0 };
	answer_rest(&s, "c1");
	read_scope(&s, CATALOG_LIST(CATALOG_PRODUCTS), CATALOG_LIST(CATALOG_PRODUCTS));
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_non_null(catalog_graph(s.catalog));
	assert_int_equal(count_requests(&s, "/products?"), 1);
	assert_int_equal(hostile_count(s.server), 1);
	assert_false(catalog_has_whole_part(s.catalog, CATALOG_OFFERS));
	assert_null(catalog_journeys_err(s.catalog));
	/* a reload sends the same requests again */
	catalog_refresh(s.catalog);
	finish_reading(&s);
	assert_int_equal(count_requests(&s, "/products?"), 2);
	assert_int_equal(hostile_count(s.server), 2);
}

/* Only items and their published state are requested, so no graph is built. */
TEST(no_graph_is_built_if_only_items_are_requested)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 0, "/offers/v2?opt.pageSize=500&opt.all=true&offersSource=published", 200,
	    PAGE(ITEM("/offers/b", "B"), "c1"));
	add(&s, 0, "/offers/v2?opt.pageSize=500&opt.all=true&offersSource=catalog", 200,
	    PAGE(ITEM("/offers/a", "A") "," ITEM("/offers/b", "B"), "c1"));
	add(&s, 0, "/offers", 200, PAGE(ITEM("/offers/a", "A") "," ITEM("/offers/b", "B"), "c1"));
	answer_rest(&s, "c1");
	start(&s);
	catalog_set_scope(s.catalog,
	    (struct catalog_scope){ .wanted_parts = CATALOG_ALL,
		.required_parts = CATALOG_PUBLISHED,
		.unlinked = true });
	catalog_read(s.catalog, CATALOG_CAMPAIGNS);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_null(catalog_graph(s.catalog));
	assert_int_equal(catalog_items(s.catalog, CATALOG_OFFERS).n, 0);
	assert_int_equal(rows_of(&s, CATALOG_OFFERS), 2);
	assert_int_equal(offer(&s, "/offers/a")->published, FLAG_NO);
	assert_int_equal(offer(&s, "/offers/b")->published, FLAG_YES);
}

TEST(failing_journeys_fail_a_catalog_that_needs_them)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, "/journeys", 404, "{\"message\":\"none\"}");
	add(&s, 0, "/journeys", 200, "{\"journeys\":[{\"id\":\"a\"}]}");
	answer_rest(&s, "c1");
	read_scope(&s, CATALOG_ALL, CATALOG_ALL);
	assert_int_equal(s.catalog->state, CATALOG_FAILED);
	assert_int_equal(s.catalog->err.kind, ERR_NOT_FOUND);
	assert_int_equal(s.catalog->attempt_count, catalog_journeys_tries(s.catalog));
	assert_int_equal(count_requests(&s, NAMES), 0);
	catalog_retry(s.catalog);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(catalog_journeys(s.catalog)->n, 1);
	assert_int_equal(count_requests(&s, "/products?"), 1);
}

TEST(failing_published_offers_fail_a_catalog_that_needs_them)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, NAMES "published", 403, "{\"message\":\"no\"}");
	answer_rest(&s, "c1");
	read_scope(&s, CATALOG_ALL, CATALOG_PUBLISHED);
	assert_int_equal(s.catalog->state, CATALOG_FAILED);
	assert_int_equal(s.catalog->err.kind, ERR_DENIED);
	catalog_retry(s.catalog);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(count_requests(&s, NAMES "catalog"), 1);
	assert_int_equal(count_requests(&s, NAMES "published"), 2);
}

/* The looping list is needed in the first case, another list in the second. */
TEST(a_cursor_loop_in_a_needed_list_fails_the_catalog)
{
	static const char circle[] = "{\"items\":[" ITEM(
	    "/offers/w/a", "A") "],\"queryMore\":{\"from\":\"2\","
				"\"alias\":\"x\"},\"commitId\":\"c1\"}";
	for (int i = 0; i < 2; i++) {
		CLEANUP(end) struct set s = { 0 };
		(void)state;
		add(&s, 0, "/offers?", 200, circle);
		answer_rest(&s, "c1");
		read_scope(
		    &s, CATALOG_LISTS, CATALOG_LIST(i == 0 ? CATALOG_OFFERS : CATALOG_PRODUCTS));
		assert_true(catalog_part_has_cursor_loop(s.catalog, CATALOG_OFFERS));
		assert_int_equal(s.catalog->state, i == 0 ? CATALOG_FAILED : CATALOG_COMPLETE);
		if (i == 0) {
			assert_int_equal(s.catalog->err.kind, ERR_PROTOCOL);
			assert_string_equal(s.catalog->err.text,
			    "the list cannot be read completely: the service sent the same page "
			    "twice");
			assert_int_equal(count_requests(&s, "/assets?"), 0);
		}
	}
}

TEST(a_needed_catalog_that_keeps_changing_fails)
{
	CLEANUP(end) struct set s = { 0 };
	for (size_t i = 1; i <= 4; i++)
		add(&s, i, "/campaigns?", 200,
		    i % 2 ? PAGE(ITEM("/offers/w", "A"), "c1")
			  : PAGE(ITEM("/offers/w", "B"), "c1"));
	answer_rest(&s, "c2");
	read_scope(&s, CATALOG_LISTS, CATALOG_LISTS);
	assert_int_equal(s.catalog->state, CATALOG_FAILED);
	assert_int_equal(s.catalog->err.kind, ERR_CONFLICT);
	assert_string_equal(
	    s.catalog->err.text, "the catalog changed during each of 4 attempts to read it");
	assert_int_equal(s.catalog->attempt_count, 0);
	assert_int_equal(count_requests(&s, "/campaigns?"), 4);
	/* after a retry it does */
	catalog_retry(s.catalog);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_true(str_eqz(catalog_commit(s.catalog), "c2"));
}

/* Journeys and names must have the revision of the lists, if they are needed. */
static void
expect_readings(const char *first, unsigned needed, size_t readings)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, first, 200, "{\"items\":[],\"journeys\":[],\"commitId\":\"c2\"}");
	add(&s, 0, "/journeys", 200, "{\"journeys\":[],\"commitId\":\"c1\"}");
	answer_rest(&s, "c1");
	read_scope(&s, CATALOG_ALL, needed);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(count_requests(&s, "/campaigns?"), readings);
	assert_int_equal(s.catalog->revision_count, readings);
}

TEST(all_needed_lists_are_of_one_revision)
{
	expect_readings("/journeys", CATALOG_ALL, 2);
	expect_readings("/journeys", CATALOG_LISTS | CATALOG_PUBLISHED, 1);
	expect_readings(NAMES "published", CATALOG_ALL, 2);
	expect_readings(NAMES "catalog", CATALOG_PUBLISHED, 2);
	expect_readings(NAMES "catalog", CATALOG_LISTS | CATALOG_JOURNEYS, 1);
}

#define TWIN(id) "{\"id\":\"" id "\",\"path\":\"/offers2/a\",\"name\":\"" id "\"}"

TEST(published_applies_to_one_of_two_offers_with_the_same_path)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 0, NAMES "catalog", 200, PAGE(TWIN("x") "," TWIN("y"), "c1"));
	add(&s, 0, NAMES "published", 200, PAGE(TWIN("y"), "c1"));
	add(&s, 0, "/offers?", 200, PAGE(TWIN("x") "," TWIN("y"), "c1"));
	answer_rest(&s, "c1");
	read_all(&s);
	const struct listing *offers = catalog_list(s.catalog, CATALOG_OFFERS);
	assert_int_equal(offers->rows.n, 2);
	for (size_t i = 0; i < offers->rows.n; i++)
		assert_int_equal(offers->rows.v[i].published,
		    str_eqz(offers->rows.v[i].id, "y") ? FLAG_YES : FLAG_NO);
}
