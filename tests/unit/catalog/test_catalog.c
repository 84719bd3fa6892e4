/* Reading the whole catalog: failures, revisions, published items, journeys, stopping and
 * reloading, against scripted servers. */
#include "catalog/finding_row.h"
#include "catalog/user_row.h"
#include "unit/catalog/catalog_set.h"

TEST(the_selected_kind_is_read_first)
{
	CLEANUP(end) struct set s = { 0 };
	answer_rest(&s, "c1");
	start(&s);
	catalog_read(s.catalog, CATALOG_SEGMENTS);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_non_null(strstr(hostile_request(s.server, 0)->target, "/segments?"));
	assert_non_null(catalog_graph(s.catalog));
	assert_int_equal(s.catalog->revision_count, 1);
	assert_int_equal(s.catalog->read_at, (int64_t)NOW_S * 1000);
	assert_true(str_eqz(catalog_commit(s.catalog), "c1"));
}

TEST(a_failed_page_is_retried_and_earlier_pages_stay)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, "/offers?", 200,
	    "{\"items\":[" ITEM("/offers/w/a", "A") "],\"queryMore\":{\"from\":\"2\","
						    "\"alias\":\"x\"},\"commitId\":\"c1\"}");
	for (size_t i = 2; i <= 5; i++)
		add(&s, i, "/offers?", 500, "{\"message\":\"away\"}");
	add(&s, 0, "/offers?", 200, PAGE(ITEM("/offers/w/b", "B"), "c1"));
	answer_rest(&s, "c1");
	read_all(&s);
	assert_int_equal(s.catalog->state, CATALOG_FAILED);
	assert_int_equal(s.catalog->err.kind, ERR_UPSTREAM);
	assert_int_equal(s.catalog->attempt_count, 4);
	assert_int_equal(rows_of(&s, CATALOG_OFFERS), 1);
	assert_null(catalog_graph(s.catalog));
	/* Items can be found by path before the graph is built. */
	assert_int_equal(catalog_find(s.catalog, CATALOG_OFFERS, STR("/offers/w/a")), 0);
	catalog_retry(s.catalog);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(rows_of(&s, CATALOG_OFFERS), 2);
	assert_true(str_eqz(offer(&s, "/offers/w/b")->name, "B"));
	assert_int_equal(count_requests(&s, "/offers?"), 6);
	assert_non_null(strstr(hostile_request(s.server, 5)->target, "opt.queryMoreFrom=2"));
}

TEST(a_catalog_that_changes_while_being_read_is_read_again)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, "/campaigns?", 200, PAGE("", "c1"));
	answer_rest(&s, "c2");
	read_all(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(count_requests(&s, "/campaigns?"), 2);
	assert_int_equal(s.catalog->revision_count, 2);
	assert_true(str_eqz(catalog_commit(s.catalog), "c2"));
}

/* The catalog is shown as last read: constant changes must not cause endless reading. */
TEST(a_catalog_that_keeps_changing_is_read_four_times)
{
	CLEANUP(end) struct set s = { 0 };
	for (size_t i = 1; i <= 8; i++)
		add(&s, i, "/campaigns?", 200,
		    i % 2 ? PAGE(ITEM("/offers/w", "A"), "c1")
			  : PAGE(ITEM("/offers/w", "B"), "c1"));
	answer_rest(&s, "c2");
	read_all(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(count_requests(&s, "/campaigns?"), 4);
	assert_false(s.catalog->compared_equal);
	/* the next reload starts counting again */
	catalog_refresh(s.catalog);
	finish_reading(&s);
	assert_int_equal(count_requests(&s, "/campaigns?"), 8);
}

/* Each list has its own revision: two identical reads suffice, and a changed revision alone is
 * not a change. */
TEST(lists_with_own_revisions_are_compared_by_content)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 0, "/campaigns?", 200, PAGE(ITEM("/offers/w", "A"), "c1"));
	answer_rest(&s, "c2");
	read_all(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_true(s.catalog->compared_equal);
	assert_int_equal(count_requests(&s, "/campaigns?"), 2);
	catalog_note_revision(s.catalog, STR("c2"));
	assert_int_equal(s.catalog->newer_commit.n, 0);
	catalog_refresh(s.catalog);
	finish_reading(&s);
	assert_int_equal(count_requests(&s, "/campaigns?"), 3);
}

