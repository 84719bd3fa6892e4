/*
 * The mouse: no mouse sequences before the user turns it on; then wheel, rows, panes and column
 * headings; and the terminal's own handling again afterwards.
 */
#include "lib/console.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

static const struct pty_options wide = { .rows = 30, .cols = 100 };

/* Sends a button event at a row and a column, from 0. */
static void
point(struct pty *p, int button, int row, int col)
{
	char bytes[64];
	snprintf(bytes, sizeof(bytes), "\033[<%d;%d;%dM\033[<%d;%d;%dm", button, col + 1, row + 1,
	    button, col + 1, row + 1);
	pty_type(p, bytes);
}

static void
click(struct pty *p, int row, int col)
{
	point(p, 0, row, col);
}

/* Waits until the cursor's mark is left of the text. */
static void
wait_marked(struct pty *p, const char *text)
{
	char marked[120];
	snprintf(marked, sizeof(marked), "\u25B8 %s", text);
	assert_true(pty_wait_text(p, marked));
}

static struct pty *
mouse_console(void)
{
	struct pty *p = console_demo(&wide, NULL);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_true(pty_press(p, ":mouse\r", "Mouse on"));
	return p;
}

TEST(mouse_reports_are_off_by_default)
{
	auto_console *p = console_demo(&wide, NULL);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_int_equal(str_find(pty_log(p), STR("\033[?1000h")), SIZE_MAX);
	wait_marked(p, " 4 min  Isabell Ashdown");
	click(p, 5, 10);
	/* the next key shows that the event was processed and did nothing */
	pty_type(p, "j");
	wait_marked(p, "18 min  Mara Ellison");
}

TEST(rows_titles_and_panes_can_be_clicked)
{
	auto_console *p = mouse_console();
	int row, col;
	row = pty_find(p, "Thiago Tavares", &col);
	click(p, row, col);
	wait_marked(p, " 2 h    Thiago Tavares");
	assert_true(pty_wait_text(p, "Thiago Tavares \u00B7 2 h ago"));
	/* a click on a heading sorts, a second one reverses the order */
	row = pty_find(p, "PERSON", &col);
	click(p, row, col + 2);
	assert_true(pty_wait_text(p, "PERSON\u25B4"));
	click(p, row, col + 2);
	assert_true(pty_wait_text(p, "PERSON\u25BE"));
	/* a click on a pane's name goes there; a click elsewhere does nothing */
	row = pty_find(p, "5 Journeys", &col);
	click(p, row, 1);
	click(p, row, col + 3);
	assert_true(pty_wait_text(p, "9 journeys"));
	assert_true(pty_press(p, ":mouse\r", "Mouse off"));
	assert_int_equal(str_find(pty_log(p), STR("\033[?1000l")) == SIZE_MAX, 0);
}

TEST(the_wheel_scrolls_the_part_under_it)
{
	auto_pty *p = mouse_console();
	int row;
	point(p, 65, 6, 20);
	wait_marked(p, "11 h    no name");
	point(p, 64, 6, 20);
	wait_marked(p, " 4 min  Isabell Ashdown");
	/* the wheel over the detail scrolls the detail and gives it the focus */
	assert_true(pty_wait_text(p, "Isabell Ashdown \u00B7 "));
	row = pty_find(p, "Isabell Ashdown \u00B7 ", NULL);
	assert_true(row > 0);
	point(p, 65, row + 2, 20);
	assert_true(pty_wait_text(p, "h back"));
	/* with a menu open, the wheel moves through the menu */
	assert_true(pty_press_gone(p, "\033", "h back"));
	assert_true(pty_press(p, "o", "Sort by"));
	point(p, 65, 10, 40);
	assert_true(pty_wait_quiet(p, 40));
	assert_true(pty_press_gone(p, "\033", "Sort by"));
	/* the mouse mode is off after the program ends */
	console_quit(p);
	assert_true(console_restored_terminal(p));
}

TEST(the_configuration_turns_the_mouse_on)
{
	auto_console *p = console_with_config(
	    "ui { mouse = true }\n", &wide, NULL, (const char *const[]){ "demo", NULL });
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_int_not_equal(str_find(pty_log(p), STR("\033[?1000h\033[?1006h")), SIZE_MAX);
}
