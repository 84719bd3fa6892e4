/* Text in HTML and SVG: escaping, bounds, cleaning; widths and lines of drawings. */
#include "base/utf8.h"
#include "lib/test.h"
#include "list/markup.h"
#include "list/svg.h"

#include <string.h>

static void
expect_markup(struct str text, int cells, const char *expected)
{
	auto_buf out = { 0 };
	utf8_set_locale();
	markup_add_text(&out, text, cells);
	assert_string_equal(buf_z(&out), expected);
}

TEST(markup_is_escaped)
{
	expect_markup(STR("</style><script>alert(1)</script>"), 80,
	    "&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
	expect_markup(STR("a\" onload='x' &amp; ]]> <!--"), 80,
	    "a&quot; onload=&#39;x&#39; &amp;amp; ]]&gt; &lt;!--");
	expect_markup(STR("  edges  "), 80, "edges");
	expect_markup(STR("Z\u00fcrich"), 80, "Z\u00fcrich");
}

TEST(control_and_bidi_characters_are_visible)
{
	expect_markup(STR("a\0b\033[2J\r\n"), 80, "a\\x00b\\e[2J");
	expect_markup(STR("\u202eevil"), 80, "\\u{202E}evil");
	expect_markup(STR("\xff\xfe\xc3"), 80, "\uFFFD\uFFFD\uFFFD");
	expect_markup(STR("\xef\xbf\xbe"), 80, "\\u{FFFE}"); /* XML forbids it */
}

TEST(text_is_bounded)
{
	auto_buf text = { 0 }, out = { 0 };
	buf_pad(&text, '<', 1 << 20);
	markup_add_text(&out, buf_str(&text), 100);
	assert_int_equal(out.n, 100 * strlen("&lt;") + strlen("\u2026"));
	expect_markup(STR("abcdef"), 5, "abcde\u2026");
	expect_markup(STR("abcde"), 5, "abcde");
}

TEST(widths_are_not_too_small)
{
	/* of Helvetica at 14 pixels: 25 and 92 */
	assert_in_range(svg_text_width(STR("9.99"), 14), 25, 40);
	assert_in_range(svg_text_width(STR("Winback 2026"), 14), 86, 120);
	assert_in_range(svg_text_width(STR("\u65e5\u672c"), 14), 28, 32);
	assert_int_equal(svg_text_width(STR_NONE, 14), 0);
}

TEST(texts_are_cut_to_a_width)
{
	auto_buf out = { 0 }, text = { 0 };
	svg_fit(&out, STR("short"), 14, 200);
	assert_string_equal(buf_z(&out), "short");
	buf_reset(&out);
	buf_pad(&text, 'a', 1000);
	svg_fit(&out, buf_str(&text), 14, 200);
	assert_true(str_ends(buf_str(&out), STR("\u2026")));
	assert_in_range(svg_text_width(buf_str(&out), 14), 150, 200);
	buf_reset(&out);
	svg_fit(&out, STR("x"), 14, 0);
	assert_string_equal(buf_z(&out), "\u2026");
}

TEST(lines_break_at_spaces)
{
	struct str rest = STR("GBP 1.00 once at the start; then GBP 9.99 every month");
	auto_buf line = { 0 };
	size_t lines = 0;
	for (; svg_next_line(&line, &rest, 14, 150); lines++) {
		assert_in_range(svg_text_width(buf_str(&line), 14), 1, 150);
		assert_true(line.p[line.n - 1] != ' ');
		buf_reset(&line);
	}
	assert_in_range(lines, 3, 5);
	rest = STR("a_word_without_any_space_is_broken_anyway");
	while (svg_next_line(&line, &rest, 14, 60))
		buf_addc(&line, '|');
	assert_null(strstr(buf_z(&line), "space_is"));
	rest = STR("\u65e5");
	buf_reset(&line);
	assert_true(svg_next_line(&line, &rest, 14, 1));
	assert_string_equal(buf_z(&line), "\u65e5");
	assert_false(svg_next_line(&line, &rest, 14, 1));
}

TEST(a_drawing_in_a_page_has_ids_of_its_own)
{
	auto_buf out = { 0 };
	const struct svg_head head = { .width = 10,
		.height = 20,
		.title = STR("a < b"),
		.description = STR("\"c\""),
		.number = 7 };
	svg_begin(&out, &head);
	svg_add_cut_text(&out, 1, 2, 100, "b", SVG_TEXT_SIZE, STR("<x>"));
	svg_end(&out);
	assert_string_equal(buf_z(&out),
	    "<svg viewBox=\"0 0 10 20\" role=\"img\" aria-labelledby=\"t7\" "
	    "aria-describedby=\"d7\"><title id=\"t7\">a &lt; b</title><desc id=\"d7\">"
	    "&quot;c&quot;</desc><text x=\"1\" y=\"2\" class=\"b\">&lt;x&gt;</text></svg>\n");
}
