/* labels: slow */
/*
 * The screen while the service is slow, wrong or gone, and the rows that stay.
 */
#include "lib/console.h"
#include "lib/deadline.h"
#include "lib/process.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

enum { PAGE = 50 };

static void
add_page(struct buf *out, size_t from, const char *cursor)
{
	struct page_basket baskets[PAGE];
	for (size_t i = 0; i < PAGE; i++)
		baskets[i] = (struct page_basket){ "Ann", "Example", NULL, NULL };
	page_answer(out, baskets, PAGE, from, cursor);
}

TEST(a_slow_first_page_shows_a_wait_message)
{
	auto_hostile *h = hostile_start_bytes(STR_NONE);
	auto_console *p = console_for_server(h, NULL, "");
	assert_true(pty_wait_text(p, "Baskets  newest first"));
	/* row 2 has the state; the time and the key are in place of the rows */
	assert_true(pty_wait_text(p, "Reading baskets \xE2\x80\xA6 1 s"));
	assert_true(pty_wait_text(p, "Esc   stop reading"));
	assert_int_equal(pty_find(p, "reading", NULL), 1);
}

TEST(esc_stops_a_hanging_read_at_once)
{
	auto_hostile *h = hostile_start_bytes(STR_NONE);
	auto_console *p = console_for_server(h, NULL, "");
	assert_true(console_wait_requests(p, h, 1));
	assert_true(pty_wait_text(p, ": anything"));
	struct pty_watch watch = pty_watch_start(p);
	assert_true(pty_press(p, "\033", "Stopped. 0 read"));
	assert_true(pty_watch_ms(&watch) < scale_timeout(500));
	assert_true(pty_wait_quiet(p, 50));
	assert_int_equal(hostile_count(h), 1);
}

/* Keys typed before any row is shown have no effect later. */
TEST(a_late_page_shows_its_first_row)
{
	auto_buf page = { 0 };
	add_page(&page, 0, NULL);
	const struct hostile_rule rule = { .answer = buf_str(&page), .delay_ms = 200 };
	auto_hostile *h = hostile_start(&rule, 1);
	auto_console *p = console_for_server(h, NULL, "");
	assert_true(pty_wait_text(p, ": anything"));
	assert_true(pty_press(p, "jjjj", "50 baskets, all read"));
	assert_true(pty_wait_text(p, "\xe2\x96\xb8"));
}

TEST(a_401_quotes_the_server_with_status_and_request_id)
{
	auto_hostile *h = hostile_start_answer(401,
	    "Content-Type: application/json\r\nX-Request-Id: 8c1f02\r\n",
	    STR("{\"error\":\"unauthorized\",\"message\":\"token expired\"}"));
	auto_console *p = console_for_server(h, &(struct pty_options){ .cols = 100 }, "");
	assert_true(pty_wait_text(p, "x The service refused your token"));
	assert_true(pty_wait_text(p, "  \"token expired\""));
	assert_true(pty_wait_text(p, "401, request id 8c1f02"));
	assert_true(pty_wait_text(p, "Q     quit, then start again with a token"));
	assert_int_equal(pty_find(p, "try again", NULL), -1); /* it cannot help */
	assert_true(pty_press(p, "M", "Messages"));
	assert_true(pty_wait_text(p, "x  Signed out: \"token expired\" (401, req 8c1f02)"));
	assert_true(pty_wait_text(p, "request id 8c1f02"));
	auto_buf copied = { 0 };
	assert_true(pty_press(p, "y", "Sent the request id, 6 bytes"));
	assert_true(pty_wait_clipboard(p, 0, &copied));
	assert_string_equal(buf_z(&copied), "8c1f02");
}

