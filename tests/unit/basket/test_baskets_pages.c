/* Pages that arrive quickly or are large: the next page is requested meanwhile, changes are
 * reported, and long lists keep pages packed. */
#include "unit/basket/read_bench.h"

/* Making rows of a large page takes many turns of the loop; the next page is requested
 * meanwhile. */
TEST(reading_on_does_not_wait_for_rows)
{
	CLEANUP(end) struct set s = { 0 };
	int64_t until = deadline_in(20000);
	add_page(&s, 0, "?limit=500&queryMore=c", 10000, 9990, NULL);
	add_page(&s, 0, "?limit=50", 20000, 12000, "\"c\"");
	start(&s);
	s.baskets->read_ahead_rows = 9000;
	baskets_request_rows(s.baskets, 1);
	while (s.baskets->rows.n < 4000 && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	assert_in_range(s.baskets->rows.n, 4000, 8000);
	assert_true(hostile_wait(s.server, 2)); /* without another turn of the loop */
	finish_reading(&s);
	check_count(&s, "8,012 baskets, all read");
}

static void
count_news(void *ctx)
{
	struct set *s = ctx;
	s->told = s->baskets->rows.n;
}

/* Pages that arrive quickly after a notification are reported too, even if no further page
 * comes. */
TEST(the_last_page_is_reported)
{
	CLEANUP(end) struct set s = { 0 };
	int64_t until = deadline_in(20000);
	add_page(&s, 0, "?limit=500&queryMore=d", 1, 0, NULL);
	s.rules[0].answer = STR_NONE; /* never responds */
	add_page(&s, 0, "?limit=500&queryMore=c", 1500, 1001, "\"d\"");
	add_page(&s, 0, "?limit=500&queryMore=b", 2000, 1501, "\"c\"");
	add_page(&s, 0, "?limit=50", 2050, 2001, "\"b\"");
	start(&s);
	s.baskets->read_ahead_rows = 9000;
	s.baskets->on_changed = count_news;
	s.baskets->ctx = &s;
	baskets_request_rows(s.baskets, 1);
	while (s.told < 1050 && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	assert_int_equal(s.told, 1050);
	assert_int_equal(s.baskets->state, BASKETS_READING);
	assert_true(baskets_stop(s.baskets));
}

/* Stopped before the first row: no notification, since a listener would ask for more. */
TEST(stopping_before_the_first_row_reports_nothing)
{
	CLEANUP(end) struct set s = { 0 };
	int64_t until = deadline_in(20000);
	add_page(&s, 0, "?limit=50", 1, 0, NULL);
	s.rules[0].answer = STR_NONE;
	start(&s);
	s.told = 77;
	s.baskets->on_changed = count_news;
	s.baskets->ctx = &s;
	baskets_request_rows(s.baskets, 1);
	while (hostile_count(s.server) < 1 && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	assert_int_equal(hostile_count(s.server), 1);
	assert_true(baskets_stop(s.baskets));
	assert_int_equal(s.told, 77);
}

/* Records the row numbers at a notification, since a key acts on a row number. */
static void
note_places(void *ctx)
{
	struct set *s = ctx;
	s->told = s->baskets->shown_rows.n;
	snprintf(s->front, sizeof(s->front), "%s", s->told ? shown_id(s, 0) : "");
}

/* Runs the loop until reading ends; after each turn the reported rows must equal the current
 * ones. */
static void
finish_reading_checked(struct set *s)
{
	int64_t until = deadline_in(20000);
	do {
		loop_run_once(s->loop, 50);
		assert_string_equal(s->told ? shown_id(s, 0) : "", s->front);
	} while (s->baskets->state == BASKETS_READING && clock_ticks() < until);
	assert_int_equal(s->baskets->state, BASKETS_IDLE);
}

static void
start_noting(struct set *s)
{
	start(s);
	s->baskets->read_ahead_rows = 9000;
	s->baskets->on_changed = note_places;
	s->baskets->ctx = s;
}

/* Oldest first, each page goes before the rows already read: no row moves without a
 * notification. */
TEST(the_order_stays_until_the_next_report)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=500&queryMore=e", 350, 301, NULL);
	add_page(&s, 0, "?limit=500&queryMore=d", 400, 351, "\"e\"");
	add_page(&s, 0, "?limit=500&queryMore=c", 450, 401, "\"d\"");
	add_page(&s, 0, "?limit=500&queryMore=b", 500, 451, "\"c\"");
	add_page(&s, 0, "?limit=50", 550, 501, "\"b\"");
	start_noting(&s);
	view(&s, "baskets sort=created");
	baskets_request_rows(s.baskets, 1);
	finish_reading_checked(&s);
	check_count(&s, "250 baskets, all read");
	assert_int_equal(s.told, 250);
	assert_string_equal(s.front, "basket-301");
}

/* A reload moves no row without a notification either, although further pages are requested at
 * once. */
TEST(a_reload_moves_no_row_without_a_report)
{
	CLEANUP(end) struct set s = { 0 };
	int64_t until = deadline_in(20000);
	add_page(&s, 1, "?limit=500&queryMore=b", 1, 0, NULL);
	s.rules[0].answer = STR_NONE; /* never responds */
	add_page(&s, 2, "?limit=500&queryMore=b", 450, 401, NULL);
	add_page(&s, 0, "?limit=500&queryMore=a", 500, 451, "\"b\"");
	add_page(&s, 1, "?limit=50", 550, 501, "\"a\"");
	add_page(&s, 4, "?limit=50", 551, 502, "\"z\"");
	add_page(&s, 0, "?limit=1000&createdAfter=", 501, 451, NULL);
	start_noting(&s);
	baskets_request_rows(s.baskets, 1);
	while ((s.told < 100 || hostile_count(s.server) < 3) && clock_ticks() < until)
		loop_run_once(s.loop, 5);
	baskets_refresh(s.baskets);
	finish_reading_checked(&s);
	check_count(&s, "151 baskets, all read");
	assert_string_equal(s.front, "basket-551");
}

/* A reload first takes the older pages still being processed: they are shown although the newest
 * ones have not arrived. */
TEST(pages_read_before_a_reload_are_reported)
{
	CLEANUP(end) struct set s = { 0 };
	int64_t until = deadline_in(20000);
	add_page(&s, 2, "?limit=50", 1, 0, NULL);
	s.rules[0].answer = STR_NONE; /* never responds */
	add_page(&s, 0, "?limit=50", 9000, 1001, NULL);
	start(&s);
	s.baskets->on_changed = count_news;
	s.baskets->ctx = &s;
	baskets_request_rows(s.baskets, 1);
	while (s.baskets->rows.n < 100 && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	assert_int_equal(s.told, 0);
	baskets_refresh(s.baskets);
	while (s.told < 8000 && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	assert_int_equal(s.told, 8000);
	assert_true(baskets_stop(s.baskets));
}

/* The message counts the rows made, not the items received, so it waits until all rows are made. */
TEST(a_cursor_loop_is_reported_after_all_rows_are_made)
{
	CLEANUP(end) struct set s = { 0 };
	auto_buf words = { 0 };
	int64_t until = deadline_in(20000);
	add_page(&s, 0, "?limit=500&queryMore=c", 10000, 5001, "\"c\"");
	add_page(&s, 0, "?limit=50", 10050, 10001, "\"c\"");
	start(&s);
	s.baskets->read_ahead_rows = 9000;
	baskets_request_rows(s.baskets, 1);
	while (!baskets_append_cursor_loop(&words, s.baskets) && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	assert_string_equal(buf_z(&words),
	    "5,050 read; the service sent the same page twice, older baskets may be missing");
}

/* A stop while a page becomes rows keeps the whole page, and no further page comes. */
TEST(stopping_within_a_page_keeps_the_whole_page)
{
	CLEANUP(end) struct set s = { 0 };
	int64_t until = deadline_in(20000);
	add_page(&s, 1, "?limit=500&queryMore=c", 1, 0, NULL);
	s.rules[0].answer = STR_NONE; /* the next page is requested but does not arrive */
	add_page(&s, 0, "?limit=500&queryMore=c", 10000, 9990, NULL);
	add_page(&s, 0, "?limit=50", 20000, 12001, "\"c\"");
	start(&s);
	s.baskets->read_ahead_rows = 9000;
	s.baskets->on_changed = count_news;
	s.baskets->ctx = &s;
	baskets_request_rows(s.baskets, 1);
	while ((s.baskets->rows.n < 100 || hostile_count(s.server) < 2) && clock_ticks() < until)
		loop_run_once(s.loop, 50);
	assert_true(baskets_stop(s.baskets));
	assert_int_equal(s.baskets->rows.n, 8000);
	assert_int_equal(s.told, 8000);
	assert_int_equal(s.baskets->state, BASKETS_IDLE);
	check_count(&s, "newest 8,000, back to 27 Nov \xC2\xB7 the service has more");
	baskets_read_older(s.baskets);
	finish_reading(&s);
	check_count(&s, "8,011 baskets, all read");
}

static void
check_json(struct set *s, size_t i)
{
	const struct basket_row *row = baskets_shown_row(s->baskets, i);
	auto_buf shall = { 0 };
	buf_addf(&shall, "{\"id\":\"%.*s\",", STR_ARG(row->id));
	assert_true(str_starts(baskets_json(s->baskets, row, NULL), buf_str(&shall)));
}

/* A short list is not packed. In a long list older pages are packed, and each item still reads
 * back as it was sent. */
TEST(older_pages_of_a_long_list_are_packed)
{
	CLEANUP(end) struct set s = { 0 };
	add_page(&s, 0, "?limit=500&queryMore=c", 10000, 5001, NULL);
	add_page(&s, 0, "?limit=500&queryMore=b", 20000, 10001, "\"c\"");
	add_page(&s, 0, "?limit=50", 20050, 20001, "\"b\"");
	start(&s);
	baskets_request_rows(s.baskets, 1);
	finish_reading(&s);
	loop_run_once(s.loop, 0);
	assert_int_equal(s.baskets->pages.v[0]->json.packed.n, 0);
	for (int i = 0; i < 2; i++) {
		baskets_read_older(s.baskets);
		finish_reading(&s);
	}
	check_count(&s, "15,050 baskets, all read");
	for (int64_t until = deadline_in(20000); s.baskets->packing_timer && clock_ticks() < until;)
		loop_run_once(s.loop, 50);
	assert_in_range(s.baskets->pages.v[1]->json.packed.n, 1, 400000);
	assert_null(s.baskets->pages.v[2]->json.packed.p);
	for (size_t i = 0; i < 15050; i += 1499)
		check_json(&s, i);
	baskets_reload(s.baskets);
	finish_reading(&s);
	assert_int_equal(s.baskets->rows.n, 50);
	check_json(&s, 49);
}
