/* labels: slow */
/* Descriptions in HTML: their readable text, and that no text takes long to convert. */
#include "base/utf8.h"
#include "lib/test.h"
#include "list/entity.h"
#include "list/html.h"
#include "unit/cli/run.h"
#include "unit/list/doc_text.h"
#include "wire/json_lex.h"

#include <locale.h>
#include <string.h>
#include <time.h>

static void
expect(const char *html, int width, const char *text)
{
	CLEANUP(doc_free) struct doc d = { .width = width };
	auto_buf out = { 0 };
	html_add_to_doc(&d, ROLE_TEXT, str_of(html));
	doc_text_of(&out, &d);
	if (strcmp(buf_z(&out), text) != 0)
		fail_msg("%s\nis\n%s\nand not\n%s", html, buf_z(&out), text);
}

TEST(paragraphs_lists_and_tables_are_separated)
{
	expect("one  \n two", 0, "one two\n");
	expect("<p>One.</p><p>Two.</p>", 0, "One.\n\nTwo.\n");
	expect("<p>One.<p>Two.", 0, "One.\n\nTwo.\n");
	expect("a<br>b<BR/>c<br><br>d", 0, "a\nb\nc\n\nd\n");
	expect("<div>a</div><div>b</div>", 0, "a\nb\n");
	expect("<h2>Terms</h2>none", 0, "Terms\n\nnone\n");
	expect("You get<ul><li>this<li>that<ul><li>deeper</ul><li>more</ul>and that.", 0,
	    "You get\n\n- this\n- that\n  - deeper\n- more\n\nand that.\n");
	expect("<ol><li>a</li><li>b<ol><li>c</li></ol></li><li>d</li></ol>", 0,
	    "1. a\n2. b\n  1. c\n3. d\n");
	expect("<ul><li>one<br>two</ul></ul></ul>end", 0, "- one\n  two\n\nend\n");
	expect("<table><tr><td>GBP</td><td>9.99</td></tr><tr><td>EUR<td>12</table>", 0,
	    "GBP | 9.99\nEUR | 12\n");
	/* a no-break space is white space, and the text after it is kept */
	expect("a\xC2\xA0"
	       "bc \xC2\xA0\xC2\xA0 d\xC2\xA0",
	    0, "a bc d\n");
	expect("", 0, "");
	expect("<p> </p><br>", 0, "");
}

TEST(invisible_elements_are_left_out)
{
	expect("a<script>if (1 < 2) alert('<p>')</script>b", 0, "ab\n");
	expect("<STYLE type=x>p { }</Style >a<title>t</title>", 0, "a\n");
	expect("a<script>never closed <p>b", 0, "a\n");
	expect("a<!-- <p> - -- > --> b<!---->c<!DOCTYPE x><?php y?>d", 0, "a bcd\n");
	expect("a<!-- never closed <p>b</p>", 0, "a never closed\n\nb\n");
	expect("<span title='a > b' onclick=\"x('>')\">c</span>", 0, "c\n");
	expect("<b title=\"never closed>d</b>", 0, "d\n");
	expect("1 < 2 <3 <b", 0, "1 < 2 <3 <b\n");
	expect("a</>b</ c>d", 0, "abd\n");
	/* Without a > the rest is text. */
	expect("<p>a <b &amp; c</p", 0, "a <b & c</p\n");
}

TEST(links_are_numbered_and_listed)
{
	expect("See <a href=\"https://a.example/?a=1&amp;b=2\">terms</a> and <a title=x "
	       "href='/b'>B</a>, <A HREF=https://a.example/?a=1&amp;b=2>again</A>.",
	    0, "See terms [1] and B [2], again [1].\n\n[1] https://a.example/?a=1&b=2\n[2] /b\n");
	expect("<a title = 'x=y' href = \"/b c\" >B</a>", 0, "B [1]\n\n[1] /b c\n");
	expect("<a href=/x>never <a href=/y>closed", 0, "never [1] closed [2]\n\n[1] /x\n[2] /y\n");
	expect("<a name=here>a</a><a href=''>b</a><a =\v=\f/ href>c</a>", 0, "abc\n");
	expect("<img src=x alt='A &amp; B'>and<img alt=\"\">", 0, "[A & B]and\n");
}

TEST(entities_are_decoded)
{
	static const char *const cases[][2] = { { "&amp;", "&" }, { "&lt;", "<" },
		{ "&nbsp;", "\xC2\xA0" }, { "&eacute;", "\xC3\xA9" }, { "&yuml;", "\xC3\xBF" },
		{ "&divide;", "\xC3\xB7" }, { "&euro;", "\xE2\x82\xAC" },
		{ "&mdash;", "\xE2\x80\x94" }, { "&#65;", "A" }, { "&#x41;", "A" },
		{ "&#X1F600;", "\xF0\x9F\x98\x80" }, { "&#146;", "\xE2\x80\x99" },
		{ "&#0;", "\xEF\xBF\xBD" }, { "&#xD800;", "\xEF\xBF\xBD" },
		{ "&#1114112;", "\xEF\xBF\xBD" }, { "&#999999;", "\xF3\xB4\x88\xBF" },
		{ "&nosuch;", NULL }, { "&amp", NULL }, { "&;", NULL }, { "&#;", NULL },
		{ "&#x;", NULL }, { "&#12a;", NULL }, { "& amp;", NULL }, { "amp;", NULL },
		{ "&#00000000000065;", NULL } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		struct str text = str_of(cases[i][0]);
		size_t n = entity_decode(&out, text);
		if (n != (cases[i][1] ? text.n : 0) ||
		    strcmp(buf_z(&out), cases[i][1] ? cases[i][1] : ""))
			fail_msg("%s: %zu, %s", cases[i][0], n, buf_z(&out));
	}
	expect("Tom &amp; Jerry&rsquo;s&nbsp;&nbsp;&lt;b&gt; &nosuch; &amp;amp; R&D;&", 0,
	    "Tom & Jerry\xE2\x80\x99s <b> &nosuch; &amp; R&D;&\n");
}

