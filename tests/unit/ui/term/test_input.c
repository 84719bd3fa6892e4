/*
 * Bytes from a terminal are decoded as keys, pastes and replies.
 */
#include "lib/test.h"
#include "ui/term/input.h"

#include <stdio.h>
#include <string.h>

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

TEST(both_arrow_encodings_are_the_same_key)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t up[] = { KEY_ARROW_UP, KEY_ARROW_UP, KEY_HOME_, KEY_HOME_, KEY_HOME_,
		KEY_END_, KEY_END_, KEY_PAGE_UP, KEY_PAGE_DOWN, KEY_DELETE, KEY_BACKTAB };
	input_feed(&in,
	    STR("\033[A\033OA\033[H\033[1~\033[7~\033[F\033[4~\033[5~\033[6~\033[3~\033[Z"), true);
	expect_keys(&in, up, sizeof(up) / sizeof(*up));
}

TEST(a_modified_arrow_is_an_arrow)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t right[] = { KEY_ARROW_RIGHT };
	input_feed(&in, STR("\033[1;5C"), false);
	expect_keys(&in, right, 1);
}

TEST(an_arrow_in_pieces_is_waited_for)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t down[] = { KEY_ARROW_DOWN };
	input_feed(&in, STR("\033"), false);
	assert_true(input_is_held(&in));
	assert_int_equal(in.events.n, 0);
	input_feed(&in, STR("O"), false);
	input_feed(&in, STR("B"), false);
	expect_keys(&in, down, 1);
	assert_false(input_is_held(&in));
}

/* Up to thirty digits it is the arrow; with one more it is an unknown key. */
TEST(a_sequence_has_a_maximum_length)
{
	const uint32_t up[] = { KEY_ARROW_UP }, strange[] = { KEY_UNKNOWN };
	for (size_t digits = 29; digits <= 32; digits++) {
		CLEANUP(input_free) struct input in = { 0 };
		auto_buf bytes = { 0 };
		buf_addz(&bytes, "\033[");
		buf_pad(&bytes, '0', digits);
		buf_addc(&bytes, 'A');
		input_feed(&in, buf_str(&bytes), false);
		expect_keys(&in, digits <= 30 ? up : strange, 1);
	}
}

/* Esc twice: followed by an arrow it is Alt and the arrow; followed by a letter it is Esc, then
 * the letter. */
TEST(two_escapes_are_one_plus_the_next_key)
{
	const uint32_t letter[] = { KEY_ESCAPE, KEY_ALT_FLAG | 'x' };
	const uint32_t arrow[] = { KEY_ALT_FLAG | KEY_ARROW_UP, KEY_ALT_FLAG | KEY_ARROW_UP };
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, STR("\033\033x"), false);
	expect_keys(&in, letter, 2);
	input_feed(&in, STR("\033\033[A\033\033OA"), false);
	expect_keys(&in, arrow, 2);
}

TEST(a_lone_escape_is_the_escape_key)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t escape[] = { KEY_ESCAPE };
	const uint32_t apart[] = { KEY_ESCAPE, 'x' };
	const uint32_t twice[] = { KEY_ESCAPE, KEY_ESCAPE };
	input_feed(&in, STR("\033"), false);
	input_flush(&in);
	expect_keys(&in, escape, 1);
	input_feed(&in, STR("\033"), false);
	input_flush(&in);
	input_feed(&in, STR("x"), false);
	expect_keys(&in, apart, 2);
	input_feed(&in, STR("\033\033"), false);
	input_flush(&in);
	expect_keys(&in, twice, 2);
}

TEST(a_key_with_alt_is_one_key)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t keys[] = { KEY_ALT_FLAG | 'b', KEY_ALT_FLAG | 0xE9,
		KEY_ALT_FLAG | KEY_RETURN, KEY_ALT_FLAG | KEY_RUBOUT, KEY_ALT_FLAG | KEY_ARROW_UP,
		KEY_ALT_FLAG | KEY_ARROW_UP, 'q' };
	input_feed(&in, STR("\033b\033\xC3\xA9\033\r\033\x7F\033\033[A\033\033OAq"), false);
	expect_keys(&in, keys, sizeof(keys) / sizeof(*keys));
	input_feed(&in, STR("\033"), false); /* in two reads, close together */
	input_feed(&in, STR("b"), false);
	expect_keys(&in, keys, 1);
}

