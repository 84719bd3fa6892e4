/* `backroom export page` against a scripted server: content, selection, hostile texts, files. */
#include "base/utf8.h"
#include "unit/cli/run.h"
#include "unit/cli/shop.h"

static size_t
count_parts(const struct buf *text, const char *part)
{
	struct str rest = buf_str(text);
	size_t n = 0, at;
	while ((at = str_find(rest, str_of(part))) != SIZE_MAX) {
		n++;
		rest = str_sub(rest, at + strlen(part), rest.n);
	}
	return n;
}

#define MONTHLY(value)                                                                  \
	"{\"name\":\"monthly\",\"value\":\"" value                                      \
	"\",\"currencyCode\":\"GBP\",\"type\":\"recurring\",\"repeat_interval\":1,"     \
	"\"repeat_interval_type\":\"months\",\"repeat_count\":12,\"delay_interval\":3," \
	"\"delay_interval_type\":\"months\",\"delay_trigger\":\"subscription_start\","  \
	"\"trigger\":\"subscription_start\"}"
#define OFFER(name, more)                                                                       \
	"{\"id\":\"id-" name "\",\"name\":\"" name "\",\"path\":\"/offers/Winback/" name        \
	"\",\"user\":\"user-03\",\"data\":{\"attributes\":{\"price\":[" MONTHLY(                \
	    "9.99") "]" more "},\"products\":[{\"id\":\"p\"}],\"segments\":[\"/segments/new\"," \
		    "\"/segments/gone\"],\"tags\":[\"/tags/uk/save\"]}}"

static const struct catalog shop = {
	.campaigns = "{\"id\":\"c\",\"name\":\"Winback\",\"path\":\"/offers/Winback\"},"
		     "{\"id\":\"d\",\"name\":\"Later\",\"path\":\"/offers/Later\"}",
	.offers = OFFER("First",
	    ",\"checkout_description__svc\":\"<p>Best <b>price</b>, "
	    "<a href=\\\"https://shop.example/x\\\">read on</a></p>\"") "," OFFER("Second", ""),
	.products = "{\"id\":\"p\",\"name\":\"Cup\",\"path\":\"/products/cup\"}",
	.segments = "{\"id\":\"s\",\"name\":\"New\",\"path\":\"/segments/new\"}",
	.journeys =
	    "{\"starting_point\":\"/subscribe/\",\"fallback_tag\":\"/tags/x\","
	    "\"journeys\":[{\"id\":\"one\",\"conditions\":[{\"type\":\"segment\","
	    "\"value\":\"/segments/new\"}],\"actions\":[{\"values\":[{\"tag\":"
	    "\"/tags/uk/save\",\"split\":\"60\"},{\"tag\":\"/tags/x\",\"split\":\"40\"}]}]},"
	    "{\"id\":\"two\",\"conditions\":[{\"type\":\"segment\",\"value\":"
	    "\"/segments/gone\"}],\"actions\":[]}]}",
};

/* Writes a page to the file "page.html" and reads it. */
static void
page_of(const struct catalog *c, struct run_result *r, const char *const *select, struct buf *page)
{
	CLEANUP(close_shop) struct shop s;
	const char *words[12] = { "export", "page", "page.html", "--yes",
		"--now=2026-11-20T10:42:00Z" };
	for (size_t i = 0; select && select[i]; i++)
		words[i + 5] = select[i];
	unlink("page.html");
	buf_reset(page);
	open_shop(&s, c);
	run_to(r, NULL, hostile_url(s.server), "t.o.k", words);
	expect_exit(r, 0);
	assert_true(process_read_file("page.html", page));
	assert_int_equal(mode_of("page.html"), 0600);
	buf_z(page);
	expect_xml("page.html");
}

