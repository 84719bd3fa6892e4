/* Drawing stays within its surface, is cut at the edge, and leaves the cursor in place. */
#include "unit/ui/canvas.h"

#include <locale.h>

static int
open_screen(void **state)
{
	static struct canvas c;
	*state = &c;
	canvas_open(&c, 6, 30);
	return 0;
}

static int
close_screen(void **state)
{
	canvas_close(*state);
	return 0;
}

#define ON_SCREEN(name) TEST_WITH(name, open_screen, close_screen)

ON_SCREEN(a_part_is_within_its_surface)
{
	const struct canvas *c = *state;
	struct surface part = surface_part(&c->all, 2, 5, 3, 10);
	assert_int_equal(part.y, 2);
	assert_int_equal(part.x, 5);
	assert_int_equal(part.h, 3);
	assert_int_equal(part.w, 10);
	struct surface below = surface_part(&part, 1, 4, 100, 100);
	assert_int_equal(below.y, 3);
	assert_int_equal(below.x, 9);
	assert_int_equal(below.h, 2);
	assert_int_equal(below.w, 6);
	struct surface none = surface_part(&part, 4, 11, 1, 1);
	assert_int_equal(none.h, 0);
	assert_int_equal(none.w, 0);
}

ON_SCREEN(a_fill_ends_with_the_surface)
{
	const struct canvas *c = *state;
	struct surface part = surface_part(&c->all, 2, 5, 2, 10);
	for (int y = 0; y < 6; y++)
		surface_draw_text(&c->all, y, 0, ROLE_TEXT, STR("abcdefghijklmnopqrstuvwxyz"));
	surface_fill(&part, 0, 4, 100, ROLE_SELECTED);
	expect_row(2, "abcdefghi      pqrstuvwxyz");
	expect_role(c, 2, ROLE_SELECTED, "9-15");
	surface_fill(&part, 1, 0, 3, ROLE_SELECTED);
	expect_row(3, "abcde   ijklmnopqrstuvwxyz");
	expect_role(c, 3, ROLE_SELECTED, "5-8");
	surface_fill(&part, 2, 0, 3, ROLE_SELECTED);
	surface_fill(&part, -1, 0, 3, ROLE_SELECTED);
	surface_fill(&part, 1, 10, 3, ROLE_SELECTED);
	surface_fill(&part, 1, -1, 3, ROLE_SELECTED);
	for (int y = 0; y < 6; y++)
		expect_role(c, y, ROLE_SELECTED, y == 2 ? "9-15" : y == 3 ? "5-8" : "");
	surface_clear(&part);
	for (int y = 0; y < 6; y++) {
		expect_row(y,
		    y == 2 || y == 3 ? "abcde          pqrstuvwxyz" : "abcdefghijklmnopqrstuvwxyz");
		expect_role(c, y, ROLE_SELECTED, "");
	}
}

/* If the window is too narrow, a field has no cells or a negative number of cells. */
ON_SCREEN(a_fill_of_no_cells_changes_nothing)
{
	const struct canvas *c = *state;
	const char *wide = "\xE4\xBD\xA0\xE5\xA5\xBD\xE4\xBD\xA0\xE5\xA5\xBD"; /* 2 cells each */
	surface_draw_text(&c->all, 0, 0, ROLE_TEXT, str_of(wide));
	for (int cells = 0; cells > -5; cells--)
		surface_fill(&c->all, 0, 5, cells, ROLE_SELECTED);
	expect_row(0, wide);
	expect_role(c, 0, ROLE_SELECTED, "");
}

ON_SCREEN(a_text_is_cut_at_the_edge)
{
	const struct canvas *c = *state;
	struct surface part = surface_part(&c->all, 0, 20, 3, 8);
	assert_int_equal(surface_draw_text(&part, 0, 0, ROLE_SELECTED, STR("12345678")), 8);
	expect_row(0, "                    12345678");
	expect_role(c, 0, ROLE_SELECTED, "20-28");
	assert_int_equal(surface_draw_text(&part, 1, 3, ROLE_TEXT, STR("123456")), 5);
	expect_row(1, "                       1234\xE2\x80\xA6");
	assert_int_equal(surface_draw_text_in(&part, 2, 0, 3, ROLE_TEXT, STR("123456")), 3);
	expect_row(2, "                    12\xE2\x80\xA6");
	assert_int_equal(surface_draw_text_in(&part, 2, 4, 100, ROLE_TEXT, STR("abcdef")), 4);
	expect_row(2, "                    12\xE2\x80\xA6 abc\xE2\x80\xA6");
	assert_int_equal(surface_draw_text(&part, 3, 0, ROLE_TEXT, STR("a")), 0);
	assert_int_equal(surface_draw_text(&part, 0, 8, ROLE_TEXT, STR("a")), 0);
	assert_int_equal(surface_draw_text(&part, 0, -1, ROLE_TEXT, STR("a")), 0);
	assert_int_equal(surface_draw_text(&part, -1, 0, ROLE_TEXT, STR("a")), 0);
	assert_int_equal(surface_draw_text(&part, 0, 0, ROLE_TEXT, STR("")), 0);
	expect_row(0, "                    12345678");
}

ON_SCREEN(lines_and_boxes_are_drawn_at_the_edge)
{
	struct canvas *c = *state;
	struct surface part = surface_part(&c->all, 1, 2, 4, 6);
	surface_draw_box(&part, ROLE_TEXT);
	surface_draw_rule(&c->all, 0, 27, 10, ROLE_FAINT);
	expect_row(0, "                           ───");
	expect_role(c, 0, ROLE_FAINT, "27-30");
	expect_row(1, "  ┌────┐");
	expect_row(2, "  │    │");
	expect_row(3, "  │    │");
	expect_row(4, "  └────┘");
	expect_row(5, "");
	c->look.ascii_lines = true;
	surface_draw_box(&part, ROLE_TEXT);
	surface_draw_rule(&c->all, 0, 27, 10, ROLE_FAINT);
	expect_row(0, "                           ---");
	expect_row(1, "  +----+");
	expect_row(2, "  |    |");
	expect_row(4, "  +----+");
}