TEST(function_keys_are_keys_in_every_encoding)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t f1[] = { KEY_F1, KEY_F1, KEY_F1, KEY_F1 };
	const uint32_t f[] = { KEY_F1 + 1, KEY_F1 + 2, KEY_F1 + 3, KEY_F1 + 4, KEY_F1 + 4,
		KEY_F1 + 5, KEY_F1 + 7, KEY_F1 + 8, KEY_F1 + 9, KEY_F1 + 10, KEY_F12 };
	input_feed(&in, STR("\033OP\033[11~\033[[A\033[1;2P"), false);
	expect_keys(&in, f1, 4);
	input_feed(&in,
	    STR("\033OQ\033OR\033OS\033[15~\033[[E\033[17~\033[19~\033[20~\033[21~\033[23~\033[24~"),
	    false);
	expect_keys(&in, f, sizeof(f) / sizeof(*f));
}

/* PuTTY and others send these for the numeric keypad, which is used to type an identity's
 * digits. */
TEST(the_numeric_pad_types)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t keys[] = { '0', '1', '9', '+', '-', '*', '/', '.', KEY_RETURN };
	input_feed(&in, STR("\033Op\033Oq\033Oy\033Ok\033Om\033Oj\033Oo\033On\033OM"), false);
	expect_keys(&in, keys, sizeof(keys) / sizeof(*keys));
}

/* Letters of a reply, valid or not, are not keys: Q would end the program. */
TEST(the_background_colour_is_reported)
{
	static const struct {
		const char *answer;
		int colour[3];
	} told[] = { { "\033]11;rgb:1e1e/2020/ffff\a", { 0x1e, 0x20, 0xff } },
		{ "\033]11;rgb:1e/20/FF\033\\", { 0x1e, 0x20, 0xff } },
		{ "\033]11;rgb:0/f/8\033\\", { 0, 255, 136 } } };
	CLEANUP(input_free) struct input in = { 0 };
	for (size_t i = 0; i < sizeof(told) / sizeof(*told); i++) {
		struct str all = str_of(told[i].answer);
		for (size_t k = 0; k < all.n; k++) /* split into pieces, too */
			input_feed(&in, str_sub(all, k, 1), false);
		assert_int_equal(in.events.n, 1);
		assert_int_equal(in.events.v[0].kind, INPUT_BACKGROUND);
		assert_memory_equal(
		    in.events.v[0].report_values, told[i].colour, sizeof(told[i].colour));
		in.events.n = 0;
	}
}

TEST(an_unknown_sequence_is_one_unknown_key)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t strange[] = { KEY_UNKNOWN };
	static const char *const sequences[] = { "\033Oz", "\033[99~", "\033[9z", "\033OZ",
		"\033[[Q", "\033]11;rgb:ffff/ffff\a", "\033]11;Q\033\\", "\033]11;rgb:fffff/f/f\a",
		"\033]11;rgb:g/f/f\a", "\033]11;rgb:f/f/f/f\a", "\033]10;rgb:f/f/f\a",
		"\033P1+rQ\033\\", "\033_QQ\033\\" };
	for (size_t i = 0; i < sizeof(sequences) / sizeof(*sequences); i++) {
		input_feed(&in, str_of(sequences[i]), false);
		expect_keys(&in, strange, 1);
		assert_false(input_is_held(&in));
	}
}

/* Reports for a mouse mode that another program left on, and for the console's own: a click, the
 * wheel. */
