/* A document viewer: moving from link to link, folding, searching. */
#include "lib/test.h"
#include "ui/kit/textview.h"

#include <stdio.h>
#include <string.h>

/* Ten lines; the third, the fourth (two) and the ninth have links. */
static void
write_links(struct doc *d)
{
	for (int i = 0; i < 10; i++) {
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, "line %d ", i);
		for (int k = 0; k < (i == 2 || i == 8 ? 1 : i == 3 ? 2 : 0); k++) {
			char path[8];
			snprintf(path, sizeof(path), "/%d%c", i, 'a' + k);
			const struct doc_target to = { i, str_of(path) };
			doc_add_link(d, ROLE_REFERENCE, to.path, &to);
		}
	}
}

/* The levels of the lines are a (b (c) d) e (f), from 1 on. */
static void
write_levels(struct doc *d)
{
	static const int levels[] = { 1, 2, 3, 2, 1, 2 };
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		doc_begin_line(d);
		doc_printf(d, ROLE_TEXT, "%c", 'a' + (int)i);
		d->lines.v[i].fold_level = levels[i];
		d->lines.v[i].is_foldable = i + 1 < sizeof(levels) / sizeof(*levels) &&
		    levels[i + 1] > levels[i];
	}
}

static struct textview
view_of(void (*write)(struct doc *d), bool has_cursor, int rows)
{
	struct textview t = { .has_cursor = has_cursor };
	write(&t.doc);
	textview_on_built(&t);
	textview_arrange(&t, rows);
	return t;
}

static void
expect_target(const struct textview *t, const char *path)
{
	const struct doc_target *to = textview_selected_target(t);
	if (!path)
		assert_null(to);
	else
		assert_true(to && str_eqz(to->path, path));
}

/* Compares the visible lines, by their first letters. */
static void
expect_lines(const struct textview *t, const char *want)
{
	auto_buf got = { 0 };
	for (size_t i = 0; i < t->visible_lines.n; i++)
		buf_addc(&got, 'a' + (char)t->visible_lines.v[i]);
	assert_string_equal(buf_z(&got), want);
}

TEST(down_moves_from_link_to_link)
{
	CLEANUP(textview_free) struct textview t = view_of(write_links, false, 5);
	expect_target(&t, NULL);
	textview_select_first_link(&t);
	expect_target(&t, "/2a");
	textview_handle_action(&t, ACT_DOWN);
	expect_target(&t, "/3a");
	textview_handle_action(&t, ACT_DOWN);
	expect_target(&t, "/3b");
	assert_int_equal(t.list.first_visible_row, 0);
	textview_handle_action(&t, ACT_UP);
	textview_handle_action(&t, ACT_UP);
	expect_target(&t, "/2a");
}

/* The next link is five lines away: the text scrolls until it is visible, and a link that is no
 * longer visible is not selected. */
TEST(without_links_the_text_scrolls)
{
	CLEANUP(textview_free) struct textview t = view_of(write_links, false, 4);
	textview_select_first_link(&t);
	for (int i = 0; i < 2; i++)
		textview_handle_action(&t, ACT_DOWN);
	expect_target(&t, "/3b");
	textview_handle_action(&t, ACT_DOWN);
	assert_int_equal(t.list.first_visible_row, 1);
	expect_target(&t, "/3b");
	for (int i = 0; i < 3; i++)
		textview_handle_action(&t, ACT_DOWN);
	assert_int_equal(t.list.first_visible_row, 4);
	expect_target(&t, NULL);
	textview_handle_action(&t, ACT_DOWN); /* lines 5 to 8 */
	expect_target(&t, "/8a");
	textview_handle_action(&t, ACT_DOWN);
	assert_int_equal(t.list.first_visible_row, 6);
	expect_target(&t, "/8a");
	textview_handle_action(&t, ACT_UP);
	textview_handle_action(&t, ACT_UP);
	textview_handle_action(&t, ACT_UP); /* lines 3 to 6 */
	expect_target(&t, "/3b");
}

TEST(paging_selects_the_first_visible_link)
{
	CLEANUP(textview_free) struct textview t = view_of(write_links, false, 4);
	textview_handle_action(&t, ACT_BOTTOM);
	expect_target(&t, "/8a");
	textview_handle_action(&t, ACT_TOP);
	expect_target(&t, "/2a");
}

TEST(with_a_cursor_the_line_selects_the_link)
{
	CLEANUP(textview_free) struct textview t = view_of(write_links, true, 4);
	expect_target(&t, NULL);
	for (int i = 0; i < 3; i++)
		textview_handle_action(&t, ACT_DOWN);
	expect_target(&t, "/3a");
	textview_handle_action(&t, ACT_DOWN);
	expect_target(&t, NULL);
	assert_int_equal(t.list.cursor, 4);
}

