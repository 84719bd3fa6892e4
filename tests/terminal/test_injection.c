/* labels: slow */
/*
 * Hostile texts from the service and from pastes: they reach the terminal only as text, the layout
 * stays intact, and changed text is marked.
 */
#include "lib/deadline.h"
#include "lib/desk.h"
#include "lib/process.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define RTL "\xd7\x90\xd7\x91\xd7\x92"
#define MARKS10 "\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301"

/* A name in JSON, and the row's text for it; `plain`: shown without a mark, since it is not
 * misleading (an invalid byte shows as an escape anyway). */
static const struct {
	const char *name, *shown;
	bool plain;
} names[] = {
	{ "a\\u001b]52;c;RVZJTA==\\u0007b",
	    "a\\e]52;c;RVZJTA==\\x07"
	    "b",
	    false },
	{ "a\\u001b]2;title\\u0007b",
	    "a\\e]2;title\\x07"
	    "b",
	    false },
	{ "a\\u001b[31mb", "a\\e[31mb", false },
	{ "a\\u009b31mb",
	    "a\\x9B"
	    "31mb",
	    false },
	{ "a\\u0007b",
	    "a\\x07"
	    "b",
	    false },
	{ "a\\nb", "a\\nb", false },
	{ "a\\rb", "a\\rb", false },
	{ "a\\tb", "a\\tb", false },
	{ "abc\\b\\bX", "abc\\x08\\x08X", false },
	{ "a\\u007fb",
	    "a\\x7F"
	    "b",
	    false },
	{ "a\\u202eb", "a\\u{202E}b", false },
	{ "a\\u2066b\\u200fc", "a\\u{2066}b\\u{200F}c", false },
	{ "a\\u200bb\\ufeffc", "a\\u{200B}b\\u{FEFF}c", false },
	{ "a\\udb40\\udc41b", "a\\u{E0041}b", false },
	{ "a\\ue000b", "a\\u{E000}b", false },
	{ "a\xff\xfe"
	  "b",
	    "a\xef\xbf\xbd\xef\xbf\xbd"
	    "b",
	    true },
	{ "e" MARKS10 MARKS10 MARKS10 MARKS10 MARKS10 "x", "x", false },
	{ "\xe5\xbc\xa0\xe4\xbc\x9f", "\xe5\xbc\xa0\xe4\xbc\x9f", true },
	{ "e\xcc\x81x", "\xcc\x81x", true },
	{ "\xf0\x9f\x98\x80x", "\xf0\x9f\x98\x80x", true },
	{ RTL, RTL, true },
};

enum { NAME_COUNT = sizeof(names) / sizeof(names[0]) };

/* Bytes that must never be written, whatever the data contains. */
static const char *const forbidden[] = { "\a", "\x7f", "\xc2\x9b", "\xff", "\xe2\x80\xae",
	"\xe2\x81\xa6", "\xe2\x80\x8f", "\xe2\x80\x8b", "\xef\xbb\xbf", "\xf3\xa0\x81\x81",
	"\xee\x80\x80", "\033[31mb", "\xcc\x81\xcc\x81\xcc\x81" };

static void
expect_clean(struct str log)
{
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(forbidden[0]); i++)
		if (str_find(log, str_of(forbidden[i])) != SIZE_MAX)
			fail_msg("forbidden bytes %zu came out", i);
}

#define AT "@m.example"

/* Opens a list of these names, with e-mails that begin with them. */
static void
open_names(struct shop *s, const struct pty_options *options)
{
	struct page_basket baskets[NAME_COUNT];
	struct buf emails[NAME_COUNT] = { 0 };
	for (size_t i = 0; i < NAME_COUNT; i++) {
		buf_addf(&emails[i], "%s" AT, names[i].name);
		baskets[i] = (struct page_basket){ names[i].name, "Last", buf_z(&emails[i]), NULL };
	}
	shop_open(s, baskets, NAME_COUNT, options, "");
	assert_true(pty_wait_text(s->p, ": anything"));
	for (size_t i = 0; i < NAME_COUNT; i++)
		buf_free(&emails[i]);
}