/* The second page fails until the user retries it. */
TEST(a_502_keeps_the_rows_and_r_continues)
{
	static const char body[] = "{\"error\":\"bad_gateway\",\"message\":\"upstream is away\"}";
	auto_buf first = { 0 }, second = { 0 }, bad = { 0 }, hasty = { 0 };
	add_page(&first, 0, "two");
	add_page(&second, PAGE, NULL);
	hostile_answer(
	    &bad, 502, "Content-Type: application/json\r\nX-Request-Id: 51aa90\r\n", STR(body));
	hostile_answer(
	    &hasty, 502, "Content-Type: application/json\r\nRetry-After: 0\r\n", STR(body));
	struct hostile_rule rules[6] = { 0 };
	rules[0] = (struct hostile_rule){ .nth = 1, .answer = buf_str(&first) };
	for (size_t i = 1; i < 5; i++)
		rules[i] = (struct hostile_rule){ .nth = i + 1, .answer = buf_str(&bad) };
	rules[3].answer = buf_str(&hasty);
	rules[5] = (struct hostile_rule){ .answer = buf_str(&second) };
	auto_hostile *h = hostile_start(rules, 6);
	auto_console *p = console_for_server(h, &(struct pty_options){ .cols = 120 }, "");
	/* Three retries: after 0.3 s, after 1 s, and at once as the service's Retry-After says. */
	assert_true(pty_wait_text(p, "newest 50, back to "));
	assert_true(console_wait_requests(p, h, 5));
	assert_true(pty_wait_text(p, "in 4 tries: \"upstream is away\" (502, req 51aa90)"));
	assert_true(pty_find(p, "Showing the rows of ", NULL) > 0);
	assert_true(pty_find(p, "Ann Example", NULL) > 0);
	assert_true(pty_press(p, "G", "could not read older baskets (502). r tries again"));
	assert_true(pty_press(p, "r", "100 baskets, all read"));
	assert_true(pty_wait_gone(p, "502"));
}

/* Reading starts again at the first page, without a second row for a known basket; `r` does the
 * same after the service refused too often. */
TEST(an_expired_cursor_restarts_the_list_and_is_reported)
{
	static const char restarted[] =
	    "The service lost its place in the list. Reading again from page 1";
	auto_buf first = { 0 }, second = { 0 }, gone = { 0 };
	add_page(&first, 0, "two");
	add_page(&second, PAGE, NULL);
	hostile_answer(&gone, 410, "Content-Type: application/json\r\n",
	    STR("{\"error\":\"gone\",\"message\":\"cursor expired\"}"));
	static const char answers[] = "fgfgfgfggf"; /* first page or gone; then the second */
	struct hostile_rule rules[11];
	for (size_t i = 0; i < 10; i++)
		rules[i] = (struct hostile_rule){ "/api/checkout", .nth = i + 1,
			.answer = buf_str(answers[i] == 'f' ? &first : &gone) };
	rules[10] = (struct hostile_rule){ "/api/checkout", .answer = buf_str(&second) };
	auto_hostile *h = hostile_start(rules, 11);
	auto_console *p = console_for_server(h, &(struct pty_options){ .cols = 120 }, "");
	assert_true(pty_wait_text(p, "\"cursor expired\" (410"));
	assert_true(pty_wait_text(p, "newest 50, back to "));
	assert_true(pty_press(p, "M", restarted));
	assert_true(pty_press(p, "q", "newest 50, back to "));
	assert_true(pty_press(p, "r", "100 baskets, all read"));
}

/* Counts requests for baskets only; the catalog is read too. */
static size_t
basket_reads(struct hostile *h)
{
	size_t n = 0, all = hostile_count(h);
	for (size_t i = 0; i < all; i++)
		n += str_find(str_of(hostile_request(h, i)->target), STR("abandoned")) != SIZE_MAX;
	return n;
}