/* A control character written as an entity is escaped, and the line is flagged. */
TEST(control_characters_are_escaped)
{
	expect("a&#27;[2J\033b", 0, "! a\\e[2J\\eb\n");
	expect("<a href='x&#10;y&#x202E;'>z</a>", 0, "z [1]\n\n[1] ! x\\ny\\u{202E}\n");
}

TEST(lines_wrap_below_themselves)
{
	CLEANUP(doc_free) struct doc d = { .width = 24 };
	auto_buf out = { 0 };
	expect("<ul><li>one two three four five", 16, "- one two \n  three four \n  five\n");
	/* U+5F35 is two cells wide: four fit between the bullet and the edge. */
	expect("<li>\u5f35\u5f35\u5f35\u5f35\u5f35\u5f35", 12,
	    "- \u5f35\u5f35\u5f35\u5f35\n  \u5f35\u5f35\n");
	doc_add_label(&d, "Text");
	html_add_to_doc(&d, ROLE_TEXT, STR("<p>one two three</p><p>four</p>"));
	doc_text_of(&out, &d);
	assert_string_equal(
	    buf_z(&out), " Text      one two \n           three\n\n           four\n");
}

static double
seconds_for(struct str html)
{
	CLEANUP(doc_free) struct doc d = { .width = 80 };
	struct timespec from, to;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	html_add_to_doc(&d, ROLE_TEXT, html);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* Eight times the text takes about eight times as long, not 64 times; very short times are
 * ignored. */
TEST(time_grows_linearly)
{
	static const char *const pieces[] = { "<", "<b", "<b ", "<b \"", "<b '\"", "<!--", "<!",
		"<!-- >", "&", "&amp", "<ul><li>x", "<ol><li>", "</ul>", "<a href=x>", "<p",
		"<b \">", "<b '\">\"", "<b \"'>'\"", "<script>", "<script></", "x ", "xxxxxxxx",
		"<td>x", "<a href='", "\xCC\x81", "<br>", "<li>" };
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		auto_buf text = { 0 };
		while (text.n < 400000)
			buf_addz(&text, pieces[i]);
		double little = seconds_for(str_sub(buf_str(&text), 0, 50000));
		double much = seconds_for(buf_str(&text));
		if (much > 24 * little + 0.2)
			fail_msg("%s: %.3f s and %.3f s", pieces[i], little, much);
	}
	/* Every link is different. */
	auto_buf text = { 0 };
	for (int i = 0; text.n < 90000; i++)
		buf_addf(&text, "<a href=/%d>x</a>", i);
	assert_true(seconds_for(buf_str(&text)) < 2);
}

static void
expect_part(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no %s", part);
}

/* The demo's description for WA18: 90 kB, forty nested lists, hardly any end tags. */
TEST(WA18_is_readable_text)
{
	auto_run_result r = { 0 };
	auto_buf html = { 0 }, out = { 0 };
	CLEANUP(doc_free) struct doc d = { .width = 80 };
	EXITS(0, &r, NULL, "demo", "--pack", "awkward", "--", "get",
	    "offers path=/offers2/wa18-html", "-o", "ndjson");
	json_lex_unquote(&html,
	    json_lex_find(buf_str(&r.out), STR("data.attributes.checkout_description__svc")));
	assert_true(html.n >= 90000);
	html_add_to_doc(&d, ROLE_TEXT, buf_str(&html));
	doc_text_of(&out, &d);
	assert_true(str_starts(buf_str(&out),
	    STR("- level 0 & <deeper> &nosuch; A \xEF\xBF\xBD\n"
		"  - level 1 & <deeper> &nosuch; A \xEF\xBF\xBD\n"
		"    - level 2 & <deeper>")));
	/* No line is wider than the screen, at any depth. */
	for (size_t i = 0; i < d.lines.n; i++)
		assert_true(d.lines.v[i].cell_count < 80);
	expect_part(buf_z(&out), "- level 39 & <deeper>");
	expect_part(buf_z(&out), "a | b\n");
	expect_part(buf_z(&out), "not closednor this nor this\n");
	expect_part(buf_z(&out), "One more paragraph \xE2\x80\x94 with a link [1]\n");
	assert_true(
	    str_ends(buf_str(&out), STR("\n\n[1] https://shop.northlight.example/?a=1&b=2\n")));
	assert_null(strstr(buf_z(&out), "alert"));
	assert_null(strstr(buf_z(&out), "color: red"));
	assert_null(strstr(buf_z(&out), "! "));
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