/* The program's own symbols have an ASCII letter; for others only the width is kept. */
ON_SCREEN(in_ascii_mode_symbols_are_replaced_by_letters)
{
	static const char marks[] = "\xE2\x80\xA6\xE2\x96\xB8\xE2\x96\xB6\xC2\xB7\xE2\x90\xA0"
				    "\xE2\x86\x92\xE2\x86\x90\xE2\x94\x80"
				    "|\xC3\xA9|\xE6\x97\xA5|\x7F";
	struct canvas *c = *state;
	c->look.ascii_lines = true;
	surface_draw_text(&c->all, 0, 0, ROLE_TEXT, str_from(marks, strlen(marks) - 1));
	expect_row(0, "~>>._><-|\xC3\xA9|\xE6\x97\xA5|");
	c->look.ascii_text = true;
	surface_draw_text(&c->all, 1, 0, ROLE_TEXT, str_from(marks, strlen(marks) - 1));
	expect_row(1, "~>>._><-|?|??|");
	assert_int_equal(surface_draw_text_in(&c->all, 2, 0, 4, ROLE_TEXT, STR("abcdef")), 4);
	expect_row(2, "abc~");
}

ON_SCREEN(existing_text_can_change_its_role)
{
	const struct canvas *c = *state;
	struct surface part = surface_part(&c->all, 1, 5, 2, 10);
	surface_draw_text(&part, 0, 0, ROLE_TEXT, STR("abcdefghij"));
	surface_restyle(&part, 0, 2, 3, ROLE_SELECTED);
	expect_role(c, 1, ROLE_SELECTED, "7-10");
	expect_row(1, "     abcdefghij");
	surface_restyle(&part, 0, 8, 100, ROLE_SELECTED);
	expect_role(c, 1, ROLE_SELECTED, "7-10 13-15");
	surface_restyle(&part, 1, 0, 0, ROLE_SELECTED);
	surface_restyle(&part, 1, 0, -1, ROLE_SELECTED);
	surface_restyle(&part, 2, 0, 1, ROLE_SELECTED);
	surface_restyle(&part, 1, 10, 1, ROLE_SELECTED);
	expect_role(c, 2, ROLE_SELECTED, "");
	expect_role(c, 3, ROLE_SELECTED, "");
}

/* Compares the cells of the row that have any of the role's attributes. */
static void
expect_stressed(const struct canvas *c, int y, const char *want)
{
	attr_t more = (attr_t)c->look.styles[ROLE_MATCH].attributes;
	char cells[64] = "";
	for (int x = 0; x < c->all.w; x++)
		cells[x] = (mvinch(y, x) & more) == more ? '^' : ' ';
	while (*cells && cells[strlen(cells) - 1] == ' ')
		cells[strlen(cells) - 1] = '\0';
	assert_string_equal(cells, want);
}

ON_SCREEN(matching_words_are_emphasized)
{
	const struct canvas *c = *state;
	struct surface part = surface_part(&c->all, 1, 5, 2, 12);
	struct str text = STR("one \xE6\x97\xA5 one on");
	surface_draw_text(&part, 0, 1, ROLE_TEXT, text);
	surface_mark_words(&part, 0, 1, text, STR("one"));
	expect_stressed(c, 1, "      ^^^    ^^^");
	surface_draw_text(&part, 1, 9, ROLE_TEXT, STR("one"));
	surface_mark_words(&part, 1, 10, STR("one"), STR("one")); /* no cell after the edge */
	expect_stressed(c, 2, "               ^^");
}

ON_SCREEN(the_cursor_stays_on_the_screen)
{
	static const struct screen_cursor asked[][2] = { { { 3, 7 }, { 3, 7 } },
		{ { 0, 0 }, { 0, 0 } }, { { 5, 29 }, { 5, 29 } }, { { 6, 30 }, { 5, 29 } },
		{ { -1, -1 }, { 0, 0 } }, { { 100, 100 }, { 5, 29 } } };
	struct canvas *c = *state;
	struct surface part = surface_part(&c->all, 2, 5, 2, 10);
	for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
		int y, x;
		c->cursor = asked[i][0];
		surface_finish(&c->all);
		getyx(stdscr, y, x);
		assert_int_equal(y, asked[i][1].y);
		assert_int_equal(x, asked[i][1].x);
	}
	surface_set_cursor(&part, 1, 3);
	assert_int_equal(c->cursor.y, 3);
	assert_int_equal(c->cursor.x, 8);
}

/* Longer than one internal chunk: every letter is drawn, and each mark on its own letter. */
TEST(long_rows_are_drawn_completely)
{
	auto_buf text = { 0 };
	CLEANUP(canvas_close) struct canvas c;
	canvas_open(&c, 3, 700);
	for (int i = 0; i < 650; i++)
		buf_addc(&text, (char)('a' + i % 26));
	assert_int_equal(surface_draw_text(&c.all, 0, 0, ROLE_TEXT, buf_str(&text)), 650);
	expect_row(0, buf_z(&text));
	buf_reset(&text);
	for (int i = 0; i < 600; i++)
		buf_addz(&text, "a\xCC\x81");
	assert_int_equal(surface_draw_text(&c.all, 1, 0, ROLE_TEXT, buf_str(&text)), 600);
	expect_row(1, buf_z(&text));
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