TEST(names_are_shown_escaped_marked_and_in_their_column)
{
	CLEANUP(shop_close) struct shop s;
	int header, item;
	open_names(&s, &(struct pty_options){ .rows = 30, .cols = 80 });
	assert_true(pty_wait_quiet(s.p, 40));
	header = pty_find(s.p, "PERSON", NULL);
	assert_int_equal(pty_find(s.p, "ITEMS", &item), header);
	for (size_t i = 0; i < NAME_COUNT; i++) {
		struct pty_cell cell;
		const char *row = pty_row(s.p, header + 1 + (int)i);
		if (!strstr(row, names[i].shown))
			fail_msg("row %zu: %s", i, row);
		if ((strchr(row, '!') == NULL) != names[i].plain)
			fail_msg("mark of row %zu: %s", i, row);
		pty_cell(s.p, header + 1 + (int)i, item, &cell);
		assert_string_equal(cell.text, "I");
		pty_cell(s.p, header + 1 + (int)i, item + 3, &cell);
		assert_string_equal(cell.text, "m");
	}
	expect_clean(pty_log(s.p));
	assert_int_equal(pty_strings(s.p), 0);
}

TEST(every_view_escapes_hostile_names)
{
	CLEANUP(shop_close) struct shop s;
	open_names(&s, &(struct pty_options){ .rows = 30, .cols = 100 });
	for (size_t i = 0; i < NAME_COUNT; i++) {
		struct buf email = { 0 };
		buf_addf(&email, "%s" AT, names[i].shown);
		assert_true(pty_press(s.p, "s", "z fold"));
		assert_true(pty_press(s.p, "q", "Enter open"));
		assert_true(pty_press(s.p, "\r", "h back"));
		assert_true(pty_wait_text(s.p, buf_z(&email)));
		buf_free(&email);
		assert_true(pty_press(s.p, "hj", "Enter open"));
	}
	assert_true(pty_press(s.p, "M", "Messages"));
	assert_true(pty_press(s.p, "q?", "Keys"));
	assert_true(pty_press(s.p, "q/zzz", "Enter apply"));
	assert_true(pty_press(s.p, "\r", "No match for"));
	assert_true(pty_wait_quiet(s.p, 40));
	expect_clean(pty_log(s.p));
	assert_int_equal(pty_strings(s.p), 0);
}

TEST(a_basket_with_a_deceptive_name_asks_first)
{
	static const struct page_basket basket = { "a\\u202eb", "x", NULL,
		"/r?basket=basket-00000000-0000-4000-8000-000000000000" };
	CLEANUP(shop_close) struct shop s;
	auto_buf got = { 0 };
	shop_open(&s, &basket, 1, NULL, "");
	assert_true(pty_press(s.p, "y", "Misleading characters"));
	assert_true(pty_press(s.p, "\r", "Nothing was sent"));
	assert_false(pty_read_clipboard(s.p, 0, &got));
}

/* An error whose message, code and request id are hostile. */
TEST(an_error_escapes_hostile_text)
{
	auto_hostile *h = hostile_start_answer(401,
	    "Content-Type: application/json\r\nX-Request-Id: r\x1b]2;x\x07q\r\n",
	    STR("{\"error\":\"x\",\"message\":\"bad\\u001b]52;c;RVZJTA==\\u0007\\n\\u202etoken\"}"));
	auto_pty *p = console_for_server(h, NULL, "");
	assert_true(pty_wait_text(p, "x The service refused your token"));
	assert_true(pty_press(p, "M", "Messages"));
	assert_true(pty_wait_quiet(p, 40));
	expect_clean(pty_log(p));
	assert_int_equal(pty_strings(p), 0);
}

