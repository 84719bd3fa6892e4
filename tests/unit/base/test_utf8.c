/* Untrusted text that may reach a terminal: every row of the table. */
#include "base/utf8.h"
#include "lib/test.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

struct whatif_row {
	const char *name, *in, *out;
	unsigned flags;
};

/* E is TEXT_ESCAPED, I is TEXT_INVISIBLE. */
enum { N = 0, E = TEXT_ESCAPED, I = TEXT_INVISIBLE };

static const struct whatif_row rows[] = {
	{ "plain", "Mara Ellison", "Mara Ellison", N },
	{ "accents", "Zo\xC3\xAB", "Zo\xC3\xAB", N },
	{ "escape", "\x1B[31mred", "\\e[31mred", E },
	{ "newline, return, tab", "a\nb\rc\td", "a\\nb\\rc\\td", E },
	{ "bell", "a\ab", "a\\x07b", E },
	{ "DEL", "a\x7F", "a\\x7F", E },
	{ "C1 as UTF-8",
	    "a\xC2\x9B"
	    "b",
	    "a\\x9Bb", E },
	{ "right-to-left override",
	    "a\xE2\x80\xAE"
	    "b",
	    "a\\u{202E}b", E },
	{ "isolate", "\xE2\x81\xA6x", "\\u{2066}x", E },
	{ "zero-width space",
	    "a\xE2\x80\x8B"
	    "b",
	    "a\\u{200B}b", E },
	{ "byte order mark", "\xEF\xBB\xBFx", "\\u{FEFF}x", E },
	{ "tag", "a\xF3\xA0\x81\x81", "a\\u{E0041}", E },
	{ "private use", "a\xEE\x80\x80", "a\\u{E000}", E },
	{ "unassigned", "a\xCD\xB8", "a\\u{0378}", E },
	{ "line separator",
	    "a\xE2\x80\xA8"
	    "b",
	    "a\\u{2028}b", E },
	{ "bad byte",
	    "a\xFF"
	    "b",
	    "a\xEF\xBF\xBD"
	    "b",
	    E },
	{ "cut sequence", "a\xE2\x82", "a\xEF\xBF\xBD\xEF\xBF\xBD", E },
	{ "overlong", "\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD", E },
	{ "surrogate", "\xED\xA0\x80x", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDx", E },
	{ "leading space", " a",
	    "\xE2\x90\xA0"
	    "a",
	    E },
	{ "trailing spaces", "a  ", "a\xE2\x90\xA0\xE2\x90\xA0", E },
	{ "a space behind something dropped", "\xE2\x80\x8D a",
	    "\xE2\x90\xA0"
	    "a",
	    E | I },
	{ "a space before something dropped", "a \xC2\xAD", "a\xE2\x90\xA0", E | I },
	{ "inner space", "a  b", "a  b", N },
	{ "no-break spaces",
	    "a\xC2\xA0"
	    "b\xC2\xA0",
	    "a\xE2\x90\xA0"
	    "b\xE2\x90\xA0",
	    E },
	{ "only spaces", "  ", "\xE2\x90\xA0\xE2\x90\xA0", E },
	{ "variation selector", "\xE2\x9C\x89\xEF\xB8\x8F", "\xE2\x9C\x89", N },
	{ "joiner",
	    "a\xE2\x80\x8D"
	    "b",
	    "ab", I },
	{ "non-joiner",
	    "a\xE2\x80\x8C"
	    "b",
	    "ab", I },
	{ "soft hyphen",
	    "a\xC2\xAD"
	    "b",
	    "ab", I },
	{ "keycap", "1\xE2\x83\xA3", "1", N },
	{ "skin tone", "\xE2\x9C\x8B\xF0\x9F\x8F\xBB", "\xE2\x9C\x8B", N },
	{ "two marks", "a\xCC\x81\xCC\xA7", "a\xCC\x81\xCC\xA7", N },
	{ "a third mark", "a\xCC\x81\xCC\xA7\xCC\x88", "a\xCC\x81\xCC\xA7", E },
	{ "a mark without a base", "\xCC\x81x", "\\u{0301}x", E },
	{ "empty", "", "", N },
};

TEST(every_row_of_the_table_is_escaped)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		auto_buf out = { 0 };
		unsigned flags = text_clean(&out, str_of(rows[i].in), false);
		if (strcmp(buf_z(&out), rows[i].out) != 0 || flags != rows[i].flags)
			fail_msg("%s: \"%s\", flags %u", rows[i].name, buf_z(&out), flags);
		/* Text that counts as plain comes out unchanged. */
		bool plain = text_is_plain(str_of(rows[i].in));
		if (plain && (flags || strcmp(rows[i].in, rows[i].out) != 0))
			fail_msg("%s is called plain", rows[i].name);
	}
	assert_true(text_is_plain(STR("Mara  O'Neill <~>")));
	assert_true(text_is_plain(STR("")));
	assert_false(text_is_plain(STR("a\x7F"
				       "b")));
	assert_false(text_is_plain(STR(" a")));
	assert_false(text_is_plain(STR("a ")));
}