TEST(mouse_reports_are_not_keys)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t j[] = { 'j' };
	input_feed(
	    &in, STR("\033[M QQ\033[<0;12;5m\033[<2;12;5M\033[<0;0;5M\033[<35;12;5Mj"), false);
	expect_keys(&in, j, 1);
	input_feed(&in, STR("\033[<0;12;5M\033[<64;1;1M\033[<65;200;1M"), false);
	assert_int_equal(in.events.n, 3);
	static const struct input_event want[] = { { .mouse = MOUSE_CLICK, .x = 11, .y = 4 },
		{ .mouse = MOUSE_WHEEL_UP }, { .mouse = MOUSE_WHEEL_DOWN, .x = 199 } };
	for (size_t i = 0; i < 3; i++) {
		const struct input_event *e = &in.events.v[i];
		assert_int_equal(e->kind, INPUT_MOUSE);
		assert_int_equal(e->mouse, want[i].mouse);
		assert_int_equal(e->x, want[i].x);
		assert_int_equal(e->y, want[i].y);
	}
	in.events.n = 0;
	input_feed(&in, STR("\033[M Q"), false);
	assert_true(input_is_held(&in));
	input_feed(&in, STR("Qj"), false);
	expect_keys(&in, j, 1);
}

/* An unfinished sequence is dropped as a whole and must not be typed. */
TEST(a_cut_off_sequence_types_nothing)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t strange[] = { KEY_UNKNOWN };
	static const char *const begun[] = { "\033[1;", "\033[[", "\033[M Q" };
	for (size_t i = 0; i < sizeof(begun) / sizeof(*begun); i++) {
		input_feed(&in, str_of(begun[i]), false);
		assert_true(input_is_held(&in));
		input_flush(&in);
		expect_keys(&in, strange, 1);
	}
}

/* No key starts like this: on a slow connection the rest may arrive later, and no part of it may
 * be typed. */
TEST(a_terminal_answer_in_pieces_is_whole_or_dropped)
{
	static const char *const begun[] = { "\033]11;rgb:1e1e", "\033P1", "\033[>41;",
		"\033[?62" };
	CLEANUP(input_free) struct input in = { 0 };
	for (size_t i = 0; i < sizeof(begun) / sizeof(*begun); i++) {
		input_feed(&in, str_of(begun[i]), false);
		assert_true(input_is_held(&in) && input_is_answer(&in));
		input_flush(&in);
		expect_keys(&in, NULL, 0);
		assert_false(input_is_held(&in));
	}
	input_feed(&in, STR("\033]11;rgb:1e1e"), false);
	input_feed(&in, STR("/1e1e/1e1e\033\\"), false);
	assert_int_equal(in.events.n, 1);
	assert_int_equal(in.events.v[0].kind, INPUT_BACKGROUND);
	in.events.n = 0;
	input_feed(&in, STR("\033"), false);
	assert_false(input_is_answer(&in));
	input_flush(&in);
	in.events.n = 0;
}

/* Another program left a keyboard protocol on: keys must be decoded as without it. */
TEST(keys_of_other_protocols_are_decoded)
{
	static const struct {
		const char *bytes;
		uint32_t key; /* 0: no key */
	} cases[] = {
		{ "\033[I", 0 },
		{ "\033[O", 0 },
		{ "\033[99;5u", 3 },
		{ "\033[27u", KEY_ESCAPE },
		{ "\033[27;5;99~", 3 },
		{ "\033[97u", 'a' },
		{ "\033[97;2u", 'A' },
		{ "\033[97:65;2u", 'A' },
		{ "\033[49:33;2u", '!' },
		{ "\033[97;3u", KEY_ALT_FLAG | 'a' },
		{ "\033[99;5:1u", 3 },
		{ "\033[99;5:2u", 3 },
		{ "\033[99;5:3u", 0 },
		{ "\033[13u", KEY_RETURN },
		{ "\033[9;2u", KEY_BACKTAB },
		{ "\033[127u", KEY_RUBOUT },
		{ "\033[27;3;120~", KEY_ALT_FLAG | 'x' },
		{ "\033[228u", 228 },
		{ "\033[1;1:3A", 0 },
		{ "\033[1;1:1A", KEY_ARROW_UP },
		{ "\033[3;1:3~", 0 },
		{ "\033[57441;2u", KEY_UNKNOWN },
		{ "\033[57441;1:3u", 0 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(input_free) struct input in = { 0 };
		input_feed(&in, str_of(cases[i].bytes), false);
		if (in.events.n != (cases[i].key != 0) ||
		    (cases[i].key && in.events.v[0].key != cases[i].key))
			fail_msg("%s: %zu, %#x", cases[i].bytes + 1, in.events.n,
			    in.events.n ? (unsigned)in.events.v[0].key : 0);
		assert_false(input_is_held(&in));
	}
}

/* "ESC O" and "ESC [" alone are Alt and a letter. */
TEST(a_bracket_or_an_o_with_alt_is_a_key)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t keys[] = { KEY_ALT_FLAG | 'O', KEY_ALT_FLAG | '[' };
	input_feed(&in, STR("\033O"), false);
	input_flush(&in);
	input_feed(&in, STR("\033["), false);
	input_flush(&in);
	expect_keys(&in, keys, 2);
}

