/*
 * The cursor of a list: moves, pages, and the rows around it that an audience sees.
 */
#include "lib/test.h"
#include "ui/kit/list.h"

TEST(a_page_leaves_one_row_of_the_last_one)
{
	struct list l = { 0 };
	list_set_size(&l, 100, 10);
	list_handle_action(&l, ACT_PAGE_DOWN);
	assert_int_equal(l.cursor, 9);
	list_handle_action(&l, ACT_PAGE_DOWN);
	assert_int_equal(l.cursor, 18);
	assert_int_equal(l.first_visible_row, 9);
}

/* For an audience a page is half the rows, and the next rows are always visible. */
TEST(a_margin_keeps_rows_visible_around_the_cursor)
{
	struct list l = { .margin = 2 };
	list_set_size(&l, 100, 10);
	list_go_to_row(&l, 7);
	assert_int_equal(l.first_visible_row, 0);
	list_move(&l, 1);
	assert_int_equal(l.first_visible_row, 1);
	list_handle_action(&l, ACT_PAGE_DOWN);
	assert_int_equal(l.cursor, 13);
	assert_int_equal(l.first_visible_row, 6);
	list_move(&l, -5);
	assert_int_equal(l.first_visible_row, 6);
	list_move(&l, -1);
	assert_int_equal(l.first_visible_row, 5);
	list_handle_action(&l, ACT_BOTTOM);
	assert_int_equal(l.cursor, 99);
	assert_int_equal(l.first_visible_row, 90);
	list_handle_action(&l, ACT_TOP);
	assert_int_equal(l.first_visible_row, 0);
}

/* In a list of few visible rows the margin shrinks; the cursor is visible at every height. */
TEST(a_margin_never_hides_the_cursor)
{
	for (size_t height = 1; height < 12; height++) {
		struct list l = { .margin = 3 };
		list_set_size(&l, 20, height);
		for (int i = 0; i < 40; i++) {
			list_move(&l, i < 20 ? 1 : -1);
			assert_in_range(
			    l.cursor, l.first_visible_row, l.first_visible_row + height - 1);
		}
	}
}
