/*
 * The layout of the screen, list arithmetic, and the history of visited places.
 */
#include "lib/test.h"
#include "ui/kit/layout.h"
#include "ui/kit/list.h"
#include "ui/rows/history.h"

static enum layout_shape
shape_of(int rows, int cols, int lines, bool stacked)
{
	const struct layout_request ask = { .list_lines = lines, .stacked = stacked };
	return layout_make(rows, cols, &ask).shape;
}

/* Side by side both parts are narrow, so that is used only if the list is longer than the
 * window. */
TEST(a_detail_that_fits_is_below_the_list)
{
	assert_int_equal(shape_of(30, 160, 26, false), LAYOUT_STACKED);
	assert_int_equal(shape_of(30, 160, 27, false), LAYOUT_SIDE_BY_SIDE);
	assert_int_equal(shape_of(30, 160, 0, false), LAYOUT_SIDE_BY_SIDE);
	assert_int_equal(shape_of(30, 160, 27, true), LAYOUT_STACKED);
}

/* A list above its detail has 45 % of the body, or 70 % if details are short. */
TEST(a_list_above_short_details_has_most_rows)
{
	const struct layout_request any = { .list_lines = 40 };
	const struct layout_request brief = { .list_lines = 40, .short_detail = true };
	assert_int_equal(layout_make(30, 120, &any).list.h, 11);
	assert_int_equal(layout_make(30, 120, &brief).list.h, 18);
	assert_int_equal(layout_make(30, 199, &brief).shape, LAYOUT_STACKED);
	assert_int_equal(layout_make(30, 200, &brief).shape, LAYOUT_SIDE_BY_SIDE);
}

TEST(each_window_size_has_its_layout)
{
	const struct {
		int rows, cols;
		enum layout_shape shape;
	} sizes[] = {
		{ 1, 1, LAYOUT_TOO_SMALL },
		{ 14, 80, LAYOUT_TOO_SMALL },
		{ 24, 59, LAYOUT_TOO_SMALL },
		{ 15, 60, LAYOUT_ONE_PART },
		{ 24, 80, LAYOUT_ONE_PART },
		{ 27, 139, LAYOUT_ONE_PART },
		{ 27, 200, LAYOUT_ONE_PART },
		{ 28, 99, LAYOUT_ONE_PART },
		{ 28, 100, LAYOUT_STACKED },
		{ 36, 139, LAYOUT_STACKED },
		{ 28, 140, LAYOUT_SIDE_BY_SIDE },
		{ 50, 200, LAYOUT_SIDE_BY_SIDE },
	};
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		assert_int_equal(shape_of(sizes[i].rows, sizes[i].cols, 0, false), sizes[i].shape);
	/* a short list has its detail in the remaining lines if there are nine */
	assert_int_equal(shape_of(24, 80, 10, false), LAYOUT_STACKED);
	assert_int_equal(shape_of(24, 80, 11, false), LAYOUT_ONE_PART);
	assert_int_equal(shape_of(17, 80, 1, false), LAYOUT_STACKED); /* at least three lines */
	assert_int_equal(shape_of(16, 80, 1, false), LAYOUT_ONE_PART);
	/* a short list is over its detail in any window */
	assert_int_equal(shape_of(50, 200, 10, true), LAYOUT_STACKED);
}

TEST(parts_never_leave_the_body_or_overlap)
{
	for (int rows = 1; rows < 70; rows++) {
		for (int cols = 1; cols < 220; cols += 3) {
			for (int bits = 0; bits < 64; bits++) {
				const struct layout_request ask = { .detail_focused = bits & 1,
					.focused_only = bits & 2,
					.stacked = bits & 4,
					.list_lines = (bits >> 3) * 9 };
				struct layout l = layout_make(rows, cols, &ask);
				assert_true(l.list.y + l.list.h <= (rows > 2 ? rows - 2 : rows));
				assert_true(
				    l.detail.y + l.detail.h <= (rows > 2 ? rows - 2 : rows));
				assert_true(l.list.x + l.list.w <= cols);
				assert_true(l.detail.x + l.detail.w <= cols);
				if (l.shape == LAYOUT_STACKED && l.list.h && l.detail.h)
					assert_true(l.list.y + l.list.h <= l.rule_y);
			}
		}
	}
}