TEST(an_oversized_paste_ends_at_its_terminator)
{
	CLEANUP(input_free) struct input in = { 0 };
	auto_buf text = { 0 };
	for (size_t more = 0; more < 2; more++) {
		buf_reset(&text);
		for (size_t i = 0; i < (size_t)PASTE_BYTES_MAX + more; i++)
			buf_addc(&text, 'x');
		input_feed(&in, STR("\033[200~"), false);
		for (size_t i = 0; i < text.n; i += 65536)
			input_feed(&in, str_sub(buf_str(&text), i, 65536), false);
		input_feed(&in, STR("\033[201~"), false);
		assert_int_equal(in.events.n, 1);
		assert_int_equal(in.events.v[0].kind, INPUT_PASTE);
		assert_int_equal(in.events.v[0].text.n, PASTE_BYTES_MAX);
		assert_int_equal(in.events.v[0].is_cut, more > 0);
		in.events.n = 0;
	}
}

TEST(multibyte_characters_are_read_whole)
{
	CLEANUP(input_free) struct input in = { 0 };
	const uint32_t keys[] = { 0x5F20, KEY_RUBOUT, KEY_RUBOUT, KEY_RETURN };
	input_feed(&in, STR("\xE5\xBC"), false);
	assert_int_equal(in.events.n, 0);
	input_feed(&in, STR("\xA0\x08\x7F\r"), false);
	expect_keys(&in, keys, 4);
	input_feed(&in, STR("\xFF\xC0"), false);
	input_flush(&in);
	assert_int_equal(in.events.n, 0);
}

TEST(a_bracketed_paste_is_one_text)
{
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, STR("\033[200~yyQ\033[A"), false);
	assert_int_equal(in.events.n, 0);
	input_feed(&in, STR("\r\nx\033[20"), false);
	input_feed(&in, STR("1~j"), false);
	assert_int_equal(in.events.n, 2);
	assert_int_equal(in.events.v[0].kind, INPUT_PASTE);
	assert_true(str_eqz(in.events.v[0].text, "yyQ\033[A\nx"));
	assert_int_equal(in.events.v[1].key, 'j');
}

/* Terminals send a newline in a paste as a carriage return. */
TEST(the_lines_of_a_paste_end_in_newlines)
{
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, STR("\033[200~one\rtwo\nthree\r\nfour\r\rfive\r\033[201~"), false);
	assert_int_equal(in.events.n, 1);
	assert_true(str_eqz(in.events.v[0].text, "one\ntwo\nthree\nfour\n\nfive\n"));
}

TEST(several_pastes_of_one_read_are_kept_apart)
{
	CLEANUP(input_free) struct input in = { 0 };
	auto_buf bytes = { 0 };
	buf_addz(&bytes, "\033[200~one\033[201~\033[200~");
	for (int i = 0; i < 10000; i++)
		buf_addz(&bytes, "two");
	buf_addz(&bytes, "\033[201~j\033[200~three\033[201~");
	input_feed(&in, buf_str(&bytes), false);
	assert_int_equal(in.events.n, 4);
	assert_true(str_eqz(in.events.v[0].text, "one"));
	assert_int_equal(in.events.v[1].text.n, 30000);
	assert_true(str_starts(in.events.v[1].text, STR("twotwo")));
	assert_int_equal(in.events.v[2].key, 'j');
	assert_true(str_eqz(in.events.v[3].text, "three"));
}

TEST(an_unfinished_paste_times_out)
{
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, STR("\033[200~half"), false);
	assert_true(input_is_held(&in));
	input_flush(&in);
	assert_int_equal(in.events.n, 1);
	assert_true(str_eqz(in.events.v[0].text, "half"));
	assert_false(input_is_held(&in));
}