/* stderr of the batch commands, and -o json, which stays JSON. */
TEST(stderr_and_json_have_no_control_bytes)
{
	struct page_basket baskets[NAME_COUNT];
	auto_buf answer = { 0 }, refused = { 0 }, url = { 0 };
	for (size_t i = 0; i < NAME_COUNT; i++)
		baskets[i] = (struct page_basket){ names[i].name, "Last", "a@b.example", NULL };
	page_answer(&answer, baskets, NAME_COUNT, 0, NULL);
	hostile_answer(&refused, 401, "Content-Type: application/json\r\n",
	    STR("{\"error\":\"x\",\"message\":\"bad\\u001b]2;x\\u0007\\u202e\\u009b\"}"));
	const struct hostile_rule rules[] = {
		{ .path = "/good", .answer = buf_str(&answer) },
		{ .answer = buf_str(&refused) },
	};
	static const char *const formats[] = { "good table", "good wide", "good md", "good json",
		"good ndjson", "bad table", "bad json" };
	auto_hostile *h = hostile_start(rules, 2);
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		auto_buf line = { 0 }, out = { 0 };
		int status;
		buf_addf(&line,
		    "BACKROOM_TOKEN=x BACKROOM_URL=%s/%.*s $BACKROOM_BIN get baskets -o "
		    "%s >out 2>&1",
		    hostile_url(h), (int)strcspn(formats[i], " "), formats[i],
		    strchr(formats[i], ' ') + 1);
		const char *const argv[] = { "/bin/sh", "-c", buf_z(&line), NULL };
		assert_true(process_wait(process_start(argv, NULL, 1, 2), 20000, &status));
		assert_true(process_read_file("out", &out));
		assert_true(out.n > 20);
		expect_clean(buf_str(&out));
		assert_int_equal(str_find(buf_str(&out), STR("\033]")), SIZE_MAX);
		assert_null(memchr(out.p, 27, out.n));
	}
}

/* Types two keys in turn, each of which changes the screen, and checks the median response time. */
static void
expect_quick(struct pty *p, const char *there, const char *back)
{
	enum { KEYS = 9, MOST_MS = 50 };
	int late = 0;
	for (int i = 0; i < KEYS; i++) {
		assert_true(pty_wait_quiet(p, 30));
		size_t since = pty_log(p).n;
		struct pty_watch watch = pty_watch_start(p);
		pty_type(p, i % 2 ? back : there);
		assert_true(pty_wait_raw(p, since, STR("\033[")));
		late += pty_watch_ms(&watch) > scale_timeout(MOST_MS);
	}
	if (late > KEYS / 2)
		fail_msg("%d of %d keys took over %d ms", late, KEYS, MOST_MS);
}

TEST(a_name_of_ten_thousand_columns_is_cut_quickly)
{
	auto_buf name = { 0 };
	struct page_basket baskets[] = { { NULL, "x", NULL, NULL },
		{ "Ann", "Plain", NULL, NULL } };
	CLEANUP(shop_close) struct shop s;
	int item;
	buf_pad(&name, 'W', 10000);
	baskets[0].first = buf_z(&name);
	shop_open(&s, baskets, 2, NULL, "");
	assert_true(pty_wait_text(s.p, "WW\xe2\x80\xa6"));
	assert_int_equal(pty_find(s.p, "ITEMS", &item), 2);
	struct pty_cell cell;
	pty_cell(s.p, 3, item, &cell);
	assert_string_equal(cell.text, "I");
	assert_true(pty_press(s.p, "\r", "h back"));
	assert_true(pty_log(s.p).n < 20000);
	expect_quick(s.p, "h", "\r");
	expect_quick(s.p, "j", "k");
}

static void
expect_cut(size_t bytes, const char *shown)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"error\":\"x\",\"message\":\"");
	buf_pad(&body, 'e', bytes);
	buf_addz(&body, "\"}");
	auto_hostile *h = hostile_start_answer(
	    401, "Content-Type: application/json\r\n", buf_str(&body));
	auto_pty *p = console_for_server(h, NULL, "");
	assert_true(pty_wait_text(p, "x The service refused your token"));
	assert_true(pty_press(p, "M", "Messages"));
	assert_true(pty_wait_text(p, shown));
	assert_true(pty_log(p).n < 20000);
	expect_quick(p, "q", "M");
}

TEST(a_server_message_of_a_megabyte_is_cut)
{
	expect_cut(20000, "Signed out: \"eeee");
	expect_cut(1000000, "Signed out: the JSON cannot be read (401)");
}

