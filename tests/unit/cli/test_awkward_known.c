/* labels: slow */
/* The baskets WB01 to WB11 of the pack `awkward` as `get` prints them: the row, person and
 * groups that each makes, with and without --mask, and the exported data. */
#include "unit/cli/run.h"

#include <string.h>

static void
pack(struct run_result *r, const char *view, const char *format, bool masked)
{
	run_to(r, NULL, NULL, NULL,
	    (const char *const[]){ "demo", "--pack", "awkward", "--now", "2026-11-20T10:42:00Z",
		"--", "get", view, "--all", "-o", format, masked ? "--mask" : NULL, NULL });
	assert_int_equal(r->code, 0);
}

/* Views whose output contains no person. */
static const struct {
	const char *view, *out;
} rows[] = {
	/* An ordinary row: a list does not show faults of a link, and links make no groups. */
	{ "baskets id:wb01 cols=id,reach,items",
	    "ID                  REACH  ITEMS\n"
	    "basket-wb01-2100    mail   Ad-free add-on\n"
	    "basket-wb01-8000    mail   Ad-free add-on\n"
	    "basket-wb01-20000   mail   Ad-free add-on\n"
	    "basket-wb01-60000   mail   Ad-free add-on\n"
	    "basket-wb01-100000  mail   Ad-free add-on\n" },
	{ "baskets id:wb02 group=reach cols=group,count", "GROUP  BASKETS\nmail   10\n" },
	{ "baskets id:wb03 group=reach cols=group,count", "GROUP  BASKETS\nmail   1\n" },
	/* Sixty baskets of the same millisecond: none is missing. */
	{ "baskets id:wb04 group=day cols=group,count", "GROUP       BASKETS\n2026-11-18  60\n" },
	{ "baskets id:wb04 group=hour,kind cols=group,then,count",
	    "GROUP  THEN  BASKETS\n08     new   60\n" },
	{ "baskets id:wb05 cols=id,age",
	    "ID                   AGE\n"
	    "basket-wb05-future   in 3 d\n"
	    "basket-wb05-old      10 y\n"
	    "basket-wb05-missing  ?\n" },
	{ "baskets id:wb05 group=day cols=group,count",
	    "GROUP       BASKETS\n2026-11-23  1\n2016-11-22  1\nnone        1\n" },
	{ "baskets id:wb06 cols=id,items",
	    "ID                   ITEMS\n"
	    "basket-wb06-none     no items\n"
	    "basket-wb06-many     All Access Monthly +119\n"
	    "basket-wb06-without  WB06\n"
	    "basket-wb06-twice    Ad-free +1\n" },
	/* The same item twice, or 120 times, counts as one basket of its group. */
	{ "baskets id:wb06 group=product cols=group,count",
	    "GROUP       BASKETS\nnone        3\nNL-DIG-ALL  1\n" },
	{ "baskets id:wb06-twice group=offer cols=group,count",
	    "GROUP             BASKETS\n/offers2/ad-free  1\n" },
	{ "baskets id:wb07 group=tag cols=group,count", "GROUP  BASKETS\nnone   3\n" },
	{ "baskets id:wb07 group=page cols=group,count", "GROUP  BASKETS\nnone   3\n" },
	{ "baskets id:wb08 cols=id,reach", "ID                REACH\nbasket-wb08-many  both\n" },
	/* An empty text is not an address; an address that mail cannot use still identifies a
	 * person. */
	{ "baskets id:wb09 group=reach cols=group,count",
	    "GROUP   BASKETS\nmail    9\nnobody  1\n" },
	/* Names with dots, and names that JavaScript treats specially, are ordinary names. */
	{ "baskets id:wb10 group=customFields.__proto__.polluted cols=group,count",
	    "GROUP  BASKETS\ntrue   1\n" },
	{ "baskets id:wb10 group=customFields.a.b.c cols=group,count",
	    "GROUP  BASKETS\nnone   1\n" },
	/* The service returns completed baskets only on request. */
	{ "baskets id:wb11 cols=id", "ID\nbasket-wb11-missing\n" },
};

TEST(WB01_to_WB11_are_rows_and_groups)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (int masked = 0; masked < 2; masked++) {
			auto_run_result r = { 0 };
			pack(&r, rows[i].view, "table", masked);
			if (strcmp(buf_z(&r.out), rows[i].out) != 0)
				fail_msg("%s%s\n%s", rows[i].view, masked ? " masked" : "",
				    buf_z(&r.out));
		}
}

/* One person per address, ignoring the case of ASCII letters. Newest first. */
TEST(WB09_persons_are_identified_by_email)
{
	auto_run_result r = { 0 };
	pack(&r, "persons id:wb09 cols=email,baskets,person", "csv", false);
	assert_string_equal(buf_z(&r.out),
	    "email,baskets,person\n"
	    "wb09 at example.com,1,wb09 at example.com\n"
	    "office@wb09.example,2,Bo Tarrant\n"
	    "wb09.dot@example.com.,1,wb09.dot@example.com.\n"
	    "\"\"\"wb09 quoted\"\"@example.com\",1,\"\"\"wb09 quoted\"\"@example.com\"\n"
	    "wb09@b\303\274cher.example,1,wb09@b\303\274cher.example\n"
	    "wb09.mail+news@example.com,1,wb09.mail+news@example.com\n"
	    "wb09.mail@example.com,2,wb09.mail@example.com\n");
	pack(&r, "persons id:wb09 cols=baskets", "csv", true);
	assert_string_equal(buf_z(&r.out), "baskets\n1\n2\n1\n1\n1\n1\n2\n");
}