TEST(a_repeated_cursor_ends_the_list_and_is_reported)
{
	auto_buf page = { 0 };
	add_page(&page, 0, "again");
	auto_hostile *h = hostile_start_bytes(buf_str(&page));
	auto_console *p = console_for_server(h, &(struct pty_options){ .cols = 120 }, "");
	assert_true(pty_wait_text(
	    p, "newest 50, back to 20 Nov \xC2\xB7 the service sent the same page twice"));
	pty_type(p, "j");
	assert_true(pty_wait_text(
	    p, "50 read; the service sent the same page twice, older baskets may be missing"));
	assert_true(pty_press(
	    p, "m", "The service sent the same page twice; older baskets may be missing"));
	pty_type(p, "G");
	assert_true(pty_wait_text(
	    p, "50 read; the service sent the same page twice, older baskets may be missing"));
	assert_true(pty_press(p, "M", "Messages"));
	assert_true(pty_wait_text(
	    p, "50 read; the service sent the same page twice, older baskets may be missing"));
	pty_type(p, "q");
	assert_true(pty_wait_quiet(p, 50));
	assert_true(basket_reads(h) <= 3);
}

/* One basket, then page after page without any, each with a new cursor. */
TEST(pages_without_items_are_followed_up_to_the_limit)
{
	enum { PAGES = 110 };
	struct hostile_rule rules[PAGES];
	struct buf answers[PAGES] = { 0 };
	for (size_t i = 0; i < PAGES; i++) {
		char cursor[16];
		snprintf(cursor, sizeof(cursor), "c%zu", i);
		page_answer(&answers[i],
		    &(struct page_basket){ "Ann", "Ellis", "ann@example.com", NULL }, i == 0, 0,
		    cursor);
		rules[i] = (struct hostile_rule){
			.path = "/api/checkout", .nth = i + 1, .answer = buf_str(&answers[i])
		};
	}
	struct hostile *h = hostile_start(rules, PAGES);
	struct pty *p = console_for_server(h, &(struct pty_options){ .cols = 140 }, "");
	assert_true(pty_wait_text(
	    p, "newest 1, back to 20 Nov \xC2\xB7 the service sends only empty pages"));
	assert_true(pty_wait_text(
	    p, "1 read; the service sends only empty pages, older baskets may be missing"));
	assert_true(pty_wait_quiet(p, 50));
	assert_int_equal(basket_reads(h), 102);
	console_quit(p);
	pty_stop(p);
	hostile_stop(h);
	for (size_t i = 0; i < PAGES; i++)
		buf_free(&answers[i]);
}

static size_t
count_lines(struct str text)
{
	size_t n = 0;
	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n;
}

/* The console reads 1,000 baskets ahead; the menu offers those and all on the service. */
TEST(an_export_reads_the_rest_of_the_list_if_asked)
{
	enum { PAGES = 22 };
	struct hostile_rule rules[PAGES];
	struct buf answers[PAGES] = { 0 };
	auto_buf path = { 0 }, text = { 0 };
	for (size_t i = 0; i < PAGES; i++) {
		char cursor[16];
		snprintf(cursor, sizeof(cursor), "c%zu", i);
		add_page(&answers[i], i * PAGE, i + 1 < PAGES ? cursor : NULL);
		rules[i] = (struct hostile_rule){
			.path = "/api/checkout", .nth = i + 1, .answer = buf_str(&answers[i])
		};
	}
	struct hostile *h = hostile_start(rules, PAGES);
	struct pty *p = console_for_server(h, &(struct pty_options){ .cols = 140 }, "");
	buf_addf(&path, "%s/all.csv", console_folder());
	assert_true(pty_wait_text(p, "newest 1,000, back to "));
	assert_true(pty_press(p, "e", "Export the 1,000 baskets read to a file"));
	assert_true(pty_press(p, "\t", "Export the 1,000 baskets read to your clipboard"));
	assert_true(pty_press(p, "\t", "Export all baskets on the service to a file"));
	assert_true(pty_press(p, "\r", "Save as:"));
	pty_type(p, buf_z(&path));
	assert_true(pty_press(p, "\r", "Wrote 1,100 rows, "));
	assert_true(pty_wait_text(p, "1,100 baskets, all read"));
	assert_true(process_read_file(buf_z(&path), &text));
	assert_int_equal(count_lines(buf_str(&text)), 1101);
	assert_true(pty_press(p, "e", "Export 1,100 baskets to a file"));
	assert_true(pty_press(p, "\033", "? keys"));
	console_quit(p);
	pty_stop(p);
	hostile_stop(h);
	for (size_t i = 0; i < PAGES; i++)
		buf_free(&answers[i]);
}

