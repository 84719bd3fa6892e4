/*
 * Bytes from a terminal become keys, pastes and answers.
 */
#include "ui/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void
expect_keys(struct input *in, const uint32_t *keys, size_t n)
{
	assert_int_equal(in->events.n, n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(in->events.v[i].kind, INPUT_KEY);
		assert_int_equal(in->events.v[i].key, keys[i]);
	}
	in->events.n = 0;
}

static void
both_arrow_encodings_are_one_key(void **state)
{
	(void)state;
	struct input in = { 0 };
	const uint32_t up[] = { KEY_ARROW_UP, KEY_ARROW_UP, KEY_HOME_, KEY_HOME_, KEY_HOME_,
		KEY_END_, KEY_END_, KEY_PAGE_UP, KEY_PAGE_DOWN, KEY_DELETE, KEY_BACKTAB };
	input_feed(&in,
	    STR("\033[A\033OA\033[H\033[1~\033[7~\033[F\033[4~\033[5~\033[6~\033[3~\033[Z"), true);
	expect_keys(&in, up, sizeof(up) / sizeof(*up));
	input_free(&in);
}

static void
a_modified_arrow_is_still_the_arrow(void **state)
{
	(void)state;
	struct input in = { 0 };
	const uint32_t right[] = { KEY_ARROW_RIGHT };
	input_feed(&in, STR("\033[1;5C"), false);
	expect_keys(&in, right, 1);
	input_free(&in);
}

static void
an_arrow_in_pieces_waits_for_its_rest(void **state)
{
	(void)state;
	struct input in = { 0 };
	const uint32_t down[] = { KEY_ARROW_DOWN };
	input_feed(&in, STR("\033"), false);
	assert_true(input_is_held(&in));
	assert_int_equal(in.events.n, 0);
	input_feed(&in, STR("O"), false);
	input_feed(&in, STR("B"), false);
	expect_keys(&in, down, 1);
	assert_false(input_is_held(&in));
	input_free(&in);
}

static void
a_lone_escape_is_escape_when_nothing_follows(void **state)
{
	(void)state;
	struct input in = { 0 };
	const uint32_t escape[] = { KEY_ESCAPE };
	const uint32_t both[] = { KEY_ESCAPE, 'x' };
	input_feed(&in, STR("\033"), false);
	input_flush(&in);
	expect_keys(&in, escape, 1);
	input_feed(&in, STR("\033x"), false);
	expect_keys(&in, both, 2);
	input_free(&in);
}

static void
characters_come_whole(void **state)
{
	(void)state;
	struct input in = { 0 };
	const uint32_t keys[] = { 0x5F20, KEY_RUBOUT, KEY_RUBOUT, KEY_RETURN };
	input_feed(&in, STR("\xE5\xBC"), false);
	assert_int_equal(in.events.n, 0);
	input_feed(&in, STR("\xA0\x08\x7F\r"), false);
	expect_keys(&in, keys, 4);
	input_feed(&in, STR("\xFF\xC0"), false);
	input_flush(&in);
	assert_int_equal(in.events.n, 0);
	input_free(&in);
}

static void
a_bracketed_paste_is_one_text(void **state)
{
	(void)state;
	struct input in = { 0 };
	input_feed(&in, STR("\033[200~yyQ\033[A"), false);
	assert_int_equal(in.events.n, 0);
	input_feed(&in, STR("\r\nx\033[20"), false);
	input_feed(&in, STR("1~j"), false);
	assert_int_equal(in.events.n, 2);
	assert_int_equal(in.events.v[0].kind, INPUT_PASTE);
	assert_true(str_eqz(in.events.v[0].text, "yyQ\033[A\nx"));
	assert_int_equal(in.events.v[1].key, 'j');
	input_free(&in);
}

/* Terminals send a newline of the clipboard as a return. */
static void
the_lines_of_a_paste_end_in_newlines(void **state)
{
	(void)state;
	struct input in = { 0 };
	input_feed(&in, STR("\033[200~one\rtwo\nthree\r\nfour\r\rfive\r\033[201~"), false);
	assert_int_equal(in.events.n, 1);
	assert_true(str_eqz(in.events.v[0].text, "one\ntwo\nthree\nfour\n\nfive\n"));
	input_free(&in);
}

static void
a_paste_that_never_ends_is_given_up(void **state)
{
	(void)state;
	struct input in = { 0 };
	input_feed(&in, STR("\033[200~half"), false);
	assert_true(input_is_held(&in));
	input_flush(&in);
	assert_int_equal(in.events.n, 1);
	assert_true(str_eqz(in.events.v[0].text, "half"));
	assert_false(input_is_held(&in));
	input_free(&in);
}

static void
a_burst_of_many_characters_is_a_paste(void **state)
{
	(void)state;
	struct input in = { 0 };
	input_feed(&in, STR("mara.ellison@example.com"), true);
	assert_int_equal(in.events.n, 1);
	assert_int_equal(in.events.v[0].kind, INPUT_PASTE);
	in.events.n = 0;
	input_feed(&in, STR("jjjjjjjjjjkkkkjjjj"), true);
	assert_int_equal(in.events.n, 18);
	in.events.n = 0;
	input_feed(&in, STR("mara.ellison@example.com"), false);
	assert_int_equal(in.events.n, 24);
	input_free(&in);
}

static void
what_the_terminal_is_comes_apart_from_keys(void **state)
{
	(void)state;
	struct input in = { 0 };
	input_feed(&in, STR("\033[>84;0;0cj\033[?62;22c"), false);
	assert_int_equal(in.events.n, 2);
	assert_int_equal(in.events.v[0].kind, INPUT_DEVICE);
	assert_int_equal(in.events.v[0].device[0], 84);
	assert_int_equal(in.events.v[1].key, 'j');
	input_free(&in);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_arrow_encodings_are_one_key),
		cmocka_unit_test(a_modified_arrow_is_still_the_arrow),
		cmocka_unit_test(an_arrow_in_pieces_waits_for_its_rest),
		cmocka_unit_test(a_lone_escape_is_escape_when_nothing_follows),
		cmocka_unit_test(characters_come_whole),
		cmocka_unit_test(a_bracketed_paste_is_one_text),
		cmocka_unit_test(the_lines_of_a_paste_end_in_newlines),
		cmocka_unit_test(a_paste_that_never_ends_is_given_up),
		cmocka_unit_test(a_burst_of_many_characters_is_a_paste),
		cmocka_unit_test(what_the_terminal_is_comes_apart_from_keys),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
