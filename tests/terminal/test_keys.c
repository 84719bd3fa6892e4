/*
 * Keys as terminals send them: both encodings of the arrows, a lone Esc, floods, unbound keys,
 * another keymap; and going back to earlier screens.
 */
#include "lib/console.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/test.h"

#include <sys/wait.h>

/* Some terminals draw the row mark in ASCII, so the terminal's cursor is checked instead. */
struct at {
	int row;
};

static bool
cursor_is_at(struct pty *p, void *user)
{
	int row, col;
	pty_cursor(p, &row, &col, NULL);
	return row == ((struct at *)user)->row && col == 1;
}

/* Waits until the cursor is on the nth visible row of the list (from 0). */
static bool
wait_row(struct pty *p, int nth)
{
	struct at at = { 3 + nth };
	return pty_wait_until(p, cursor_is_at, &at, "the cursor on another row");
}

TEST(arrow_and_navigation_keys_work_in_every_encoding)
{
	static const char *const terms[] = { "TERM=xterm", "TERM=xterm-256color", "TERM=tmux",
		"TERM=tmux-256color", "TERM=screen", "TERM=linux", "TERM=vt220", "TERM=vt100" };
	static const struct {
		const char *bytes;
		int row;
	} keys[] = {
		{ "\033[B", 1 },
		{ "\033OB", 2 },
		{ "\033[A", 1 },
		{ "\033OA", 0 },
		{ "j", 1 },
		{ "k", 0 },
		{ "\033[6~", 19 - 1 },
		{ "\033[5~", 0 },
		{ "\033[F", 18 },
		{ "\033[H", 0 },
		{ "\033OF", 18 },
		{ "\033OH", 0 },
		{ "\033[4~", 18 },
		{ "\033[1~", 0 },
		{ "\033[8~", 18 },
		{ "\033[7~", 0 },
		{ "G", 18 },
		{ "gg", 0 },
	};
	struct page_basket baskets[50];
	auto_buf answer = { 0 };
	for (size_t i = 0; i < 50; i++)
		baskets[i] = (struct page_basket){ "Ann", "Plain", NULL, NULL };
	page_answer(&answer, baskets, 50, 0, NULL);
	auto_hostile *h = hostile_start_bytes(buf_str(&answer));
	for (size_t t = 0; t < sizeof(terms) / sizeof(terms[0]); t++) {
		const char *const env[] = { terms[t], NULL };
		auto_console *p = console_for_server(h, &(struct pty_options){ .env = env }, "");
		assert_true(pty_wait_text(p, "50 baskets, all read"));
		for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
			pty_type(p, keys[i].bytes);
			if (!wait_row(p, keys[i].row))
				fail_msg("%s: key %zu", terms[t], i);
		}
	}
}

TEST(right_opens_and_left_goes_back)
{
	static const char *const in[] = { "\033[C", "\033OC", "\r", "l" };
	static const char *const out[] = { "\033[D", "\033OD", "\177", "\b" };
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < 4; i++) {
		assert_true(pty_press(p, in[i], "h back"));
		assert_true(pty_press(p, out[i], "Enter open"));
	}
}

TEST(a_sequence_in_two_reads_is_one_key)
{
	static const char *const env[] = { "ESCDELAY=5000", NULL };
	auto_console *p = console_demo(&(struct pty_options){ .env = env }, NULL);
	for (size_t i = 0; i < 5; i++) {
		pty_send(p, "\033", 1); /* followed by a pause */
		pty_send(p, "[B", 2);
		assert_true(wait_row(p, (int)i + 1));
	}
}

TEST(esc_alone_acts_within_100_ms)
{
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < 5; i++) {
		assert_true(pty_press(p, "/", "Enter apply"));
		struct pty_watch watch = pty_watch_start(p);
		assert_true(pty_press(p, "\033", ": anything"));
		assert_true(pty_watch_ms(&watch) < scale_timeout(100));
	}
}

TEST(ctrl_g_and_ctrl_c_close_what_esc_closes)
{
	static const char *const ways[] = { "\033", "\a", "\003" };
	static const char *const opens[] = { "/", ":", "y", "o", "\r" };
	static const char *const shows[] = { "Enter apply", "Enter run", "Ctrl-V", "Sort",
		"h back" };
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < 15; i++) {
		bool again = i % 5 == 2 && i > 2; /* the same link again within a day: asks first */
		assert_true(pty_press(p, opens[i % 5], again ? "Already sent" : shows[i % 5]));
		assert_true(pty_press(p, ways[i / 5], "Enter open"));
		assert_true(pty_wait_text(p, ": anything"));
	}
	pty_type(p, "\003\003\033");
	assert_true(pty_wait_quiet(p, 60));
}

TEST(ctrl_s_does_not_freeze_the_screen)
{
	auto_console *p = console_demo(NULL, NULL);
	assert_true(
	    pty_press(p, "\023", "Ctrl-S does nothing here. Try :save (save view). All keys: ?"));
	pty_type(p, "j");
	assert_true(wait_row(p, 1));
}

