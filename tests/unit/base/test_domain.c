/* Domain names: one canonical form however they are typed. Punycode uses the samples of RFC
 * 3492, section 7.1. */
#include "base/domain.h"
#include "lib/test.h"

TEST(punycode_is_decoded)
{
	static const char *const pairs[][2] = {
		{ "xn--egbpdaj6bu4bxfgehfvwxn",
		    "\xD9\x84\xD9\x8A\xD9\x87\xD9\x85\xD8\xA7\xD8\xA8\xD8\xAA\xD9\x83\xD9\x84\xD9\x85"
		    "\xD9\x88\xD8\xB4\xD8\xB9\xD8\xB1\xD8\xA8\xD9\x8A\xD8\x9F" },
		{ "xn--ihqwcrb4cv8a8dqg056pqjye",
		    "\xE4\xBB\x96\xE4\xBB\xAC\xE4\xB8\xBA\xE4\xBB\x80\xE4\xB9\x88\xE4\xB8\x8D\xE8\xAF\xB4"
		    "\xE4\xB8\xAD\xE6\x96\x87" },
		{ "xn--exmple-cua.org", "ex\xC3\xA4mple.org" },
		{ "XN--EXMPLE-CUA.ORG:8443", "EX\xC3\x84MPLE.org:8443" },
		{ "xn--bcher-kva.example",
		    "bu\xCC\x88"
		    "cher.example" },
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		if (!domain_is_same(str_of(pairs[i][0]), str_of(pairs[i][1])))
			fail_msg("%s", pairs[i][0]);
}

TEST(different_names_stay_different)
{
	static const char *const pairs[][2] = {
		{ "ex\xC3\xA4mple.org", "example.org" },
		{ "xn--exmple-cua.org", "xn--exmple-cub.org" },
		{ "xn--", "" },
		{ "xn--a", "a" },
		{ "shop.example", "shop.example." },
		{ "shop.example:80", "shop.example" },
		{ "xn--99999999999999999999", "xn--9999999999999999999" },
		{ "xn--\xC3\xA4", "\xC3\xA4" },
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		if (domain_is_same(str_of(pairs[i][0]), str_of(pairs[i][1])))
			fail_msg("%s", pairs[i][0]);
}

/* Text that is not punycode, or longer than a label may be, is unchanged. */
TEST(undecodable_names_are_unchanged)
{
	auto_buf longest = { 0 }, key = { 0 };
	domain_append_key(&key, STR("XN--!!.Example"));
	assert_string_equal(buf_z(&key), "xn--!!.example");
	buf_addz(&longest, "xn--");
	buf_pad(&longest, 'a', 5000);
	buf_reset(&key);
	domain_append_key(&key, buf_str(&longest));
	assert_true(str_eq(buf_str(&key), buf_str(&longest)));
}
