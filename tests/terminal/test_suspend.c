/* labels: slow */
/*
 * Ctrl-Z and fg at any moment, and resizes, also while suspended.
 */
#include "lib/console.h"
#include "lib/jobs.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

TEST(ctrl_z_and_fg_restore_the_screen_and_paste_mode)
{
	auto_buf before = { 0 };
	auto_pty *p = jobs_start();
	assert_true(pty_press(p, "jjj", "\xe2\x96\xb8 11 h"));
	assert_true(console_wait_catalog(p));
	assert_true(pty_wait_quiet(p, 30));
	pty_screen(p, &before);
	pty_type(p, "\032");
	jobs_wait_stopped(p);
	jobs_resume(p);
	assert_true(pty_wait_screen(p, &before));
	assert_true(pty_press(p, "\033[200~hello there\033[201~", ":hello there"));
}

TEST(fifty_suspensions_are_all_handled)
{
	auto_pty *p = jobs_start();
	jobs_repeat(p, 50);
	assert_true(pty_press(p, "Q", "prompt>"));
	assert_false(pty_is_alternate(p) || pty_mode(p, 2004));
}

/* Before the rows arrive: the first frame is being drawn. */
TEST(ctrl_z_right_after_the_start_is_handled)
{
	for (int i = 0; i < 3; i++) {
		auto_pty *p = jobs_start();
		assert_true(pty_press_gone(p, "Q", ": anything"));
		assert_true(pty_press(
		    p, "clear; $BACKROOM_BIN demo --now " SERVICE_NOW "\r", ": anything"));
		pty_type(p, "\032");
		jobs_wait_stopped(p);
		jobs_resume(p);
	}
}

TEST(a_window_resized_meanwhile_is_noticed_after_fg)
{
	auto_pty *p = jobs_start();
	pty_type(p, "\032");
	jobs_wait_stopped(p);
	pty_resize(p, 30, 120);
	jobs_resume(p);
	assert_true(pty_wait_text(p, "1 of 240"));
	assert_true(pty_wait_quiet(p, 40));
	assert_true(strstr(pty_row(p, 29), ": anything") != NULL);
}

TEST(resizing_to_one_cell_and_back_keeps_filter_and_cursor)
{
	static const int sizes[][2] = { { 60, 200 }, { 5, 20 }, { 1, 1 }, { 2, 3 }, { 1, 200 },
		{ 60, 1 }, { 15, 60 }, { 14, 60 }, { 15, 59 }, { 28, 100 }, { 27, 99 }, { 30, 140 },
		{ 30, 139 }, { 200, 300 } };
	auto_buf before = { 0 };
	auto_console *p = console_demo(NULL, NULL);
	assert_true(console_wait_catalog(p));
	assert_true(pty_press(p, "/ell\r", "of 240 baskets"));
	pty_type(p, "jj");
	assert_true(pty_wait_quiet(p, 40));
	pty_screen(p, &before);
	assert_non_null(strstr(buf_z(&before), "Baskets ell"));
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		auto_buf needs = { 0 };
		int rows = sizes[i][0], cols = sizes[i][1];
		pty_resize(p, rows, cols);
		buf_addf(&needs, "Needs 60x15, has %dx%d.", cols, rows);
		if (rows < 15 || cols < 60)
			needs.n = (size_t)cols < needs.n ? (size_t)cols - (cols > 1) : needs.n;
		else
			buf_reset(&needs);
		/* With one column there is at most the mark of a cut. */
		if (cols == 1)
			pty_wait_quiet(p, 40);
		else if (!pty_wait_text(p, needs.n ? buf_z(&needs) : "Baskets ell"))
			fail_msg("at %dx%d", cols, rows);
	}
	pty_resize(p, 24, 80);
	assert_true(pty_wait_text(p, "Baskets ell"));
	assert_true(pty_wait_screen(p, &before));
}

TEST(a_window_that_is_too_small_shows_the_size_needed)
{
	auto_console *p = console_demo(NULL, NULL);
	pty_resize(p, 14, 52);
	assert_true(pty_wait_text(p, "Needs 60x15, has 52x14."));
	assert_true(pty_wait_text(p, "Make the window larger;"));
	pty_resize(p, 24, 80);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
}

/* Shrinking to the smallest window breaks nothing in any view, dialog or prompt. */
TEST(every_view_survives_one_cell)
{
	static const char *const keys[] = { "\r", "s", "?", "M", "/", ":", "y", "o", "c", "Y", "T",
		"v" };
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		pty_type(p, keys[i]);
		assert_true(pty_wait_quiet(p, 20));
		pty_resize(p, 1, 1);
		assert_true(pty_wait_quiet(p, 20));
		pty_resize(p, 3, 200);
		assert_true(pty_wait_quiet(p, 20));
		pty_resize(p, 24, 80);
		assert_true(pty_wait_quiet(p, 20));
		pty_type(p, "\033");
		if (!pty_wait_text(p, "Enter open"))
			fail_msg("after %s", keys[i]);
	}
}

/* The terminal crops its contents on shrinking, and the console may not notice the smaller size
 * at all. */
TEST(cells_cut_off_by_a_smaller_window_are_redrawn)
{
	static const int sizes[][2] = { { 24, 80 }, { 30, 100 } };
	auto_console *p = console_demo(NULL, NULL);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		auto_buf before = { 0 };
		pty_resize(p, sizes[i][0], sizes[i][1]);
		assert_true(pty_wait_text(p, "240 baskets, all read"));
		assert_true(console_wait_catalog(p));
		assert_true(pty_wait_quiet(p, 40));
		pty_screen(p, &before);
		pty_resize(p, 24, 80);
		assert_true(pty_wait_quiet(p, 40));
		pty_cut_off(p, 15, 60);
		pty_resize(p, sizes[i][0], sizes[i][1]);
		pty_signal(p, SIGWINCH);
		assert_true(pty_wait_screen(p, &before));
	}
}
