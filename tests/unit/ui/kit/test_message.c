/* A message that does not fit the window: the remedy stays visible. */
#include "ui/kit/console.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "lib/test.h"
#include "unit/ui/canvas.h"

#include <locale.h>
#include <string.h>

#define WIDE "\xE5\xB0\x8F\xE5\xB7\x9D" /* two letters, four cells wide */

static void
expect_cut(const char *text, int cells, const char *want)
{
	auto_buf got = { 0 };
	message_cut(&got, str_of(text), cells, false);
	assert_string_equal(buf_z(&got), want);
	assert_true(text_width(buf_str(&got)) <= cells);
}

TEST(a_message_that_fits_is_not_cut)
{
	expect_cut("Not while presenting. :present off ends it", 58,
	    "Not while presenting. :present off ends it");
	expect_cut("People are masked, so links are not sent. :mask off shows them", 62,
	    "People are masked, so links are not sent. :mask off shows them");
}

TEST(the_last_sentence_is_kept)
{
	/* 22 letters, the ellipsis, a blank, and the letters of the last sentence. */
	expect_cut("People are masked, so links are not sent. :mask off shows them", 58,
	    "People are masked, so links are not \xE2\x80\xA6 :mask off shows them");
	expect_cut("People are masked, so your own commands do not run. :mask off shows them", 58,
	    "People are masked, so your own comma\xE2\x80\xA6 :mask off shows them");
	expect_cut("Nothing refers to a journey. Tab, then u shows what else uses its items", 58,
	    "Nothing refers\xE2\x80\xA6 Tab, then u shows what else uses its items");
	/* Wide letters take two cells: seven and the ellipsis take fifteen. */
	expect_cut(WIDE WIDE WIDE WIDE WIDE ". Esc leaves it", 30,
	    WIDE WIDE WIDE "\xE5\xB0\x8F\xE2\x80\xA6 Esc leaves it");
}

/* The part after a colon may be the reason or the remedy, so the message is cut at its end. */
TEST(a_single_sentence_is_cut_at_its_end)
{
	expect_cut("Paste refused: the text has several lines or control characters", 58,
	    "Paste refused: the text has several lines or control char\xE2\x80\xA6");
}

/* A long remedy would leave no room for what happened, so the beginning is kept. */
TEST(the_beginning_is_kept)
{
	expect_cut("Not read. The answer was longer than what can be taken of one, so ask for less",
	    58, "Not read. The answer was longer than what can be taken of\xE2\x80\xA6");
	expect_cut("Not read. Esc", 5, "Not \xE2\x80\xA6");
	expect_cut("", 5, "");
}

/* The line also shows a wait, every few seconds while a list is read. */
TEST(a_path_is_cut_in_its_middle)
{
	struct buf got = { 0 };
	message_fit(&got,
	    STR("Saved: /home/mara/shop/catalogs/of/november/catalog-2026-11-20.snap, 141 items"),
	    ROLE_TEXT, 60, false);
	assert_string_equal(buf_z(&got),
	    "Saved: /home/\xE2\x80\xA6"
	    "f/november/catalog-2026-11-20.snap, 141 items");
	buf_reset(&got);
	message_fit(&got, STR("Saved: /a/b.snap, 141 items"), ROLE_TEXT, 60, false);
	assert_string_equal(buf_z(&got), "Saved: /a/b.snap, 141 items");
	buf_free(&got);
}

TEST(a_failure_keeps_its_short_remedy)
{
	struct buf got = { 0 };
	message_fit(
	    &got, STR("The service did not answer in 3 tries. r tries again"), ROLE_BAD, 40, false);
	assert_string_equal(buf_z(&got), "The service did not answe\xE2\x80\xA6 r tries again");
	buf_reset(&got);
	message_fit(&got, STR("Done for 1 of 3. Ann Example: the command failed with 7"), ROLE_BAD,
	    50, false);
	assert_string_equal(
	    buf_z(&got), "Done for 1 of 3. Ann Example: the command failed \xE2\x80\xA6");
	buf_free(&got);
}

/* The mark says the same without colour, and is not doubled. */
TEST(only_the_mark_of_a_message_is_coloured)
{
	CLEANUP(canvas_close) struct canvas c;
	canvas_open(&c, 4, 30);
	message_draw(&c.all, 0, 1, 28, ROLE_WARN, STR("Read-only. :env ends it"));
	message_draw(&c.all, 1, 1, 28, ROLE_GOOD, STR("Linked"));
	message_draw(&c.all, 2, 1, 28, ROLE_UNKNOWN, STR("? not known"));
	message_draw(&c.all, 3, 1, 28, ROLE_TEXT, STR("Undone"));
	expect_row(0, " ! Read-only. :env ends it");
	expect_row(1, " ok Linked");
	expect_row(2, " ? not known");
	expect_row(3, " Undone");
	assert_int_not_equal(read_cell_look(0, 1).pair, read_cell_look(3, 1).pair);
	assert_int_equal(read_cell_look(0, 3).pair, read_cell_look(3, 1).pair);
	assert_int_not_equal(read_cell_look(1, 1).pair, read_cell_look(3, 1).pair);
	assert_int_equal(read_cell_look(1, 4).pair, read_cell_look(3, 1).pair);
	message_draw(&c.all, 2, 1, 28, ROLE_WARN, STR("Read-only. :env changes that"));
	expect_row(2, " Read-only. :env changes that");
	assert_int_equal(read_cell_look(2, 1).pair, read_cell_look(0, 1).pair);
	assert_int_equal(read_cell_look(2, 12).pair, read_cell_look(3, 1).pair);
}

TEST(a_wait_leaves_a_message_time_to_be_read)
{
	struct app_context app = { 0 };
	struct console c = { .app = &app };
	int64_t since = clock_ticks();
	console_show(&c, ROLE_TEXT, "Welcome"); /* shown before the wait began: cleared at once */
	console_on_message_drawn(&c);
	console_clear_read_message(&c, clock_ticks());
	assert_int_equal(c.message_line.n, 0);
	console_show(&c, ROLE_TEXT, "Sent");
	c.message_shown_at = since + 1;
	console_clear_read_message(&c, since);
	assert_string_equal(buf_z(&c.message_line), "Sent"); /* not drawn in any frame yet */
	console_on_message_drawn(&c);
	console_clear_read_message(&c, since);
	assert_string_equal(buf_z(&c.message_line), "Sent");
	c.message_drawn_at -= 2000;
	console_clear_read_message(&c, since);
	assert_int_equal(c.message_line.n, 0);
	console_show(&c, ROLE_BAD, "Not sent");
	console_on_message_drawn(&c);
	c.message_drawn_at -= 2000;
	console_clear_read_message(&c, since);
	assert_string_equal(buf_z(&c.message_line), "Not sent");
	console_clear_message_list(&c);
	vec_free(&c.messages);
	buf_free(&c.message_line);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
