/* Recovery links: made absolute, checked, never repaired. */
#include "basket/link.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define ID "basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8"
#define CORE "5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8"
#define SHOP "https://shop.example"

static char host[] = "shop.example";
static char *const hosts[] = { host, NULL };
static const struct link_rules rules = { "demo", "https://api.example/api", SHOP, hosts, false };
static const struct link_rules bare_rules = { "demo", "https://api.example/api", NULL, NULL,
	false };

TEST(the_good_link)
{
	static const char text[] = SHOP "/checkout/resume?basket=" ID
					"&key=NOrFVgLi7FhmgAGSBF90x7Qa";
	CLEANUP(link_free) struct link l;
	auto_buf words = { 0 };
	link_examine(&l, &rules, STR(text), STR(ID));
	assert_int_equal(l.verdict, LINK_OK);
	assert_int_equal(l.passed_count, 4);
	assert_int_equal(l.checked_count, 4);
	assert_true(str_eqz(link_address(&l), text));
	assert_true(str_eqz(link_last_characters(link_address(&l)), "x7Qa"));
	assert_false(l.was_relative);
	assert_int_equal(l.parts.n, 2);
	assert_true(str_eqz(buf_str(&l.parts.v[0].name), "basket"));
	assert_true(l.parts.v[1].is_secret);
	assert_false(l.parts.v[0].is_secret);
	link_write_summary(&words, &l);
	assert_non_null(strstr(buf_z(&words), "OK: 4 of 4 checks \xC2\xB7 shop.example \xC2\xB7 "));
	assert_null(strstr(buf_z(&words), "NOrFVg"));
}

struct link_case {
	const char *text;
	enum link_verdict verdict;
	const char *address; /* the address that may be sent; "" if there is none */
	const char *words;   /* must occur in the text of a check */
};