TEST(nul_is_escaped)
{
	auto_buf out = { 0 };
	text_clean(&out, str_from("a\0b", 3), false);
	assert_string_equal(buf_z(&out), "a\\x00b");
}

TEST(ascii_marks_spaces_with_underlines)
{
	auto_buf out = { 0 };
	text_clean(&out, STR(" a "), true);
	assert_string_equal(buf_z(&out), "_a_");
}

TEST(invisible_flags_addresses_alone)
{
	assert_true(text_is_suspicious(TEXT_ESCAPED, false));
	assert_false(text_is_suspicious(TEXT_INVISIBLE, false));
	assert_true(text_is_suspicious(TEXT_INVISIBLE, true));
	assert_false(text_is_suspicious(0, true));
}

TEST(widths_are_those_of_terminal_cells)
{
	assert_int_equal(text_width(STR("abc")), 3);
	assert_int_equal(text_width(str_of("\xE6\xBC\xA2\xE5\xAD\x97")), 4);
	assert_int_equal(text_width(str_of("e\xCC\x81")), 1);
	assert_int_equal(text_width(STR_NONE), 0);
}

/* The number of invisible characters, here 300, is shown if there is room. */
/* The width is right at whatever position a non-ASCII character is. */
TEST(widths_at_every_place)
{
	static const struct {
		const char *text;
		int cells;
	} odd[] = { { "x", 1 }, { "~", 1 }, { "\xC3\xA9", 1 }, { "\xE6\xA3\xAE", 2 },
		{ "\xCC\x81", 0 }, { "\x7F", 1 } };
	for (size_t k = 0; k < sizeof(odd) / sizeof(*odd); k++)
		for (size_t before = 0; before < 20; before++)
			for (size_t after = 0; after < 10; after++) {
				auto_buf text = { 0 };
				int used, all = (int)(before + after) + odd[k].cells;
				buf_pad(&text, 'a', before);
				buf_addz(&text, odd[k].text);
				buf_pad(&text, 'b', after);
				assert_int_equal(text_width(buf_str(&text)), all);
				for (int cells = 0; cells < all; cells++) {
					size_t fits = text_fit(buf_str(&text), cells, &used);
					assert_int_equal(
					    used, text_width(str_sub(buf_str(&text), 0, fits)));
					assert_true(used == cells ||
					    (used == cells - 1 && odd[k].cells == 2));
				}
			}
}