TEST(folds_hide_deeper_lines)
{
	CLEANUP(textview_free) struct textview t = view_of(write_levels, true, 10);
	expect_lines(&t, "abcdef");
	textview_handle_action(&t, ACT_FOLD);
	expect_lines(&t, "aef");
	textview_handle_action(&t, ACT_FOLD);
	expect_lines(&t, "abcdef");
	/* On a plain line the enclosing branch is folded, and the cursor moves to its first
	 * line. */
	for (int i = 0; i < 3; i++)
		textview_handle_action(&t, ACT_DOWN);
	textview_handle_action(&t, ACT_FOLD);
	expect_lines(&t, "aef");
	assert_int_equal(t.list.cursor, 0);
	textview_handle_action(
	    &t, ACT_FOLD_ALL); /* something was folded: this unfolds everything */
	expect_lines(&t, "abcdef");
	textview_handle_action(&t, ACT_FOLD_ALL);
	expect_lines(&t, "ae");
}

TEST(fold_all_keeps_the_current_line_visible)
{
	CLEANUP(textview_free) struct textview t = view_of(write_levels, true, 10);
	textview_fold_around(&t, 2);
	expect_lines(&t, "abcde");
	assert_int_equal(t.list.cursor, 2);
	textview_fold_around(&t, 4);
	expect_lines(&t, "aef");
	assert_int_equal(t.list.cursor, 1);
}

TEST(a_single_line_does_not_fold)
{
	CLEANUP(textview_free) struct textview t = { .has_cursor = true };
	textview_handle_action(&t, ACT_FOLD);
	doc_begin_line(&t.doc);
	doc_printf(&t.doc, ROLE_TEXT, "alone");
	textview_on_built(&t);
	textview_arrange(&t, 5);
	textview_handle_action(&t, ACT_FOLD);
	assert_false(t.folded.v[0]);
}

TEST(a_search_includes_folded_lines)
{
	CLEANUP(textview_free) struct textview t = view_of(write_levels, true, 10);
	textview_handle_action(&t, ACT_FOLD_ALL);
	expect_lines(&t, "ae");
	assert_true(textview_search(&t, STR("C"), 1));
	expect_lines(&t, "abcdef");
	assert_int_equal(t.list.cursor, 2);
	assert_false(textview_search(&t, STR("x"), 1));
}

/* A text without a cursor, visible as a whole: the link selected is on the matching line or
 * after it, and the next search finds the next match, although nothing scrolls. */
TEST(a_search_selects_the_link_of_the_match)
{
	static const char *const searches[][2] = { { "line 3", "/3a" }, { "3b", "/3b" },
		{ "LINE 4", "/8a" }, { "line 0", "/2a" }, { "line 9", "/8a" } };
	CLEANUP(textview_free) struct textview t = view_of(write_links, false, 10);
	for (size_t i = 0; i < sizeof(searches) / sizeof(*searches); i++) {
		assert_true(textview_search(&t, str_of(searches[i][0]), 1));
		expect_target(&t, searches[i][1]);
	}
	/* While typing more letters, the match stays if it still matches. */
	textview_search(&t, STR("line"), 1);
	expect_target(&t, "/8a"); /* from line 9 on */
	textview_search(&t, STR("line 3"), 1);
	textview_search(&t, STR("line 3 "), 1);
	expect_target(&t, "/3a");
	textview_search(&t, STR("line"), 1);
	expect_target(&t, "/3a");
	assert_true(textview_search(&t, STR_NONE, 1));
	expect_target(&t, "/8a"); /* line 4 */
	textview_search(&t, STR_NONE, -1);
	expect_target(&t, "/3a");
	/* Down moves from there to the next link, and a search continues from the link. */
	textview_handle_action(&t, ACT_UP);
	expect_target(&t, "/2a");
	textview_search(&t, STR_NONE, 1);
	expect_target(&t, "/3a");
}

TEST(a_search_selects_only_visible_links)
{
	CLEANUP(textview_free) struct textview t = view_of(write_links, false, 4);
	textview_search(&t, STR("line 4"), 1);
	assert_int_equal(t.list.first_visible_row, 4);
	expect_target(&t, NULL);
	textview_search(&t, STR("line 7"), 1); /* lines 6 to 9 */
	expect_target(&t, "/8a");
	textview_search(&t, STR("line 9"), 1);
	expect_target(&t, "/8a");
}

/* Keys may arrive before the first frame: then no row fits, but the position stays valid. */
TEST(without_rows_the_position_stays_within_the_text)
{
	static const enum action down[] = { ACT_BOTTOM, ACT_DOWN, ACT_PAGE_DOWN };
	for (size_t i = 0; i < 2 * sizeof(down) / sizeof(*down); i++) {
		CLEANUP(textview_free)
		struct textview t = view_of(i % 2 ? write_levels : write_links, false, 0);
		for (int k = 0; k < 12; k++)
			textview_handle_action(&t, down[i / 2]);
		assert_true(t.list.first_visible_row < t.visible_lines.n);
		textview_on_built(&t);
		assert_true(t.list.cursor < t.visible_lines.n);
		textview_search(&t, STR("nowhere"), 1);
		textview_handle_action(&t, ACT_FOLD);
		assert_true(t.list.cursor < t.visible_lines.n);
	}
}