TEST(a_page_shows_campaigns_and_journeys)
{
	auto_run_result r = { 0 };
	auto_buf page = { 0 };
	page_of(&shop, &r, NULL, &page);
	assert_string_equal(buf_z(&r.words), "page.html: 2 campaigns, 2 offers, 2 journeys\n");
	expect_part(&page, "<title>Offers and journeys, 127.0.0.1");
	expect_part(&page, "<time datetime=\"2026-11-20T10:42:00.000Z\">Fri 20 Nov 2026 10:42 UTC");
	expect_part(&page, ", catalog c1. ");
	expect_part(&page, "<h3>Winback</h3> <span class=\"m\">2 offers</span>");
	expect_part(&page, "<p class=\"lead\">No offers.</p>"); /* of Later */
	expect_part(&page, ">GBP 9.99 every month, 12 times, beginning after 3 months</p>");
	expect_part(&page, "GBP by month: Nov 2026 to Jan 2027: nothing, Feb to Oct: 9.99 each.");
	expect_part(&page, "GBP 89.91 in the first 12 months, GBP 119.88 in total.");
	expect_part(&page, "<p class=\"wd\">Best price, read on</p>");
	expect_part(&page, "<dt>Products</dt><dd>Cup</dd>");
	expect_part(&page, "<dt>For</dt><dd>new, gone <span class=\"err\">missing</span></dd>");
	expect_part(&page, "<dt>Tags</dt><dd>uk/save</dd>");
	expect_part(&page, "<h3>1. new</h3>");
	expect_part(&page, "Visitors in new go to: 60 uk/save \u00b7 40 x.");
	expect_part(&page, ">60 %</text>");
	expect_part(&page, ">2 offers</text>");
	expect_part(&page, "<section id=\"findings\"");
	expect_part(&page, "gone does not exist");
}

TEST(equal_charts_are_stored_once)
{
	auto_run_result r = { 0 };
	auto_buf page = { 0 };
	page_of(&shop, &r, NULL, &page);
	assert_int_equal(count_parts(&page, "<g id=\"k"), 1);
	assert_int_equal(count_parts(&page, "<use href=\"#k1\"/>"), 2);
}

TEST(a_page_has_no_person_path_id_script_or_address)
{
	static const char *const absent[] = { "user-03", "/offers/Winback", "id-First", "<script",
		"<link", "<img", "<iframe", "src=", "url(", "@import", "http://", "https://" };
	auto_run_result r = { 0 };
	auto_buf page = { 0 };
	page_of(&shop, &r, NULL, &page);
	for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++)
		if (strstr(page.p, absent[i]))
			fail_msg("%s is on the page", absent[i]);
	expect_part(&page, "content=\"default-src 'none'; style-src 'unsafe-inline'\"");
}

TEST(views_choose_the_content)
{
	const char *const journeys[] = { "--select", "journeys condition:gone", NULL };
	const char *const both[] = { "--select=campaigns Winback", "--select=journeys",
		"--select=campaigns", NULL };
	const char *const offers[] = { "--select", "offers second", NULL };
	auto_run_result r = { 0 };
	auto_buf page = { 0 };
	page_of(&shop, &r, journeys, &page);
	assert_string_equal(buf_z(&r.words), "page.html: 1 journey\n");
	assert_null(strstr(page.p, "id=\"offers\""));
	expect_part(&page, ">journey 1 did not match</text>");
	page_of(&shop, &r, both, &page);
	assert_string_equal(buf_z(&r.words), "page.html: 2 campaigns, 2 offers, 2 journeys\n");
	page_of(&shop, &r, offers, &page);
	assert_string_equal(buf_z(&r.words), "page.html: 1 offer\n");
	assert_null(strstr(page.p, "<h4>First</h4>"));
	expect_part(&page, "<h4>Second</h4>");
}

TEST(the_locale_does_not_change_a_page)
{
	static const struct catalog c = {
		.campaigns =
		    "{\"id\":\"c\",\"name\":\"Z\\u00fcrich \\u65e5\\u672c\",\"path\":\"/offers/z\"}"
	};
	auto_run_result r = { 0 };
	auto_buf page = { 0 }, other = { 0 };
	page_of(&c, &r, NULL, &page);
	setenv("LC_ALL", "C", 1);
	page_of(&c, &r, NULL, &other);
	setenv("LC_ALL", "C.UTF-8", 1);
	expect_part(&page, "<h3>Z\u00fcrich \u65e5\u672c</h3>");
	/* the head names the server's port */
	assert_string_equal(strstr(page.p, "<main"), strstr(other.p, "<main"));
}

