/*
 * The line editor: typed text is returned byte for byte, the cursor moves by visible characters,
 * and the visible part scrolls with it.
 */
#include "app/keymap.h"
#include "base/utf8.h"
#include "lib/test.h"
#include "ui/kit/lineedit.h"

#include <locale.h>
#include <string.h>

#define ZOE "Zo\xc3\xab"
#define ZHANG "\xe5\xbc\xa0\xe4\xbc\x9f"
#define E_ACUTE "e\xcc\x81"
#define SMILE "\xf0\x9f\x98\x80"
#define ALL ZOE " " ZHANG " " E_ACUTE " " SMILE

static void
type(struct lineedit *e, const char *text)
{
	struct str s = str_of(text);
	while (s.n) {
		uint32_t cp;
		size_t n = utf8_decode(s, &cp);
		assert_true(n > 0);
		assert_int_equal(lineedit_press_key(e, cp), LINEEDIT_HANDLED);
		s = str_sub(s, n, SIZE_MAX);
	}
}

static void
press(struct lineedit *e, uint32_t key, int times)
{
	while (times-- > 0)
		assert_int_equal(lineedit_press_key(e, key), LINEEDIT_HANDLED);
}

static void
expect(struct lineedit *e, const char *text, size_t at)
{
	assert_string_equal(buf_z(&e->text), text);
	assert_int_equal(e->cursor, at);
}

TEST(typed_bytes_are_unchanged)
{
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	type(&e, ALL);
	expect(&e, ALL, strlen(ALL));
}

TEST(the_cursor_steps_over_whole_characters)
{
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	type(&e, ALL);
	press(&e, KEY_ARROW_LEFT, 1);
	assert_int_equal(e.cursor, strlen(ZOE " " ZHANG " " E_ACUTE " "));
	press(&e, KEY_ARROW_LEFT, 2);
	assert_int_equal(e.cursor, strlen(ZOE " " ZHANG " "));
	press(&e, KEY_ARROW_LEFT, 2);
	assert_int_equal(e.cursor, strlen(ZOE " \xe5\xbc\xa0"));
	press(&e, KEY_HOME_, 1);
	assert_int_equal(e.cursor, 0);
	press(&e, KEY_ARROW_LEFT, 3);
	assert_int_equal(e.cursor, 0);
	press(&e, KEY_ARROW_RIGHT, 3);
	assert_int_equal(e.cursor, strlen(ZOE));
	press(&e, KEY_END_, 1);
	press(&e, KEY_ARROW_RIGHT, 3);
	assert_int_equal(e.cursor, strlen(ALL));
}

TEST(inserting_and_deleting_take_whole_characters)
{
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	type(&e, ALL);
	press(&e, KEY_RUBOUT, 1);
	expect(&e, ZOE " " ZHANG " " E_ACUTE " ", strlen(ZOE " " ZHANG " " E_ACUTE " "));
	press(&e, KEY_RUBOUT, 2);
	expect(&e, ZOE " " ZHANG " ", strlen(ZOE " " ZHANG " "));
	press(&e, KEY_HOME_, 1);
	press(&e, KEY_DELETE, 2);
	expect(&e, "\xc3\xab " ZHANG " ", 0);
	type(&e, SMILE);
	expect(&e, SMILE "\xc3\xab " ZHANG " ", strlen(SMILE));
	press(&e, KEY_END_, 1);
	press(&e, KEY_DELETE, 1);
	press(&e, KEY_RUBOUT, 20);
	expect(&e, "", 0);
	press(&e, KEY_RUBOUT, 1);
	press(&e, KEY_DELETE, 1);
	expect(&e, "", 0);
}

/* With Ctrl: A and E move to the ends, W deletes a word, U to the start, K to the end. */
TEST(control_keys_edit_as_in_a_shell)
{
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	type(&e, "one " ZHANG " three");
	press(&e, 'W' & 31, 1);
	expect(&e, "one " ZHANG " ", strlen("one " ZHANG " "));
	press(&e, 'W' & 31, 1);
	expect(&e, "one ", 4);
	press(&e, 'A' & 31, 1);
	press(&e, KEY_ARROW_RIGHT, 1);
	press(&e, 'K' & 31, 1);
	expect(&e, "o", 1);
	type(&e, "x");
	press(&e, 'U' & 31, 1);
	expect(&e, "", 0);
	const uint32_t others[] = { 'G' & 31, KEY_ESCAPE, KEY_RETURN, KEY_ARROW_UP, KEY_PAGE_UP,
		KEY_PAGE_DOWN, KEY_INSERT, KEY_BACKTAB, KEY_F1, KEY_F12, KEY_UNKNOWN,
		KEY_ALT_FLAG | 'b' };
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		assert_int_equal(lineedit_press_key(&e, others[i]), LINEEDIT_IGNORED);
	assert_int_equal(lineedit_press_key(&e, 0x10FFFF), LINEEDIT_HANDLED);
}