/* A console that read 50 baskets, with a catalog that has no items except these responses. */
struct catalog_scene {
	struct buf page, none;
	struct hostile_rule rules[8]; /* used by the server while it runs */
	struct hostile *h;
	struct pty *p;
};

static void
open_catalog(struct catalog_scene *s, const struct hostile_rule *more, size_t n, int cols)
{
	struct hostile_rule *rules = s->rules;
	*s = (struct catalog_scene){ 0 };
	add_page(&s->page, 0, NULL);
	hostile_json(&s->none, "{\"items\":[],\"commitId\":\"c1\"}");
	assert_in_range(n, 1, 6);
	rules[0] = (struct hostile_rule){ .path = "/api/checkout", .answer = buf_str(&s->page) };
	memcpy(rules + 1, more, n * sizeof(*more));
	rules[n + 1] = (struct hostile_rule){ .path = "/api/", .answer = buf_str(&s->none) };
	s->h = hostile_start(rules, n + 2);
	s->p = console_for_server(s->h, &(struct pty_options){ .cols = cols }, "");
	assert_true(pty_wait_text(s->p, "50 baskets, all read"));
}

static void
close_catalog(struct catalog_scene *s)
{
	console_quit(s->p);
	pty_stop(s->p);
	hostile_stop(s->h);
	buf_free(&s->page);
	buf_free(&s->none);
}

/* The catalog's lists report it too: in row 2, in the message line and in the list of messages. */
TEST(a_cursor_loop_in_the_catalog_is_reported)
{
	CLEANUP(close_catalog) struct catalog_scene s;
	auto_buf offers = { 0 };
	hostile_json(&offers,
	    "{\"items\":[{\"id\":\"o1\",\"name\":\"One\",\"path\":\"/offers2/one\"}],"
	    "\"commitId\":\"c1\",\"queryMore\":{\"from\":\"again\"}}");
	const struct hostile_rule rule = { .path = "/api/offers", .answer = buf_str(&offers) };
	open_catalog(&s, &rule, 1, 120);
	struct pty *p = s.p;
	assert_true(pty_press(p, "3", "read, more may be missing \xC2\xB7 catalog c1"));
	assert_true(pty_wait_text(p, "the service sent the same page twice, more may be missing"));
	pty_type(p, "8");
	/* The repeated item is listed once: two items with one path would be an error. */
	assert_true(pty_wait_text(p, "No findings"));
	assert_true(pty_press(p, "M", "Messages"));
	assert_true(pty_wait_text(p, "the service sent the same page twice, more may be missing"));
	pty_type(p, "q");
}

/* A proxy's page instead of the journeys: pane 5 shows the whole message at any width, and so
 * does the list of messages. */
TEST(invalid_journeys_are_reported_in_full)
{
	CLEANUP(close_catalog) struct catalog_scene s;
	auto_buf html = { 0 };
	hostile_answer(&html, 200, "Content-Type: text/html\r\n",
	    STR("<html><head><title>Sign in</title></head></html>"));
	const struct hostile_rule rule = { .path = "/api/journeys", .answer = buf_str(&html) };
	open_catalog(&s, &rule, 1, 80);
	struct pty *p = s.p;
	assert_true(pty_press(p, "5", "The journeys could not be read"));
	assert_true(pty_wait_text(p, "an HTML page"));
	assert_true(pty_wait_text(p, "any proxy in between"));
	assert_true(pty_wait_text(p, "R     reload"));
	assert_true(pty_press(p, "M", "The journeys: Unusable response: an HTML page"));
	assert_true(pty_wait_text(p, "proxy in between (200)"));
	pty_type(p, "q");
}

