/*
 * The places of the boxes of Today: they fill the window, show their rows, and share their frame.
 */
#include "lib/test.h"
#include "ui/shell/home_grid.h"

/* Much to list, as on a busy day. */
static const struct home_wish busy[HOME_BOXES] = {
	[HOME_BOX_NEEDS] = { 5, false },
	[HOME_BOX_CALLS] = { 101, true },
	[HOME_BOX_AGES] = { 5, false },
	[HOME_BOX_HOURS] = { 2, false },
	[HOME_BOX_START_PAGES] = { 17, true },
	[HOME_BOX_OFFERS] = { 68, true },
	[HOME_BOX_CHANNELS] = { 10, true },
	[HOME_BOX_PRODUCTS] = { 21, true },
};

static const struct home_box *
find_box(const struct home_grid *g, enum home_box_id id)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->boxes[i].id == id)
			return &g->boxes[i];
	return NULL;
}

/* Each column is used up by its boxes, and no box has more rows than it can fill while another
 * of its column lacks some. */
static void
expect_filled(const struct home_grid *g, const struct home_wish *wishes)
{
	for (int column = 0; column < g->column_count; column++) {
		int used = 1;
		bool has_blank = false, lacks_rows = false;
		for (size_t i = 0; i < g->n; i++) {
			const struct home_box *b = &g->boxes[i];
			if (b->column != column)
				continue;
			assert_int_equal(b->y, used);
			used += 1 + b->rows;
			has_blank = has_blank || b->rows > wishes[b->id].rows;
			lacks_rows = lacks_rows || b->rows < wishes[b->id].rows;
		}
		assert_int_equal(used, g->height);
		assert_false(has_blank && lacks_rows);
	}
}

TEST(boxes_fill_every_window)
{
	static const int sizes[][3] = { { 60, 11, 1 }, { 80, 20, 1 }, { 99, 80, 1 }, { 100, 11, 2 },
		{ 100, 26, 2 }, { 139, 60, 2 }, { 140, 26, 3 }, { 160, 41, 3 }, { 200, 46, 3 },
		{ 320, 100, 3 } };
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct home_grid g;
		home_grid_make_columns(&g, sizes[i][0]);
		home_grid_place(&g, sizes[i][1], busy);
		assert_int_equal(g.column_count, sizes[i][2]);
		assert_int_equal(g.rule_x[g.column_count], sizes[i][0] - 1);
		assert_true(g.height >= sizes[i][1]);
		expect_filled(&g, busy);
		assert_int_equal(find_box(&g, HOME_BOX_NEEDS)->y, 1);
	}
}

TEST(a_small_window_scrolls_with_some_rows_of_each_list)
{
	struct home_grid g;
	home_grid_make_columns(&g, 80);
	home_grid_place(&g, 20, busy);
	assert_true(g.height > 20);
	/* six rows, not five: otherwise the window would end with the title of the next box */
	assert_int_equal(find_box(&g, HOME_BOX_CALLS)->rows, 6);
	home_grid_place(&g, 21, busy);
	assert_int_equal(find_box(&g, HOME_BOX_CALLS)->rows, 5);
	assert_int_equal(find_box(&g, HOME_BOX_HOURS)->rows, 2);
	assert_non_null(find_box(&g, HOME_BOX_CHANNELS));
	assert_null(find_box(&g, HOME_BOX_PRODUCTS));
}

/* Channels and products come only where nothing is cut for them, and not before they are read. */
TEST(further_boxes_come_where_there_is_room)
{
	struct home_wish unread[HOME_BOXES];
	struct home_grid g;
	home_grid_make_columns(&g, 100);
	home_grid_place(&g, 26, busy);
	assert_null(find_box(&g, HOME_BOX_CHANNELS));
	home_grid_make_columns(&g, 160);
	home_grid_place(&g, 41, busy);
	assert_int_equal(find_box(&g, HOME_BOX_CHANNELS)->rows, 10);
	assert_int_equal(find_box(&g, HOME_BOX_CHANNELS)->column, 1);
	assert_int_equal(find_box(&g, HOME_BOX_PRODUCTS)->column, 1);
	for (int id = 0; id < HOME_BOXES; id++)
		unread[id] = (struct home_wish){ 1, false };
	home_grid_place(&g, 41, unread);
	assert_null(find_box(&g, HOME_BOX_CHANNELS));
}

TEST(columns_have_rules_of_their_own)
{
	struct home_grid g;
	home_grid_make_columns(&g, 100);
	home_grid_place(&g, 26, busy);
	assert_true(home_grid_has_rule(&g, 0, 0));
	assert_true(home_grid_has_rule(&g, 1, 0));
	assert_true(home_grid_has_rule(&g, 1, 6));
	assert_true(home_grid_has_rule(&g, 1, 9));
	assert_false(home_grid_has_rule(&g, 0, 9));
	assert_true(home_grid_has_rule(&g, 0, 25));
	assert_true(home_grid_has_rule(&g, 1, 25));
}