TEST(a_burst_of_many_characters_is_a_paste)
{
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, STR("mara.ellison@example.com"), true);
	assert_int_equal(in.events.n, 1);
	assert_int_equal(in.events.v[0].kind, INPUT_PASTE);
	in.events.n = 0;
	input_feed(&in, STR("jjjjjjjjjjkkkkjjjj"), true);
	assert_int_equal(in.events.n, 18);
	in.events.n = 0;
	input_feed(&in, STR("mara.ellison@example.com"), false);
	assert_int_equal(in.events.n, 24);
}

TEST(device_answers_are_separated_from_keys)
{
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, STR("\033[>84;0;0cj\033[?62;22c"), false);
	assert_int_equal(in.events.n, 2);
	assert_int_equal(in.events.v[0].kind, INPUT_DEVICE);
	assert_int_equal(in.events.v[0].report_values[0], 84);
	assert_int_equal(in.events.v[1].key, 'j');
}

/* However the bytes are split, an oversized sequence is one unknown key, and the byte that ends
 * it is handled. */
TEST(an_oversized_sequence_types_nothing)
{
	static const struct {
		const char *start, *middle, *end;
		size_t times; /* repetitions of the middle */
	} cases[] = {
		{ "\033[<0;10;20", ";30", "M", 30 },
		{ "\033[", "1", "~", 29 },
		{ "\033[", "1", "~", 30 },
		{ "\033[", "1", "~", 31 },
		{ "\033]52;c;", "QUJD", "\a", 100 },
		{ "\033]52;c;", "QUJD", "\033\\", 1024 },
		{ "\033]52;c;", "QUJD", "\a", 1024 },
		{ "\033P", "q", "\033\\", 4095 },
		{ "\033P", "q", "\033\\", 5000 },
	};
	const uint32_t want[] = { KEY_UNKNOWN, 'q' };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (size_t piece = 1; piece < 6000; piece += piece < 70 ? 1 : 977) {
			CLEANUP(input_free) struct input in = { 0 };
			auto_buf all = { 0 };
			buf_addz(&all, cases[i].start);
			for (size_t n = 0; n < cases[i].times; n++)
				buf_addz(&all, cases[i].middle);
			buf_addf(&all, "%sq", cases[i].end);
			VEC(uint32_t) keys = { 0 };
			for (size_t at = 0; at < all.n; at += piece) {
				input_feed(&in, str_sub(buf_str(&all), at, piece), false);
				for (size_t e = 0; e < in.events.n; e++)
					vec_push(&keys, in.events.v[e].key);
				in.events.n = 0;
			}
			assert_int_equal(keys.n, 2);
			assert_memory_equal(keys.v, want, sizeof(want));
			assert_false(input_is_held(&in));
			vec_free(&keys);
		}
}

/* A byte that breaks a sequence starts a new one. */
TEST(an_aborted_sequence_swallows_no_key)
{
	const uint32_t want[] = { KEY_UNKNOWN, KEY_ARROW_UP, 'x' };
	CLEANUP(input_free) struct input in = { 0 };
	input_feed(&in, STR("\033[1;5\033[Ax"), false);
	expect_keys(&in, want, 3);
	input_feed(&in, STR("\033[1;\r"), false);
	expect_keys(&in, (const uint32_t[]){ KEY_UNKNOWN, KEY_RETURN }, 2);
}

/* An endless sequence is forgotten when no more bytes arrive. */
TEST(skipping_ends_after_a_pause)
{
	CLEANUP(input_free) struct input in = { 0 };
	auto_buf all = { 0 };
	buf_addz(&all, "\033[");
	buf_pad(&all, '1', 100);
	input_feed(&in, buf_str(&all), false);
	expect_keys(&in, (const uint32_t[]){ KEY_UNKNOWN }, 1);
	assert_true(input_is_held(&in));
	input_flush(&in);
	assert_false(input_is_held(&in));
	input_feed(&in, STR("5"), false);
	expect_keys(&in, (const uint32_t[]){ '5' }, 1);
}