#define TAGGED "/api/offers?opt.pageSize=500&opt.all=true&tags="

static bool
has_repeated_requests(struct pty *p, void *user)
{
	size_t met = 0;
	(void)p;
	for (size_t i = 0; i < hostile_count(user); i++)
		met += str_starts(str_of(hostile_request(user, i)->target), STR(TAGGED));
	return met >= 2;
}

/* The previous response is shown until the next one arrives. Esc cancels the request; Backroom
 * then applies all terms itself, and no longer uses the response. */
TEST(esc_cancels_a_reload)
{
	static const char tagged[] =
	    "{\"items\":[{\"id\":\"o1\",\"name\":\"One\",\"path\":\"/offers2/one\","
	    "\"data\":{\"tags\":[\"/tags/a\"]}}],\"commitId\":\"c1\"}";
	CLEANUP(close_catalog) struct catalog_scene s;
	auto_buf offers = { 0 };
	hostile_json(&offers, tagged);
	const struct hostile_rule rules[] = {
		{ .path = TAGGED, .nth = 1, .answer = buf_str(&offers) },
		{ .path = TAGGED, .answer = STR_NONE },
		{ .path = "/api/offers?", .answer = buf_str(&offers) },
	};
	open_catalog(&s, rules, 3, 120);
	struct pty *p = s.p;
	assert_true(pty_press(p, "3", "One"));
	assert_true(pty_press(p, "/tag=/tags/a\r", "service applied tag"));
	pty_type(p, "R");
	assert_true(pty_wait_until(p, has_repeated_requests, s.h, "the second answer"));
	assert_true(pty_wait_text(p, "service applied tag \xC2\xB7 1 of 1 offer"));
	assert_true(pty_wait_quiet(p, 100));
	assert_true(pty_press(p, "\033", "Filtered by Backroom, not by the service"));
	assert_true(pty_press(p, "/\bb", "tag=/tags/b"));
	pty_type(p, "\033");
}

/* Members that only the JSON source showed: types, templates, plans, the origin of a copy; and an
 * address that a customer should not trust. */
TEST(an_offers_detail_shows_its_types_plans_and_checks)
{
	static const struct {
		const char *url, *problem, *other_problem;
	} cases[] = {
		{ "https://shop.example@evil.example/", "! has a user name before the host", NULL },
		{ "http://partners.example/pay", "! plain http: anyone on the network can", NULL },
		{ "https://xn--pypal-4ve.example/", "! its host is in punycode", NULL },
		{ "http://a@xn--pypal-4ve.example/", "! has a user name before the host",
		    "! its host is in punycode" },
		{ "javascript:alert", "! not a web address", NULL },
		{ "https://partners.example/pay", NULL, NULL },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(close_catalog) struct catalog_scene s;
		auto_buf offers = { 0 }, body = { 0 };
		buf_addf(&body,
		    "{\"items\":[{\"id\":\"o1\",\"name\":\"One\",\"path\":\"/offers2/one\","
		    "\"record_type\":\"offer-kind\",\"baseTemplate\":\"/t/outer\",\"data\":{"
		    "\"baseTemplate\":\"/t/inner\",\"attributes\":{\"checkout__svc\":{"
		    "\"checkout_type\":\"external\",\"external_url\":\"%s\"}},\"productBundles\":[{"
		    "\"product_path\":\"/products/p\",\"revenue_split\":\"100\","
		    "\"rate_plan\":\"gold\"}],\"products\":[{\"path\":\"/products/p\",\"synced\":"
		    "true,\"syncedFrom\":\"/products/q\",\"created\":\"2026-01-02T00:00:00Z\","
		    "\"modified\":\"2026-03-04T00:00:00Z\"}]}}],\"commitId\":\"c1\"}",
		    cases[i].url);
		hostile_json(&offers, buf_z(&body));
		const struct hostile_rule rule = { .path = "/api/offers",
			.answer = buf_str(&offers) };
		open_catalog(&s, &rule, 1, 120);
		struct pty *p = s.p;
		assert_true(pty_press(p, "3", "One"));
		assert_true(pty_press(p, "\tf", "RATE PLAN"));
		assert_true(pty_find(p, "gold", NULL) > 0);
		assert_true(pty_find(p, "! synced from /products/q", NULL) > 0);
		assert_true(pty_find(p, "created 2 Jan", NULL) > 0);
		assert_true(pty_find(p, "modified 4 Mar", NULL) > 0);
		if (cases[i].problem)
			assert_true(pty_find(p, cases[i].problem, NULL) > 0);
		else
			assert_int_equal(pty_find(p, "/pay   !", NULL), -1);
		if (cases[i].other_problem)
			assert_true(pty_find(p, cases[i].other_problem, NULL) > 0);
		assert_true(pty_press(p, "G", "Template  /t/inner   of its data"));
		assert_true(pty_find(p, "Type      offer-kind", NULL) > 0);
	}
}

