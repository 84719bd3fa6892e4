/* Texts for an audience: paths, ids, attribute suffixes and clock times are hidden. */
#include "list/hide_private.h"

#include "lib/test.h"

TEST(private_parts_are_hidden_and_the_rest_stays)
{
	static const struct {
		const char *text, *shown;
	} rows[] = {
		{ "/offers/Winback 2026/basic", "Winback 2026/basic" },
		{ "tagged /tags/uk/direct, else /tags/save", "tagged uk/direct, else save" },
		{ "/offers2/a /segments/b /products/c", "a b c" },
		{ "/config/templates/offers2/default", "offers2/default" },
		{ "all of /tags/", "all of " },
		{ "/subscribe/", "/subscribe/" },
		{ "https://shop.example/offers/x", "https://shop.example/offers/x" },
		{ "image__svc  teaser__svc", "image  teaser" },
		{ "a__", "a" },
		{ "checkoutKind  new", "checkout kind  new" },
		{ "repeat_interval_type  months", "repeat interval type  months" },
		{ "a_, _b c__d NL_DIG harbour_4k", "a_, _b c NL_DIG harbour_4k" },
		{ "Mara \xC2\xB7 identity \xE2\x80\xA6"
		  "8841, linked",
		    "Mara \xC2\xB7 identity \xE2\x80\xA6, linked" },
		{ "\xE2\x80\xA6/binder \xE2\x80\xA6next", "\xE2\x80\xA6/binder \xE2\x80\xA6next" },
		{ "tag=/tags/uk/direct", "tag=uk/direct" },
		{ "an iPhone of McDonald, WinBack", "an iPhone of McDonald, WinBack" },
		{ "basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8", "\xE2\x80\xA6" },
		{ "of 5f0c2b1e-7a4d-4c93 now", "of \xE2\x80\xA6 now" },
		{ "auth|9c1f40b86ad25e73f0d177e2", "\xE2\x80\xA6" },
		{ "aipr|0r5h88g00av42i58y5v882o0", "\xE2\x80\xA6" },
		{ "104727287042085495232", "\xE2\x80\xA6" },
		{ "hubaud-81o82a71-0k9n-4y12-9u0e-41m7te90r3u8", "\xE2\x80\xA6" },
		{ "winback-2026-digital-monthly-uk-special-offer-2",
		    "winback-2026-digital-monthly-uk-special-offer-2" },
		{ "journey-lapsed-365-uk", "journey-lapsed-365-uk" },
		{ "Fri 20 Nov 2026 10:23 UTC", "Fri 20 Nov 2026" },
		{ "2026-11-20T10:42:00Z", "2026-11-20" },
		{ "3 of 2026-11-20T10:42:07.348Z", "3 of 2026-11-20" },
		{ "read at 10:42, all", "read, all" },
		{ "NL-DIG-ALL  GBP 1,234.50", "NL-DIG-ALL  GBP 1,234.50" },
		{ "Winback Digital Monthly +1", "Winback Digital Monthly +1" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		auto_buf once = { 0 }, twice = { 0 };
		hide_private(&once, str_of(rows[i].text), false);
		assert_string_equal(buf_z(&once), rows[i].shown);
		hide_private(&twice, buf_str(&once), false);
		assert_string_equal(buf_z(&twice), rows[i].shown);
	}
	auto_buf part = { 0 };
	buf_addz(&part, "/offers/a is /offers/b-5f0c2b1e-7a4d");
	hide_private_from(&part, 13, true);
	assert_string_equal(buf_z(&part), "/offers/a is ~");
}

int
main(void)
{
	return run_all_tests(NULL, NULL);
}
