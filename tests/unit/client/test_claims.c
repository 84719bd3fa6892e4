/* The claims of a token, and texts that are not tokens. */
#include "client/claims.h"
#include "lib/test.h"
#include "model/when.h"
#include "unit/client/made_token.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Claims as "iss|sub|owner|scope|root|exp"; "-" for none. */
static void
flatten(struct buf *out, const struct claims *c)
{
	const struct str texts[] = { c->iss, c->sub, c->owner, c->scope, c->root };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		buf_addf(
		    out, "%.*s|", texts[i].p ? (int)texts[i].n : 1, texts[i].p ? texts[i].p : "-");
	if (c->exp == WHEN_NONE)
		buf_addc(out, '-');
	else
		buf_addf(out, "%" PRId64, c->exp);
}

static void
expect_json(const char *json, const char *want)
{
	CLEANUP(claims_free) struct claims c;
	auto_buf got = { 0 };
	if (!claims_read_json(&c, str_of(json)))
		fail_msg("not read: %s", json);
	flatten(&got, &c);
	assert_string_equal(buf_z(&got), want);
}

static bool
is_token(struct str text)
{
	CLEANUP(claims_free) struct claims c;
	bool is = claims_read(&c, text);
	return is;
}

static bool
is_claims(struct str json)
{
	CLEANUP(claims_free) struct claims c;
	bool is = claims_read_json(&c, json);
	return is;
}

TEST(a_token_has_issuer_subject_rights_and_expiry)
{
	static const char *const signatures[] = { SIGNATURE, "" };
	for (size_t i = 0; i < 2; i++) {
		auto_buf token = { 0 }, got = { 0 };
		CLEANUP(claims_free) struct claims c;
		buf_addz(&token, " \t");
		make_token(&token,
		    STR("{\"iss\":\"https://login.example/\",\"sub\":\"auth|7\",\"root\":\"sub-0142\","
			"\"scope\":\"read identity:admin\",\"exp\":1790000000}"),
		    signatures[i]);
		buf_addz(&token, "\r\n");
		assert_true(claims_read(&c, buf_str(&token)));
		flatten(&got, &c);
		assert_string_equal(buf_z(&got),
		    "https://login.example/|auth|7|-|read identity:admin|sub-0142|1790000000000");
	}
}