/* The second page never arrives: the count stays that of the rows read, out of all. */
TEST(a_list_that_was_not_read_to_the_end_is_not_called_whole)
{
	CLEANUP(close_catalog) struct catalog_scene s;
	auto_buf offers = { 0 };
	hostile_json(&offers,
	    "{\"items\":[{\"id\":\"o1\",\"name\":\"One\",\"path\":\"/offers2/one\"},"
	    "{\"id\":\"o2\",\"name\":\"Two\",\"path\":\"/offers2/two\"}],\"hits\":78,"
	    "\"commitId\":\"c1\",\"queryMore\":{\"from\":\"next\"}}");
	const struct hostile_rule rules[] = {
		{ .path = "/api/offers", .nth = 1, .answer = buf_str(&offers) },
		{ .path = "/api/offers", .answer = STR_NONE },
	};
	open_catalog(&s, rules, 2, 120);
	struct pty *p = s.p;
	assert_true(pty_press(p, "3", "2 of 78 offers read so far"));
	assert_true(pty_press(p, "/two\r", "1 of 2 read so far, 78 offers in total"));
	assert_true(pty_press(p, "\033", "Stopped reading the catalog"));
	assert_true(pty_wait_text(p, "1 of 2 read, 78 offers in total"));
	assert_true(pty_press(p, "\033", "2 of 78 offers read"));
	assert_true(pty_wait_gone(p, "so far"));
}

/* Tested in every catalog pane where the message offers Esc. */
TEST(esc_stops_reading_the_catalog_where_offered)
{
	static const char *const panes[] = { "2", "3", "4", "5", "8" };
	auto_buf page = { 0 };
	add_page(&page, 0, NULL);
	const struct hostile_rule rules[] = { { .path = "/api/checkout", .answer = buf_str(&page) },
		{ .path = "/api/", .answer = STR_NONE } };
	auto_hostile *h = hostile_start(rules, 2);
	auto_console *p = console_for_server(h, &(struct pty_options){ .cols = 120 }, "");
	assert_true(pty_wait_text(p, "50 baskets, all read"));
	for (size_t i = 0; i < sizeof(panes) / sizeof(*panes); i++) {
		assert_true(pty_press(p, panes[i], "Esc   stop reading"));
		size_t asked = hostile_count(h);
		assert_true(
		    pty_press(p, "\033", "Stopped reading the catalog: 0 items read. R continues"));
		pty_type(p, "1R"); /* reloading baskets does not restart it */
		assert_true(pty_wait_text(p, "Nothing new"));
		assert_true(console_wait_requests(p, h, asked + 1));
		assert_true(pty_wait_quiet(p, 60));
		assert_int_equal(hostile_count(h), asked + 1);
	}
}

