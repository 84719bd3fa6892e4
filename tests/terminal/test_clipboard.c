/*
 * The bytes sent to the terminal's clipboard: the whole link once, in the form for the multiplexer,
 * or nothing and a message.
 */
#include "lib/console.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

enum { LINKS = 7 };

static const size_t lengths[LINKS] = { 100, 2000, 12282, 12283, 65536, 65537, 100000 };

/* A console with one basket per link length. */
struct desk {
	struct shop shop;
	struct buf links[LINKS];
};

static void
open_desk(struct desk *d, const struct pty_options *options)
{
	struct page_basket baskets[LINKS];
	memset(d, 0, sizeof(*d));
	for (size_t i = 0; i < LINKS; i++) {
		page_link(&d->links[i], i, lengths[i]);
		baskets[i] = (struct page_basket){ "Ann", "Example", NULL, buf_z(&d->links[i]) };
	}
	shop_open(&d->shop, baskets, LINKS, options, "");
}

static void
close_desk(struct desk *d)
{
	shop_close(&d->shop);
	for (size_t i = 0; i < LINKS; i++)
		buf_free(&d->links[i]);
}

static size_t
count(struct str in, struct str what)
{
	size_t n = 0, at;
	while ((at = str_find(in, what)) != SIZE_MAX) {
		in = str_sub(in, at + what.n, SIZE_MAX);
		n++;
	}
	return n;
}

/* Texts of a dialog's key bar: the last row of a frame is written last, so the whole frame is
 * shown when they are. */
static const char *const asks = "Enter choose";
static const char *const proves = "Ctrl-V paste here";

/* From the top: moves to the row and types y; confirms if the length needs a confirmation. */
static void
send_row(struct pty *p, size_t row, const char *until)
{
	pty_type(p, "gg");
	for (size_t i = 0; i < row; i++)
		pty_type(p, "j");
	pty_type(p, "y");
	if (lengths[row] > 2000 && lengths[row] <= 65536) {
		assert_true(pty_wait_text(p, asks));
		assert_true(pty_find(p, "Send anyway", NULL) > 0);
		pty_type(p, "\t\r");
	}
	assert_true(pty_wait_text(p, until));
}

/* The end of the key bar may still be that of the list, if the last row of the dialog's frame was
 * read in part; so its head must go first. */
static void
close_dialog(struct pty *p)
{
	assert_true(pty_press_gone(p, "\033", "Recovery link"));
	assert_true(pty_wait_text(p, ": anything"));
}

/* Types y on each row that can be sent; the nth copy in the log must be the link of the nth row. */
static void
expect_exact(enum pty_answer answer, const char *where, size_t rows, size_t copies_each)
{
	CLEANUP(close_desk) struct desk d;
	open_desk(&d, &(struct pty_options){ .answer = answer });
	for (size_t row = 0; row < rows; row++) {
		auto_buf got = { 0 };
		if (row == 3)
			continue;
		send_row(d.shop.p, row, where);
		assert_true(pty_wait_text(d.shop.p, proves));
		for (size_t i = 0; i < copies_each; i++) {
			buf_reset(&got);
			assert_true(pty_wait_clipboard(
			    d.shop.p, (row - (row > 3)) * copies_each + i, &got));
			assert_int_equal(got.n, lengths[row]);
			assert_memory_equal(got.p, d.links[row].p, got.n);
		}
		close_dialog(d.shop.p);
	}
	console_quit(d.shop.p);
}

TEST(every_length_arrives_whole_in_a_terminal)
{
	expect_exact(PTY_XTERM, "through your terminal", 5, 1);
}

TEST(every_length_arrives_whole_in_tmux_by_both_routes)
{
	expect_exact(PTY_TMUX, "through tmux", 5, 2);
}

TEST(every_length_arrives_whole_in_screen)
{
	expect_exact(PTY_SCREEN, "through screen", 5, 1);
}

TEST(a_mute_terminal_gets_the_plain_sequence)
{
	expect_exact(PTY_MUTE, "through your terminal", 2, 1);
}