TEST(claims_are_found_in_nested_objects)
{
	static const char *const cases[][2] = {
		{ "{\"iss\":\"i\",\"sub\":\"s\"}", "i|s|-|-|-|-" },
		{ "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s\"}}", "i|s|-|-|-|-" },
		{ "{\"id\":\"x\",\"owner\":\"id-1\",\"data\":{\"iss\":\"i\",\"sub\":\"s\"}}",
		    "i|s|id-1|-|-|-" },
		/* "data" and "id_token" hold the claims only if they contain them. */
		{ "{\"iss\":\"i\",\"sub\":\"s\",\"data\":{\"plan\":\"x\"}}", "i|s|-|-|-|-" },
		{ "{\"sub\":\"s\",\"id_token\":{\"iss\":\"j\",\"sub\":\"t\"}}", "-|s|-|-|-|-" },
		{ "{\"data\":\"x\",\"scope\":\"read\"}", "-|-|-|read|-|-" },
		{ "{}", "-|-|-|-|-|-" },
		{ "{\"iss\":7,\"sub\":null,\"scope\":[\"read\"],\"root\":true}", "-|-|-|-|-|-" },
		{ "{\"iss\":\"\",\"sub\":\" \\u0007\\\"\"}", "| \x07\"|-|-|-|-" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_json(cases[i][0], cases[i][1]);
}

TEST(an_expiry_is_a_number_of_seconds)
{
	static const char *const cases[][2] = {
		{ "{\"exp\":0}", "-|-|-|-|-|0" },
		{ "{\"exp\":-1}", "-|-|-|-|-|-1000" },
		{ "{\"exp\":1.79e9}", "-|-|-|-|-|1790000000000" },
		{ "{\"exp\":9007199254740992}", "-|-|-|-|-|9007199254740992000" },
		{ "{\"exp\":-9007199254740992}", "-|-|-|-|-|-9007199254740992000" },
		{ "{\"exp\":9007199254740994}", "-|-|-|-|-|-" },
		{ "{\"exp\":1e300}", "-|-|-|-|-|-" },
		{ "{\"exp\":-9223372036854775808}", "-|-|-|-|-|-" },
		{ "{\"exp\":1790000000.5}", "-|-|-|-|-|1790000000000" },
		{ "{\"exp\":1.7900000009e9}", "-|-|-|-|-|1790000000000" },
		{ "{\"exp\":179000000099E-2}", "-|-|-|-|-|1790000000000" },
		{ "{\"exp\":1790000000.123456789012345678}", "-|-|-|-|-|1790000000000" },
		{ "{\"exp\":-0.5}", "-|-|-|-|-|-1000" },
		{ "{\"exp\":\"1790000000\"}", "-|-|-|-|-|-" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_json(cases[i][0], cases[i][1]);
}

/* Repairing invalid text would name another identity. */
TEST(claims_with_invalid_text_are_not_read)
{
	const struct str cases[] = {
		STR(""),
		STR("{"),
		STR("[]"),
		STR("\"x\""),
		STR("{\"iss\":\"i\",\"sub\":\"s\"} x"),
		STR("{\"iss\":\"i\",\"iss\":\"j\",\"sub\":\"s\"}"),
		STR("{\"sub\":\"s\\u0000t\"}"),
		STR("{\"sub\":\"s\0t\"}"),
		STR("{\"sub\":\"\xFF\"}"),
		STR("{\"sub\":\"\xED\xA0\x80\"}"),
		STR("{\"sub\":\"a\nb\"}"),
		STR("{\"sub\":\"\\ud800\"}"),
		STR("{\"data\":{\"sub\":\"s\",\"sub\":\"t\"}}"),
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf token = { 0 };
		make_token(&token, cases[i], SIGNATURE);
		if (is_claims(cases[i]) || is_token(buf_str(&token)))
			fail_msg("case %zu was read", i);
	}
}

TEST(text_that_is_not_a_jwt_is_opaque)
{
	static const char *const cases[] = { "", ".", "..", "a", "a.b", "a.e30", ".e30.", "a..b",
		"a.e30=.b", "a.e 30.b", "a.e3+/.b", "a.e.b", "a.W10.b", "a.bnVsbA.b" };
	assert_true(is_token(STR("a.e30.b"))); /* the claims {} */
	assert_true(is_token(STR("a.e30.")));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (is_token(str_of(cases[i])))
			fail_msg("%s was read", cases[i]);
}

/* Up to 64 KiB of claims are read, and their nesting is limited. */
TEST(oversized_claims_are_not_read)
{
	enum { MOST = 65536, MEGABYTE = 1 << 20 };
	static const size_t sizes[] = { MOST, MOST + 1, MEGABYTE };
	auto_buf deep = { 0 };
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		auto_buf json = { 0 }, token = { 0 };
		buf_addz(&json, "{\"sub\":\"");
		buf_pad(&json, 's', sizes[i] - json.n - 2);
		buf_addz(&json, "\"}");
		make_token(&token, buf_str(&json), SIGNATURE);
		assert_int_equal(is_claims(buf_str(&json)), i == 0);
		assert_int_equal(is_token(buf_str(&token)), i == 0);
	}
	buf_addz(&deep, "{\"sub\":");
	buf_pad(&deep, '[', 10000);
	buf_pad(&deep, ']', 10000);
	buf_addc(&deep, '}');
	assert_false(is_claims(buf_str(&deep)));
}

TEST(a_right_is_found_in_each_configured_claim)
{
	static const char *const where[] = { "scope", "scp", "roles", "permissions",
		"realm_access.roles", "https://shop.example/rights", "a.b.c", NULL };
	static const char *const names[] = { "identity:admin", "Identities.Admin", NULL };
	static const struct {
		const char *claims;
		bool has;
	} cases[] = {
		{ "{\"scope\":\"identity:admin\"}", true },
		{ "{\"scope\":\"read identity:admin\"}", true },
		{ "{\"scope\":\"identity:admin  read\"}", true },
		{ "{\"scope\":\"read  Identities.Admin \"}", true },
		{ "{\"scope\":[\"read\",\"identity:admin\"]}", true },
		{ "{\"scp\":\"read identity:admin\"}", true },
		{ "{\"scp\":[\"read\",\"identity:admin\"]}", true },
		{ "{\"scope\":\"openid\",\"permissions\":[\"read\",\"identity:admin\"]}", true },
		{ "{\"roles\":[\"Identities.Admin\"]}", true },
		{ "{\"realm_access\":{\"roles\":[\"offline_access\",\"identity:admin\"]}}", true },
		{ "{\"https://shop.example/rights\":[\"identity:admin\"]}", true },
		{ "{\"a.b\":{\"c\":\"identity:admin\"}}", true },
		{ "{\"a\":{\"b.c\":\"identity:admin\"}}", true },
		{ "{}", false },
		{ "{\"scope\":\"\"}", false },
		{ "{\"scope\":\"read\"}", false },
		{ "{\"scope\":\"identity:admins my:identity:admin\"}", false },
		{ "{\"scope\":\"IDENTITY:ADMIN read,identity:admin\"}", false },
		{ "{\"roles\":[\"read identity:admin\",7,null,[\"identity:admin\"]]}", false },
		{ "{\"roles\":{\"identity:admin\":true}}", false },
		{ "{\"realm_access\":[\"identity:admin\"],\"other\":\"identity:admin\"}", false },
		{ "{\"realm_access.role\":\"identity:admin\",\"a\":7}", false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(claims_free) struct claims c;
		assert_true(claims_read_json(&c, str_of(cases[i].claims)));
		if (claims_has_right(&c, where, names) != cases[i].has)
			fail_msg("%s", cases[i].claims);
	}
	assert_false(claims_has_right(&(struct claims){ 0 }, where, names));
}