#define PASTE(text) "\033[200~" text "\033[201~"

/* Q, j, y and : in the paste would be actions if typed. */
TEST(a_paste_in_a_list_opens_the_prompt_and_runs_no_action)
{
	auto_pty *p = console_demo(NULL, NULL);
	assert_true(pty_press(p, PASTE("Qjjy:quit"), ":Qjjy:quit"));
	assert_true(pty_find(p, "\xe2\x96\xb8  4 min", NULL) > 0);
	assert_true(pty_press(p, "\033", ": anything"));
	assert_true(pty_press(p, PASTE("mara.ellison@example.com\n"), ":mara.ellison@example.com"));
	assert_true(pty_wait_text(p, "Enter run"));
	console_quit((pty_type(p, "\033"), p));
}

TEST(a_paste_with_lines_or_escapes_is_refused)
{
	static const char *const pastes[] = { PASTE("one\nQ\ntwo"), PASTE("a\033[31mb"),
		PASTE("a\x01"
		      "b"),
		PASTE("a\tb") };
	auto_buf got = { 0 };
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(pastes) / sizeof(pastes[0]); i++) {
		assert_true(pty_press(p, "/", "Enter apply"));
		assert_true(pty_press(p, pastes[i], "Paste refused: it has several lines"));
		assert_true(pty_find(p, "240 baskets, all read", NULL) > 0);
		assert_true(pty_press(p, "\033", ": anything"));
	}
	assert_false(pty_read_clipboard(p, 0, &got));
}

TEST(a_burst_of_keys_without_brackets_is_a_paste)
{
	auto_console *p = console_demo(NULL, NULL);
	assert_true(pty_press(p, "Quit this now: yes", ":Quit this now: yes"));
	assert_true(pty_press(p, "\033", ": anything"));
}

#define TOKEN "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ"

/* Tested in every place that accepts a paste. */
TEST(a_pasted_token_is_named_and_never_echoed)
{
	static const char *const places[] = { "", ":", "/" };
	for (size_t i = 0; i < 3; i++) {
		auto_pty *p = console_demo(NULL, NULL);
		pty_type(p, places[i]);
		if (places[i][0])
			assert_true(pty_wait_text(p, i == 1 ? "Enter run" : "Enter apply"));
		assert_true(pty_press(p, PASTE(TOKEN "\n"), "token"));
		pty_type(p, "\r");
		if (i < 2) { /* the token's claims go to the identity form */
			assert_true(pty_wait_text(p, "Subject [canary"));
			pty_type(p, "\033");
		}
		assert_true(pty_wait_text(p, ": anything"));
		assert_true(pty_press(p, "M", "Messages"));
		assert_true(pty_press(p, "q:\033[A", "Enter run"));
		assert_true(pty_wait_quiet(p, 30));
		if (str_find(pty_log(p), STR("eyJ")) != SIZE_MAX)
			fail_msg("the token was shown at \"%s\"", places[i]);
	}
}

/* A refusal's message is one line, whatever request id the server sends. */
TEST(a_refused_link_escapes_its_request_id)
{
	auto_buf page = { 0 }, refusal = { 0 };
	const struct page_basket basket = { "Ann", "Example", NULL, "https://shop.example/r" };
	page_answer(&page, &basket, 1, 0, NULL);
	hostile_answer(&refusal, 409, "",
	    STR("{\"code\":\"identity_in_use\",\"requestId\":\"a\\n\\u001b[2J\"}"));
	const struct hostile_rule rules[] = { { .path = "/api/objects",
						  .answer = buf_str(&refusal) },
		{ .answer = buf_str(&page) } };
	auto_hostile *server = hostile_start(rules, 2);
	struct desk d = { .p = console_for_server(
			      server, &(struct pty_options){ .cols = 100 }, "") };
	assert_true(pty_wait_text(d.p, "1 basket, all read"));
	desk_fill(&d, DESK_OWNER, DESK_ISS, DESK_SUB, "INC-4711");
	assert_true(pty_press(d.p, "test\tc6a3\r", "(J-0001, 409, req a\\n\\e[2J)"));
	pty_stop(d.p);
}