TEST(screen_gets_no_piece_outside_a_sequence)
{
	CLEANUP(close_desk) struct desk d;
	open_desk(&d, &(struct pty_options){ .answer = PTY_SCREEN });
	send_row(d.shop.p, 4, "through screen");
	struct str rest = pty_log(d.shop.p);
	size_t pieces = 0, at;
	/* No part of the sequence is outside a wrapped piece: every OSC 52 starts inside one. */
	assert_int_equal(count(rest, STR("\033]52")), count(rest, STR("\033P\033]52")));
	while ((at = str_find(rest, STR("\033P"))) != SIZE_MAX) {
		rest = str_sub(rest, at + 2, SIZE_MAX);
		size_t n = str_find(rest, STR("\033\\"));
		assert_true(n <= 764);
		pieces++;
	}
	assert_true(pieces > 100);
}

TEST(mosh_accepts_12282_bytes_and_one_more_is_refused)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf got = { 0 };
	open_desk(&d, &(struct pty_options){ .answer = PTY_MOSH });
	send_row(d.shop.p, 2, "through mosh");
	assert_true(pty_wait_text(d.shop.p, proves));
	assert_true(pty_wait_clipboard(d.shop.p, 0, &got));
	assert_int_equal(got.n, 12282);
	assert_memory_equal(got.p, d.links[2].p, got.n);
	close_dialog(d.shop.p);
	send_row(d.shop.p, 3, "Not sent: 12,283 bytes, mosh cuts at 12,282");
	assert_true(pty_wait_quiet(d.shop.p, 30));
	assert_int_equal(count(pty_log(d.shop.p), STR("\033]52")), 1);
}

TEST(sending_writes_one_sequence_and_starting_writes_none)
{
	CLEANUP(close_desk) struct desk d;
	open_desk(&d, NULL);
	pty_type(d.shop.p, "jk\rh");
	assert_true(pty_wait_quiet(d.shop.p, 30));
	assert_int_equal(pty_strings(d.shop.p), 0);
	send_row(d.shop.p, 1, proves);
	assert_int_equal(pty_strings(d.shop.p), 1);
	size_t at = str_find(pty_log(d.shop.p), STR("\033]52;c;"));
	assert_true(at != SIZE_MAX);
	struct str payload = str_sub(pty_log(d.shop.p), at + 7, SIZE_MAX);
	payload = str_sub(payload, 0, str_find_char(payload, '\a'));
	assert_int_equal(payload.n, (2000 + 2) / 3 * 4);
	for (size_t i = 0; i < payload.n; i++)
		assert_true(payload.p[i] > ' ' && payload.p[i] <= 'z');
	close_dialog(d.shop.p);
	console_quit(d.shop.p);
	assert_int_equal(pty_strings(d.shop.p), 1);
}

TEST(the_message_says_sent_and_names_the_fallbacks)
{
	CLEANUP(close_desk) struct desk d;
	auto_buf screen = { 0 };
	open_desk(&d, NULL);
	send_row(d.shop.p, 0, proves);
	pty_screen(d.shop.p, &screen);
	assert_non_null(strstr(buf_z(&screen), "Sent 100 bytes"));
	assert_null(strcasestr(buf_z(&screen), "copied"));
	assert_non_null(strstr(buf_z(&screen), "v  show only the link"));
	assert_non_null(strstr(buf_z(&screen), "w  write it to a private file"));
}

TEST(mute_terminals_get_no_sequence_and_show_the_link_alone)
{
	static const char *const terms[] = { "TERM=linux", "TERM=vt100", "TERM=vt220" };
	for (size_t i = 0; i < 3; i++) {
		CLEANUP(close_desk) struct desk d;
		const char *const env[] = { terms[i], NULL };
		open_desk(&d, &(struct pty_options){ .env = env });
		assert_true(pty_press(d.shop.p, "y", "Any key returns"));
		assert_true(pty_press(d.shop.p, " ", "Did you send "));
		assert_true(pty_press(d.shop.p, "\r", "Not saved as sent"));
		console_quit(d.shop.p);
		assert_int_equal(pty_strings(d.shop.p), 0);
		assert_int_equal(count(pty_log(d.shop.p), STR("\033P")), 0);
	}
}

