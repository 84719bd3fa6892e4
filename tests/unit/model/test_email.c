/* E-mail addresses as shops store them. */
#include "lib/test.h"
#include "model/email.h"

TEST(unambiguous_addresses_are_extracted)
{
	static const char *const cases[][2] = {
		{ "ann@example.com", "ann@example.com" },
		{ " Ann.B+shop@Example.com\t", "Ann.B+shop@Example.com" },
		{ "ann@example.com.", "ann@example.com" },
		{ "<ann@example.com>", "ann@example.com" },
		{ "Ann Example <ann@example.com>", "ann@example.com" },
		{ "mailto:ann@example.com", "ann@example.com" },
		{ "<MAILTO:ann@example.com>", "ann@example.com" },
		{ "-ann@example.com", "-ann@example.com" },
		{ "info@ex\xC3\xA4mple.org", "info@ex\xC3\xA4mple.org" },
		{ "o'neil@example.co.uk", "o'neil@example.co.uk" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct str found = email_extract_address(str_of(cases[i][0]));
		if (!str_eqz(found, cases[i][1]))
			fail_msg("%s: %.*s", cases[i][0], STR_ARG(found));
	}
}

TEST(addresses_refused_by_mail_tools_are_invalid)
{
	static const char *const texts[] = { "", " ", "ann", "@example.com", "ann@", "ann@example",
		"a..b@example.com", ".a@example.com", "a.@example.com", "ann@example..com",
		"ann@-example.com", "ann@example-.com", "ann@example.com:25",
		"ann@example.com, bo@example.com", "ann@example.com;bo@example.com",
		"ann@bo@example.com", "ann b@example.com", "ann@exa mple.com",
		"\"ann b\"@example.com", "ann@[192.0.2.1]", "ann@192.0.2.1", "ann(x)@example.com",
		"mailto:ann@example.com?subject=x", "<ann@example.com", "ann@example.com>",
		"a@b.example <ann@example.com>", "<ann@example.com> <bo@example.com>",
		"ann@example.com..", "ann\n@example.com", "ann@exam_ple.com",
		"https://ann@example.com/" };
	auto_buf longest = { 0 };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (email_extract_address(str_of(texts[i])).p)
			fail_msg("%s", texts[i]);
	buf_pad(&longest, 'a', 65);
	buf_addz(&longest, "@example.com");
	assert_null(email_extract_address(buf_str(&longest)).p);
}

/* Tests an address "aaa@bbb.bbb.…" with parts of these lengths. */
static bool
is_address(size_t local, size_t label, size_t labels, size_t last)
{
	auto_buf text = { 0 };
	buf_pad(&text, 'a', local);
	buf_addc(&text, '@');
	for (size_t i = 0; i < labels; i++) {
		buf_pad(&text, 'b', label);
		buf_addc(&text, '.');
	}
	buf_pad(&text, 'c', last);
	bool is = email_extract_address(buf_str(&text)).n == text.n;
	return is;
}

/* 64 bytes before the @, 63 per label, 254 in total. */
TEST(address_length_limits)
{
	assert_true(is_address(64, 9, 1, 3));
	assert_false(is_address(65, 9, 1, 3));
	assert_true(is_address(1, 63, 1, 3));
	assert_false(is_address(1, 64, 1, 3));
	assert_true(is_address(1, 3, 1, 63));
	assert_false(is_address(1, 3, 1, 64));
	assert_true(is_address(1, 62, 3, 63)); /* 1 + 1 + 3 * 63 + 63 = 254 */
	assert_false(is_address(2, 62, 3, 63));
}

TEST(spellings_of_one_mailbox_are_equal)
{
	static const char *const same[][2] = {
		{ "Ann@Example.com", "ann@example.COM" },
		{ "info@ex\xC3\xA4mple.org", "info@xn--exmple-cua.org" },
		{ "INFO@XN--EXMPLE-CUA.ORG", "info@EX\xC3\x84MPLE.org" },
		{ "<ann@example.com>", "ann@example.com" },
		{ "ann@example.com.", " ann@example.com" },
		{ "not an address", "Not an Address " },
	};
	static const char *const other[][2] = {
		{ "ann@example.com", "bo@example.com" },
		{ "ann@ex\xC3\xA4mple.org", "ann@example.org" },
		{ "ann@example.com", "ann+1@example.com" },
		{ "ann@example.com", "ann@example.com, bo@example.com" },
	};
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++)
		if (!email_is_same(str_of(same[i][0]), str_of(same[i][1])))
			fail_msg("%s", same[i][0]);
	for (size_t i = 0; i < sizeof(other) / sizeof(*other); i++)
		if (email_is_same(str_of(other[i][0]), str_of(other[i][1])))
			fail_msg("%s", other[i][0]);
}