TEST(a_cut_text_counts_the_characters_left_out)
{
	static const struct {
		size_t length;
		int cells;
		const char *cut;
	} cases[] = {
		{ 300, 20, "xxxxxxxxxxxxxxx\xE2\x80\xA6+285" },
		{ 300, 16, "xxxxxxxxxxx\xE2\x80\xA6+289" },
		{ 300, 15, "xxxxxxxxxxxxxx\xE2\x80\xA6" },
		{ 1000, 20, "xxxxxxxxxxxxxx\xE2\x80\xA6+986" },
		{ 120, 20, "xxxxxxxxxxxxxxx\xE2\x80\xA6+105" },
		{ 119, 20, "xxxxxxxxxxxxxxxxxxx\xE2\x80\xA6" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf text = { 0 }, out = { 0 };
		buf_pad(&text, 'x', cases[i].length);
		int used = text_cut(&out, buf_str(&text), cases[i].cells, false);
		if (strcmp(buf_z(&out), cases[i].cut) != 0 || used != text_width(buf_str(&out)))
			fail_msg("%zu in %d: %s, %d", cases[i].length, cases[i].cells, buf_z(&out),
			    used);
	}
}

TEST(cuts_keep_graphemes_whole)
{
	auto_buf out = { 0 };
	int used;
	/* A wide character that does not fit whole is dropped. */
	assert_int_equal(text_fit(str_of("a\xE6\xBC\xA2"), 2, &used), 1);
	assert_int_equal(used, 1);
	/* A combining mark stays with its base character. */
	assert_int_equal(text_fit(str_of("e\xCC\x81x"), 1, NULL), 3);
	assert_int_equal(text_grapheme_length(str_of("e\xCC\x81x")), 3);
	assert_int_equal(text_grapheme_length(STR_NONE), 0);
	assert_int_equal(text_cut(&out, STR("abcdef"), 4, false), 4);
	assert_string_equal(buf_z(&out), "abc\xE2\x80\xA6");
	buf_reset(&out);
	assert_int_equal(text_cut(&out, STR("abcdef"), 4, true), 4);
	assert_string_equal(buf_z(&out), "abc~");
	buf_reset(&out);
	assert_int_equal(text_cut(&out, STR("abcd"), 4, false), 4);
	assert_string_equal(buf_z(&out), "abcd");
	buf_reset(&out);
	assert_int_equal(text_cut(&out, STR("abcd"), 0, false), 0);
	assert_int_equal(out.n, 0);
}

TEST(folds)
{
	static const char *const alike[][2] = {
		{ "ELLISON", "ellison" },
		{ "Stra\xC3\x9F"
		  "e",
		    "STRASSE" },
		{ "\xC3\x89"
		  "mile",
		    "E\xCC\x81MILE" },
		{ "\xEF\xBC\xA1", "a" },
		{ "a\xC2\xAD"
		  "b",
		    "ab" },
	};
	for (size_t i = 0; i < sizeof(alike) / sizeof(*alike); i++) {
		auto_buf a = { 0 }, b = { 0 };
		text_fold(&a, str_of(alike[i][0]));
		text_fold(&b, str_of(alike[i][1]));
		if (!str_eq(buf_str(&a), buf_str(&b)))
			fail_msg("%s: \"%s\" and \"%s\"", alike[i][0], buf_z(&a), buf_z(&b));
	}
}

/* Each ASCII byte, at each of eight positions, folds as tolower() does. */
TEST(ascii_is_folded_byte_by_byte)
{
	char text[17];
	for (int c = 1; c < 128; c++)
		for (size_t n = 1; n < sizeof(text); n++) {
			auto_buf b = { 0 };
			memset(text, 'Q', n);
			text[n - 1] = (char)c;
			text_fold(&b, str_from(text, n));
			assert_int_equal(b.n, n);
			assert_int_equal(b.p[n - 1], c >= 'A' && c <= 'Z' ? c + 32 : c);
			for (size_t i = 0; i + 1 < n; i++)
				assert_int_equal(b.p[i], 'q');
		}
}

/* Text is folded in pieces: the result must equal that of the text normalized as a whole. */
TEST(pieces_fold_like_the_whole)
{
	static const char *const pieces[] = { "a", "E", "O", "plain text, and more of it", "\u00e4",
		"\u0308", "\u0301", "\u0345", "\u00df", "\ufb01", "\u1100\u1161", "\u11a8",
		"\u00ad", "\u200d", "\u00a0", "\u2075", "\uff21", "\u0130", "\u03c3",
		"\u05d0\u05b8", "&", " " };
	uint32_t seed = 20261127;
	for (int round = 0; round < 20000; round++) {
		auto_buf text = { 0 }, whole = { 0 }, a = { 0 }, b = { 0 };
		for (int i = 0; i < 12; i++) {
			seed = seed * 1664525 + 1013904223;
			buf_addz(&text, pieces[(seed >> 8) % (sizeof(pieces) / sizeof(*pieces))]);
		}
		utf8_casefold(&whole, buf_str(&text));
		text_fold(&a, buf_str(&whole));
		text_fold(&b, buf_str(&text));
		if (!str_eq(buf_str(&a), buf_str(&b)))
			fail_msg("\"%s\": \"%s\", not \"%s\"", buf_z(&text), buf_z(&b), buf_z(&a));
	}
}

TEST(folds_as_most_people_type)
{
	static const char *const folded[][2] = {
		{ "Zo\u00eb", "zoe" },
		{ "\u00d6berg", "oberg" },
		{ "O\u0308BERG", "oberg" },
		{ "Benoi\u0302t Lef\u00e8vre", "benoit lefevre" },
		{ "Concei\u00e7\u00e3o", "conceicao" },
		{ "S\u00f8ren \u00c5gren", "soren agren" },
		{ "\u0141ukasz Wa\u0142\u0119sa", "lukasz walesa" },
		{ "\u0130STANBUL D\u0131\u015f", "istanbul dis" },
		{ "\u0110or\u0111e \u00c6gir", "dorde aegir" },
		{ "Nguy\u1ec5n \u1ec6", "nguyen e" },
		{ "\u03ac\u03bb\u03c6\u03b1", "\u03b1\u03bb\u03c6\u03b1" },
		{ "\u0401\u043b\u043a\u0430", "\u0435\u043b\u043a\u0430" },
		{ "\u0439", "\u0439" },             /* a letter of its own, not an accented one */
		{ "\u304c", "\u304c" },             /* a letter of its own as well */
		{ "\u0928\u093f", "\u0928\u093f" }, /* a combining vowel sign, also kept */
		{ "\u4f50\u85e4", "\u4f50\u85e4" },
	};
	for (size_t i = 0; i < sizeof(folded) / sizeof(*folded); i++) {
		auto_buf b = { 0 };
		text_fold(&b, str_of(folded[i][0]));
		assert_string_equal(buf_z(&b), folded[i][1]);
	}
}

/* True if the second text is found in the first. */
static bool
is_found(const char *text, const char *wanted)
{
	auto_buf lines = { 0 }, forms = { 0 };
	text_fold_forms(&lines, str_of(text));
	text_fold_forms(&forms, str_of(wanted));
	bool found = text_contains(buf_str(&lines), buf_str(&forms));
	return found;
}

TEST(finds_either_spelling)
{
	assert_true(is_found("Nils \u00d6berg", "oberg"));
	assert_true(is_found("Nils \u00d6berg", "oeberg"));
	assert_true(is_found("Nils \u00d6berg", "\u00f6ber"));
	assert_true(is_found("Jonas Mueller", "m\u00fcller"));
	assert_true(is_found("Jonas M\u00fcller", "mueller"));
	assert_true(is_found("Stra\u00dfe", "strasse"));
	assert_true(is_found("Kj\u00e6r", "kjaer"));
	assert_true(is_found("\u00c5se", "aase"));
	assert_false(is_found("Joanna Blue", "joe")); /* `oe` is not always one letter */
	assert_false(is_found("Nils \u00d6berg", "obergg"));
	assert_false(is_found("", "a"));
}

/* Asserts which part of the first text is marked as matching the second: "Nils [Ö]berg". */
static void
assert_marked(const char *text, const char *wanted, const char *expected)
{
	auto_buf forms = { 0 }, seen = { 0 };
	struct str s = str_of(text);
	size_t from = 0, n, done = 0;
	text_fold_forms(&forms, str_of(wanted));
	for (; text_find(s, buf_str(&forms), &from, &n); done = from += n) {
		buf_adds(&seen, str_sub(s, done, from - done));
		buf_addf(&seen, "[%.*s]", STR_ARG(str_sub(s, from, n)));
	}
	buf_adds(&seen, str_sub(s, done, s.n));
	assert_string_equal(buf_z(&seen), expected);
}

TEST(matches_are_marked)
{
	assert_marked("Mara Ellison", "ELL", "Mara [Ell]ison");
	assert_marked("banana", "an", "b[an][an]a");
	assert_marked("Nils \u00d6berg", "ober", "Nils [\u00d6ber]g");
	assert_marked("Nils O\u0308berg", "o", "Nils [O\u0308]berg");
	assert_marked("Nils \u00d6berg", "oeb", "Nils [\u00d6b]erg");
	assert_marked("M\u00fcller, Mueller", "m\u00fcl", "[M\u00fcl]ler, [Muel]ler");
	assert_marked("Stra\u00dfe", "as", "Str[a\u00df]e");
	assert_marked("\u00e9t\u00e9", "x", "\u00e9t\u00e9");
	assert_marked("abc", "", "abc");
	assert_marked("", "a", "");
}

TEST(encoding_reverses_decoding)
{
	static const uint32_t points[] = { 0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFD, 0x10000, 0x10FFFF };
	for (size_t i = 0; i < sizeof(points) / sizeof(*points); i++) {
		auto_buf b = { 0 };
		uint32_t cp = 1;
		utf8_encode(&b, points[i]);
		assert_int_equal(utf8_decode(buf_str(&b), &cp), b.n);
		assert_int_equal(cp, points[i]);
	}
	assert_true(utf8_valid(str_of("Zo\xC3\xAB")));
	assert_false(utf8_valid(str_of("Zo\xC3")));
}

TEST(numbers_in_texts_are_compared_by_value)
{
	static const char *const in_order[] = { "!", "7 days", "007 days", "Seat", "Seat 2 of 10",
		"seat 9", "Seat 09", "seat 10", "SEAT 10 a", "seat 123456789",
		"seat 1000000000000000000000000", "seat a", "v1.2", "v1.10", "v2" };
	const size_t n = sizeof(in_order) / sizeof(*in_order);
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			int order = text_compare_folded(str_of(in_order[i]), str_of(in_order[k]));
			bool same = k == i + 1 && (i == 1 || i == 5);
			if (order != (same ? 0 : -1))
				fail_msg("\"%s\" and \"%s\": %d", in_order[i], in_order[k], order);
			assert_int_equal(
			    text_compare_folded(str_of(in_order[k]), str_of(in_order[i])), -order);
		}
}