/* Ten thousand ups and downs: the final row is right only if they are handled in order. */
TEST(ten_thousand_queued_keys_are_handled_in_order_and_drawn_together)
{
	auto_buf keys = { 0 };
	auto_console *p = console_demo(NULL, NULL);
	/* Up on the first row does nothing, so any other order would end on another row. */
	for (size_t i = 0; i < 2500; i++)
		buf_addz(&keys, "kkjj");
	buf_addz(&keys, "kkkkjjj");
	size_t since = pty_log(p).n;
	pty_send(p, keys.p, keys.n);
	assert_true(wait_row(p, 3));
	assert_true(pty_wait_quiet(p, 60));
	assert_true(wait_row(p, 3));
	/* A frame that moves the selection has over 60 bytes: there must be far fewer frames
	 * than keys. */
	assert_true(pty_log(p).n - since < 10000 * 60 / 10);
}

TEST(an_unknown_key_shows_where_to_find_help)
{
	auto_console *p = console_demo(NULL, NULL);
	assert_true(pty_press(p, "x", "x does nothing here. Try Y (send …). All keys: ?"));
	assert_true(pty_press_gone(p, "j", "does nothing here"));
	assert_true(pty_press(p, "g", "g \xe2\x80\xa6"));
	assert_true(pty_press(p, "x", "gx does nothing here"));
}

TEST(q_on_the_first_page_shows_how_to_quit)
{
	auto_console *p = console_demo(NULL, NULL);
	assert_true(pty_press(p, "q", "Q quits"));
	assert_true(pty_press(p, "?", "Keys"));
	assert_true(pty_press(p, "q", "Enter open"));
}

TEST(back_and_forward_return_to_filter_cursor_and_scroll)
{
	auto_buf there = { 0 }, again = { 0 };
	auto_console *p = console_demo(NULL, NULL);
	assert_true(console_wait_catalog(p)); /* else its marks are drawn later */
	assert_true(pty_press(p, "/ell\r", "Enter open"));
	assert_true(pty_wait_text(p, "of 240 baskets"));
	pty_type(p, "jj");
	assert_true(wait_row(p, 2));
	assert_true(pty_press(p, "\033", "Baskets  newest first"));
	/* Down, then some rows up again: only restoring the scroll position gives the same
	 * screen. */
	for (size_t i = 0; i < 36; i++)
		pty_type(p, i < 30 ? "j" : "k");
	assert_true(pty_wait_gone(p, "Isabell Ashdown")); /* the list scrolled past this row */
	assert_true(wait_row(p, 18 - 6));
	pty_screen(p, &there);
	assert_true(pty_press(p, "[", "Baskets ell"));
	assert_true(wait_row(p, 2));
	assert_true(pty_press(p, "[", "Baskets  newest first"));
	assert_true(wait_row(p, 0));
	assert_true(pty_press(p, "]", "Baskets ell"));
	assert_true(wait_row(p, 2));
	assert_true(pty_press(p, "]", "Baskets  newest first"));
	assert_true(wait_row(p, 18 - 6));
	pty_screen(p, &again);
	assert_string_equal(buf_z(&there), buf_z(&again));
}

TEST(the_vim_keymap_and_the_mono_theme_start)
{
	static const char *const words[] = { "--keymap", "vim", "--theme", "mono", NULL };
	struct pty_cell cell;
	auto_console *p = console_demo(NULL, words);
	pty_type(p, "\016"); /* Ctrl-N is down only in this keymap */
	assert_true(wait_row(p, 1));
	assert_true(pty_press_gone(p, "gc", "PERSON"));
	assert_true(pty_press(p, "gb", "PERSON"));
	assert_true(wait_row(p, 1));
	pty_cell(p, 4, 20, &cell);
	assert_true(cell.reverse && cell.default_fg && cell.default_bg);
}

TEST(unknown_keymaps_and_themes_are_reported_with_the_known_ones)
{
	static const char *const options[] = { "--keymap", "--theme" };
	for (size_t i = 0; i < 2; i++) {
		const char *const words[] = { "demo", options[i], "nope", NULL };
		int status = 0;
		auto_pty *p = console_start(NULL, NULL, words);
		assert_true(pty_wait_exit(p, &status));
		assert_int_equal(WEXITSTATUS(status), 2);
		assert_true(pty_find(p, "nope", NULL) >= 0);
		assert_true(console_restored_terminal(p));
	}
}

/* `:` offers the lines of the last console, but none that may name a person. */
TEST(typed_lines_survive_a_restart)
{
	auto_hostile *h = hostile_start_json("{\"items\":[]}");
	auto_buf path = { 0 }, kept = { 0 };
	auto_pty *p = console_for_server(h, NULL, "");
	assert_true(pty_wait_text(p, "No abandoned baskets"));
	assert_true(pty_press(p, ":offers currency=GBP\r", "Offers currency=GBP"));
	assert_true(pty_press(p, ":baskets mara\r", "Baskets mara"));
	assert_true(pty_press(p, ":persons email=mara@example.com\r", "Persons"));
	assert_true(pty_press(p, ":about\r", "Version"));
	console_quit(p);
	buf_addf(&path, "%s/state/backroom/typed-lines", console_folder());
	assert_true(process_read_file(buf_z(&path), &kept));
	assert_string_equal(buf_z(&kept), "offers currency=GBP\nabout\n");
	assert_int_equal(mode_of(buf_z(&path)), 0600);
	auto_pty *again = console_start(NULL, (const char *const[]){ "BACKROOM_TOKEN=x", NULL },
	    (const char *const[]){ "-e", "test", NULL });
	assert_true(pty_wait_text(again, "No abandoned baskets"));
	assert_true(pty_press(again, ":", "offers currency=GBP"));
	assert_true(pty_press_gone(again, "\033", "Enter run"));
	console_quit(again);
}