TEST(published_offers_are_found_by_two_reads)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 0, NAMES "catalog", 200,
	    PAGE(ITEM("/offers2/a", "A") "," ITEM("/offers2/b", "B"), "c1"));
	add(&s, 0, NAMES "published", 200, PAGE(ITEM("/offers2/a", "A"), "c1"));
	add(&s, 0, "/offers?", 200,
	    PAGE(ITEM("/offers/w/x", "X") "," ITEM("/offers2/a", "A") "," ITEM("/offers2/b", "B"),
		"c1"));
	answer_rest(&s, "c1");
	read_all(&s);
	assert_int_equal(offer(&s, "/offers2/a")->published, FLAG_YES);
	assert_int_equal(offer(&s, "/offers2/b")->published, FLAG_NO);
	assert_int_equal(offer(&s, "/offers/w/x")->published, FLAG_ABSENT);
}

/* The cell of the column PUBLISHED, on the screen or as data. */
static const char *
published_cell(const struct item_row *row, bool as_data)
{
	static char text[20];
	auto_buf out = { 0 };
	const struct cell_context context = { .as_data = as_data };
	const struct placed_column column = {
		.column = column_find(view_find_resource("offers")->columns, STR("published"))
	};
	column_write(&out, &column, row, STR_NONE, &context);
	snprintf(text, sizeof(text), "%s", buf_z(&out));
	return text;
}

TEST(published_is_unknown_if_it_cannot_be_read)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 0, NAMES "catalog", 200, PAGE(ITEM("/offers2/a", "A"), "c1"));
	add(&s, 0, NAMES "published", 403, "{\"message\":\"no\"}");
	add(&s, 0, "/offers?", 200, PAGE(ITEM("/offers2/a", "A"), "c1"));
	answer_rest(&s, "c1");
	read_all(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(offer(&s, "/offers2/a")->published, FLAG_ABSENT);
	assert_string_equal(published_cell(offer(&s, "/offers2/a"), false), "?");
	assert_string_equal(published_cell(offer(&s, "/offers2/a"), true), "");
}