/* ---- hostile texts ---- */

#define BREAK_OUT "</style><script>alert(1)</script>\\\" onload='x' ]]> <!-- \\u202e\\u0007\xff"

static void
expect_harmless(const struct buf *page)
{
	static const char *const absent[] = { "<script", "onclick=\"", "\" onload", "]]>", "<!-- ",
		"\xff", "\a", "\u202e" };
	for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++)
		if (strstr(page->p, absent[i]))
			fail_msg("%s is on the page", absent[i]);
	assert_int_equal(strlen(page->p), page->n);
	assert_true(utf8_valid(buf_str(page)));
}

TEST(hostile_texts_stay_text)
{
	static const struct catalog c = {
		.campaigns = "{\"id\":\"c\",\"name\":\"" BREAK_OUT
			     "\",\"path\":\"/offers/" BREAK_OUT "\"}",
		.offers = "{\"id\":\"o\",\"name\":\"" BREAK_OUT "\",\"path\":\"/offers/" BREAK_OUT
			  "/o\",\"data\":{\"attributes\":{\"price\":[{\"name\":\"" BREAK_OUT
			  "\",\"value\":\"" BREAK_OUT "\",\"currencyCode\":\"" BREAK_OUT
			  "\",\"type\":\"" BREAK_OUT
			  "\"}," MONTHLY("1") "],\"checkout_description__svc\":"
					      "\"&lt;script&gt;" BREAK_OUT
					      "\"},\"segments\":[\"/segments/" BREAK_OUT
					      "\"],\"tags\":[\"/tags/" BREAK_OUT "\"]}}",
		.journeys = "{\"starting_point\":\"" BREAK_OUT "\",\"fallback_tag\":\"" BREAK_OUT
			    "\",\"journeys\":[{\"id\":\"" BREAK_OUT
			    "\",\"conditions\":[{\"type\":\"" BREAK_OUT "\",\"value\":\"" BREAK_OUT
			    "\"}],\"actions\":[{\"values\":[{"
			    "\"tag\":\"" BREAK_OUT "\",\"split\":\"" BREAK_OUT "\"}]}]}]}",
	};
	const char *const offers[] = { "--select=offers", "--select=journeys", NULL };
	auto_run_result r = { 0 };
	auto_buf page = { 0 };
	page_of(&c, &r, NULL, &page);
	expect_harmless(&page);
	expect_part(&page, "&lt;/style&gt;&lt;script&gt;alert(1)");
	page_of(&c, &r, offers, &page);
	expect_harmless(&page);
}

TEST(huge_texts_are_cut)
{
	auto_run_result r = { 0 };
	auto_buf page = { 0 }, offer = { 0 }, names = { 0 };
	buf_pad(&names, '<', 1 << 19);
	buf_addf(&offer,
	    "{\"id\":\"o\",\"name\":\"%s\",\"path\":\"/offers2/%s\",\"data\":{\"attributes\":"
	    "{\"checkout_description__svc\":\"<b onclick='x'>%s\"}}}",
	    buf_z(&names), buf_z(&names), buf_z(&names));
	const struct catalog c = { .offers = buf_z(&offer) };
	const char *const offers[] = { "--select=offers", NULL };
	page_of(&c, &r, offers, &page);
	expect_harmless(&page);
	assert_in_range(page.n, 5000, 60000);
}