/* Sixty baskets: two persons have two baskets each, and one basket has no person. */
TEST(WB04_a_person_has_all_their_baskets)
{
	for (int masked = 0; masked < 2; masked++) {
		auto_run_result r = { 0 };
		size_t lines = 0;
		pack(&r, "persons id:wb04 cols=baskets", "csv", masked);
		for (size_t i = 0; i < r.out.n; i++)
			lines += r.out.p[i] == '\n';
		assert_int_equal(lines, 1 + 57);
	}
}

/* Each identity once, for either issuer; one group per issuer. */
TEST(WB08_each_identity_is_listed_once)
{
	auto_run_result r = { 0 };
	pack(&r, "persons id:wb08", "ndjson", false);
	assert_non_null(strstr(buf_z(&r.out),
	    "\"identities\":[{\"iss\":\"https://accounts.example.com\",\"sub\":\"wb08-same\"},"
	    "{\"iss\":\"https://login.northlight.example/\",\"sub\":\"wb08-same\"},"
	    "{\"iss\":\"https://login.northlight.example/\",\"sub\":\"wb08-03\"},"));
	size_t n = 0;
	for (const char *at = r.out.p; (at = strstr(at, "\"sub\":")); at++)
		n++;
	assert_int_equal(n, 24);
	pack(&r, "baskets id:wb08 group=issuer cols=group,count sort=group", "csv", false);
	assert_string_equal(buf_z(&r.out),
	    "group,count\nhttps://accounts.example.com,1\nhttps://login.northlight.example/,1\n");
	pack(&r, "baskets id:wb08 group=issuer cols=count", "csv", true);
	assert_string_equal(buf_z(&r.out), "count\n1\n1\n");
}

TEST(WB07_each_of_fifty_offers_is_a_group)
{
	auto_run_result r = { 0 };
	pack(&r, "baskets id:wb07-many group=offer cols=group,count", "csv", true);
	assert_non_null(strstr(buf_z(&r.out), "\n/offers/2026 Spring Launch/wb07-00,1\n"));
	assert_non_null(strstr(buf_z(&r.out), "\n/offers/2026 Spring Launch/wb07-49,1\n"));
	assert_string_equal(buf_z(&r.words), "51 groups of 329 baskets\n");
}

/* Custom fields are personal: groups by them are masked with --mask. */
TEST(WB10_fields_with_dots_are_quoted)
{
	static const struct {
		const char *view, *out;
	} asked[] = {
		{ "baskets id:wb10 group=customFields.\"a.b.c\" cols=group,count", "dots,1\n" },
		{ "baskets id:wb10 group=customFields.\"\" cols=group,count", "no name,1\n" },
	};
	auto_run_result r = { 0 };
	for (size_t i = 0; i < 2; i++) {
		pack(&r, asked[i].view, "csv", false);
		assert_string_equal(r.out.p + strlen("group,count\n"), asked[i].out);
		pack(&r, asked[i].view, "csv", true);
		assert_string_not_equal(r.out.p + strlen("group,count\n"), asked[i].out);
		assert_non_null(strstr(buf_z(&r.out), ",1\n"));
	}
}

/* Unchanged, at full length; with --mask at the same length. */
TEST(WB01_and_WB02_links_are_exported_as_sent)
{
	static const size_t lengths[] = { 2100, 8000, 20000, 60000, 100000 };
	static const char *const odd[] = { "\"//evil.example/checkout/resume?basket=wb02\"",
		"\"https://shop.northlight.example@evil.example/checkout/resume?basket=wb02\"",
		"\"javascript:alert(1)//wb02\"",
		"\"https://shop.northlight.example/checkout/resume?basket=wb02\\nrm -rf\"" };
	auto_run_result r = { 0 };
	for (int masked = 0; masked < 2; masked++)
		for (size_t i = 0; i < 5; i++) {
			char view[60];
			snprintf(view, sizeof(view), "baskets id=basket-wb01-%zu", lengths[i]);
			pack(&r, view, "ndjson", masked);
			const char *link = strstr(buf_z(&r.out), "\"recoveryLink\":\"");
			assert_non_null(link);
			assert_int_equal(strcspn(link + 16, "\""), lengths[i]);
			assert_int_equal(strncmp(link + 16, "https://shop.", 13) == 0, !masked);
		}
	for (int masked = 0; masked < 2; masked++) {
		pack(&r, "baskets id:wb02", "ndjson", masked);
		for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
			assert_int_equal(strstr(buf_z(&r.out), odd[i]) != NULL, !masked);
	}
}