TEST(failing_journeys_do_not_fail_the_catalog)
{
	CLEANUP(end) struct set s = { 0 };
	unsigned flags;
	answer_rest(&s, "c1");
	read_all(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_null(catalog_journeys(s.catalog));
	assert_int_equal(catalog_journeys_json(s.catalog, &flags).n, 0);
	assert_int_equal(catalog_journey_json(s.catalog, 0).n, 0);
}

TEST(journeys_are_kept_as_sent)
{
	CLEANUP(end) struct set s = { 0 };
	unsigned flags;
	add(&s, 0, "/journeys", 200, "{\"journeys\":[{\"id\":\"a\"}, {\"id\" : \"b\"}]}");
	answer_rest(&s, "c1");
	read_all(&s);
	assert_int_equal(catalog_journeys(s.catalog)->n, 2);
	assert_true(str_eqz(catalog_journey_json(s.catalog, 1), "{\"id\" : \"b\"}"));
	assert_int_equal(catalog_journey_json(s.catalog, 2).n, 0);
	assert_true(str_eqz(catalog_journeys_json(s.catalog, &flags),
	    "{\"journeys\":[{\"id\":\"a\"}, {\"id\" : \"b\"}]}"));
}

static void
run_until_requested(struct set *s, const char *path)
{
	int64_t until = deadline_in(20000);
	while (count_requests(s, path) == 0 && clock_ticks() < until)
		loop_run_once(s->loop, 10);
	assert_int_equal(count_requests(s, path), 1);
}

TEST(a_stopped_read_can_be_continued)
{
	CLEANUP(end) struct set s = { 0 };
	s.rules[s.n++] = (struct hostile_rule){ .path = "/products?", .nth = 1 }; /* no response */
	add(&s, 0, "/offers?", 200, PAGE(ITEM("/offers/w/a", "A"), "c1"));
	answer_rest(&s, "c1");
	start(&s);
	catalog_read(s.catalog, CATALOG_OFFERS);
	run_until_requested(&s, "/products?");
	assert_true(catalog_stop(s.catalog));
	assert_int_equal(s.catalog->state, CATALOG_IDLE);
	assert_int_equal(rows_of(&s, CATALOG_OFFERS), 1);
	assert_false(catalog_has_whole_part(s.catalog, CATALOG_PRODUCTS));
	assert_false(catalog_stop(s.catalog));
	catalog_read(s.catalog, CATALOG_PRODUCTS);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_int_equal(count_requests(&s, "/offers?"), 1);
	assert_int_equal(count_requests(&s, "/products?"), 2);
}

TEST(the_old_catalog_stays_until_the_new_one_is_complete)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, "/offers?", 200, PAGE(ITEM("/offers/w/a", "A"), "c1"));
	add(&s, 0, "/offers?", 200,
	    PAGE(ITEM("/offers/w/b", "B") "," ITEM("/offers/w/c", "C"), "c2"));
	for (size_t i = 0; i < 4; i++) {
		static const char *const paths[] = { "/campaigns?", "/products?", "/segments?",
			"/assets?" };
		add(&s, 1, paths[i], 200, PAGE("", "c1"));
	}
	answer_rest(&s, "c2");
	read_all(&s);
	assert_true(str_eqz(catalog_commit(s.catalog), "c1"));
	catalog_note_revision(s.catalog, STR("c2"));
	assert_string_equal(buf_z(&s.catalog->newer_commit), "c2");
	catalog_refresh(s.catalog);
	assert_true(str_eqz(offer(&s, "/offers/w/a")->name, "A"));
	finish_reading(&s);
	/* At no time was the list empty, or a mix of both readings. */
	assert_int_equal(s.offers_least, 1);
	assert_int_equal(rows_of(&s, CATALOG_OFFERS), 2);
	assert_int_equal(catalog_find(s.catalog, CATALOG_OFFERS, STR("/offers/w/a")), SIZE_MAX);
	assert_true(str_eqz(catalog_commit(s.catalog), "c2"));
	assert_int_equal(s.catalog->newer_commit.n, 0);
}

TEST(a_stopped_reload_keeps_the_old_catalog)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, "/offers?", 200, PAGE(ITEM("/offers/w/a", "A"), "c1"));
	s.rules[s.n++] = (struct hostile_rule){ .path = "/offers?" }; /* no response */
	answer_rest(&s, "c1");
	read_all(&s);
	catalog_refresh(s.catalog);
	assert_int_equal(s.catalog->state, CATALOG_READING);
	assert_true(catalog_stop(s.catalog));
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_true(str_eqz(offer(&s, "/offers/w/a")->name, "A"));
	assert_non_null(catalog_graph(s.catalog));
}

TEST(a_failed_reload_keeps_the_old_catalog)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, "/offers?", 200, PAGE(ITEM("/offers/w/a", "A"), "c1"));
	add(&s, 2, "/offers?", 403, "{\"message\":\"no\"}");
	add(&s, 0, "/offers?", 200, PAGE(ITEM("/offers/w/b", "B"), "c1"));
	answer_rest(&s, "c1");
	read_all(&s);
	catalog_refresh(s.catalog);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_FAILED);
	assert_true(str_eqz(offer(&s, "/offers/w/a")->name, "A"));
	assert_non_null(catalog_graph(s.catalog));
	catalog_retry(s.catalog);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_true(str_eqz(offer(&s, "/offers/w/b")->name, "B"));
}

