/* A box over the screen: its position, the text that is cut, and the cursor. */
#include "ui/kit/dialog.h"
#include "unit/ui/canvas.h"

#include <locale.h>

static void
expect_box(int rows, int cols, struct rect want, int body, int width)
{
	CLEANUP(canvas_close) struct canvas c;
	canvas_open(&c, rows, cols);
	for (int y = 0; y < rows; y++)
		surface_fill(&c.all, y, 0, cols, ROLE_SELECTED);
	struct surface box = dialog_draw_box(&c.all, "Title", body, width);
	if (box.y != want.y || box.x != want.x || box.h != want.h || box.w != want.w)
		fail_msg("%d x %d: %d,%d %d x %d", rows, cols, box.y, box.x, box.h, box.w);
	/* the body is dimmed, the rows outside the body are not */
	char all[16];
	snprintf(all, sizeof(all), "0-%d", cols);
	expect_role(&c, 1, ROLE_SELECTED, all);
	expect_role(&c, rows - 2, ROLE_SELECTED, all);
	for (int y = 2; y < rows - 2; y++)
		expect_role(&c, y, ROLE_SELECTED, "");
}

TEST(a_box_fits_its_text_and_the_window)
{
	expect_box(24, 80, (struct rect){ .y = 9, .x = 1, .h = 6, .w = 78 }, 6, 0);
	expect_box(24, 120, (struct rect){ .y = 9, .x = 13, .h = 6, .w = 94 }, 6, 0);
	expect_box(24, 80, (struct rect){ .y = 9, .x = 20, .h = 6, .w = 40 }, 6, 40);
	expect_box(24, 120, (struct rect){ .y = 9, .x = 13, .h = 6, .w = 94 }, 6, 94);
	expect_box(24, 120, (struct rect){ .y = 9, .x = 13, .h = 6, .w = 94 }, 6, 95);
	expect_box(24, 80, (struct rect){ .y = 3, .x = 1, .h = 18, .w = 78 }, 18, 0);
	expect_box(24, 80, (struct rect){ .y = 3, .x = 1, .h = 18, .w = 78 }, 19, 0);
	expect_box(60, 80, (struct rect){ .y = 18, .x = 1, .h = 24, .w = 78 }, 24, 0);
	expect_box(60, 80, (struct rect){ .y = 18, .x = 1, .h = 24, .w = 78 }, 100, 0);
}

TEST(a_box_is_cleared_and_has_its_title)
{
	CLEANUP(canvas_close) struct canvas c;
	canvas_open(&c, 10, 24);
	for (int y = 0; y < 10; y++)
		surface_draw_text(&c.all, y, 0, ROLE_TEXT, STR("abcdefghijklmnopqrstuvwx"));
	dialog_draw_box(&c.all, "Why", 1, 10);
	expect_row(2, "abcdefghijklmnopqrstuvwx");
	expect_row(3, "      \u250C\u2500 Why \u2500\u2500\u2500\u2500\u2510");
	expect_row(4, "      \u2502          \u2502");
	expect_row(5,
	    "      \u2514\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2518");
	expect_role(&c, 3, ROLE_LEAD, "8-13");
	expect_role(&c, 2, ROLE_LABEL, "0-24");
}

TEST(whole_words_stay_beside_a_box)
{
	CLEANUP(canvas_close) struct canvas c;
	canvas_open(&c, 10, 40);
	for (int y = 0; y < 10; y++)
		surface_draw_text(
		    &c.all, y, 0, ROLE_TEXT, STR("name of one long-word that ends in a tail here"));
	surface_draw_rule(&c.all, 5, 0, 40, ROLE_FAINT);
	surface_draw_text(&c.all, 4, 11, ROLE_TEXT, STR("\u65E5\u672C x"));
	dialog_draw_box(&c.all, "Why", 1, 14);
	expect_row(2, "name of one long-word that ends in a ta\u2026");
	expect_row(3,
	    "name of one \u250C\u2500 Why \u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2510    in a "
	    "ta\u2026");
	expect_row(4, "name of     \u2502              \u2502    in a ta\u2026");
	expect_row(5,
	    "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2514\u2500"
	    "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2518"
	    "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500");
}

TEST(lines_that_do_not_fit_are_announced)
{
	CLEANUP(doc_free) struct doc d = { .width = 40 };
	CLEANUP(canvas_close) struct canvas c;
	for (int i = 0; i < 3; i++) {
		doc_begin_line(&d);
		doc_printf(&d, ROLE_TEXT, "line %d", i);
	}
	canvas_open(&c, 6, 40);
	struct surface box = surface_part(&c.all, 0, 0, 3, 40);
	dialog_draw_doc(&box, &d, 0);
	expect_row(2, "line 2");
	expect_row(3, "");
	box.h = 2;
	surface_clear(&c.all);
	dialog_draw_doc(&box, &d, 0);
	expect_row(0, "line 0");
	expect_row(1, " more: make the window larger");
	expect_row(2, "");
}

/* The cursor is on the first letter of the button that Enter presses. */
TEST(the_cursor_rests_on_the_button)
{
	static const char *const buttons[] = { "Cancel", "Send anyway" };
	CLEANUP(canvas_close) struct canvas c;
	canvas_open(&c, 6, 40);
	struct surface box = surface_part(&c.all, 1, 2, 4, 36);
	dialog_draw_buttons(&box, 2, buttons, 2, 0);
	expect_row(3, "    [ Cancel ]   [ Send anyway ]");
	expect_role(&c, 3, ROLE_SELECTED, "4-14");
	assert_int_equal(c.cursor.y, 3);
	assert_int_equal(c.cursor.x, 6);
	dialog_draw_buttons(&box, 2, buttons, 2, 1);
	expect_role(&c, 3, ROLE_SELECTED, "17-32");
	assert_int_equal(c.cursor.y, 3);
	assert_int_equal(c.cursor.x, 19);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
