/* Baskets converted between JSON and the model. */
#include "lib/test.h"
#include "wire/basket.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <string.h>

static const char whole[] =
    "{\"id\":\"basket-1\",\"created\":\"2026-11-20T10:42:00.000Z\","
    "\"customerDetails\":{\"email\":\"m@example.com\",\"firstName\":\"Mara\",\"lastName\":\"El \\\"x\\\"\","
    "\"companyName\":\"\"},\"orderItems\":[{\"name\":\"A\",\"path\":\"/offers/a\",\"products\":[{\"path\":"
    "\"/products/p\",\"productCode\":\"P\"}]},{\"name\":\"B\",\"path\":\"/offers/b\",\"products\":[]}],"
    "\"customFields\":{\"n\":1.50,\"deep\":{\"a.b\":[1,null]}},\"tracking\":{\"offers\":[\"/offers/a\"],"
    "\"campaign\":\"/offers/X\",\"tag\":\"/tags/uk\"},\"identities\":[{\"sub\":\"s\",\"iss\":\"i\",\"service\":"
    "\"svc\",\"type\":\"t\"}],\"entry\":\"https://x.example/?utm_source=mail\",\"completed\":false,"
    "\"recoveryLink\":\"https://x.example/r\"}";

TEST(all_members_are_read)
{
	auto_arena a = { 0 };
	struct basket b;
	struct err err;
	auto_buf out = { 0 };
	assert_true(basket_read(&b, &a, STR(whole), 0, &err));
	assert_false(b.malformed);
	assert_true(b.created == 1795171320000);
	assert_int_equal(b.items_n, 2);
	assert_true(str_eqz(b.items[0].products[0].code, "P"));
	assert_true(b.company.p && b.company.n == 0);
	assert_int_equal(basket_reach(&b), REACH_EMAIL_AND_IDENTITY);
	basket_write(&out, &b);
	assert_string_equal(buf_z(&out), whole);
}

TEST(missing_members_are_absent)
{
	auto_arena a = { 0 };
	struct basket b;
	struct err err;
	assert_true(basket_read(&b, &a, STR("{}"), 0, &err));
	assert_false(b.malformed || b.completed);
	assert_null(b.id.p);
	assert_null(b.link.p);
	assert_null(b.custom_fields.p);
	assert_true(b.created == WHEN_NONE);
	assert_int_equal(basket_reach(&b), REACH_NONE);
	assert_true(basket_read(&b, &a,
	    STR("{\"recoveryLink\":null,\"tracking\":null,\"orderItems\":null,"
		"\"customerDetails\":null,\"identities\":null,\"customFields\":null}"),
	    0, &err));
	assert_false(b.malformed);
	assert_null(b.link.p);
}

TEST(unexpected_types_are_odd_and_not_fatal)
{
	static const char *const odd[] = { "{\"id\":5}", "{\"created\":\"soon\"}",
		"{\"created\":17}", "{\"customerDetails\":[]}", "{\"customerDetails\":\"x\"}",
		"{\"orderItems\":{}}", "{\"orderItems\":[1,null,\"x\"]}",
		"{\"orderItems\":[{\"products\":[7]}]}", "{\"orderItems\":[{\"name\":[]}]}",
		"{\"tracking\":[]}", "{\"tracking\":{\"offers\":\"x\"}}",
		"{\"tracking\":{\"offers\":[1]}}", "{\"identities\":{}}", "{\"identities\":[[]]}",
		"{\"recoveryLink\":{}}", "{\"entry\":false}" };
	for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++) {
		auto_arena a = { 0 };
		struct basket b;
		struct err err;
		if (!basket_read(&b, &a, str_of(odd[i]), 0, &err))
			fail_msg("%s: %s", odd[i], err.text);
		if (!b.malformed)
			fail_msg("%s is not odd", odd[i]);
	}
}

TEST(values_that_are_not_objects_are_errors)
{
	static const char *const bad[] = { "[]", "5", "null", "\"x\"" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		auto_arena a = { 0 };
		struct basket b;
		struct err err;
		assert_false(basket_read(&b, &a, str_of(bad[i]), 0, &err));
		assert_int_equal(err.kind, ERR_PROTOCOL);
	}
}

TEST(flagged_items_are_repaired)
{
	static const struct {
		const char *json;
		unsigned flags;
		const char *id;
	} cases[] = { { "{\"id\":\"a\xFF"
			"b\"}",
			  SPAN_BAD_UTF8,
			  "a\xEF\xBF\xBD"
			  "b" },
		{ "{\"id\":\"a\\u0000b\"}", SPAN_NUL,
		    "a\xEF\xBF\xBD"
		    "b" },
		{ "{\"id\":\"a\\uD800b\"}", SPAN_SURROGATE,
		    "a\xEF\xBF\xBD"
		    "b" },
		{ "{\"id\":\"\\uD83D\\uDE00\\uDE00\"}", SPAN_SURROGATE,
		    "\xF0\x9F\x98\x80\xEF\xBF\xBD" },
		{ "{\"id\":\"first\",\"id\":\"second\"}", SPAN_DUPLICATE, "first" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_arena a = { 0 };
		struct basket b;
		struct err err;
		assert_true(basket_read(&b, &a, str_of(cases[i].json), cases[i].flags, &err));
		if (!str_eqz(b.id, cases[i].id))
			fail_msg("%s: %.*s", cases[i].json, STR_ARG(b.id));
		assert_true(b.malformed);
	}
}

TEST(persons_are_distinguished)
{
	const struct basket_identity id = { STR("s"), STR("i"), STR("svc"), STR("t") };
	const struct basket_identity elsewhere = { STR("s"), STR("j"), STR("svc"), STR("t") };
	struct basket a = { .email = STR("Mara@Example.com") },
		      b = { .email = STR("mara@example.COM") };
	struct basket c = { .identities = &id, .identities_n = 1 };
	struct basket d = { .identities = &elsewhere, .identities_n = 1 };
	struct basket none = { 0 };
	assert_true(basket_is_same_person(&a, &b));
	assert_true(basket_is_same_person(&c, &c));
	assert_false(basket_is_same_person(&c, &d));
	assert_false(basket_is_same_person(&a, &c));
	assert_false(basket_is_same_person(&none, &none));
}