/* R after a failure continues reading, as r does; before, it only showed a message. */
TEST(reading_after_a_failure_continues)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 1, "/offers?", 403, "{\"message\":\"no\"}");
	add(&s, 0, "/offers?", 200, PAGE(ITEM("/offers/w/a", "A"), "c1"));
	answer_rest(&s, "c1");
	read_all(&s);
	assert_int_equal(s.catalog->state, CATALOG_FAILED);
	catalog_refresh(s.catalog);
	finish_reading(&s);
	assert_int_equal(s.catalog->state, CATALOG_COMPLETE);
	assert_true(str_eqz(offer(&s, "/offers/w/a")->name, "A"));
}

TEST(a_different_revision_counts_as_newer)
{
	CLEANUP(end) struct set s = { 0 };
	answer_rest(&s, "c1");
	read_all(&s);
	catalog_note_revision(s.catalog, STR_NONE);
	assert_int_equal(s.catalog->newer_commit.n, 0);
	catalog_note_revision(s.catalog, STR("c1"));
	assert_int_equal(s.catalog->newer_commit.n, 0);
	catalog_note_revision(s.catalog, STR("c9"));
	assert_string_equal(buf_z(&s.catalog->newer_commit), "c9");
	catalog_note_revision(s.catalog, STR("c1")); /* back to the revision that was read */
	assert_int_equal(s.catalog->newer_commit.n, 0);
	/* Data that was just read is not requested again. */
	size_t before = hostile_count(s.server);
	catalog_check_revision(s.catalog);
	loop_run_once(s.loop, 0);
	assert_int_equal(hostile_count(s.server), before);
}

/* Asserts that no two rows have the same id. */
static void
expect_apart(const struct row_ops *ops, const void *rows, size_t n)
{
	const char *v = rows;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			assert_false(
			    str_eq(row_id(ops, v + i * ops->size), row_id(ops, v + k * ops->size)));
}

/* Each item refers to the other's price, and one is also a duplicate of the other. */
TEST(items_with_equal_content_have_their_own_rows)
{
	static const char items[] =
	    "{\"items\":[{\"id\":\"a\",\"path\":\"/offers2/a\",\"name\":\"A\","
	    "\"priceReference\":\"/offers2/b\"},"
	    "{\"id\":\"b\",\"path\":\"/offers2/b\",\"name\":\"B\","
	    "\"priceReference\":\"/offers2/a\",\"duplicatedFrom\":\"/offers2/a\"}],"
	    "\"commitId\":\"c1\"}";
	const struct baskets none = { .older_pager.end_reason = PAGER_WHOLE };
	const struct muted_checks nothing = { 0 };
	CLEANUP(end) struct set s = { 0 };
	struct used_by users;
	CLEANUP(findings_free) struct findings findings;
	add(&s, 0, "/offers?", 200, items);
	answer_rest(&s, "c1");
	read_all(&s);

	used_by_collect(&users, s.catalog, &none, GRAPH_OFFER, STR("/offers2/a"));
	assert_int_equal(users.rows.n, 2);
	assert_true(str_eqz(users.rows.v[0].path, "/offers2/b"));
	assert_true(str_eqz(users.rows.v[1].path, "/offers2/b"));
	expect_apart(used_by_resource.row_ops, users.rows.v, users.rows.n);
	used_by_free(&users);

	size_t cycles = 0;
	findings_collect(&findings, s.catalog, FINDINGS_ALL, &nothing);
	for (size_t i = 0; i < findings.rows.n; i++)
		cycles += findings.rows.v[i].rule == CHECK_PRICE_CYCLE;
	assert_int_equal(cycles, 2);
	expect_apart(findings_resource.row_ops, findings.rows.v, findings.rows.n);
}