TEST(a_link_over_the_limit_is_refused_with_a_reason)
{
	CLEANUP(close_desk) struct desk d;
	open_desk(&d, NULL);
	send_row(d.shop.p, 5, "65,537 bytes: over the limit of 65,536");
	assert_true(pty_wait_text(d.shop.p, asks));
	assert_true(pty_press(d.shop.p, "\t\r", ": anything"));
	send_row(d.shop.p, 6, "100,000 bytes: over the limit of 65,536");
	assert_true(pty_wait_quiet(d.shop.p, 30));
	assert_int_equal(count(pty_log(d.shop.p), STR("\033]52")), 0);
}

/* Links that are refused whatever key is pressed. */
TEST(invalid_links_are_refused_and_not_sent)
{
	static const struct {
		const char *link, *words;
	} cases[] = {
		{ "https://shop.example/\\u0007x", "is not allowed in a link" },
		{ "https://shop.example/a b", "is not allowed in a link" },
		{ "https://shop.example/\\u001b]52;c;AAAA\\u0007", "is not allowed in a link" },
		{ "https://shop.example/a\\nb", "is not allowed in a link" },
		{ "https://shop.example/\xc3\xa9", "not plain ASCII" },
		{ "javascript:alert(1)", "customers cannot open this link" },
		{ "data:text/html,x", "customers cannot open this link" },
		{ "file:///etc/passwd", "customers cannot open this link" },
	};
	enum { CASES = sizeof(cases) / sizeof(cases[0]) };
	struct page_basket baskets[CASES];
	CLEANUP(shop_close) struct shop s;
	for (size_t i = 0; i < CASES; i++)
		baskets[i] = (struct page_basket){ "Ann", "Example", NULL, cases[i].link };
	shop_open(&s, baskets, CASES, NULL, "");
	for (size_t i = 0; i < CASES; i++) {
		assert_true(pty_press(s.p, "y", asks));
		assert_true(pty_wait_text(s.p, cases[i].words));
		assert_true(pty_find(s.p, "Send anyway", NULL) < 0);
		assert_true(pty_press(s.p, "\t\r", ": anything"));
		assert_true(pty_press(s.p, "v", "Not shown"));
		pty_type(s.p, "j");
	}
	assert_true(pty_wait_quiet(s.p, 30));
	assert_int_equal(pty_strings(s.p), 0);
}

/* Links that fail a check need one confirmation, with Cancel selected. */
TEST(doubtful_links_ask_first_with_cancel_selected)
{
	static const struct {
		const char *link, *words;
	} cases[] = {
		{ "https://evil.example/r?basket=basket-00000000-0000-4000-8000-000000000000",
		    "is not an allowed host for test" },
		{ "http://shop.example/r?basket=basket-00000001-0000-4000-8000-000000000000",
		    "plain http" },
		{ "https://me@shop.example/r?basket=basket-00000002-0000-4000-8000-000000000000",
		    "has a user name before the host" },
		{ "https://shop.example/r?basket=basket-00000000-0000-4000-8000-000000000000",
		    "names another basket" },
		{ "//evil.example/r?basket=basket-00000004-0000-4000-8000-000000000000",
		    "is not an allowed host for test" },
	};
	enum { CASES = sizeof(cases) / sizeof(cases[0]) };
	struct page_basket baskets[CASES];
	CLEANUP(shop_close) struct shop s;
	auto_buf got = { 0 };
	for (size_t i = 0; i < CASES; i++)
		baskets[i] = (struct page_basket){ "Ann", "Example", NULL, cases[i].link };
	shop_open(&s, baskets, CASES, NULL, "");
	for (size_t i = 0; i < CASES; i++) {
		assert_true(pty_press(s.p, "y", asks));
		assert_true(pty_find(s.p, "Send anyway", NULL) > 0);
		assert_true(pty_wait_text(s.p, cases[i].words));
		assert_true(pty_press(s.p, "\r", ": anything"));
		pty_type(s.p, "j");
	}
	assert_int_equal(pty_strings(s.p), 0);
	assert_true(pty_press(s.p, "ggy\t\r", proves));
	assert_true(pty_wait_clipboard(s.p, 0, &got));
	assert_string_equal(buf_z(&got), cases[0].link);
}