TEST(a_paste_of_one_line_is_accepted_whole)
{
	static const char *const refused[] = { "a\nb", "a\rb", "a\tb", "a\033[31mb", "\x7f", "\xff",
		"a\n\n" };
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	type(&e, "<>");
	press(&e, KEY_ARROW_LEFT, 1);
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		assert_int_equal(lineedit_paste(&e, str_of(refused[i])), LINEEDIT_INVALID);
	expect(&e, "<>", 1);
	assert_int_equal(lineedit_paste(&e, STR(ZHANG "\n")), LINEEDIT_HANDLED);
	expect(&e, "<" ZHANG ">", 1 + strlen(ZHANG));
	assert_int_equal(lineedit_paste(&e, STR("a b\r\n")), LINEEDIT_HANDLED);
	expect(&e, "<" ZHANG "a b>", 1 + strlen(ZHANG) + 3);
	assert_int_equal(lineedit_paste(&e, STR("")), LINEEDIT_HANDLED);
}

TEST(text_over_the_limit_is_refused_whole)
{
	CLEANUP(lineedit_free) struct lineedit e = { .max_bytes = 6 };
	auto_buf why = { 0 };
	assert_int_equal(lineedit_paste(&e, STR("1234567")), LINEEDIT_FULL);
	expect(&e, "", 0);
	assert_int_equal(lineedit_paste(&e, STR("1234")), LINEEDIT_HANDLED);
	assert_int_equal(lineedit_paste(&e, STR(ZHANG)), LINEEDIT_FULL); /* three bytes */
	assert_int_equal(lineedit_press_key(&e, 0x5F20), LINEEDIT_FULL);
	lineedit_append_rejection(&why, &e, LINEEDIT_FULL, 1200000);
	assert_string_equal(buf_z(&why), "Paste refused: 1,200,004 bytes; the line has room for 6");
	assert_int_equal(lineedit_paste(&e, STR("56\n")), LINEEDIT_HANDLED);
	expect(&e, "123456", 6);
	assert_int_equal(lineedit_press_key(&e, 'x'), LINEEDIT_FULL);
	expect(&e, "123456", 6);
	assert_true(lineedit_set(&e, STR("abcdef")));
	expect(&e, "abcdef", 6);
	assert_false(lineedit_set(&e, STR("abcdefg")));
	expect(&e, "", 0);
	e.max_bytes = 0;
	assert_int_equal(lineedit_max_bytes(&e), LINEEDIT_SIZE_MAX);
}

/* The visible part is never wider than its cells, and always contains the cursor. */
TEST(the_window_scrolls_with_the_cursor)
{
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	type(&e, ALL " abcdefghijklmnop");
	for (int cells = 3; cells < 40; cells++) {
		press(&e, KEY_END_, 1);
		for (int i = 0; i < 40; i++) {
			struct buf shown = { 0 };
			int at = lineedit_write_visible(&shown, &e, cells);
			assert_true(text_width(buf_str(&shown)) <= cells);
			assert_true(at >= 0 && at < cells);
			assert_true(utf8_valid(buf_str(&shown)));
			buf_free(&shown);
			press(&e, KEY_ARROW_LEFT, 1);
		}
	}
	auto_buf shown = { 0 };
	press(&e, KEY_END_, 1);
	assert_int_equal(lineedit_write_visible(&shown, &e, 6), 5);
	assert_string_equal(buf_z(&shown), "\xE2\x80\xA6mnop");
	buf_reset(&shown);
	press(&e, KEY_HOME_, 1);
	assert_int_equal(lineedit_write_visible(&shown, &e, 6), 0);
	assert_string_equal(buf_z(&shown), ZOE " \xE2\x80\xA6");
}

/* The initial text is selected: typing replaces it, and no other key does. */
TEST(a_selected_line_is_replaced_or_continued)
{
	static const struct {
		uint32_t key;
		const char *text;
	} cases[] = { { 'x', "x" }, { 0xE9, "\xC3\xA9" }, { ' ', "ab c " }, { KEY_RUBOUT, "ab " },
		{ KEY_DELETE, "ab c" }, { KEY_ARROW_LEFT, "ab c" }, { KEY_END_, "ab c" },
		{ 21, "" } };
	CLEANUP(lineedit_free) struct lineedit e = { 0 };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		lineedit_set(&e, STR("ab c"));
		lineedit_select_all(&e);
		press(&e, cases[i].key, 1);
		assert_string_equal(buf_z(&e.text), cases[i].text);
		assert_false(e.all_selected);
	}
	lineedit_set(&e, STR("ab c"));
	lineedit_select_all(&e);
	assert_int_equal(lineedit_paste(&e, STR("two\nlines")), LINEEDIT_INVALID);
	assert_string_equal(buf_z(&e.text), "ab c");
	assert_int_equal(lineedit_paste(&e, STR("pasted")), LINEEDIT_HANDLED);
	assert_string_equal(buf_z(&e.text), "pasted");
	lineedit_set(&e, STR_NONE);
	lineedit_select_all(&e);
	assert_false(e.all_selected);
}

int
main(void)
{
	/* Widths and combining marks depend on the locale, as in the program. */
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