/* The fast comparison gives the same result as comparing the folded texts: combining marks,
 * common beginnings, invalid bytes. */
TEST(folded_texts_are_compared_in_order)
{
	static const char *const texts[] = { "", "a", "A", "ab", "aB", "abc", "a b", "b", "Zoë",
		"zoe", "Zoë", "zod", "zof", "=", "≠", ">", "a=", "a≠b", "a​b", "İ", "i", "Straße",
		"strasse", "strast", "aÿ", "a", "a", "a~", "東京", "n", "ño", "no", "Ａ", "ﬁ",
		"fi", "fj", "a1", "a01", "a9", "a10", "a10b", "a1b", "1", "10a", "9", "0", "00" };
	const size_t n = sizeof(texts) / sizeof(*texts);
	auto_buf x = { 0 }, y = { 0 };
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n; k++) {
			struct str a = str_of(texts[i]), b = str_of(texts[k]);
			buf_reset(&x);
			buf_reset(&y);
			text_write_sort_key(&x, a);
			text_write_sort_key(&y, b);
			assert_int_equal(
			    text_compare_folded(a, b), str_cmp(buf_str(&x), buf_str(&y)));
		}
	}
}

TEST(a_file_is_utf8_on_a_terminal_with_another_encoding)
{
	auto_buf out = { 0 };
	setenv("LC_ALL", "C", 1);
	text_set_ascii_only();
	assert_true(text_lift_ascii_only());
	assert_false(text_lift_ascii_only());
	text_clean(&out, STR("Zo\xC3\xAB"), false);
	assert_string_equal(buf_z(&out), "Zo\xC3\xAB");
	text_set_ascii_only();
	buf_reset(&out);
	text_clean(&out, STR("Zo\xC3\xAB"), false);
	assert_string_equal(buf_z(&out), "Zo\\u{00EB}");
	setenv("LC_ALL", "C.UTF-8", 1);
	utf8_set_locale();
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