static const struct link_case cases[] = {
	{ "/r?basket=" CORE, LINK_OK, SHOP "/r?basket=" CORE, "names this basket" },
	{ "r?basket=" CORE, LINK_OK, SHOP "/r?basket=" CORE, "names this basket" },
	{ "//shop.example/r?basket=" CORE, LINK_OK, SHOP "/r?basket=" CORE, "https" },
	{ "//evil.example/r?basket=" CORE, LINK_FAILED, "https://evil.example/r?basket=" CORE,
	    "is not an allowed host" },
	{ "https://evil.example/r?basket=" CORE, LINK_FAILED, "https://evil.example/r?basket=" CORE,
	    "evil.example is not an allowed host for demo" },
	{ "https://shop.example.evil.example/?basket=" CORE, LINK_FAILED,
	    "https://shop.example.evil.example/?basket=" CORE, "is not an allowed host" },
	{ "http://shop.example/?basket=" CORE, LINK_FAILED, "http://shop.example/?basket=" CORE,
	    "plain http" },
	{ "http://127.0.0.1.evil.example/?basket=" CORE, LINK_FAILED,
	    "http://127.0.0.1.evil.example/?basket=" CORE, "plain http" },
	{ "https://shop.example@evil.example/?basket=" CORE, LINK_FAILED,
	    "https://shop.example@evil.example/?basket=" CORE, "user name" },
	{ "https://xn--shp-example-0i4c.example/?basket=" CORE, LINK_FAILED,
	    "https://xn--shp-example-0i4c.example/?basket=" CORE, "punycode" },
	{ "https://XN--shp-0i4c.example/?basket=" CORE, LINK_FAILED,
	    "https://XN--shp-0i4c.example/?basket=" CORE, "punycode" },
	{ "HTTPS://SHOP.EXAMPLE/?basket=" CORE, LINK_OK, "HTTPS://SHOP.EXAMPLE/?basket=" CORE,
	    "names this" },
	{ "null", LINK_REFUSED, "", "part of the link is missing" },
	{ "/undefined?basket=" CORE, LINK_REFUSED, "", "part of the link is missing" },
	{ "https://shop.example/checkout/undefined?basket=" CORE, LINK_FAILED,
	    "https://shop.example/checkout/undefined?basket=" CORE, "part of the link is missing" },
	{ "#", LINK_REFUSED, "", "it is only a # fragment, not a page" },
	{ "#basket=" CORE, LINK_REFUSED, "", "it is only a # fragment, not a page" },
	{ "ann@shop.example", LINK_REFUSED, "", "an e-mail address" },
	{ "https://shop.example", LINK_FAILED, "https://shop.example", "home page" },
	{ "https://shop.example/?", LINK_FAILED, "https://shop.example/?", "home page" },
	{ "https://shop.example/#/r?basket=" CORE, LINK_OK, "https://shop.example/#/r?basket=" CORE,
	    "" },
	{ "https://shop.example/?basket=" CORE, LINK_OK, "https://shop.example/?basket=" CORE, "" },
	{ "javascript:alert(1)//" CORE, LINK_REFUSED, "", "" },
	{ "JavaScript:alert(1)", LINK_REFUSED, "", "" },
	{ "data:text/html,x", LINK_REFUSED, "", "" },
	{ "ftp://shop.example/" CORE, LINK_REFUSED, "", "ftp" },
	{ "https://shop.example/\n?basket=" CORE, LINK_REFUSED, "", "0x0A" },
	{ "https://shop.example/ ?basket=" CORE, LINK_REFUSED, "", "0x20" },
	{ "https://shop.example/\x1B[31m", LINK_REFUSED, "", "0x1B" },
	{ "https://shop.example/\xC3\xA9", LINK_REFUSED, "", "not plain ASCII" },
	{ "https://shop.example\\@evil.example/", LINK_REFUSED, "", "0x5C" },
	{ "https://shop.example/\">", LINK_REFUSED, "", "0x22" },
	{ " https://shop.example/?basket=" CORE, LINK_REFUSED, "", "0x20" },
	{ "https:///?basket=" CORE, LINK_REFUSED, "", "" },
	{ "https:/shop.example/?basket=" CORE, LINK_REFUSED, "", "does not begin with https://" },
	{ "https:shop.example/?basket=" CORE, LINK_REFUSED, "", "" },
	{ "https:///shop.example/?basket=" CORE, LINK_REFUSED, "", "does not begin with https://" },
	{ "https:////shop.example/?basket=" CORE, LINK_REFUSED, "", "" },
	{ "http:///127.0.0.1/?basket=" CORE, LINK_REFUSED, "", "does not begin with http://" },
	{ "http://127.0.0.1/?basket=" CORE, LINK_FAILED, "http://127.0.0.1/?basket=" CORE,
	    "is not an allowed host" },
	{ "https://shop.example/?basket=" CORE ";reboot", LINK_REFUSED, "", "0x3B" },
	{ "https://shop.example/?basket=" CORE "'", LINK_REFUSED, "", "0x27" },
	{ "https://shop.example/?basket=" CORE "$(reboot)", LINK_REFUSED, "", "0x24" },
	{ "https://shop.example/?basket=" CORE "`reboot`", LINK_REFUSED, "", "0x60" },
	{ "https://shop.example/?basket=" CORE "!reboot", LINK_REFUSED, "", "0x21" },
	{ "https://shop.example/?basket=" CORE "|reboot", LINK_REFUSED, "", "0x7C" },
	{ "https://shop.example/?basket=" CORE "\x7F", LINK_REFUSED, "",
	    "not plain ASCII (byte 66 is 0x7F)" },
	{ "https://shop.example/?basket=" CORE "~", LINK_FAILED,
	    "https://shop.example/?basket=" CORE "~", "another" },
	{ "https://shop.example/?basket=" CORE "&k=~", LINK_OK,
	    "https://shop.example/?basket=" CORE "&k=~", "names this" },
	{ "https://shop.example./?basket=" CORE, LINK_FAILED, "https://shop.example./?basket=" CORE,
	    "is not an allowed host" },
	{ "https://shop.example:444/?basket=" CORE, LINK_FAILED,
	    "https://shop.example:444/?basket=" CORE, "shop.example:444 is not an allowed host" },
	{ "https://shop.example:443/?basket=" CORE, LINK_OK,
	    "https://shop.example:443/?basket=" CORE, "host is allowed" },
	{ SHOP "/?basket=basket-00000000-0000-4000-8000-00000077d0e1", LINK_FAILED,
	    SHOP "/?basket=basket-00000000-0000-4000-8000-00000077d0e1", "another basket" },
	{ SHOP "/r", LINK_OK, SHOP "/r", "does not name a basket" },
};

