/* The parts of a link, and every byte and host that its checks depend on. */
#include "basket/link.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define ID "basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8"
#define SHOP "https://shop.example"
#define LONG16 "abcdefghijklmnop"

static char host[] = "shop.example", port[] = "pay.example:8443",
	    whole[] = "https://www.example:99/x";
static char *const hosts[] = { host, port, whole, NULL };
static const struct link_rules rules = { "demo", "https://api.example/api", SHOP, hosts, false };

static void
examine(struct link *l, const char *query)
{
	auto_buf text = { 0 };
	buf_addf(&text, SHOP "/resume?basket=" ID "%s", query);
	link_examine(l, &rules, buf_str(&text), STR(ID));
}

/* A value of sixteen or more characters is a secret, unless it is a basket's id or a source
 * parameter. */
TEST(long_values_are_secrets)
{
	static const struct {
		const char *query, *name, *value;
		bool secret;
	} cases[] = {
		{ "&key=abcdefghijklmno", "key", "abcdefghijklmno", false },
		{ "&key=" LONG16, "key", LONG16, true },
		{ "&utm_source=" LONG16, "utm_source", LONG16, false },
		{ "&utmsource=" LONG16, "utmsource", LONG16, true },
		{ "&back=" ID, "back", ID, false },
		{ "&a%20b=c%2Bd+e", "a b", "c+d e", false },
		{ "&%zz=%q", "%zz", "%q", false },
		{ "&alone", "alone", "", false },
		{ "&empty=", "empty", "", false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(link_free) struct link l;
		examine(&l, cases[i].query);
		assert_int_equal(l.parts.n, 2);
		assert_string_equal(buf_z(&l.parts.v[1].name), cases[i].name);
		assert_string_equal(buf_z(&l.parts.v[1].value), cases[i].value);
		if (l.parts.v[1].is_secret != cases[i].secret)
			fail_msg("%s: %d", cases[i].query, l.parts.v[1].is_secret);
	}
}

TEST(at_most_twenty_parts_are_checked)
{
	for (size_t n = 18; n <= 20; n++) {
		auto_buf query = { 0 };
		CLEANUP(link_free) struct link l;
		for (size_t i = 0; i < n; i++)
			buf_addf(&query, "&p%zu=%zu", i, i);
		examine(&l, buf_z(&query));
		assert_int_equal(l.parts.n, n + 1 < 20 ? n + 1 : 20);
		assert_string_equal(buf_z(&l.origin), SHOP);
		assert_string_equal(buf_z(&l.path), "/resume");
	}
}

/* For each byte in the middle of a value: whether it is allowed in a mail and between quotes. */
TEST(each_byte_is_allowed_or_refused)
{
	for (int byte = 1; byte < 256; byte++) {
		const char query[] = { '&', 'k', '=', 'a', (char)byte, 'b', '\0' };
		bool fits = byte > 0x20 && byte < 0x7F && !strchr("\"'<>\\^`{|};!$()", byte);
		char words[40];
		CLEANUP(link_free) struct link l;
		examine(&l, query);
		if (link_address(&l).n ? !fits : fits)
			fail_msg("byte 0x%02X: %s", byte, l.checks[0].text);
		snprintf(words, sizeof(words), "(byte %zu is 0x%02X)",
		    strlen(SHOP "/resume?basket=" ID "&k=a") + 1, byte);
		if (!fits && !strstr(l.checks[0].text, words))
			fail_msg("%s is not in %s", words, l.checks[0].text);
	}
}

TEST(only_listed_hosts_and_ports_are_accepted)
{
	static const struct {
		const char *address;
		enum link_verdict verdict;
	} cases[] = {
		{ "https://shop.example/?basket=" ID, LINK_OK },
		{ "https://SHOP.example/?basket=" ID, LINK_OK },
		{ "https://shop.example:443/?basket=" ID, LINK_OK },
		{ "https://shop.example:444/?basket=" ID, LINK_FAILED },
		{ "https://pay.example:8443/?basket=" ID, LINK_OK },
		{ "https://pay.example/?basket=" ID, LINK_FAILED },
		{ "https://pay.example:8444/?basket=" ID, LINK_FAILED },
		{ "https://www.example:99/?basket=" ID, LINK_OK },
		{ "https://api.example/?basket=" ID, LINK_FAILED },
		{ "https:///?basket=" ID, LINK_REFUSED },
		{ "https:/shop.example/?basket=" ID, LINK_REFUSED },
		{ "ftp://shop.example/?basket=" ID, LINK_REFUSED },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(link_free) struct link l;
		link_examine(&l, &rules, str_of(cases[i].address), STR(ID));
		if (l.verdict != cases[i].verdict)
			fail_msg("%s: %d, %s", cases[i].address, (int)l.verdict,
			    l.checks[l.worst_check].text);
	}
}

/* The other basket is shown by the last six characters of its id. */
TEST(another_basket_is_named_by_its_last_characters)
{
	static const struct {
		const char *address, *words;
	} cases[] = {
		{ SHOP "/?basket=basket-1234567",
		    "names another basket (\xE2\x80\xA6"
		    "234567)" },
		{ SHOP "/?basket=12345",
		    "names another basket (\xE2\x80\xA6"
		    "12345)" },
		{ SHOP "/?basket=", "names no basket: the basket field is empty" },
		{ SHOP "/?basket=" ID "&basket=" ID, "names two baskets" },
		{ SHOP "/a/../?basket=" ID, "has . or .. in its path" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(link_free) struct link l;
		auto_buf words = { 0 }, want = { 0 };
		link_examine(&l, &rules, str_of(cases[i].address), STR(ID));
		link_write_summary(&words, &l);
		buf_addf(&want, "CHECK: %s", cases[i].words);
		assert_string_equal(buf_z(&words), buf_z(&want));
		assert_int_equal(l.passed_count, 3);
		assert_int_equal(l.checked_count, 4);
	}
}

TEST(a_link_is_identified_by_its_last_four_characters)
{
	assert_true(str_eqz(link_last_characters(STR("abcde")), "bcde"));
	assert_true(str_eqz(link_last_characters(STR("abcd")), "abcd"));
	assert_true(str_eqz(link_last_characters(STR("abc")), "abc"));
	assert_int_equal(link_last_characters(STR("")).n, 0);
	/* counted in characters, not bytes */
	assert_true(
	    str_eqz(link_last_characters(STR("key=\303\274ab\303\266")), "\303\274ab\303\266"));
	assert_true(str_eqz(
	    link_last_characters(STR("\342\202\254\342\202\254")), "\342\202\254\342\202\254"));
	assert_true(str_eqz(link_last_characters(STR("abcd\377\376")), "cd\377\376"));
}