TEST(long_lists_are_cut)
{
	auto_run_result r = { 0 };
	auto_buf page = { 0 }, offer = { 0 }, journeys = { 0 };
	buf_addz(&offer,
	    "{\"id\":\"o\",\"name\":\"Long\",\"path\":\"/offers2/o\",\"data\":{"
	    "\"segments\":[\"/segments/0\"");
	for (int i = 1; i < 5000; i++)
		buf_addf(&offer, ",\"/segments/%d\"", i);
	buf_addz(&offer, "],\"attributes\":{\"price\":[" MONTHLY("1"));
	for (int i = 1; i < 200; i++)
		buf_addz(&offer, "," MONTHLY("1"));
	buf_addz(&offer, "]}}}");
	buf_addz(&journeys,
	    "{\"starting_point\":\"/s/\",\"fallback_tag\":\"/tags/x\","
	    "\"journeys\":[{\"id\":\"j\",\"conditions\":[],\"actions\":"
	    "[{\"values\":[{\"tag\":\"/tags/a\",\"split\":\"2\"}");
	for (int i = 1; i < 50; i++)
		buf_addz(&journeys, ",{\"tag\":\"/tags/a\",\"split\":\"2\"}");
	buf_addz(&journeys, "]}]}]}");
	const struct catalog c = { .offers = buf_z(&offer), .journeys = buf_z(&journeys) };
	const char *const all[] = { "--select=offers", "--select=journeys", NULL };
	page_of(&c, &r, all, &page);
	expect_part(&page, "<span class=\"err\">missing</span> and more</dd>");
	expect_part(&page, ">26 more destinations</text>");
	assert_null(strstr(page.p, "<figure>"));
	/* 24 shares of two percent, then one part for the others */
	assert_int_equal(count_parts(&page, "height=\"14\" rx=\"2\""), 24 + 1);
	expect_part(&page, "<p class=\"fl\">and ");
	expect_part(&page, "<p class=\"lead\">and ");
	assert_in_range(page.n, 10000, 200000);
}

/* ---- refusals ---- */

#define TAKES \
	"backroom: export takes page FILE.html, charges OFFER, prices CAMPAIGN or users PATH\n"

TEST(a_wrong_command_line_reads_nothing)
{
	static const struct {
		const char *words[6];
		const char *said;
	} cases[] = {
		{ { "export" }, TAKES },
		{ { "export", "page" }, TAKES },
		{ { "export", "pdf", "x" }, TAKES },
		{ { "export", "page", "x", "--select", "products" },
		    "backroom: --select takes campaigns, offers or journeys, not products\n" },
		{ { "export", "page", "x", "--select", "baskets" },
		    "backroom: --select takes campaigns, offers or journeys, not baskets\n" },
		{ { "export", "page", "there.html" },
		    "backroom: there.html exists; --yes replaces it\n" },
	};
	write_file("there.html", "precious");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		run_to(&r, NULL, "http://127.0.0.1:1", "t", cases[i].words);
		assert_int_equal(r.code, 2);
		assert_string_equal(buf_z(&r.words), cases[i].said);
	}
	assert_true(process_file_holds("there.html", "precious"));
}

TEST(a_failure_keeps_the_old_file)
{
	CLEANUP(close_shop) struct shop s;
	auto_run_result r = { 0 };
	open_shop(&s, &shop);
	write_file("there.html", "precious");
	EXITS(5, &r, hostile_url(s.server), "export", "page", "there.html", "--yes", "--select",
	    "campaigns nosuch");
	assert_string_equal(buf_z(&r.words), "backroom: --select: no campaigns match\n");
	EXITS(5, &r, hostile_url(s.server), "export", "page", "no/folder.html");
	expect_part(&r.words, "no/folder.html");
	EXITS(1, &r, hostile_url(s.server), "export", "page", "/dev/full");
	expect_part(&r.words, "No space left");
	assert_true(process_file_holds("there.html", "precious"));
}

TEST(journeys_that_do_not_exist_are_left_out)
{
	CLEANUP(close_shop) struct shop s;
	auto_run_result r = { 0 };
	auto_buf none = { 0 };
	open_shop(&s, &shop);
	hostile_stop(s.server);
	hostile_answer(&none, 404, "", STR("{\"message\":\"none\"}"));
	s.rules[LISTS - 1].answer = buf_str(&none);
	s.server = hostile_start(s.rules, LISTS);
	RUN(&r, hostile_url(s.server), "export", "page", "-");
	expect_exit(&r, 0);
	assert_string_equal(buf_z(&r.words), "stdout: 2 campaigns, 2 offers\n");
	assert_null(strstr(r.out.p, "id=\"journeys\""));
}