TEST(every_case)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct link_case *k = &cases[i];
		CLEANUP(link_free) struct link l;
		bool said = !*k->words;
		link_examine(&l, &rules, str_of(k->text), STR(ID));
		for (int c = 0; c < LINK_CHECK_COUNT; c++)
			said = said || strstr(l.checks[c].text, k->words);
		if (l.verdict != k->verdict)
			fail_msg("%s: verdict %d, %s", k->text, (int)l.verdict,
			    l.checks[l.worst_check].text);
		if (!str_eqz(link_address(&l), k->address))
			fail_msg("%s: would send %.*s", k->text, STR_ARG(link_address(&l)));
		if (!said)
			fail_msg("%s: nobody says %s", k->text, k->words);
	}
}

/* Services with short ids: digits that merely occur within a link do not name a basket. */
TEST(an_id_counts_only_as_a_whole_word)
{
	static const struct {
		const char *text, *id;
		enum link_verdict verdict;
	} ids[] = {
		{ SHOP "/r?basket=12&key=a", "12", LINK_OK },
		{ SHOP "/r/12", "12", LINK_OK },
		{ SHOP "/r?to=%2F12", "12", LINK_OK },
		{ SHOP "/r?basket=123&key=a", "12", LINK_FAILED },
		{ SHOP "/r?basket=7&key=a12f", "12", LINK_FAILED },
		{ SHOP "/r?basket=basket-12", "basket-1", LINK_FAILED },
	};
	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		CLEANUP(link_free) struct link l;
		link_examine(&l, &rules, str_of(ids[i].text), str_of(ids[i].id));
		if (l.verdict != ids[i].verdict)
			fail_msg("%s for %s: verdict %d", ids[i].text, ids[i].id, (int)l.verdict);
	}
}

TEST(an_absent_link_is_reported)
{
	static const struct str none[] = { { NULL, 0 }, { "", 0 }, { "  ", 2 } };
	for (size_t i = 0; i < 3; i++) {
		CLEANUP(link_free) struct link l;
		auto_buf words = { 0 };
		link_examine(&l, &rules, none[i], STR(ID));
		assert_false(l.present);
		assert_int_equal(link_address(&l).n, 0);
		link_write_summary(&words, &l);
		assert_non_null(strstr(buf_z(&words), "none"));
	}
}

TEST(long_links_are_reported_or_refused)
{
	static const struct {
		size_t n;
		enum link_verdict verdict;
	} lengths[] = { { 2000, LINK_OK }, { 2100, LINK_FAILED }, { 8000, LINK_FAILED },
		{ 65536, LINK_FAILED }, { 65537, LINK_REFUSED }, { 100000, LINK_REFUSED } };
	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		auto_buf text = { 0 };
		CLEANUP(link_free) struct link l;
		buf_addz(&text, SHOP "/?basket=" CORE "&k=");
		buf_pad(&text, 'a', lengths[i].n - text.n);
		link_examine(&l, &rules, buf_str(&text), STR(ID));
		if (l.verdict != lengths[i].verdict)
			fail_msg("%zu bytes: %s", lengths[i].n, l.checks[l.worst_check].text);
		if (l.verdict != LINK_REFUSED)
			assert_true(str_eq(link_address(&l), buf_str(&text)));
	}
}

TEST(without_settings_the_apis_origin_is_assumed)
{
	struct link l;
	link_examine(&l, &bare_rules, STR("/r?basket=" CORE), STR(ID));
	assert_true(str_eqz(link_address(&l), "https://api.example/r?basket=" CORE));
	assert_true(l.was_relative);
	assert_non_null(strstr(l.checks[1].text, "assumed"));
	/* The API's host is not the shop: a link to it needs confirmation. */
	assert_int_equal(l.verdict, LINK_FAILED);
	assert_false(link_is_sendable(&l));
	link_free(&l);
	link_examine(&l, &bare_rules, STR("https://shop.example/r?basket=" CORE), STR(ID));
	assert_int_equal(l.verdict, LINK_FAILED);
	link_free(&l);
}