TEST(a_relative_link_is_sent_as_a_full_url)
{
	static const struct page_basket baskets[] = { { "Ann", "Example", NULL,
	    "/r?basket=basket-00000000-0000-4000-8000-000000000000&a=b%20c" } };
	CLEANUP(shop_close) struct shop s;
	auto_buf got = { 0 };
	shop_open(&s, baskets, 1, NULL, "");
	assert_true(pty_press(s.p, "y", proves));
	assert_true(pty_wait_clipboard(s.p, 0, &got));
	assert_string_equal(buf_z(&got),
	    "https://shop.example/r?basket="
	    "basket-00000000-0000-4000-8000-000000000000&a=b%20c");
}

/* Asserts that the screen equals the one of a console that redraws everything. */
static void
expect_whole_screen(struct pty *p)
{
	auto_buf before = { 0 };
	assert_true(pty_wait_quiet(p, 60));
	pty_screen(p, &before);
	size_t since = pty_log(p).n;
	pty_type(p, "\f");
	assert_true(pty_wait_raw(p, since, STR("anything")));
	assert_true(pty_wait_screen(p, &before));
}

static void
expect_copy(struct pty *p, const struct buf *link)
{
	auto_buf got = { 0 };
	assert_true(pty_wait_clipboard(p, 0, &got));
	assert_int_equal(got.n, link->n);
	assert_memory_equal(got.p, link->p, got.n);
}

/* With frames drawn before, between and after, the sequence is never inside a frame. */
TEST(sending_between_frames_leaves_the_screen_intact)
{
	CLEANUP(close_desk) struct desk d;
	open_desk(&d, NULL);
	for (size_t i = 0; i < 400; i++)
		pty_type(d.shop.p, i % 2 ? "k" : "j");
	send_row(d.shop.p, 4, proves);
	pty_type(d.shop.p, "\033");
	for (size_t i = 0; i < 400; i++)
		pty_type(d.shop.p, i % 2 ? "k" : "j");
	assert_true(pty_wait_text(d.shop.p, ": anything"));
	expect_whole_screen(d.shop.p);
	expect_copy(d.shop.p, &d.links[4]);
}

enum { PAGES = 600, PAGE_MS = 4 };

/* A list that grows by a row every few milliseconds; its first row has a link. */
struct growing {
	struct buf link, answers[PAGES];
	struct hostile_rule rules[PAGES];
	struct hostile *server;
};

static void
open_growing(struct growing *g)
{
	memset(g, 0, sizeof(*g));
	page_link(&g->link, 0, 65536);
	for (size_t i = 0; i < PAGES; i++) {
		const struct page_basket row = { "Ann", "Example", NULL,
			i ? NULL : buf_z(&g->link) };
		char cursor[20];
		snprintf(cursor, sizeof(cursor), "after-%zu", i);
		page_answer(&g->answers[i], &row, 1, i, i + 1 < PAGES ? cursor : NULL);
		g->rules[i] = (struct hostile_rule){ .path = "/api/checkout/",
			.nth = i + 1,
			.answer = buf_str(&g->answers[i]),
			.delay_ms = PAGE_MS };
	}
	g->server = hostile_start(g->rules, PAGES);
}

static void
close_growing(struct growing *g)
{
	hostile_stop(g->server);
	for (size_t i = 0; i < PAGES; i++)
		buf_free(&g->answers[i]);
	buf_free(&g->link);
}

/* About two hundred rows arrive per second, and the counts are redrawn for them, while the
 * longest possible link is sent. */
TEST(sending_while_rows_arrive_leaves_link_and_screen_intact)
{
	static struct growing g;
	open_growing(&g);
	auto_pty *p = console_for_server(g.server, NULL, "baskets-ahead = 1000");
	assert_true(pty_wait_text(p, " \xC2\xB7 reading"));
	assert_true(console_wait_requests(p, g.server, 50));
	assert_true(pty_press(p, "y", asks));
	assert_true(pty_press(p, "\t\r", proves));
	assert_true(pty_press(p, "\033", ": anything"));
	size_t asked = hostile_count(g.server), drawn = pty_log(p).n;
	assert_in_range(asked, 50, PAGES - 20); /* rows are still arriving */
	assert_true(console_wait_requests(p, g.server, asked + 20));
	assert_true(pty_log(p).n > drawn);
	assert_true(pty_wait_text(p, "600 baskets, all read"));
	expect_whole_screen(p);
	expect_copy(p, &g.link);
	close_growing(&g);
}