TEST(a_list_is_as_high_as_its_rows_up_to_a_limit)
{
	struct layout l = layout_make(30, 100, &(struct layout_request){ .list_lines = 241 });
	assert_int_equal(l.list.h, 11); /* 45 % of 26 */
	assert_int_equal(l.rule_y, 13);
	assert_int_equal(l.detail.h, 14);
	l = layout_make(30, 100, &(struct layout_request){ .list_lines = 7 });
	assert_int_equal(l.list.h, 7);
	assert_int_equal(l.detail.h, 18);
	l = layout_make(30, 100, &(struct layout_request){ .list_lines = 1 });
	assert_int_equal(l.list.h, 3); /* one row leaves one line blank, not four */
	l = layout_make(
	    30, 100, &(struct layout_request){ .detail_focused = true, .focused_only = true });
	assert_int_equal(l.list.h, 0);
	assert_int_equal(l.detail.h, 25);
}

TEST(a_detail_at_the_side_has_its_share)
{
	static const struct {
		int cols, list, detail;
	} shares[] = { { 140, 81, 58 }, { 160, 97, 62 }, { 200, 121, 78 }, { 250, 165, 84 } };
	for (size_t i = 0; i < sizeof(shares) / sizeof(*shares); i++) {
		struct layout l = layout_make(40, shares[i].cols, &(struct layout_request){ 0 });
		assert_int_equal(l.list.w, shares[i].list);
		assert_int_equal(l.rule_x, shares[i].list);
		assert_int_equal(l.detail.x, shares[i].list + 1);
		assert_int_equal(l.detail.w, shares[i].detail);
	}
}

TEST(the_cursor_stays_visible)
{
	struct list l = { 0 };
	list_set_size(&l, 100, 10);
	for (int i = 0; i < 300; i++) {
		list_move(&l, i % 7 == 0 ? -13 : 5);
		assert_true(l.cursor >= l.first_visible_row &&
		    l.cursor < l.first_visible_row + l.visible_rows);
	}
	list_go_to_row(&l, 99);
	assert_int_equal(l.first_visible_row, 90);
	assert_false(list_move(&l, 1));
	list_set_size(&l, 3, 10);
	assert_int_equal(l.cursor, 2);
	assert_int_equal(l.first_visible_row, 0);
	list_set_size(&l, 0, 0);
	assert_false(list_move(&l, 1));
	assert_int_equal(l.cursor, 0);
}

static struct bookmark
at(const char *view)
{
	return (struct bookmark){ .view_line = (char *)(uintptr_t)view,
		.selected_id = (char *)(uintptr_t) "id",
		.first_visible_row = 3 };
}

TEST(back_and_forward_return_to_visited_places)
{
	struct history *h = history_new();
	struct bookmark a = at("a"), b = at("b"), c = at("c"), d = at("d");
	assert_null(history_back(h, &a));
	history_leave(h, &a);
	history_leave(h, &b);
	assert_string_equal(history_back(h, &c)->view_line, "b");
	assert_string_equal(history_back(h, &b)->view_line, "a");
	assert_null(history_back(h, &a));
	assert_string_equal(history_forward(h, &a)->view_line, "b");
	assert_string_equal(history_forward(h, &b)->view_line, "c");
	assert_null(history_forward(h, &c));
	assert_string_equal(history_back(h, &c)->view_line, "b");
	history_leave(h, &b);
	assert_null(history_forward(h, &d));
	assert_int_equal(history_back(h, &d)->first_visible_row, 3);
	history_free(h);
}

TEST(a_jump_is_one_place_in_the_history)
{
	struct history *h = history_new();
	struct bookmark a = at("a"), b = at("b"), c = at("c"), jumped = at("a");
	jumped.jump_id = 7;
	history_leave(h, &jumped);
	history_leave(h, &a);
	assert_int_equal(history_back(h, &b)->jump_id, 7);
	assert_null(history_back(h, &a));
	assert_string_equal(history_forward(h, &a)->view_line, "b");
	assert_int_equal(history_back(h, &b)->jump_id, 7);
	/* after leaving for somewhere else, it no longer belongs to the jump */
	history_leave(h, &a);
	assert_int_equal(history_back(h, &c)->jump_id, 0);
	history_free(h);
}