TEST(a_dead_port_is_reported_with_the_next_step)
{
	const struct hostile_rule rule = { .answer = STR("") };
	struct hostile *h = hostile_start(&rule, 1);
	char gone[100];
	strncpy(gone, hostile_url(h), sizeof(gone) - 1);
	gone[sizeof(gone) - 1] = '\0';
	hostile_stop(h);
	auto_buf url = { 0 };
	buf_addf(&url, "BACKROOM_URL=%s/api", gone);
	const char *const env[] = { buf_z(&url), "BACKROOM_TOKEN=x", NULL };
	auto_console *p = console_start(NULL, env, NULL);
	assert_true(pty_wait_text(p, "No connection to 127.0.0.1"));
	assert_true(pty_wait_text(p, "R     try again"));
}

TEST(a_response_that_is_not_json_is_reported)
{
	static const char *const bodies[] = { "", "[]", "7", "{}", "{\"items\":", "<html>",
		"{\"items\":{}}", "<title>Sign in</title>" };
	for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
		auto_buf answer = { 0 };
		hostile_json(&answer, bodies[i]);
		auto_hostile *h = hostile_start_bytes(buf_str(&answer));
		auto_console *p = console_for_server(h, NULL, "");
		if (!pty_wait_text(p, "Unusable response"))
			fail_msg("taken for an answer: %s", bodies[i]);
	}
}

TEST(an_empty_list_of_baskets_is_explained)
{
	auto_buf page = { 0 };
	page_answer(&page, NULL, 0, 0, NULL);
	auto_hostile *h = hostile_start_bytes(buf_str(&page));
	auto_console *p = console_for_server(h, NULL, "");
	assert_true(pty_wait_text(p, "No abandoned baskets"));
	assert_true(pty_wait_text(p, "The service responded at"));
	for (const char *key = "jkG\ryvsT*Jo"; *key; key++) {
		pty_send(p, key, 1);
		assert_true(pty_wait_quiet(p, 20));
		assert_true(pty_press(p, "\033", ": anything"));
	}
}

/* No other item is shown in its place. */
TEST(a_deleted_item_is_reported_as_gone)
{
	auto_buf both = { 0 }, one = { 0 }, none = { 0 };
	hostile_json(&both,
	    "{\"items\":[{\"path\":\"/products/a\",\"name\":\"Archive\"},"
	    "{\"path\":\"/products/b\",\"name\":\"Basic\"}],\"commitId\":\"c1\"}");
	hostile_json(&one,
	    "{\"items\":[{\"path\":\"/products/b\",\"name\":\"Basic\"}],\"commitId\":\"c1\"}");
	hostile_json(&none, "{\"items\":[],\"commitId\":\"c1\"}");
	const struct hostile_rule rules[] = {
		{ .path = "/api/products", .nth = 1, .answer = buf_str(&both) },
		{ .path = "/api/products", .answer = buf_str(&one) },
		{ .answer = buf_str(&none) },
	};
	auto_hostile *h = hostile_start(rules, 3);
	auto_console *p = console_for_server(h, NULL, "");
	assert_true(pty_wait_text(p, "No abandoned baskets"));
	assert_true(pty_press(p, "4", "2 products"));
	assert_true(pty_press(p, "b", "Tree of Archive"));
	assert_true(pty_press(p, "\r", "Archive \xC2\xB7 product"));
	assert_true(pty_press(p, "R", "This item no longer exists. h goes back"));
	assert_int_equal(pty_find(p, "Basic", NULL), -1);
	assert_true(pty_press(p, "u", "Nothing is selected"));
	assert_true(pty_press(p, "h", "This item is no longer in the catalog"));
	assert_true(pty_press(p, "h", "1 product"));
}
